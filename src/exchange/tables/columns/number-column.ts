/** The numbers of races in a column that also has other cells: `Total`, `12 von 40` (formats.md §9). Pure. */

/** Longer texts are no numbers. */
const MAX_NUMBER_LENGTH = 6;
/** Longer texts are no numbers with words around them. */
const MAX_WRITTEN_LENGTH = 24;

/** `12`, `24a`, `R203`, `G-11`. */
const PLAIN_NUMBER = /^(?:\p{L}{1,2}[-.]?)?\d{1,5}\p{L}?$/u;
/** `11.`, `#11`, `Nr. 11`, `Race 11`. */
const DECORATED =
  /^(?:(?:#|n[ro°]?\.|n[ro°]|race|rennen|wettkampf|lauf|event|course|wedstrijd|veld|gara|corsa)\s*)?(\d{1,5}\p{L}?)[.):]?$/iu;
/** `11 of 40`: the number, and how many there are. */
const OF_TOTAL = /^(.{1,12}?)\s+(?:of|von|de|sur|van|di|su)\s+(\d{1,5})$/iu;

/** Whether a cell can be what is printed as the number of a race; also `A1_H1` and `W8+`. */
export function isNumberLike(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.length <= MAX_NUMBER_LENGTH && /\d/.test(trimmed) && !/\s/.test(trimmed);
}

/**
 * Reads the cells of a column as race numbers: without the signs and words around them, and without a total where all numbers
 * of the column have the same one. A total beside plain numbers is more likely one of something else.
 *
 * @param texts all cells of the column
 * @returns a function that returns the number of a cell, or the text itself if it is none
 */
export function raceNumbers(texts: readonly string[]): (text: string) => string {
  const totals = new Set(
    texts.flatMap((text) => {
      const [, total] = partsOfTotal(text) ?? [];
      return total === undefined ? (isNumber(undecorated(text)) ? [''] : []) : [total];
    }),
  );
  const hasOneTotal = totals.size === 1 && !totals.has('');
  return (text) => undecorated((hasOneTotal && partsOfTotal(text)?.[0]) || text);
}

function undecorated(text: string): string {
  const trimmed = text.length > MAX_WRITTEN_LENGTH ? text : text.trim();
  return DECORATED.exec(trimmed)?.[1] ?? text;
}

/** The number and the total; `undefined` where a text is no such thing. */
function partsOfTotal(text: string): readonly [number: string, total: string] | undefined {
  if (text.length > MAX_WRITTEN_LENGTH) return undefined;
  const [, written = '', total] = OF_TOTAL.exec(text.trim()) ?? [];
  const number = undecorated(written);
  return total !== undefined && isNumber(number) ? [number, total] : undefined;
}

function isNumber(text: string): boolean {
  return text.length <= MAX_WRITTEN_LENGTH && PLAIN_NUMBER.test(text.trim());
}

/** Whether most cells are numbers, also with signs and words around them, so that the others stand out. */
export function areMostlyNumbers(texts: readonly string[]): boolean {
  return shareOfNumbers(texts) > 0.5;
}

/** The share of cells that are numbers, also with signs and words around them. */
export function shareOfNumbers(texts: readonly string[]): number {
  const numbers = texts.filter((text) => isNumber(undecorated(text)) || partsOfTotal(text));
  return texts.length === 0 ? 0 : numbers.length / texts.length;
}

/** Whether a cell among numbers is none: a word without a digit, or words around one. */
export function isOddNumber(text: string): boolean {
  const trimmed = text.trim();
  if (!/\d/.test(trimmed)) return trimmed.length > 2;
  return (/\s/.test(trimmed) && /\p{L}{3}/u.test(trimmed)) || partsOfTotal(trimmed) !== undefined;
}

/**
 * Whether the whole numbers of a column, apart from some odd cells, group the rows: the rows of each value are adjacent, at
 * least one value has several rows, and there are more values than groups that are known already.
 *
 * @param cells of the column from above, each with what groups its row already, such as the number of its race
 * @param options.mayBeOne whether one value may be that of all rows, because nothing else groups them and they need it
 */
export function groupsRows(
  cells: readonly { text: string; within: string }[],
  { mayBeOne = false } = {},
): boolean {
  const whole = cells.filter(({ text }) => /^\d{1,4}$/.test(text.trim()));
  const isOdd = ({ text }: { text: string }) => isOddNumber(text);
  if (!cells.every((cell) => whole.includes(cell) || isOdd(cell))) return false;
  const keys = whole.map(({ text, within }) => JSON.stringify([within, text.trim()]));
  const runs = keys.filter((key, index) => key !== keys[index - 1]);
  const distinct = new Set(keys);
  const isMost = whole.length * 2 > cells.length;
  const isTogether = runs.length === distinct.size;
  const isFiner = distinct.size > new Set(whole.map(({ within }) => within)).size;
  return isMost && isTogether && (isFiner || mayBeOne) && distinct.size < whole.length;
}
