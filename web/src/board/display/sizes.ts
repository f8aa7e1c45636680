/**
 * How many rows a turn of the big screen has, so that its names are large enough to be read from afar, and how large the
 * letters of a box are, so that none is cut. For rows, letters are counted, not measured, and for the narrowest screen
 * there is: screens of any size change together. Pure.
 */

/** Its letters need a higher band below the view. */
const LONG_NOTICE_LENGTH = 90;

/** Lines of letters of a twentieth of the height, on a screen of 4 by 3 with the column beside the view. */
const LINES = { lanes: 11, races: 13 };
/** Fewer of them beside a notice, by how long it is. */
const LINES_OF_NOTICE = { short: 2, long: 4 };
/** Letters of a name in such a line, beside what else stands in its row. */
const LETTERS = { lanes: 19, races: 20 };

export function isLongNotice(text: string): boolean {
  return text.length > LONG_NOTICE_LENGTH;
}

/** What the rows are of. */
interface RowSpace {
  of: 'lanes' | 'races';
  /** The notice below them, if there is one. */
  notice: string | undefined;
}

/** How many lines of readable letters each name takes together. */
function linesOf(names: readonly string[], { of }: RowSpace): number {
  return names.reduce((sum, name) => sum + linesOfName(name, LETTERS[of]), 0);
}

function hasRoom(names: readonly string[], space: RowSpace): boolean {
  const { of, notice } = space;
  const taken = notice === undefined ? 0 : LINES_OF_NOTICE[isLongNotice(notice) ? 'long' : 'short'];
  return linesOf(names, space) <= LINES[of] - taken;
}

/** How many pages these rows need, of so many at the most; a name that is too long even for itself has one alone. */
export function pagesThatFit(names: readonly string[], maxRows: number, space: RowSpace): number {
  let pages = Math.max(1, Math.ceil(names.length / maxRows));
  const isFull = (page: number) => {
    const rows = names.slice(...rowsOfPage(names.length, page, pages));
    return rows.length > 1 && !hasRoom(rows, space);
  };
  while (Array.from({ length: pages }, (_, page) => page).some(isFull)) pages++;
  return pages;
}

/** How many of the first rows fit, of so many at the most; at least one. */
export function firstThatFit(names: readonly string[], maxRows: number, space: RowSpace): number {
  let count = Math.min(maxRows, names.length);
  while (count > 1 && !hasRoom(names.slice(0, count), space)) count--;
  return count;
}

/** Where the rows of a page begin and end: as many on each page, give or take one. */
export function rowsOfPage(count: number, page: number, pages: number): [from: number, to: number] {
  return [Math.floor((page * count) / pages), Math.floor(((page + 1) * count) / pages)];
}

/** As browsers break them: at blanks and hyphens, and in a word that is longer than a line. */
function linesOfName(name: string, letters: number): number {
  let [lines, at] = [1, 0];
  for (const word of name.split(/(?<=[ -])/)) {
    const { length } = word.trimEnd();
    if (at > 0 && at + length > letters) {
      lines++;
      at = 0;
    }
    lines += Math.max(0, Math.ceil(length / letters) - 1);
    at += word.length;
    if (length > letters) at = length % letters;
  }
  return lines;
}

/** Height of a line, in letter sizes; the style sheet says the same. */
const LINE_HEIGHT = 1.15;
/** Nothing smaller is tried: a box that is too small even for this is none. */
const MIN_PIXELS = 6;
const STEP_PIXELS = 1;

/** Of letters with which a text fills its box, and none of it is cut. */
export interface LetterSize {
  pixels: number;
  /** Whether words have to be broken anywhere. */
  breaksWords: boolean;
}

interface LetterBox {
  /** Height of the box. */
  heightPixels: number;
  /** How many lines there are at least. */
  lines: number;
  /** Rather than be smaller, letters may break words, */
  floorPixels: number;
  /** or the text is cut at its end. */
  isCut?: boolean;
}

/** The largest size at which everything fits. @param fits tries a size */
export function letterSize(
  { heightPixels, lines, floorPixels, isCut = false }: LetterBox,
  fits: (size: LetterSize) => boolean,
): LetterSize {
  const ofLine = Math.floor(heightPixels / (Math.max(1, lines) * LINE_HEIGHT));
  const most = Math.max(MIN_PIXELS, ofLine);
  const floor = Math.max(MIN_PIXELS, Math.min(most, Math.floor(floorPixels)));
  const whole = largest(floor, most, (pixels) => fits({ pixels, breaksWords: false }));
  if (whole !== undefined || isCut) return { pixels: whole ?? floor, breaksWords: false };
  const broken = largest(MIN_PIXELS, floor, (pixels) => fits({ pixels, breaksWords: true }));
  return { pixels: broken ?? MIN_PIXELS, breaksWords: true };
}

/** The largest number that fits, where all smaller ones do; nothing where none does. */
function largest(
  least: number,
  most: number,
  fits: (pixels: number) => boolean,
): number | undefined {
  if (!fits(least)) return undefined;
  let [low, high] = [least, most];
  while (high - low >= STEP_PIXELS) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - STEP_PIXELS;
  }
  return low;
}
