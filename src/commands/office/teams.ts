/**
 * Crews that are entered, changed and removed by hand, or withdraw from all of their races or from one, or are put back. A
 * crew is identified by its name.
 */
import Type from 'typebox';
import { WithdrawnWrite } from '../../contract/console/office-writes.ts';
import { TeamWrite } from '../../contract/team.ts';
import type { TeamFields } from '../../domain/crews/team.ts';
import { raceNotFound } from '../../operations/load-rows.ts';
import { withdrawCrew, withdrawEntry } from '../../operations/office/crews.ts';
import { scheduleNotFound } from '../../operations/operation.ts';
import { addTeam, editTeam } from '../../operations/pushes/teams.ts';
import { removeTeam } from '../../operations/remove.ts';
import { listLanesOfRace } from '../../storage/event/lanes.ts';
import { listRaces } from '../../storage/event/races.ts';
import { findSchedule } from '../../storage/event/schedules.ts';
import { listTeams } from '../../storage/event/teams.ts';
import { newestNumber } from '../../storage/history/history.ts';
import { type Command, CommandFailed, readId, type Values, withDatabase } from '../command.ts';
import { requireEvent } from '../existing.ts';
import {
  listed,
  readChanges,
  readOption,
  readOptions,
  readRaceNumber,
  requireChange,
} from '../options.ts';
import { perform, performOn, refused } from '../perform.ts';

export const teamAdd: Command = {
  name: 'team add',
  summary: 'enter a crew by hand, without an externalId',
  options: { event: 'EVENT', name: 'NAME' },
  run: async (values, context) => {
    const eventId = readId('event', values.event);
    const name = readName(values);
    await perform(context, { operation: addTeam, eventId, input: { name } });
    return { json: { name }, text: `Entered ${name}.` };
  },
};

/** The options that change a property of a crew. */
const FIELDS = {
  'new-name': ['name', 'NAME'],
  club: ['clubId', 'CLUB'],
  boat: ['boatIndex', 'NUMBER'],
  order: ['sortOrder', 'NUMBER'],
} as const;

export const teamEdit: Command = {
  name: 'team edit',
  summary: 'change a crew; an empty club or boat clears it',
  options: { event: 'EVENT', name: 'NAME', ...listed(FIELDS) },
  optional: Object.keys(FIELDS),
  run: async (values, context) => {
    const eventId = readId('event', values.event);
    const name = readName(values);
    const fields = readChanges<TeamFields>(TeamWrite.properties, FIELDS, values);
    requireChange(fields, teamEdit);
    await perform(context, { operation: editTeam, eventId, input: { name, fields } });
    const now = fields.name ?? name;
    return { json: { name: now }, text: `${now} is changed.` };
  },
};

export const teamRemove: Command = {
  name: 'team remove',
  summary: 'remove a crew that is drawn nowhere; history undo brings it back',
  options: { event: 'EVENT', name: 'NAME' },
  run: async (values, context) => {
    const eventId = readId('event', values.event);
    const name = readName(values);
    await perform(context, { operation: removeTeam, eventId, input: { name } });
    return { json: { name }, text: `${name} is gone.` };
  },
};

/** @throws CommandFailed when no crew can have the name */
function readName(values: Values): string {
  return readOption('name', TeamWrite.properties.name, values);
}

const Reason = Type.Object({ reason: WithdrawnWrite.properties.reason });

export const teamWithdraw: Command = {
  name: 'team withdraw',
  summary:
    'say that a crew does not row, in all races where it has no result or in one; --back: it does',
  options: { event: 'EVENT', name: 'NAME', race: 'NUMBER', reason: 'TEXT' },
  optional: ['race', 'reason'],
  flags: ['back'],
  run: (values, context) =>
    withDatabase(context, async (database) => {
      const db = database.reads;
      const eventId = readId('event', values.event);
      const name = readOption('name', TeamWrite.properties.name, values);
      const raceNumber = values.race === undefined ? undefined : readRaceNumber('race', values);
      const reason = readOptions(Reason, values).reason || null;
      const withdrawn = values.back === undefined;
      await requireEvent(db, eventId);
      if (!(await findSchedule(db, eventId))) throw refused(scheduleNotFound(), eventId);
      const seen = await newestNumber(db, eventId);
      const [teams, races] = [await listTeams(db, eventId), await listRaces(db, eventId)];
      const crew = teams.find((team) => team.name === name);
      if (!crew) throw new CommandFailed(`There is no crew named "${name}".`);
      const wish = { withdrawn, reason };
      const numbers = new Map(races.map((race) => [race.id, race.raceNumber]));
      const said = (ids: readonly number[]) => {
        const where = ids.map((id) => numbers.get(id) ?? 0);
        const text = `${name} ${withdrawn ? 'has withdrawn' : 'is put back'}: ${where.map((number) => `race ${number}`).join(', ')}.`;
        return { json: { name, withdrawn, reason, races: where }, text };
      };
      if (raceNumber === undefined) {
        const input = { ...wish, crewId: crew.id };
        const call = { operation: withdrawCrew, eventId, input, seen };
        return said((await performOn(database, context, call)).result);
      }
      const race = races.find((one) => one.raceNumber === raceNumber);
      if (!race) throw refused(raceNotFound({ raceNumber }), eventId);
      const lanes = await listLanesOfRace(db, race.id);
      const lane = lanes.find(({ team }) => team?.id === crew.id);
      if (!lane) throw new CommandFailed(`"${name}" is not drawn in race ${raceNumber}.`);
      const input = { ...wish, raceId: race.id, position: lane.position };
      await performOn(database, context, { operation: withdrawEntry, eventId, input, seen });
      return said([race.id]);
    }),
};
