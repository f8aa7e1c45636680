/**
 * Races entered, changed and removed by hand, their draw and their results as a race office writes them: `3=Adler`,
 * `3=6:42.70`. A race is named by its number.
 */
import Type from 'typebox';
import { StateWrite } from '../../contract/console/office-writes.ts';
import { RaceWrite } from '../../contract/race.ts';
import { type LaneWord, readLaneWord } from '../../domain/draw/lane-words.ts';
import { type RaceFields, raceView } from '../../domain/races/race.ts';
import { oneRaceOf, type RaceRows, raceNotFound } from '../../operations/load-rows.ts';
import { setRaceState } from '../../operations/office/races.ts';
import { type OperationOutcome, scheduleNotFound } from '../../operations/operation.ts';
import { drawByName } from '../../operations/pushes/draw-lanes.ts';
import { addRace, editRace } from '../../operations/pushes/races.ts';
import { enterResults } from '../../operations/pushes/results.ts';
import { removeRace } from '../../operations/remove.ts';
import { listRaces } from '../../storage/event/races.ts';
import { findSchedule } from '../../storage/event/schedules.ts';
import { newestNumber } from '../../storage/history/history.ts';
import { type Command, type Outcome, readId, UsageError, withDatabase } from '../command.ts';
import { readMoment, requireEvent } from '../existing.ts';
import { listed, readChanges, readOptions, readRaceNumber, requireChange } from '../options.ts';
import { perform, performOn, refused } from '../perform.ts';
import { raceText } from './race-text.ts';

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

/** The options that change a property of a race, besides its start. */
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

const Reason = Type.Object({ reason: StateWrite.properties.reason });

/** @param state that the command gives a race @param said in the answer, after the number of the race */
function stateCommand(
  word: string,
  state: StateWrite['state'],
  { summary, said }: { summary: string; said: string },
): Command {
  const hasReason = state !== 'planned';
  return {
    name: `race ${word}`,
    summary,
    options: { event: 'EVENT', number: 'NUMBER', ...(hasReason && { reason: 'TEXT' }) },
    optional: hasReason ? ['reason'] : [],
    run: (values, context) =>
      withDatabase(context, async (database) => {
        const eventId = readId('event', values.event);
        const raceNumber = readRaceNumber('number', values);
        const reason = readOptions(Reason, values).reason || null;
        await requireEvent(database.reads, eventId);
        const seen = await newestNumber(database.reads, eventId);
        const races = await listRaces(database.reads, eventId);
        const race = races.find((one) => one.raceNumber === raceNumber);
        const hasSchedule = (await findSchedule(database.reads, eventId)) !== undefined;
        if (!race)
          throw refused(hasSchedule ? raceNotFound({ raceNumber }) : scheduleNotFound(), eventId);
        const input = { raceId: race.id, state, reason };
        await performOn(database, context, { operation: setRaceState, eventId, input, seen });
        return { json: { raceNumber, state, reason }, text: `Race ${raceNumber} ${said}.` };
      }),
  };
}

export const raceCancel = stateCommand('cancel', 'cancelled', {
  summary: 'cancel a race; followers are notified',
  said: 'is cancelled',
});

export const racePostpone = stateCommand('postpone', 'postponed', {
  summary: 'postpone a race whose new time is not known yet; followers are notified',
  said: 'is postponed',
});

export const racePlan = stateCommand('plan', 'planned', {
  summary: 'let a cancelled or postponed race take place after all',
  said: 'takes place',
});

export const draw: Command = {
  name: 'draw',
  summary:
    'draw a race: all its lanes in one call, 4= for one that stays empty; --clear takes the draw back',
  options: { event: 'EVENT', race: 'NUMBER' },
  flags: ['clear'],
  words: 'LANE=CREW …',
  run: async (values, context, words = []) => {
    const eventId = readId('event', values.event);
    const isClear = values.clear !== undefined;
    if (isClear && words.length > 0) throw new UsageError('--clear leaves no lane.', draw);
    const input = {
      raceNumber: readRaceNumber('race', values),
      words: isClear ? [] : readWords(words, 'Adler', draw),
    };
    return outcomeOf(await perform(context, { operation: drawByName, eventId, input }));
  },
};

export const result: Command = {
  name: 'result',
  summary:
    'enter results: 6:42.70, with a penalty in seconds 6:42.70+10, dns, dnf, dsq, a place where places are given, - to take it back',
  options: { event: 'EVENT', race: 'NUMBER' },
  words: 'LANE=RESULT …',
  run: async (values, context, words = []) => {
    const eventId = readId('event', values.event);
    const input = {
      raceNumber: readRaceNumber('race', values),
      words: readWords(words, '6:42.70', result),
    };
    return outcomeOf(await perform(context, { operation: enterResults, eventId, input }));
  },
};

/** The race as the API answers it. */
function outcomeOf({ rows, schedule }: OperationOutcome<RaceRows, void>): Outcome {
  const { race, lanes } = oneRaceOf(rows);
  const { laneScheme = null, timezone = null } = schedule ?? {};
  const json = raceView(race, lanes, laneScheme);
  return { json, text: raceText(json, timezone) };
}

/** @throws UsageError when there are none, or one does not read LANE=… */
function readWords(words: readonly string[], example: string, command: Command): LaneWord[] {
  if (words.length === 0) {
    throw new UsageError(`Say for each lane what it gets, such as 3=${example}.`, command);
  }
  return words.map((word) => {
    const read = readLaneWord(word);
    if (read) return read;
    throw new UsageError(
      `"${word}" names no lane: write 3=${example}, in quotes where there are spaces.`,
      command,
    );
  });
}
