/** Venue days: which calendar day a race belongs to at the place where it is rowed. */
import { EARLIEST, LATEST } from '../contract/instant.ts';

const MINUTE_MILLIS = 60_000;

/** The zone in which days are counted when the event names none (decision A8). */
export const DEFAULT_ZONE = 'UTC';

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
 * When a race is expected to start: planned start plus its day's delay (specification, "delay"),
 * within the instants that an answer can write. Epoch milliseconds.
 */
export function estimatedStart(scheduledAt: number, delayMinutes: number): number {
  const estimate = scheduledAt + delayMinutes * MINUTE_MILLIS;
  return Math.min(Math.max(estimate, EARLIEST), LATEST);
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

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** Making a format costs some 50 µs, so one is kept per zone; there are a few hundred zones. */
function dayFormat(timeZone: string): Intl.DateTimeFormat {
  let format = dayFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      era: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    dayFormats.set(timeZone, format);
  }
  return format;
}
