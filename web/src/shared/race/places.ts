/** Places in words, also those that crews share, and what the labels of positions are. */
import type { BoardLane } from '../../../../src/contract/board.ts';
import { labelKind } from '../../../../src/domain/draw/label-kind.ts';
import { hasResults, isComplete, isOver } from '../../../../src/domain/results/standings.ts';
import { placeText } from '../../../../src/words/place-text.ts';
import { isolated } from '../page/isolated.ts';
import type { Words } from '../words/board.ts';
import type { ShownRace } from './race-phase.ts';
import { type LaneResult, laneResults } from './results.ts';

/**
 * The place in words: `1st`, `1st=`; `leading`, `3rd so far` in a race that is not over; `place 1` of one that has ended with
 * boats missing, for nobody has won it. Empty without one.
 */
export function ordinalText({ lane, place, told, isLeading }: LaneResult, words: Words): string {
  if (isLeading) return words.leading;
  if (place === '' || lane.finishPlace === null) return '';
  return placeText(lane.finishPlace, told, words, (text) =>
    place.endsWith('=') ? `${text}=` : text,
  );
}

/** The place with the mark of an ordinal, as on paper: `1.`, `1.=`; without it where nobody has won yet. */
export function dottedPlace({ place, told }: Pick<LaneResult, 'place' | 'told'>): string {
  return told === 'complete' ? place.replace(/^\d+/, '$&.') : place;
}

/** What is told of who is first: the parts stand in this order, and of them only the names may be cut. */
export interface FirstPlace {
  /** `1st`, `leading`; of a dead heat also how many, because names may be cut: `1st= 2 crews:`. */
  rank: string;
  names: string;
  time: string;
  /** In words: `raw 6:52.70`; empty where the time is no other one. */
  raw: string;
}

/** Who has won a race, or is leading in one that is not over; nothing where nobody has a place. */
export function firstPlace(race: ShownRace, words: Words): FirstPlace | undefined {
  const results = laneResults(race, words.decimalMark);
  return toldFirst(
    results.filter(({ lane }) => lane.finishPlace === 1),
    words,
  );
}

/** The same of a category. @param first whoever shares the first place of it */
export function toldFirst(first: readonly LaneResult[], words: Words): FirstPlace | undefined {
  const [one] = first;
  if (!one) return undefined;
  const isShared = first.length > 1;
  const count = isShared ? ` ${words.crewCount(first.length)}${words.colon.trimEnd()}` : '';
  const rank =
    one.told === 'soFar'
      ? words.leading
      : placeText(1, one.told, words, (text) => (isShared ? `${text}=` : text));
  return {
    rank: rank + count,
    names: first.map(({ lane }) => isolated(lane.crewName ?? '')).join(', '),
    time: one.time ?? '',
    raw: one.raw ? words.raw(one.raw) : '',
  };
}

/** How much of a race is in, `2 of 6 in`, until it is complete; empty of one that has no results. */
export function soFarText(race: ShownRace, words: Words): string {
  return hasResults(race.lanes) && !isComplete(race)
    ? words.partlyIn(race.scored, race.entered)
    : '';
}

/** What the race is called whose results came last: "1 of 6 in" is no result yet, and one may become another. */
export function lastResultLabel(race: ShownRace | undefined, words: Words): string {
  if (race && !isOver(race)) return words.finishing;
  return race?.official === false ? words.lastProvisional : words.lastResult;
}

/** Where a crew starts: `Lane 3`, `Bow 105`. */
export function positionText(
  { positionLabel }: Pick<BoardLane, 'positionLabel'>,
  race: Parameters<typeof labelKind>[0],
  words: Words,
): string {
  const label = isolated(positionLabel);
  return labelKind(race) === 'lane' ? words.laneOf(label) : words.bowOf(label);
}
