/** Races in two groups, what is still to come and what is over: the answer of the search, the races of a crew. */
import type { BoardRace } from '../../../../src/contract/board.ts';
import { hasResults } from '../../../../src/domain/results/standings.ts';
import { byEstimate, dayOf } from './running-order.ts';

interface RaceGroups {
  toCome: BoardRace[];
  rowed: BoardRace[];
}

/**
 * Races that are still to come or wait for their result, and those that are over: with results, or of a day that is
 * over. Both in the order of their estimated starts.
 *
 * @param today the venue day, YYYY-MM-DD
 */
export function raceGroups(
  races: readonly BoardRace[],
  today: string,
  timezone: string | null,
): RaceGroups {
  const groups: RaceGroups = { toCome: [], rowed: [] };
  for (const race of byEstimate(races)) {
    const isOver = hasResults(race.lanes) || dayOf(race, timezone) < today;
    groups[isOver ? 'rowed' : 'toCome'].push(race);
  }
  return groups;
}
