/** What a race is called in short. */
import type { BoardRace } from '../../../src/contract/board.ts';
import { raceNameParts } from '../../../src/domain/race-name.ts';

/** Number and name, such as `12 · Women 8+`. */
export function shortTitle(race: BoardRace): string {
  return [race.raceNumber, ...raceNameParts(race).slice(0, 1)].join(' · ');
}
