/** Moments as people read them. */
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
