/** Times of day as crews see them, `HH:MM` on a venue day (console, "Day"). */
import { parseInstant } from '../../contract/instant.ts';
import { DEFAULT_ZONE, MINUTE_MILLIS } from './race-day.ts';
import { momentsOf } from './venue-clock.ts';

const TIME_OF_DAY = /^\d{2}:\d{2}$/;

/**
 * Reads a time of day on a venue day. One that the clocks leave out or show twice says no moment.
 *
 * @param day YYYY-MM-DD
 * @param timezone IANA zone, or `null` for UTC
 * @returns epoch milliseconds; or in words what is wrong with it
 */
export function readTimeOfDay(text: string, day: string, timezone: string | null): number | string {
  const wall = TIME_OF_DAY.test(text) ? parseInstant(`${day}T${text}:00Z`) : null;
  if (wall === null) return 'must be a time of day that exists, as HH:MM';
  const { found } = momentsOf(wall, timezone);
  const [moment] = found;
  if (moment !== undefined && found.length === 1) return moment;
  const fault = found.length > 1 ? 'comes twice' : 'is left out';
  return `${fault} on ${day} in ${timezone ?? DEFAULT_ZONE}, where the clock is changed then: choose another time`;
}

/**
 * By how many minutes a start moves so that crews see a time: what they see has no seconds, so those of the
 * planned time stay.
 *
 * @param from epoch milliseconds
 * @param seen the beginning of a minute, in epoch milliseconds
 */
export function minutesUntil(from: number, seen: number): number {
  return Math.ceil((seen - from) / MINUTE_MILLIS) + 0; // Adding zero turns -0 into 0.
}
