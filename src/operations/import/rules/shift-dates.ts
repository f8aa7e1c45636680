/**
 * Dates of a file that are none of the event's days, as those of a sheet of last year: which days of the event they may
 * be, by the day of the week or by their order (formats.md §9). Pure.
 */
import { type DaySpan, eventDays } from '../../../domain/day/race-day.ts';

/** By the date that is printed, YYYY-MM-DD. */
export type Shift = ReadonlyMap<string, string>;

/** Left as printed, where no other way is possible. */
export const AS_PRINTED = 'as-printed';

/** Whether a date, YYYY-MM-DD, is a day of the event. */
export function isWithin(date: string, { startDate, endDate }: DaySpan): boolean {
  return date >= startDate && date <= endDate;
}

/**
 * The ways in which the dates outside can be shifted, the likeliest first; `as-printed`, which shifts none, is the last.
 *
 * @param dates all that the files print, in any order, YYYY-MM-DD
 */
export function shiftsOf(dates: readonly string[], event: DaySpan): ReadonlyMap<string, Shift> {
  const printed = [...new Set(dates)].sort();
  const outside = printed.filter((date) => !isWithin(date, event));
  const days = eventDays(event);
  const byWeekday = new Map(outside.flatMap((date) => pairOf(date, dayOnWeekdayOf(date, days))));
  // Where some are days of the event, the order of the others says nothing.
  const isAllOutside = outside.length === printed.length;
  const byOrder = new Map(outside.flatMap((date, index) => pairOf(date, days[index])));
  const ways: [string, Shift, boolean][] = [
    ['weekday', byWeekday, isWhole(byWeekday, outside)],
    ['order', byOrder, isAllOutside && isWhole(byOrder, outside)],
    [AS_PRINTED, new Map(outside.map((date) => [date, date])), true],
  ];
  return new Map(ways.flatMap(([way, shift, isPossible]) => (isPossible ? [[way, shift]] : [])));
}

function pairOf(date: string, day: string | undefined): [string, string][] {
  return day === undefined ? [] : [[date, day]];
}

/** Whether all dates have a day, each its own. */
function isWhole(shift: Shift, dates: readonly string[]): boolean {
  return shift.size === dates.length && new Set(shift.values()).size === dates.length;
}

/** The only day of the event on the weekday of a date. */
function dayOnWeekdayOf(date: string, days: readonly string[]): string | undefined {
  const weekday = weekdayOf(date);
  const same = days.filter((day) => weekdayOf(day) === weekday);
  return same.length === 1 ? same[0] : undefined;
}

function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}
