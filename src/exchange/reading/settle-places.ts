/**
 * Places that a file gives beside times, or without them. The column of places is an authority of its own, and a timed race
 * derives its places from the times: a photo verdict (equal times, different places) needs a millisecond for each boat behind
 * the first (formats.md §0.1, §1.2). The question `emptyPlace` asks what became of boats without a time, in a race that has
 * results (formats.md §4.5, 10; §9): who says that the boats without place and time did not start says nothing of one that
 * came second, so that a word is about boats without either; it is about all only where it is `none`, which makes no result of
 * anything. Pure.
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

/** `none`: no result yet. */
export const EMPTY_PLACE_ANSWERS = ['none', 'dns', 'dnf', 'dsq'] as const;
export type EmptyPlaceAnswer = (typeof EMPTY_PLACE_ANSWERS)[number];

/** As it is asked where races are ranked by times. */
export const EMPTY_PLACE_TEXT =
  'Some boats have no time, in a race with results. What is their result (none: no result yet)? Any other word is about boats without a place: one with a place is asked about by itself. To rank a race by places alone, set it so in the race office first.';

/** What the boats without place and time are called beside those with a place, each of which is asked about. */
const WITHOUT_PLACE = 'no place';

/** What is said of the boats with neither a place nor a time. */
export function withoutPlaceAnswer(given: unknown): EmptyPlaceAnswer | undefined {
  return wordOf(given) ?? partOf(given, WITHOUT_PLACE);
}

/** What is said of one boat with a place and no time. @param boat as the question calls it */
export function placeAloneAnswer(given: unknown, boat: string): EmptyPlaceAnswer | undefined {
  return given === 'none' ? 'none' : partOf(given, boat);
}

/**
 * What is proposed for a boat with a place and no time: at first the word for all boats; once others are answered, no
 * result for this one beside them.
 */
export function placeAloneProposal(given: unknown, boat: string) {
  const word = wordOf(given);
  const said = word === undefined ? wordsOf(given) : [[WITHOUT_PLACE, word]];
  return said.length === 0 ? 'none' : { ...Object.fromEntries(said), [boat]: 'none' };
}

function wordsOf(given: unknown): (readonly [string, EmptyPlaceAnswer])[] {
  if (typeof given !== 'object' || given === null) return [];
  return Object.entries(given).flatMap(([boat, value]) => {
    const word = wordOf(value);
    return word === undefined ? [] : [[boat, word] as const];
  });
}

function wordOf(value: unknown): EmptyPlaceAnswer | undefined {
  return EMPTY_PLACE_ANSWERS.find((word) => word === value);
}

function partOf(given: unknown, key: string): EmptyPlaceAnswer | undefined {
  return wordsOf(given).find(([boat]) => boat === key)?.[1];
}
