/** The races that the crew of a lane comes from, as they are named (console, "Progression"). */
import type { LaneSource } from '../../contract/board.ts';

export interface NumberedRace {
  raceNumber: number;
  /** As it is printed. */
  number: string;
}

/** From so many races in a row on, the first and the last say it. */
const MIN_IN_A_ROW = 3;

/**
 * The numbers of the races that a lane's crew comes from: `12`, `12, 14` or `12–14`.
 *
 * @param races of the event by id; those that are not among them are left out
 */
export function sourceNumbers(
  source: LaneSource,
  races: ReadonlyMap<number, NumberedRace>,
): string {
  const found = source.races
    .flatMap((id) => races.get(id) ?? [])
    .sort((a, b) => a.raceNumber - b.raceNumber);
  const [first, last] = [found[0], found.at(-1)];
  const isRow =
    first &&
    last &&
    found.every(({ raceNumber }, index) => raceNumber === first.raceNumber + index);
  if (isRow && found.length >= MIN_IN_A_ROW) return `${first.number}–${last.number}`;
  return found.map(({ number }) => number).join(', ');
}
