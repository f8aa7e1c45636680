/**
 * Instants and dates as the wire writes them. Inside the service an instant is an integer:
 * milliseconds since 1970-01-01T00:00:00Z.
 */
import { DAY_MILLIS, HOUR_MILLIS, MINUTE_MILLIS } from './time-units.ts';

const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** `00` to `59`. Pure, so that the script of the public pages leaves it out. */
const TWO_DIGITS = /* @__PURE__ */ Array.from({ length: 60 }, (_, number) =>
  String(number).padStart(2, '0'),
);
/** The instants that an answer can write: the years 0001 to 9999. */
export const EARLIEST = /* @__PURE__ */ Date.parse('0001-01-01T00:00:00Z');
export const LATEST = /* @__PURE__ */ Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Reads an RFC 3339 date-time with an explicit UTC offset (decision R12).
 *
 * @returns milliseconds since the epoch, fractions of a millisecond cut; `null` when the text is
 *   not such a date-time, the date does not exist, or the instant is outside the years 0001–9999.
 */
export function parseInstant(text: string): number | null {
  if (!DATE_TIME.test(text)) return null;
  const midnight = midnightUtc(text);
  const timeOfDay = clockMillis(text, 11);
  const second = twoDigits(text, 17);
  const offset = offsetMillis(text);
  if (midnight === null || timeOfDay === null || offset === null || second > 59) return null;
  const instant = midnight + timeOfDay + second * 1000 + fractionMillis(text) - offset;
  return instant < EARLIEST || instant > LATEST ? null : instant;
}

/** Whether the text is a calendar date YYYY-MM-DD that exists. */
export function isDate(text: string): boolean {
  return DATE.test(text) && midnightUtc(text) !== null;
}

/** The day written last, and its date: the races of a regatta are on a few days, and formatting a date is slow. */
let writtenDay = Number.NaN;
let writtenDate = '';

/** Writes an instant in UTC with `Z`, its fraction only when it is not zero. */
export function formatInstant(instant: number): string {
  const day = Math.floor(instant / DAY_MILLIS);
  const millis = instant - day * DAY_MILLIS;
  if (day !== writtenDay) {
    const [date = ''] = new Date(instant).toISOString().split('T');
    writtenDate = date;
    writtenDay = day;
  }
  const hour = Math.floor(millis / HOUR_MILLIS);
  const minute = Math.floor(millis / MINUTE_MILLIS) % 60;
  const second = Math.floor(millis / 1000) % 60;
  const fraction = millis % 1000;
  const ending = fraction === 0 ? 'Z' : `.${String(fraction).padStart(3, '0')}Z`;
  return `${writtenDate}T${TWO_DIGITS[hour]}:${TWO_DIGITS[minute]}:${TWO_DIGITS[second]}${ending}`;
}

/** The same as `formatInstant`; `null` for `null`. */
export function formatInstantOrNull(instant: number | null): string | null {
  return instant === null ? null : formatInstant(instant);
}

/** Four centuries have the same days as the four before, to the millisecond. */
const FOUR_CENTURIES_MILLIS = 146_097 * DAY_MILLIS;

/** Midnight UTC of the date that a text begins with; `null` when there is no such date. */
function midnightUtc(text: string): number | null {
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  if (year === 0 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null;
  // Date.UTC takes the years 0 to 99 for the twentieth century, so it is given a later one.
  return Date.UTC(year + 400, month - 1, day) - FOUR_CENTURIES_MILLIS;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** The milliseconds of `HH:MM` at an index; `null` when no clock shows it. */
function clockMillis(text: string, index: number): number | null {
  const hour = twoDigits(text, index);
  const minute = twoDigits(text, index + 3);
  return hour > 23 || minute > 59 ? null : hour * HOUR_MILLIS + minute * MINUTE_MILLIS;
}

/** The offset from UTC that a date-time ends with; `null` when no clock shows it. */
function offsetMillis(text: string): number | null {
  const sign = text.charAt(text.length - 6);
  if (sign !== '+' && sign !== '-') return 0;
  const offset = clockMillis(text, text.length - 5);
  return offset !== null && sign === '-' ? -offset : offset;
}

/** The fraction of a second after `HH:MM:SS`, cut to milliseconds. */
function fractionMillis(text: string): number {
  if (text.charAt(19) !== '.') return 0;
  const [digits = ''] = /^\d{1,3}/.exec(text.slice(20, 23)) ?? [];
  return Number(digits.padEnd(3, '0'));
}

function twoDigits(text: string, index: number): number {
  return (text.charCodeAt(index) - 48) * 10 + text.charCodeAt(index + 1) - 48;
}
