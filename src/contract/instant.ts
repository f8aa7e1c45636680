/**
 * Instants and dates as the wire writes them. Inside the service an instant is an integer:
 * milliseconds since 1970-01-01T00:00:00Z.
 */

const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

const MINUTE_MILLIS = 60_000;
/** The instants that an answer can write: the years 0001 to 9999. */
export const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
export const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Reads an RFC 3339 date-time with an explicit UTC offset (decision R12).
 *
 * @returns milliseconds since the epoch, fractions of a millisecond cut; `null` when the text is
 *   not such a date-time, the date does not exist, or the instant is outside the years 0001–9999.
 */
export function parseInstant(text: string): number | null {
  const match = DATE_TIME.exec(text);
  if (match === null) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as Six;
  if (hour > 23 || minute > 59 || second > 59) return null;
  const midnight = midnightUtc(year, month, day);
  if (midnight === null) return null;
  const offsetHours = Number(match[9] ?? 0);
  const offsetMinutes = Number(match[10] ?? 0);
  if (offsetHours > 23 || offsetMinutes > 59) return null;
  const sign = match[8] === '-' ? -1 : 1;
  const millis = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const instant =
    midnight +
    ((hour - sign * offsetHours) * 60 + minute - sign * offsetMinutes) * MINUTE_MILLIS +
    second * 1000 +
    millis;
  return instant < EARLIEST || instant > LATEST ? null : instant;
}

/** Whether the text is a calendar date YYYY-MM-DD that exists. */
export function isDate(text: string): boolean {
  const match = DATE.exec(text);
  return match !== null && midnightUtc(...(match.slice(1).map(Number) as Three)) !== null;
}

/** Writes an instant in UTC with `Z`, its fraction only when it is not zero. */
export function formatInstant(instant: number): string {
  const text = new Date(instant).toISOString();
  return text.endsWith('.000Z') ? `${text.slice(0, 19)}Z` : text;
}

type Three = [number, number, number];
type Six = [number, number, number, number, number, number];

/** Midnight UTC of a date in epoch milliseconds; `null` when there is no such date or year 0. */
function midnightUtc(year: number, month: number, day: number): number | null {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists && year > 0 ? date.getTime() : null;
}
