/**
 * Places that a file gives beside times. A timed race derives its places from the times, so a photo verdict (equal
 * times, different places) needs a millisecond for each boat behind the first. (formats.md §0.1, §1.2)
 */

export interface Finish {
  /** Time and penalty. */
  totalMillis: number;
  /** As the file gives it. */
  place: number | null;
}

/**
 * Compares the places of one race with its times.
 *
 * @param finishes of the boats with a time, in any order
 * @returns the milliseconds to add to each, in the given order; `undefined` where the places contradict the times
 */
export function settlePlaces(finishes: readonly Finish[]): number[] | undefined {
  const added = finishes.map(() => 0);
  const placed = [...finishes.entries()]
    .filter(([, { place }]) => place !== null)
    .sort(([, a], [, b]) => (a.place ?? 0) - (b.place ?? 0) || a.totalMillis - b.totalMillis);
  let ahead: Finish | undefined;
  /** Of the boat ahead, with what was added. */
  let settledMillis = Number.NEGATIVE_INFINITY;
  for (const [index, boat] of placed) {
    if (ahead && ahead.place === boat.place) {
      if (ahead.totalMillis !== boat.totalMillis) return undefined;
    } else {
      if (ahead && boat.totalMillis < ahead.totalMillis) return undefined;
      settledMillis = Math.max(boat.totalMillis, settledMillis + 1);
    }
    added[index] = settledMillis - boat.totalMillis;
    ahead = boat;
  }
  return added;
}
