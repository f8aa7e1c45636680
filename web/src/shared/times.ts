/** Times as people read them: times of day and days at the venue, and durations of races. */
import type { Board, BoardDay } from '../../../src/contract/board.ts';
import {
  DEFAULT_ZONE,
  venueDay as dayInZone,
  isTimezone,
  noonOf,
} from '../../../src/domain/day/venue-day.ts';
import type { DecimalMark } from '../../../src/domain/results/finish-time.ts';
import { placeName } from '../../../src/domain/text/country-and-language.ts';
import type { Words } from './words/board.ts';

/** The venue's time of day, such as `09:05`: 24 hours, in every language. @param instant epoch milliseconds */
export function timeOfDay(instant: number, timezone: string | null): string {
  return format('en-GB', knownZone(timezone), { timeStyle: 'short' }).format(instant);
}

/** The calendar day at the venue, YYYY-MM-DD. @param instant epoch milliseconds */
export function venueDay(instant: number, timezone: string | null): string {
  return dayInZone(instant, knownZone(timezone));
}

/** The name of a day, `Saturday 13 Jun`, with the year on request. */
export function dayName(
  day: string,
  language: string,
  width: 'long' | 'short' = 'long',
  year = false,
): string {
  return format(language, DEFAULT_ZONE, {
    weekday: width,
    day: 'numeric',
    month: 'short',
    ...(year && { year: 'numeric' }),
  }).format(noonOf(day));
}

/** The weekday alone, `Sat`. */
export function weekday(day: string, language: string): string {
  return format(language, DEFAULT_ZONE, { weekday: 'short' }).format(noonOf(day));
}

/** First and last day, `Sat 13 Jun – Sun, 14 Jun 2026`; a single day in the given width. */
export function dayRange(
  first: string,
  last: string,
  language: string,
  width: 'long' | 'short' = 'short',
): string {
  if (first === last) return dayName(last, language, width, true);
  return `${dayName(first, language, 'short')} – ${dayName(last, language, 'short', true)}`;
}

/** First and last day without weekdays, `13–14 Jun 2026`: the shortest that names them. */
export function dateSpan(first: string, last: string, language: string): string {
  const short = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  return format(language, DEFAULT_ZONE, short).formatRange(noonOf(first), noonOf(last));
}

/** When and where a regatta is: `13–14 Jun 2026 · Berlin, Germany`. */
export function datesAndPlace(
  event: Pick<Board, 'startDate' | 'endDate' | 'city' | 'countryCode'>,
  language: string,
): string {
  const dates = dateSpan(event.startDate, event.endDate, language);
  return [dates, placeName(event, language)].filter((part) => part !== '').join(' · ');
}

/** How a day runs: late, early or to plan. */
export function delayText(delayMinutes: number, words: Words): string {
  if (delayMinutes === 0) return words.onTime;
  const amount = minutesText(Math.abs(delayMinutes));
  return delayMinutes > 0 ? words.late(amount) : words.early(amount);
}

/** How a day runs, and until when where its delay ends: `Runs 12 min late, until 13:12`. */
export function dayDelayText(
  { delayMinutes, until }: Pick<BoardDay, 'delayMinutes' | 'until'>,
  timezone: string | null,
  words: Words,
): string {
  // While the day runs to plan, an end that is set counts for the next delay (the race office).
  const end = delayMinutes === 0 ? null : until;
  return withEnd(delayText(delayMinutes, words), end, timezone, words);
}

/** A delay in words, with its end where it has one. */
export function withEnd(
  text: string,
  until: string | null,
  timezone: string | null,
  words: Words,
): string {
  return until ? `${text}, ${words.delayUntil(timeOfDay(Date.parse(until), timezone))}` : text;
}

/** How a day runs, in the fewest words: `25 min late`. */
export function delayMark(delayMinutes: number, words: Words): string {
  if (delayMinutes === 0) return words.onTimeMark;
  const amount = minutesText(Math.abs(delayMinutes));
  return delayMinutes > 0 ? words.lateMark(amount) : words.earlyMark(amount);
}

/** `25 min`, `1 h`, `1 h 25 min`: the same in every language. */
export function minutesText(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h${minutes % 60 ? ` ${minutes % 60} min` : ''}`;
}

/** The name of a zone's city, or UTC. */
export function zoneName(timezone: string | null): string {
  return (timezone ?? DEFAULT_ZONE).replace(/^.*\//, '').replaceAll('_', ' ');
}

/** The zone that an event was given; `null` for one without, which has UTC on the wire although it may not be there. */
export function givenZone({
  timezone,
  zoneUnknown,
}: Pick<Board, 'timezone' | 'zoneUnknown'>): string | null {
  return zoneUnknown ? null : timezone;
}

/** Which clock the times of an event follow. @param timezone `null` where it is not known */
export function zoneText(timezone: string | null, words: Words): string {
  return timezone !== null ? words.venueTime(zoneName(timezone)) : words.noZone;
}

/** Whether this device's clock and the venue's show the same time at an instant. */
export function isVenueTime(instant: number, timezone: string | null): boolean {
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    timeOfDay(instant, timezone) === timeOfDay(instant, here) &&
    venueDay(instant, timezone) === venueDay(instant, here)
  );
}

/** A penalty: `+10 s`, `−2.5 s`. */
export function penalty(millis: number, decimalMark: DecimalMark): string {
  const sign = millis < 0 ? '−' : '+';
  return `${sign}${String(Math.abs(millis) / 1000).replace('.', decimalMark)} s`;
}

/** The zone; UTC where the event names none, or one that is newer than this browser. */
function knownZone(timezone: string | null): string {
  return timezone !== null && isTimezone(timezone) ? timezone : DEFAULT_ZONE;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached, because making a format is slow on a phone. */
function format(
  language: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${language}|${timeZone}|${JSON.stringify(options)}`;
  let made = formats.get(key);
  if (!made) {
    made = new Intl.DateTimeFormat(language, { ...options, timeZone });
    formats.set(key, made);
  }
  return made;
}
