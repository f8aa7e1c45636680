/**
 * Venue days: which calendar day a race belongs to at the place where it is rowed, how late a day runs, and how
 * answers show that.
 */
import type { EventPreview } from '../../contract/console/events.ts';
import { EARLIEST, formatInstant, LATEST } from '../../contract/instant.ts';
import type { Delay } from '../../contract/schedule.ts';
import { DAY_MILLIS, MINUTE_MILLIS } from '../../contract/time-units.ts';
import type { Race } from '../races/race.ts';

/** How far from now a race may start for its changes to be news (decision L19). */
export const NEWS_WINDOW_MILLIS = 30 * 60 * MINUTE_MILLIS;

/** The zone in which days are counted when the event names none (decision A8). */
export const DEFAULT_ZONE = 'UTC';

/** The days of an event; YYYY-MM-DD. */
export interface DaySpan {
  startDate: string;
  endDate: string;
}

/** How a venue day runs. */
export interface DayDelay {
  /** Negative: early. */
  delayMinutes: number;
  /**
   * Races planned at or after it keep their plan, also when the day is on time meanwhile; epoch milliseconds, `null`: a
   * delay holds for the whole day.
   */
  until: number | null;
}

/** A day without a delay, and without an end for the next one. */
export const ON_TIME: DayDelay = { delayMinutes: 0, until: null };

export function isSameDelay(a: DayDelay, b: DayDelay): boolean {
  return a.delayMinutes === b.delayMinutes && a.until === b.until;
}

/**
 * How people see a day run. An end that outlives its delay is kept for the next one (console, "Delay that ends"); while
 * the day is on time it ends nothing.
 */
export function shownDelay(delay: DayDelay): DayDelay {
  return delay.delayMinutes === 0 ? ON_TIME : delay;
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
 * The calendar day at the venue on which an instant falls. It is looked up, never computed from
 * midnights: some days have no midnight, and one zone skipped a whole day.
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
 * The delay of the venue day of a race.
 *
 * @param scheduledAt epoch milliseconds
 * @param delays by venue day, of the event
 */
export function delayOfRace(
  scheduledAt: number,
  delays: ReadonlyMap<string, DayDelay>,
  timezone: string | null,
): DayDelay {
  // Most events run on time, and the day of an instant in a zone takes time to find.
  if (delays.size === 0) return ON_TIME;
  return delays.get(venueDay(scheduledAt, timezone)) ?? ON_TIME;
}

/**
 * When a race is expected to start: planned start plus its day's delay (specification, "delay"), if that has not
 * ended before (console, "Delay that ends"), within the instants that an answer can write. Epoch milliseconds.
 *
 * @param delay of the race's venue day
 */
export function estimatedStart(scheduledAt: number, { delayMinutes, until }: DayDelay): number {
  if (until !== null && scheduledAt >= until) return scheduledAt;
  const estimate = scheduledAt + delayMinutes * MINUTE_MILLIS;
  return Math.min(Math.max(estimate, EARLIEST), LATEST);
}

/**
 * When a venue day is over: the first minute that belongs to a later day. Looked for, not computed,
 * because a day has 23, 24, 24.5 or 25 hours, and where a clock is put back at midnight it ends twice
 * (then either end will do).
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

/** Makes a function that gives the format of a zone. Making one costs some 50 µs; there are a few hundred zones. */
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

/** The delay of one whole venue day, and what it delays. */
export interface DelayedDay {
  eventId: number;
  venueDay: string;
  delayMinutes: number;
  /** The races of the day that are not scored, in running order. */
  unscored: readonly Race[];
}

/** How a day runs, as documents and files show it. @param delay left out: on time */
export function writtenDelay({ delayMinutes, until }: DayDelay = ON_TIME): {
  delayMinutes: number;
  until: string | null;
} {
  return { delayMinutes, until: until === null ? null : formatInstant(until) };
}

/** The races of a day that are still to come, with their new estimates (decision A7). */
export function delayView({ eventId, venueDay, delayMinutes, unscored }: DelayedDay): Delay {
  const races = unscored.map(({ externalId, raceNumber, scheduledAt }) => ({
    externalId,
    raceNumber,
    scheduledAt: formatInstant(scheduledAt),
    estimatedAt: formatInstant(estimatedStart(scheduledAt, { delayMinutes, until: null })),
  }));
  return { eventId, venueDay, delayMinutes, races };
}

/** When and where an event is rowed. */
interface Frame {
  start: string;
  end: string;
  timezone: string | null;
}

/**
 * What a change of the zone or the days of an event does to its races and delays (console, "Events").
 *
 * @param races in running order
 * @param delays by venue day
 */
export function previewOf(
  before: Pick<Frame, 'timezone'>,
  after: Frame,
  races: readonly Race[],
  delays: ReadonlyMap<string, DayDelay>,
): Omit<EventPreview, 'event'> {
  const days = races.map(({ id: raceId, raceNumber, scheduledAt }) => ({
    race: { raceId, raceNumber },
    from: venueDay(scheduledAt, before.timezone),
    to: venueDay(scheduledAt, after.timezone),
  }));
  return {
    moved: days
      .filter(({ from, to }) => from !== to)
      .map(({ race, from, to }) => ({ ...race, from, to })),
    outside: days
      .filter(({ to }) => to < after.start || to > after.end)
      .map(({ race, to }) => ({ ...race, day: to })),
    delays: [...delays]
      .filter(([, { delayMinutes }]) => delayMinutes !== 0)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([day, { delayMinutes }]) => ({
        venueDay: day,
        delayMinutes,
        raceCountBefore: days.filter(({ from }) => from === day).length,
        raceCountAfter: days.filter(({ to }) => to === day).length,
      })),
  };
}
