/** The races that the lanes of a race name: those that its crews will come from. */
import type { BoardRace } from '../../../../src/contract/board.ts';
import { races as racesById } from './document-on-screen.ts';

const NO_RACES: ReadonlyMap<number, BoardRace> = new Map();

/** The races by id, where lanes need them: a row that does not is not drawn again when other races change. */
export function sourcesOf({ lanes }: BoardRace): ReadonlyMap<number, BoardRace> {
  return lanes.some(({ from }) => from !== null) ? racesById.value : NO_RACES;
}
