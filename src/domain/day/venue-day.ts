/** Venue days: which calendar day a race belongs to at the place where it is rowed, and when that day is over. */
import { DAY_MILLIS, MINUTE_MILLIS } from '../../contract/time-units.ts';

/** How far from now a race may start for its changes to be news (decision L19). */
export const NEWS_WINDOW_MILLIS = 30 * 60 * MINUTE_MILLIS;

/** The zone in which days are counted when the event names none (decision A8). */
export const DEFAULT_ZONE = 'UTC';

/** The first and the last day of an event; YYYY-MM-DD. */
export interface DaySpan {
  startDate: string;
  endDate: string;
}

/** Each day of an event, YYYY-MM-DD, in order. */
export function eventDays({ startDate, endDate }: DaySpan): string[] {
  const days: string[] = [];
  for (let at = Date.parse(startDate); at <= Date.parse(endDate); at += DAY_MILLIS) {
    days.push(new Date(at).toISOString().slice(0, 10));
  }
  return days;
}

/**
 * The calendar day at the venue on which an instant falls. It comes from the time zone data and is never computed
 * from midnights: some days have no midnight, and one zone skipped a whole day.
 *
 * @param instant epoch milliseconds
 * @param timezone IANA zone, or `null` for UTC
 * @returns YYYY-MM-DD; the year before 0001 is `0000`
 */
export function venueDay(instant: number, timezone: string | null): string {
  const parts = dayFormat(timezone ?? DEFAULT_ZONE).formatToParts(instant);
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? '';
  const yearOfEra = Number(part('year'));
  const year = part('era') === 'BC' ? 1 - yearOfEra : yearOfEra;
  return `${String(year).padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/**
 * When a venue day is over: the first minute that belongs to a later day. It is searched, not computed, because a day
 * has 23, 24, 24.5 or 25 hours. Where the clocks are put back at midnight, a day ends twice; then the result is one of
 * the two ends.
 *
 * @param day YYYY-MM-DD
 * @returns epoch milliseconds
 */
export function endOfVenueDay(day: string, timezone: string | null): number {
  // Zones are at most 14 hours ahead and 12 behind.
  const midnight = Date.parse(`${day}T00:00:00Z`) / MINUTE_MILLIS;
  let within = midnight - 15 * 60;
  let after = midnight + 38 * 60;
  while (after - within > 1) {
    const middle = Math.floor((within + after) / 2);
    if (venueDay(middle * MINUTE_MILLIS, timezone) > day) after = middle;
    else within = middle;
  }
  return after * MINUTE_MILLIS;
}

/** Noon UTC of a day, YYYY-MM-DD, to be formatted in UTC, so that no zone moves the day. */
export function noonOf(day: string): number {
  return Date.parse(`${day}T12:00:00Z`);
}

/** Whether the runtime knows the zone. A bare offset such as `+02:00` is no IANA zone. */
export function isTimezone(timezone: string): boolean {
  if (!/^[A-Za-z]/.test(timezone)) return false;
  try {
    dayFormat(timezone);
    return true;
  } catch {
    return false;
  }
}

const dayFormat = formatOfZone({
  era: 'short',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** Makes a function that returns the format of a zone. Formats are kept: making one takes some 50 µs. */
export function formatOfZone(
  options: Intl.DateTimeFormatOptions,
  locale = 'en-US',
): (timeZone: string) => Intl.DateTimeFormat {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const format =
      formats.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
    formats.set(timeZone, format);
    return format;
  };
}
