/** Places in words, also those that crews share, and what the labels of positions are. */
import type { BoardLane, BoardRace } from '../../../../src/contract/board.ts';
import { labelKind } from '../../../../src/domain/draw/label-kind.ts';
import { hasResults, isOver } from '../../../../src/domain/results/standings.ts';
import { isolated } from '../page/isolated.ts';
import type { Words } from '../words/board.ts';
import { type LaneResult, laneResults } from './results.ts';

/** The place in words: `1st`, `1st=`; `leading` of the first in a race that is not over. Empty without one. */
export function ordinalText({ lane, place, isLeading }: LaneResult, words: Words): string {
  if (isLeading) return words.leading;
  if (place === '' || lane.finishPlace === null) return '';
  return words.ordinal(lane.finishPlace) + (place.endsWith('=') ? '=' : '');
}

/** The place with the mark of an ordinal, as on paper: `1.`, `1.=`. */
export function dottedPlace(place: string): string {
  return place.replace(/^\d+/, '$&.');
}

/** What is told of who is first: the parts stand in this order, and of them only the names may be cut. */
interface FirstPlace {
  /** `1st`, `leading`; of a dead heat also how many, because names may be cut: `1st= 2 crews:`. */
  rank: string;
  names: string;
  time: string;
}

/** Who has won a race, or is leading in one that is not over; nothing where nobody has a place. */
export function firstPlace(race: BoardRace, words: Words): FirstPlace | undefined {
  const first = laneResults(race, words.decimalMark).filter(({ lane }) => lane.finishPlace === 1);
  const [one] = first;
  if (!one) return undefined;
  const isShared = first.length > 1;
  const count = isShared ? ` ${words.crewCount(first.length)}${words.colon.trimEnd()}` : '';
  return {
    rank: ordinalText(one, words) + count,
    names: first.map(({ lane }) => isolated(lane.crewName ?? '')).join(', '),
    time: one.time ?? '',
  };
}

/** How much of a race is in, `2 of 6 in`; empty of one that has no results, or is over. */
export function soFarText(race: BoardRace, words: Words): string {
  return hasResults(race.lanes) && !isOver(race) ? words.partlyIn(race.scored, race.entered) : '';
}

/** What the race is called whose results came last: "1 of 6 in" is no result yet, and one may become another. */
export function lastResultLabel(race: BoardRace | undefined, words: Words): string {
  if (race && !isOver(race)) return words.finishing;
  return race?.official === false ? words.lastProvisional : words.lastResult;
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
