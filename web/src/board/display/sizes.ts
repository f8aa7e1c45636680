/**
 * How many rows a turn of the big screen has, so that its names can be read from afar, and how large the letters of a box are,
 * so that none is cut. The rows are decided by counting letters for the narrowest screen, not by measuring, so that screens of
 * any size change together. Pure.
 */

/** A notice with more letters gets a higher band below the view. */
const LONG_NOTICE_LENGTH = 90;

/** How many lines fit a 4:3 screen with the column beside the view, with letters of a twentieth of its height. */
const LINES = { lanes: 11, races: 13 };
/** How many of these lines a short or a long notice takes. */
const LINES_OF_NOTICE = { short: 2, long: 4 };
/** How many letters of a name fit in such a line, beside what else is in its row. */
const LETTERS = { lanes: 19, races: 20 };

export function isLongNotice(text: string): boolean {
  return text.length > LONG_NOTICE_LENGTH;
}

/** What the rows list, and what takes room from them. */
interface RowSpace {
  of: 'lanes' | 'races';
  /** The notice below them, if there is one. */
  notice: string | undefined;
}

/** How many lines of readable letters the names take together. */
function linesOf(names: readonly string[], { of }: RowSpace): number {
  return names.reduce((sum, name) => sum + linesOfName(name, LETTERS[of]), 0);
}

function hasRoom(names: readonly string[], space: RowSpace): boolean {
  const { of, notice } = space;
  const taken = notice === undefined ? 0 : LINES_OF_NOTICE[isLongNotice(notice) ? 'long' : 'short'];
  return linesOf(names, space) <= LINES[of] - taken;
}

/** How many pages these rows need, with at most `maxRows` on each; a name too long for any page has one to itself. */
export function pagesThatFit(names: readonly string[], maxRows: number, space: RowSpace): number {
  let pages = Math.max(1, Math.ceil(names.length / maxRows));
  const isFull = (page: number) => {
    const rows = names.slice(...rowsOfPage(names.length, page, pages));
    return rows.length > 1 && !hasRoom(rows, space);
  };
  while (Array.from({ length: pages }, (_, page) => page).some(isFull)) pages++;
  return pages;
}

/** How many of the first rows fit, at most `maxRows`; at least one, if there are any. */
export function firstThatFit(names: readonly string[], maxRows: number, space: RowSpace): number {
  let count = Math.min(maxRows, names.length);
  while (count > 1 && !hasRoom(names.slice(0, count), space)) count--;
  return count;
}

/** The first row of a page and the one after its last; pages, counted from 0, differ by one row at most. */
export function rowsOfPage(count: number, page: number, pages: number): [from: number, to: number] {
  return [Math.floor((page * count) / pages), Math.floor(((page + 1) * count) / pages)];
}

/** How many lines a name takes as browsers break it: at blanks and hyphens, and in a word that is longer than a line. */
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

/** Height of a line, in letter sizes; it must be that of the style sheet. */
const LINE_HEIGHT = 1.15;
/** The smallest letter size that is tried; a box that is too small for it shows nothing useful. */
const MIN_PIXELS = 6;
const STEP_PIXELS = 1;

/** The letter size with which a text fills its box, and none of it is cut. */
export interface LetterSize {
  pixels: number;
  /** Whether words have to be broken at any letter. */
  breaksWords: boolean;
}

interface LetterBox {
  /** Height of the box. */
  heightPixels: number;
  /** How many lines there are at least. */
  lines: number;
  /** The letter size below which words are broken, */
  floorPixels: number;
  /** or, with this, the text is cut at its end. */
  isCut?: boolean;
}

/** The largest size at which everything fits. @param fits whether the text fits at a size */
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

/** The largest number that fits, where all smaller ones do; `undefined` where none does. */
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
