/** Texts of cells as they are kept. */
import { numberedLane } from '../../../domain/draw/lane-headings.ts';
import { headingText } from '../columns/heading-text.ts';
import type { Cell } from '../table.ts';

/** Longer texts are too long for whatever they are meant for; normalising them would take its time. */
const MAX_TEXT_LENGTH = 4000;

/** One line: line breaks and other control characters are blanks, none are doubled or around it. In NFC. */
export function lineOf(cell: Cell | undefined): string {
  const text = cell?.text ?? '';
  if (text === '') return text;
  // Still longer than any limit, so that it is found to be.
  if (text.length > MAX_TEXT_LENGTH) return text.slice(0, MAX_TEXT_LENGTH);
  return text
    .replaceAll(/[\s\p{Cc}\u200B\uFEFF]+/gu, ' ')
    .trim()
    .normalize('NFC');
}

/** What a cell says of its lane, on one line: "Boot 4" and "Bahn 4" are 4, as they are in a heading. */
export function laneTextOf(cell: Cell | undefined): string {
  const text = lineOf(cell);
  return numberedLane(headingText(text)) ?? text;
}

/** Whether a text has more characters than a limit; counted in code points. */
export function isLonger(text: string, limit: number): boolean {
  return text.length > limit && Array.from(text.slice(0, limit * 2 + 2)).length > limit;
}
