/** Races entered, changed and removed by hand. A race is named by its number. */
import Type from 'typebox';
import { RaceWrite } from '../contract/race.ts';
import type { RaceFields } from '../domain/plan-races.ts';
import { addRace } from '../operations/add-race.ts';
import { editRace } from '../operations/edit-race.ts';
import { removeRace } from '../operations/remove.ts';
import { type Command, readId, withDatabase } from './command.ts';
import { readMoment } from './existing.ts';
import { listed, readChanges, readOptions, readRaceNumber, requireChange } from './options.ts';
import { perform, performOn } from './perform.ts';

const NewRace = Type.Object({
  number: RaceWrite.properties.raceNumber,
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
      const race = readOptions(NewRace, values);
      const { number: raceNumber, title = null } = race;
      const scheduledAt = await readMoment(database.reads, eventId, 'at', values.at ?? '');
      const input = { raceNumber, title, scheduledAt };
      await performOn(database, context, { operation: addRace, eventId, input });
      return { json: { raceNumber }, text: `Entered race ${raceNumber}.` };
    }),
};

/** What of a race an option changes, besides its time. */
const FIELDS = {
  'new-number': ['raceNumber', 'NUMBER'],
  title: ['title', 'TITLE'],
  distance: ['distanceMeters', 'METRES'],
  'boat-class': ['boatClass', 'CLASS'],
  round: ['round', 'ROUND'],
  division: ['divisionLabel', 'DIVISION'],
  mode: ['resultMode', 'timed|placesOnly'],
  visibility: ['resultVisibility', 'hidden|placesOnly|full'],
  'lane-scheme': ['laneScheme', 'LABEL,LABEL,…'],
  notes: ['notes', 'TEXT'],
} as const;

export const raceEdit: Command = {
  name: 'race edit',
  summary: 'change a race; an empty value clears what may be empty: --title ""',
  options: { event: 'EVENT', number: 'NUMBER', at: 'TIME', ...listed(FIELDS) },
  optional: ['at', ...Object.keys(FIELDS)],
  run: (values, context) =>
    withDatabase(context, async (database) => {
      const eventId = readId('event', values.event);
      const raceNumber = readRaceNumber('number', values);
      const fields = readChanges<RaceFields>(RaceWrite.properties, FIELDS, values);
      if (values.at !== undefined) {
        fields.scheduledAt = await readMoment(database.reads, eventId, 'at', values.at);
      }
      requireChange(fields, raceEdit);
      const input = { raceNumber, fields };
      await performOn(database, context, { operation: editRace, eventId, input });
      const now = fields.raceNumber ?? raceNumber;
      return { json: { raceNumber: now }, text: `Race ${now} is changed.` };
    }),
};

export const raceRemove: Command = {
  name: 'race remove',
  summary: 'remove a race with its lanes and results; history undo brings it back',
  options: { event: 'EVENT', number: 'NUMBER' },
  run: async (values, context) => {
    const eventId = readId('event', values.event);
    const raceNumber = readRaceNumber('number', values);
    await perform(context, { operation: removeRace, eventId, input: { raceNumber } });
    return { json: { raceNumber }, text: `Race ${raceNumber} is gone.` };
  },
};
