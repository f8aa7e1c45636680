/** What the race office enters without timing software, and what only it may take back. */
import Type from 'typebox';
import { sentDateTime } from '../contract/fields.ts';
import { RaceWrite } from '../contract/race.ts';
import { TeamWrite } from '../contract/team.ts';
import { addRace } from '../operations/add-race.ts';
import { addTeam } from '../operations/add-team.ts';
import { unpublishSchedule } from '../operations/schedule.ts';
import { carryOut } from './carry-out.ts';
import { type Command, readId } from './command.ts';
import { readOptions } from './options.ts';

const NewTeam = Type.Object({ name: TeamWrite.properties.name });

export const teamAdd: Command = {
  name: 'team add',
  summary: 'enter a crew by hand, without an externalId',
  options: { event: 'EVENT', name: 'NAME' },
  run: async (values, context) => {
    const eventId = readId('event', values.event);
    const { name } = readOptions<{ name: string }>(NewTeam, values);
    await carryOut(context, { operation: addTeam, eventId, input: { name } });
    return { json: { name }, text: `Entered ${name}.` };
  },
};

const NewRace = Type.Object({
  number: RaceWrite.properties.raceNumber,
  at: sentDateTime(),
  title: RaceWrite.properties.title,
});

export const raceAdd: Command = {
  name: 'race add',
  summary: 'enter a race by hand, without an externalId',
  options: { event: 'EVENT', number: 'NUMBER', at: 'TIME', title: 'TITLE' },
  optional: ['title'],
  run: async (values, context) => {
    const eventId = readId('event', values.event);
    const number = /^\d+$/.test(values.number ?? '') ? Number(values.number) : values.number;
    const race = readOptions<{ number: number; at: number; title?: string }>(NewRace, {
      ...values,
      number,
    });
    const input = { raceNumber: race.number, title: race.title ?? null, scheduledAt: race.at };
    await carryOut(context, { operation: addRace, eventId, input });
    return { json: { raceNumber: race.number }, text: `Entered race ${race.number}.` };
  },
};

export const scheduleUnpublish: Command = {
  name: 'schedule unpublish',
  summary: 'take a published schedule back to draft',
  options: { event: 'EVENT' },
  run: async (values, context) => {
    const eventId = readId('event', values.event);
    await carryOut(context, { operation: unpublishSchedule, eventId, input: undefined });
    return {
      json: { eventId, status: 'draft' },
      text: `The schedule of event ${eventId} is a draft again.`,
    };
  },
};
