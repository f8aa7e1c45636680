/** The races that the crew of a lane comes from, as texts name them (console, "Progression"). */
import type { LaneSource } from '../../contract/board.ts';

export interface NumberedRace {
  raceNumber: number;
  /** As it is printed. */
  number: string;
}

/** The least number of consecutive printed numbers that are written as a range. */
const MIN_IN_A_ROW = 3;

/**
 * The printed numbers of the races that a lane's crew comes from: `12`, `12, 14` or `12–14`. Heats may share one.
 *
 * @param races of the event by id; races of the rule that are missing here are left out
 */
export function sourceNumbers(
  source: LaneSource,
  races: ReadonlyMap<number, NumberedRace>,
): string {
  const found = source.races
    .flatMap((id) => races.get(id) ?? [])
    .sort((a, b) => a.raceNumber - b.raceNumber);
  const numbers = [...new Set(found.map(({ number }) => number))];
  const isRow = found.every(({ raceNumber }, index) => raceNumber - index === found[0]?.raceNumber);
  return isRow && numbers.length >= MIN_IN_A_ROW
    ? `${numbers[0]}–${numbers.at(-1)}`
    : numbers.join(', ');
}
