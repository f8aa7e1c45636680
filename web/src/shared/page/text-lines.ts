/** How wide a text is in the letters of names, and how many lines it takes; in CSS pixels. */

type WidthOf = (text: string) => number;

/** The average width of a letter, in letter sizes, where no canvas can measure it. */
const USUAL_LETTER_WIDTH = 0.62;

/** Letters of scripts without blanks between words: a line breaks between any two of them. */
const UNSPACED = '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}';
const PARTS = new RegExp(` *(?:[${UNSPACED}]|[^ ${UNSPACED}]+)`, 'gu');
/** `Frauen-Doppelvierer` breaks after the hyphen; `K-1` is one word. */
export const AFTER_HYPHEN = /(?<=\p{L}-)(?=\p{L})/u;

/** Measures in the bold font of the page. @param letterPixels the font size */
export function measuring(letterPixels: number): WidthOf {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return (text) => text.length * letterPixels * USUAL_LETTER_WIDTH;
  context.font = `600 ${letterPixels}px ${getComputedStyle(document.body).fontFamily}`;
  const widths = new Map<string, number>();
  return (text) => {
    const width = widths.get(text) ?? context.measureText(text).width;
    widths.set(text, width);
    return width;
  };
}

interface Lines {
  count: number;
  pixels: number;
  /** The width taken before the text in the first line. */
  indentPixels: number;
}

/**
 * The parts of a text within which no line breaks, each with the blanks before it: words and their parts between hyphens, and
 * letters of scripts without blanks.
 */
export function partsOf(text: string): string[] {
  return (text.match(PARTS) ?? []).flatMap((part) => part.split(AFTER_HYPHEN));
}

/** Whether a text fits into lines as browsers break them; a part that is longer than a line fits into none. */
export function fitsLines(text: string, { count, pixels, indentPixels }: Lines, widthOf: WidthOf) {
  let line = 1;
  let at = indentPixels;
  for (const part of partsOf(` ${text}`)) {
    const word = part.replace(/^ +/, '');
    const width = widthOf(word);
    const blank = part === word ? 0 : widthOf(' ');
    if (at > 0 && at + blank + width > pixels) {
      line++;
      at = 0;
    }
    at += (at > 0 ? blank : 0) + width;
    if (line > count || at > pixels) return false;
  }
  return true;
}
