/**
 * The question `emptyPlace`: what became of boats without a time, in a race that has results (formats.md §4.5, 10; §9).
 * Who says that the boats without place and time did not start says nothing of one that came second, so that a word is
 * about boats without either; it is about all only where it is `none`, which makes no result of anything. Pure.
 */

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
