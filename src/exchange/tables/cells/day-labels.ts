/** Cells that say a day: "Day 2", "Saturday", "Saturday June 13 2026". */
import { readDate } from '../../../domain/day/read-dates.ts';
import type { Cell } from '../table.ts';
import { lineOf } from './cell-text.ts';

const NO_EVENT = { startDate: '2000-01-01', endDate: '2000-01-01' };
const DAY =
  /^(?:(?:day|tag|jour|dag|journ[ée]e)\s*\d{1,2}|(?:sun|mon|tues?|wednes|thurs?|fri|satur)(?:day)?|(?:sonn|mon|diens|donners|frei|sams)tag|mittwoch|sonnabend|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche|(?:zon|maan|dins|woens|donder|vrij|zater)dag)\b[\s.,:-]*(?:[ap]m|morning|afternoon|vormittag|nachmittag|matin|après-midi)?$/iu;

/** Whether a cell that stands alone in its row says the day of the rows below. */
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
