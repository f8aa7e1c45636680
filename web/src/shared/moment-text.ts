/** Moments as people read them: by the clocks of the venue, or, in the console, in the reader's own zone. */
import { dateLanguage } from './page/language.ts';
import { dayName, timeOfDay, venueDay } from './times.ts';

/**
 * The time of day, with the day where that is not today.
 *
 * @param instant epoch milliseconds
 * @param today the venue day, YYYY-MM-DD
 */
export function momentText(instant: number, today: string, timezone: string | null): string {
  const day = venueDay(instant, timezone);
  const time = timeOfDay(instant, timezone);
  return day === today ? time : `${dayName(day, dateLanguage(), 'short')}, ${time}`;
}

/** Day and time, such as `13 Jun 2026, 11:05`. @param at RFC 3339 */
export function readerTimeText(at: string): string {
  return new Intl.DateTimeFormat(dateLanguage(), {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
  }).format(new Date(at));
}
