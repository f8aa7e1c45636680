/** Times as messages say them: at the venue, with the weekday where it is another day. */
import { DEFAULT_ZONE, formatOfZone, venueDay } from '../../domain/day/venue-day.ts';
import type { MessageWords } from '../../words/words.ts';

/** Time of day, by zone; the same in every language. */
const timeFormat = formatOfZone({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** A time at the venue: `16:10`. @param instant epoch milliseconds */
export function timeOfDay(instant: number, { timezone }: { timezone: string | null }): string {
  return timeFormat(timezone ?? DEFAULT_ZONE).format(instant);
}

/** Weekday and time of day, by language and zone. */
const formats = new Map<string, ReturnType<typeof formatOfZone>>();

/** Weekday and time at the venue: `Saturday 10:40`. */
export function startFormat(locale: string, timezone: string | null): Intl.DateTimeFormat {
  const format =
    formats.get(locale) ??
    formatOfZone({ weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, locale);
  formats.set(locale, format);
  return format(timezone ?? DEFAULT_ZONE);
}

/**
 * When a race starts, for a device that reads it now: `16:10`, on another day `Sunday 10:40`.
 *
 * @param at epoch milliseconds, as is `now`
 */
export function startText(
  at: number,
  { timezone, now }: { timezone: string | null; now: number },
  { locale }: Pick<MessageWords, 'locale'>,
): string {
  const isToday = venueDay(at, timezone) === venueDay(now, timezone);
  return isToday ? timeOfDay(at, { timezone }) : startFormat(locale, timezone).format(at);
}
