/** The draw and the results of a race, as a race office writes them: `3=Adler`, `3=6:42.70`. */
import { type LaneWord, readLaneWord } from '../../domain/draw/lane-words.ts';
import { raceView } from '../../domain/races/race-view.ts';
import { oneRaceOf, type RaceRows } from '../../operations/load-rows.ts';
import type { OperationOutcome } from '../../operations/operation.ts';
import { drawByName } from '../../operations/pushes/draw-lanes.ts';
import { enterResults } from '../../operations/pushes/push-results.ts';
import { type Command, type Outcome, readId, WrongCall } from '../command.ts';
import { readRaceNumber } from '../options.ts';
import { perform } from '../perform.ts';
import { raceText } from './race-text.ts';

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
    if (isClear && words.length > 0) throw new WrongCall('--clear leaves no lane.', draw);
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

/** @throws WrongCall when there are none, or one does not read LANE=… */
function readWords(words: readonly string[], example: string, command: Command): LaneWord[] {
  if (words.length === 0) {
    throw new WrongCall(`Say for each lane what it gets, such as 3=${example}.`, command);
  }
  return words.map((word) => {
    const read = readLaneWord(word);
    if (read) return read;
    throw new WrongCall(
      `"${word}" names no lane: write 3=${example}, in quotes where there are spaces.`,
      command,
    );
  });
}
