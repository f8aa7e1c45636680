/** The document as the pages show it: races are expected when they can honestly be. */
import type { Board, BoardRace } from '../../../../src/contract/board.ts';
import { type JudgedRace, shownRace } from '../../shared/race/race-phase.ts';

/** A race as it was shown last, so that one that has not changed stays the same object. */
interface Shown {
  expectedAt: number;
  race: BoardRace;
}

const shownRaces = new WeakMap<BoardRace, Shown>();
let last: { document: Board; shown: Board } | undefined;

/** @returns the same object as before while nothing that is shown differs */
export function shownBoard(document: Board, judged: ReadonlyMap<number, JudgedRace>): Board {
  const races = document.races.map((race) => {
    const verdict = judged.get(race.id);
    return verdict ? shownOnce(race, verdict) : race;
  });
  const isSame =
    last?.document === document && races.every((race, index) => race === last?.shown.races[index]);
  if (!last || !isSame) last = { document, shown: { ...document, races } };
  return last.shown;
}

function shownOnce(race: BoardRace, verdict: JudgedRace): BoardRace {
  const { expectedAt } = verdict;
  const before = shownRaces.get(race);
  if (before?.expectedAt === expectedAt) return before.race;
  const shown = shownRace(race, verdict);
  shownRaces.set(race, { expectedAt, race: shown });
  return shown;
}
