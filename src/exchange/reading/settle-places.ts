/**
 * Places in a file, with or without times. A file's places are binding, but a timed race derives its places from the times:
 * where the finish photo has separated boats with equal times, each boat behind the first gets one more millisecond
 * (formats.md §0.1, §1.2). The question `emptyPlace` asks what became of boats without a time, in a race that has results
 * (formats.md §4.5, 10; §9). A single word answers it for boats with neither place nor time, because a boat that came second
 * did start; only `none`, which makes no result of anything, applies to all of them. Pure.
 */
interface Finish {
  /** Time and penalty, less the allowance. */
  totalMillis: number;
  /** As the file gives it. */
  place: number | null;
  category?: string | undefined;
}

/** Indexes are those of the finishes passed in. */
type SettledPlaces =
  /** The milliseconds to add to each; `isByCategory`: the places are those within categories, and none of the race. */
  | { addedMillis: number[]; isByCategory?: true }
  /** The boats with a better time than one placed before them, or another time than one with the same place. */
  | { contradictory: number[] };

/**
 * Compares the places of one race with its times. Places may have gaps, as in a sheet that does not list all boats. If they
 * contradict the times of the race but not those within each category, they are places within categories.
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
  /** The time of the boat ahead, with the milliseconds added. */
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

/** The text of the question for races that are ranked by times. */
export const EMPTY_PLACE_TEXT =
  'Some boats have no time, in a race with results. What is their result (none: no result yet)? Any other word is about boats without a place: one with a place is asked about by itself. To rank a race by places alone, set it so in the race office first.';

/** The key of all boats without place and time, in an answer that also has keys of single boats with a place. */
const WITHOUT_PLACE = 'no place';

/** The answer for the boats with neither a place nor a time. */
export function withoutPlaceAnswer(given: unknown): EmptyPlaceAnswer | undefined {
  return wordOf(given) ?? partOf(given, WITHOUT_PLACE);
}

/** The answer for one boat with a place and no time. @param boat as the question calls it */
export function placeAloneAnswer(given: unknown, boat: string): EmptyPlaceAnswer | undefined {
  return given === 'none' ? 'none' : partOf(given, boat);
}

/**
 * The proposal for a boat with a place and no time: at first `none` for all boats; once others are answered, their answers
 * and `none` for this boat.
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
