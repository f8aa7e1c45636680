/** Who is in a lane. */
import type { BoardLane } from '../../../../src/contract/board.ts';
import {
  type NumberedRace,
  sourceNumbers,
} from '../../../../src/domain/progression/lane-source.ts';
import { isolated } from '../page/isolated.ts';
import type { Words } from '../words/board.ts';

/** The crew; where nobody is drawn, where it will come from: `1st of race 12`. @param races of the event by id */
export function occupantOf(
  { crewName, from }: Pick<BoardLane, 'crewName' | 'from'>,
  races: ReadonlyMap<number, NumberedRace>,
  words: Words,
): string {
  if (crewName !== null || from === null) return isolated(crewName ?? '');
  return words.source(from, sourceNumbers(from, races));
}

/** Whether nobody is drawn in a race yet, and nobody will come from another one. */
export function isUndrawn({ lanes }: { lanes: readonly Pick<BoardLane, 'crewName' | 'from'>[] }) {
  return lanes.every(({ crewName, from }) => crewName === null && from === null);
}

/** How many crews will come from other races into lanes that nobody is drawn in yet. */
export function toComeCount({ lanes }: { lanes: readonly Pick<BoardLane, 'crewName' | 'from'>[] }) {
  return lanes.filter(({ crewName, from }) => crewName === null && from !== null).length;
}
