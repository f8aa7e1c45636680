/**
 * Reads moments as people at the venue write them: `09:10`, `2026-06-13 09:10`, or with an offset from UTC, also as the
 * input of a form holds them; and times of day as crews see them, `HH:MM` on a venue day (console, "Day").
 */
import type { ConsoleEvent } from '../../contract/console/events.ts';
import { parseInstant } from '../../contract/instant.ts';
import { DAY_MILLIS, MINUTE_MILLIS } from '../../contract/time-units.ts';
import { momentsOf, nearestTo, type VenueClock, venueTime } from './venue-clock.ts';
import { DEFAULT_ZONE, noonOf } from './venue-day.ts';

/** The zone and the days of an event, which complete what a text leaves out. */
interface VenueDays {
  /** IANA zone, or `null` for UTC. */
  timezone: string | null;
  /** YYYY-MM-DD */
  startDate: string;
  endDate: string;
  /** The clock of the zone, for reading many times: without it, each time takes some hundred look-ups. */
  clock?: Pick<VenueClock, 'momentsOf'> | undefined;
}

/** A day, where one is given, a time of day, and an offset, which texts of `venueTime` have. */
const LOCAL =
  /^(?:(\d{4}-\d{2}-\d{2})\s+)?(\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(?:\s+([+-]\d{2}:\d{2}))?$/;

/**
 * Reads a moment: RFC 3339, or a day and a time of day in the event's zone; the day may be left out
 * where the event has only one.
 *
 * @returns epoch milliseconds; or in words what is wrong with the text
 */
export function readVenueTime(text: string, event: VenueDays): number | string {
  const trimmed = text.trim();
  const exact = parseInstant(trimmed);
  if (exact !== null) return exact;
  const [matched, named, clock = '', offset] = LOCAL.exec(trimmed) ?? [];
  if (matched === undefined) return NOT_UNDERSTOOD;
  const isOneDay = event.startDate === event.endDate;
  if (named === undefined && !isOneDay) {
    return `needs a day, because the event has several: ${event.startDate} ${clock}`;
  }
  const time = clock.indexOf(':') === 1 ? `0${clock}` : clock;
  const local = `${named ?? event.startDate}T${time.length === 5 ? `${time}:00` : time}`;
  if (offset !== undefined) return parseInstant(local + offset) ?? NOT_UNDERSTOOD;
  const wall = parseInstant(`${local}Z`);
  return wall === null ? NOT_UNDERSTOOD : atVenue(wall, event);
}

const NOT_UNDERSTOOD =
  'must be a time that exists, such as 09:10, 2026-06-13 09:10 or 2026-06-13T09:10:00+02:00';

/**
 * The moment at which the clocks of a zone show a time.
 *
 * @param wall the time as if it were UTC, in epoch milliseconds
 */
function atVenue(
  wall: number,
  { timezone, clock }: Pick<VenueDays, 'timezone' | 'clock'>,
): number | string {
  const { found, candidates } = clock ? clock.momentsOf(wall) : momentsOf(wall, timezone);
  const [first, second] = found;
  if (first !== undefined && second === undefined) return first;
  if (candidates.length === 0) return NOT_UNDERSTOOD;
  const zone = timezone ?? DEFAULT_ZONE;
  const exact = (found.length > 0 ? found : candidates)
    .map((instant) => withOffset(instant, timezone))
    .join(' or ');
  const fault = found.length > 0 ? 'comes twice in' : 'is left out in';
  return `${fault} ${zone}, where the clock is changed then: give it with an offset, as ${exact}`;
}

function withOffset(instant: number, timezone: string | null): string {
  const [day, time, offset] = venueTime(instant, timezone).split(' ');
  return `${day}T${time}${offset}`;
}

const TIME_OF_DAY = /^\d{2}:\d{2}$/;

/**
 * Reads a time of day on a venue day. One that the clocks skip or show twice is refused.
 *
 * @param day YYYY-MM-DD
 * @param timezone IANA zone, or `null` for UTC
 * @returns epoch milliseconds; or in words what is wrong with the text
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
 * The same for a race of the day, but on the next day where that is nearer to the race: a late day runs past midnight.
 *
 * @param start of the race, epoch milliseconds
 * @returns epoch milliseconds; or in words what is wrong with the time on the day
 */
export function readTimeNear(
  start: number,
  text: string,
  day: string,
  timezone: string | null,
): number | string {
  const onDay = readTimeOfDay(text, day, timezone);
  // This also returns for a day after 9999-12-31, of which no date can name the next day.
  if (typeof onDay === 'string') return onDay;
  const dayAfter = new Date(noonOf(day) + DAY_MILLIS).toISOString().slice(0, DAY_LENGTH);
  const afterwards = readTimeOfDay(text, dayAfter, timezone);
  return typeof afterwards === 'string' ? onDay : (nearestTo(start, [onDay, afterwards]) ?? onDay);
}

/** YYYY-MM-DD */
const DAY_LENGTH = 10;

/**
 * By how many minutes a start must move so that crews see a time. What they see has no seconds, so the seconds of the
 * planned start stay.
 *
 * @param from epoch milliseconds
 * @param seen the beginning of a minute, in epoch milliseconds
 */
export function minutesUntil(from: number, seen: number): number {
  return Math.ceil((seen - from) / MINUTE_MILLIS) + 0; // Adding zero turns -0 into 0.
}

/**
 * @param text as `datetime-local` writes it, `2026-06-13T18:00`
 * @returns epoch milliseconds; `undefined` where the clocks do not show that time, or show it twice
 */
export function readVenueInput(
  text: string,
  event: Pick<ConsoleEvent, 'timezone' | 'startDate' | 'endDate'>,
): number | undefined {
  const at = readVenueTime(text.replace('T', ' '), event);
  return typeof at === 'string' ? undefined : at;
}
