/** Texts of cells as they are kept; and the class of a boat, a distance or a day in them. */
import { readDate } from '../../../domain/day/read-dates.ts';
import { numberedLane } from '../../../domain/draw/lane-labels.ts';
import { headingText } from '../columns/header.ts';
import type { Cell } from '../table.ts';

/** Longer texts exceed every limit, and normalising them would take too long. */
const MAX_TEXT_LENGTH = 4000;

/** The text of a cell on one line, trimmed, in NFC: a run of line breaks, blanks or control characters becomes one blank. */
export function lineOf(cell: Cell | undefined): string {
  const text = cell?.text ?? '';
  if (text === '') return text;
  // Cut, but still longer than any limit, so that the limit rejects it.
  if (text.length > MAX_TEXT_LENGTH) return text.slice(0, MAX_TEXT_LENGTH);
  return text
    .replaceAll(/[\s\p{Cc}\u200B\uFEFF]+/gu, ' ')
    .trim()
    .normalize('NFC');
}

/** The lane in a cell, on one line: "Boot 4" and "Bahn 4" are 4, as they are in a heading. */
export function laneTextOf(cell: Cell | undefined): string {
  const text = lineOf(cell);
  return numberedLane(headingText(text)) ?? text;
}

/** Whether a text has more characters than a limit; counted in code points. */
export function isLonger(text: string, limit: number): boolean {
  return text.length > limit && Array.from(text.slice(0, limit * 2 + 2)).length > limit;
}

const BOAT_CLASS = /(?:^|[^\d])((?:[1248]|16)x?[+*-]|[1248]x|(?:OC|DB|[KC])\d{1,2})(?![\d\p{L}])/iu;

/** `8+` in "Womens Varsity 8+" and in "WV8+"; '' where a text has none. */
export function boatClassIn(text: string): string {
  return BOAT_CLASS.exec(text.slice(0, 200))?.[1] ?? '';
}

/** "2000 m", "2km", "500m", "2.000 m" in metres; `null` where a text is no distance. */
export function distanceOf(text: string): number | null {
  const [, digits = '', unit = ''] =
    /^(\d{1,6}(?:[.,]\d{1,3})?)\s*(km|m\b|meters?|metres?|meter)?\.?$/i.exec(text.slice(0, 40)) ??
    [];
  if (digits === '') return null;
  const isKilometres = unit.toLowerCase() === 'km';
  const isThousands = !isKilometres && /[.,]\d{3}$/.test(digits);
  const value = Number(isThousands ? digits.replace(/[.,]/, '') : digits.replace(',', '.'));
  const meters = Math.round(isKilometres ? value * 1000 : value);
  return meters >= 1 ? meters : null;
}

const NO_EVENT = { startDate: '2000-01-01', endDate: '2000-01-01' };
const DAY =
  /^(?:(?:day|tag|jour|dag|journ[ée]e)\s*\d{1,2}|(?:sun|mon|tues?|wednes|thurs?|fri|satur)(?:day)?|(?:sonn|mon|diens|donners|frei|sams)tag|mittwoch|sonnabend|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche|(?:zon|maan|dins|woens|donder|vrij|zater)dag)\b[\s.,:-]*(?:[ap]m|morning|afternoon|vormittag|nachmittag|matin|après-midi)?$/iu;

/** Whether a cell that is alone in its row is the day of the rows below. */
export function isDayLabel(cell: Cell): boolean {
  if (cell.kind === 'date') return true;
  const text = lineOf(cell);
  return text.length <= 60 && (DAY.test(text) || fullDateOf(text, undefined) !== undefined);
}

/**
 * A date with its year; `undefined` where a text is none, or leaves the year open.
 *
 * @param isDayFirst whether `6/7/2026` is 6 July; `undefined`: not known
 */
export function fullDateOf(text: string, isDayFirst: boolean | undefined): string | undefined {
  if (!/\d/.test(text) || text.length > 60) return undefined;
  const western = text
    .replace(/^(\d{4})年(\d{1,2})月(\d{1,2})日.*$/, '$1-$2-$3')
    .replace(/(?<=\d)\.\s+(?=\d)/g, '.');
  const hasYear =
    /(?:^|\D)\d{4}(?:\D|$)/.test(western) || /\d[./-]\d{1,2}[./-]\d{2}$/.test(western);
  if (!hasYear) return undefined;
  const read = readDate(western, { isDayFirst, ...NO_EVENT });
  return 'date' in read ? read.date : undefined;
}
