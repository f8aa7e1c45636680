/** Places in words, also those that crews share, and what the labels of positions are. */
import type { BoardLane, BoardRace } from '../../../src/contract/board.ts';
import { isFieldComplete } from '../../../src/domain/standings.ts';
import { isolated } from './isolated.ts';
import { type LaneResult, laneResults } from './results.ts';
import type { Words } from './words/en.ts';

/** The place in words: `1st`, `1st=`. Empty without one. */
export function ordinalText({ lane, place }: LaneResult, words: Words): string {
  if (lane.finishPlace === null) return '';
  return words.ordinal(lane.finishPlace) + (place.endsWith('=') ? '=' : '');
}

/** The place with the mark of an ordinal, as on paper: `1.`, `1.=`. */
export function dottedPlace(place: string): string {
  return place.replace(/^\d+/, '$&.');
}

/** Who has won: `1st Crew A`; of a dead heat first how many, because names may be cut: `1st= 2 crews: A, B`. */
export function winnersText(results: readonly LaneResult[], words: Words): string {
  const names = results
    .filter(({ lane }) => lane.finishPlace === 1)
    .map(({ lane }) => isolated(lane.crewName ?? ''));
  if (names.length < 2) return names.map((name) => `${words.ordinal(1)} ${name}`).join('');
  return `${words.ordinal(1)}= ${words.crewCount(names.length)}${words.colon}${names.join(', ')}`;
}

/**
 * The result of a race in a few words: `1st Saline 6:39.50`, else how many are in: `2 of 6 in`. It is one text, because
 * browsers count a part that moves within the line as a layout shift.
 */
export function resultText(race: BoardRace, words: Words): string {
  const first = laneResults(race, words.decimalMark).filter(({ lane }) => lane.finishPlace === 1);
  if (first.length > 0)
    return [winnersText(first, words), first[0]?.time].filter(Boolean).join(' ');
  return isFieldComplete(race) ? '' : words.partlyIn(race.scored, race.entered);
}

/**
 * What the labels of a race's positions are. Labels like the positions themselves are lanes, also those that count
 * from 0, and those without a digit (`A`, `Red`); any others are numbers on the bows.
 */
export function labelKind(lanes: readonly Pick<BoardLane, 'position' | 'positionLabel'>[]) {
  const every = (label: (position: number) => string) =>
    lanes.every(({ position, positionLabel }) => positionLabel === label(position));
  const isLane =
    every(String) ||
    every((position) => String(position - 1)) ||
    lanes.every(({ positionLabel }) => !/\d/.test(positionLabel));
  return isLane ? 'lane' : 'bow';
}

/** Where a crew starts: `Lane 3`, `Bow 105`. */
export function positionText(
  { positionLabel }: Pick<BoardLane, 'positionLabel'>,
  lanes: readonly Pick<BoardLane, 'position' | 'positionLabel'>[],
  words: Words,
): string {
  const label = isolated(positionLabel);
  return labelKind(lanes) === 'lane' ? words.laneOf(label) : words.bowOf(label);
}
