/**
 * Unknown properties that are probably known ones misspelt (decision R7). All others are ignored, so
 * that a client may send back what it has read; but a typing error must not empty a lane.
 */

/** A longer name is not taken for a misspelling, which bounds the work for one, and the `field` of an answer. */
const MAX_NAME_LENGTH = 64;
/** In a shorter name two typing errors make another word. */
const MIN_LETTERS_FOR_ERRORS = 6;
const MAX_TYPING_ERRORS = 2;
const MIN_LETTERS_OF_BEGINNING = 3;
const UNIT = /(Millis|Meters|Minutes)$/;

/**
 * @param unknown a property's name as it was sent
 * @param knownNames of the object that holds it, in the order of its table
 * @returns the known name with the same letters, else the one without its unit, else the nearest one
 *   with at least six letters and at most two typing errors; nothing when there is none
 */
export function probablyMeant(unknown: string, knownNames: readonly string[]): string | undefined {
  if (unknown.length > MAX_NAME_LENGTH) return undefined;
  const letters = lettersOf(unknown);
  const same = knownNames.find((known) => lettersOf(known) === letters);
  if (same !== undefined) return same;
  const unitless = knownNames.find((known) => lettersOf(known.replace(UNIT, '')) === letters);
  return unitless ?? nearest(letters, knownNames);
}

/**
 * Which known name was meant by one that is refused anyway: the probable one, else the first that begins like it, as
 * `clubs` does like `club`. That alone is no reason to refuse a name: `race` is no misspelt `raceNumber`.
 */
export function nearestKnown(unknown: string, knownNames: readonly string[]): string | undefined {
  const probable = probablyMeant(unknown, knownNames);
  if (probable !== undefined || unknown.length > MAX_NAME_LENGTH) return probable;
  const letters = lettersOf(unknown);
  if (letters.length < MIN_LETTERS_OF_BEGINNING) return undefined;
  return knownNames.find((known) => lettersOf(known).startsWith(letters));
}

/** A name without what people write differently: upper and lower case, `_` and `-`. */
function lettersOf(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}

function nearest(letters: string, knownNames: readonly string[]): string | undefined {
  let found: string | undefined;
  let fewest = MAX_TYPING_ERRORS + 1;
  for (const known of knownNames) {
    const meant = lettersOf(known);
    if (meant.length < MIN_LETTERS_FOR_ERRORS) continue;
    if (Math.abs(meant.length - letters.length) >= fewest) continue;
    const errors = typingErrors(letters, meant);
    if (errors < fewest) [found, fewest] = [known, errors];
  }
  return found;
}

/**
 * How many letters were left out, put in, mistaken, or exchanged with their neighbour (the Damerau-
 * Levenshtein distance in which no letter is touched twice); infinite when they are too many.
 */
function typingErrors(typed: string, meant: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: meant.length + 1 }, (_, j) => j);
  for (let i = 1; i <= typed.length; i++) {
    const row = [i];
    let fewest = i;
    for (let j = 1; j <= meant.length; j++) {
      const isEqual = typed[i - 1] === meant[j - 1];
      const isExchanged = typed[i - 1] === meant[j - 2] && typed[i - 2] === meant[j - 1];
      const leftOutOrPutIn = Math.min(at(last, j), at(row, j - 1)) + 1;
      const mistaken = at(last, j - 1) + (isEqual ? 0 : 1);
      const errors = Math.min(leftOutOrPutIn, mistaken);
      row[j] = isExchanged ? Math.min(errors, at(beforeLast, j - 2) + 1) : errors;
      fewest = Math.min(fewest, at(row, j));
    }
    // No later row can do better, and most names differ early.
    if (fewest > MAX_TYPING_ERRORS) return Number.POSITIVE_INFINITY;
    [beforeLast, last] = [last, row];
  }
  return at(last, meant.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] as number;
}

/**
 * How many different unknown names of one body are checked. No program sends that many; for a body of
 * nothing else it limits the work to some milliseconds.
 */
const MAX_JUDGED_NAMES = 1000;

/** Finds the misspelt properties in the objects of one body; checks each name once. */
export class SpellingCheck {
  private readonly verdicts = new Map<object, Map<string, string | undefined>>();
  private readonly guess: typeof probablyMeant;
  private judgedNames = 0;

  /** @param guess finds the known name for which an unknown one was meant */
  constructor(guess = probablyMeant) {
    this.guess = guess;
  }

  /**
   * @param known the object's properties by name
   * @returns the misspelt names in `value` by the known one that each was meant for, unless `value` has
   *   that one as well; nothing when there are none
   */
  misspelt(known: object, value: object): Map<string, string[]> | undefined {
    let found: Map<string, string[]> | undefined;
    for (const name of Object.keys(value)) {
      if (Object.hasOwn(known, name)) continue;
      const meant = this.verdict(known, name);
      if (meant === undefined || Object.hasOwn(value, meant)) continue;
      found ??= new Map();
      const names = found.get(meant);
      if (names) names.push(name);
      else found.set(meant, [name]);
    }
    return found;
  }

  private verdict(known: object, name: string): string | undefined {
    const verdicts = this.verdicts.get(known) ?? new Map<string, string | undefined>();
    this.verdicts.set(known, verdicts);
    if (verdicts.has(name) || this.judgedNames >= MAX_JUDGED_NAMES) return verdicts.get(name);
    const meant = this.guess(name, Object.keys(known));
    verdicts.set(name, meant);
    this.judgedNames++;
    return meant;
  }
}
