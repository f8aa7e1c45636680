/** What the race office enters without timing software, and what only it may take back. */
import Type from 'typebox';
import { sentDateTime } from '../contract/fields.ts';
import { RaceWrite } from '../contract/race.ts';
import { TeamWrite } from '../contract/team.ts';
import { nextSortOrder } from '../domain/plan-teams.ts';
import { recordChanges } from '../storage/history.ts';
import { applyRaceSteps, listRaces } from '../storage/races.ts';
import { advanceSchedule, findSchedule, type Schedule } from '../storage/schedules.ts';
import { applyTeamSteps, listTeams } from '../storage/teams.ts';
import type { Queries } from '../storage/database.ts';
import { personAtTerminal } from './author.ts';
import { type Command, CommandFailed, readId, withDatabase } from './command.ts';
import { requireEvent } from './existing.ts';
import { readOptions } from './options.ts';

const NewTeam = Type.Object({ name: TeamWrite.properties.name });

export const teamAdd: Command = {
  name: 'team add',
  summary: 'enter a crew by hand, without an externalId',
  options: { event: 'EVENT', name: 'NAME' },
  run: (values, context) =>
    withDatabase(context, async (database) => {
      const eventId = readId('event', values.event);
      const { name } = readOptions<{ name: string }>(NewTeam, values);
      await database.writeEvent(eventId, async (tx) => {
        await requireEvent(tx, eventId);
        const stored = await listTeams(tx, eventId);
        if (stored.some((team) => team.name === name)) {
          throw new CommandFailed(`There is a crew named "${name}" already.`);
        }
        const after = {
          externalId: null,
          name,
          clubId: null,
          boatIndex: null,
          sortOrder: nextSortOrder(stored),
          adopted: false,
        };
        await applyTeamSteps(tx, eventId, [{ outcome: 'inserted', before: null, after }]);
        await recordChanges(tx, eventId, personAtTerminal(), Date.now(), 'add-team', [
          { subject: 'team', name, before: null, after },
        ]);
      });
      return { json: { name }, text: `Entered ${name}.` };
    }),
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
  run: (values, context) =>
    withDatabase(context, async (database) => {
      const eventId = readId('event', values.event);
      const number = /^\d+$/.test(values.number ?? '') ? Number(values.number) : values.number;
      const race = readOptions<{ number: number; at: number; title?: string }>(NewRace, {
        ...values,
        number,
      });
      await database.writeEvent(eventId, async (tx) => {
        const schedule = await requireSchedule(tx, eventId);
        const stored = await listRaces(tx, eventId);
        if (stored.some(({ raceNumber }) => raceNumber === race.number)) {
          throw new CommandFailed(`Race number ${race.number} is taken.`);
        }
        const after = {
          externalId: null,
          raceNumber: race.number,
          title: race.title ?? null,
          scheduledAt: race.at,
          distanceMeters: null,
          boatClass: null,
          round: null,
          divisionLabel: null,
          resultMode: schedule.defaultResultMode,
          resultVisibility: null,
          laneScheme: null,
          notes: null,
        };
        const now = Date.now();
        const { revision } = await advanceSchedule(tx, schedule, now);
        const step = { outcome: 'inserted', before: null, after } as const;
        await applyRaceSteps(tx, eventId, [step], revision);
        await recordChanges(tx, eventId, personAtTerminal(), now, 'add-race', [
          { subject: 'race', name: `race ${race.number}`, before: null, after },
        ]);
      });
      return { json: { raceNumber: race.number }, text: `Entered race ${race.number}.` };
    }),
};

export const scheduleUnpublish: Command = {
  name: 'schedule unpublish',
  summary: 'take a published schedule back to draft',
  options: { event: 'EVENT' },
  run: (values, context) =>
    withDatabase(context, async (database) => {
      const eventId = readId('event', values.event);
      await database.writeEvent(eventId, async (tx) => {
        const schedule = await requireSchedule(tx, eventId);
        if (schedule.status === 'draft') return;
        const now = Date.now();
        await advanceSchedule(tx, schedule, now, 'draft');
        await recordChanges(tx, eventId, personAtTerminal(), now, 'unpublish-schedule', [
          {
            subject: 'schedule',
            name: 'schedule',
            before: { status: schedule.status },
            after: { status: 'draft' },
          },
        ]);
      });
      return {
        json: { eventId, status: 'draft' },
        text: `The schedule of event ${eventId} is a draft again.`,
      };
    }),
};

/** @throws CommandFailed when there is no such event or it has no schedule */
async function requireSchedule(db: Queries, eventId: number): Promise<Schedule> {
  await requireEvent(db, eventId);
  const schedule = await findSchedule(db, eventId);
  if (schedule) return schedule;
  throw new CommandFailed(
    `Event ${eventId} has no schedule yet: create it with POST /v1/events/${eventId}/schedule.`,
  );
}
