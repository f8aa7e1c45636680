/**
 * Places that a file gives beside times. The column of places is an authority of its own, and a timed race derives its
 * places from the times: a photo verdict (equal times, different places) needs a millisecond for each boat behind the
 * first. (formats.md §0.1, §1.2)
 */

interface Finish {
  /** Time and penalty, less the allowance. */
  totalMillis: number;
  /** As the file gives it. */
  place: number | null;
  category?: string | undefined;
}

/** By index of the finishes that were given. */
type SettledPlaces =
  /** The milliseconds that each gets more; whether the places are those within categories, and none of the race. */
  | { addedMillis: number[]; isByCategory?: true }
  /** The boats with a worse time than one behind them, or another time than one with the same place. */
  | { contradictory: number[] };

/**
 * Compares the places of one race with its times. Places may have gaps, as in a sheet that does not list all boats; where
 * they contradict the times of the race and not those of each category, they are those in the categories.
 *
 * @param finishes of the boats with a time, in any order
 */
export function settlePlaces(finishes: readonly Finish[]): SettledPlaces {
  const settled = settleAll(finishes);
  if ('addedMillis' in settled) return settled;
  const groups = [...Map.groupBy(finishes.keys(), (index) => finishes[index]?.category).values()];
  if (groups.length < 2) return settled;
  const addedMillis = finishes.map(() => 0);
  for (const indexes of groups) {
    const ofCategory = settleAll(indexes.flatMap((index) => finishes[index] ?? []));
    if (!('addedMillis' in ofCategory)) return settled;
    for (const [nth, index] of indexes.entries())
      addedMillis[index] = ofCategory.addedMillis[nth] ?? 0;
  }
  return { addedMillis, isByCategory: true };
}

function settleAll(finishes: readonly Finish[]): SettledPlaces {
  const addedMillis = finishes.map(() => 0);
  const contradictory: number[] = [];
  const placed = [...finishes.entries()]
    .filter(([, { place }]) => place !== null)
    .sort(([, a], [, b]) => (a.place ?? 0) - (b.place ?? 0));
  let ahead: Finish | undefined;
  /** Of the boat ahead, with what was added. */
  let settledMillis = Number.NEGATIVE_INFINITY;
  for (const [index, boat] of placed) {
    const isTie = ahead?.place === boat.place;
    const isSplit = isTie && ahead?.totalMillis !== boat.totalMillis;
    if (isSplit || (ahead && boat.totalMillis < ahead.totalMillis)) contradictory.push(index);
    if (!isTie) settledMillis = Math.max(boat.totalMillis, settledMillis + 1);
    addedMillis[index] = settledMillis - boat.totalMillis;
    ahead = boat;
  }
  return contradictory.length > 0 ? { contradictory } : { addedMillis };
}
