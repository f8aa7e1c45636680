/** Dates and times as workbooks store them: as days since a day zero, with the time as a fraction. */

const DAY_MILLIS = 24 * 3_600_000;
/** Workbooks of old Macintosh programs count from 1904; all others think that 1900 was a leap year. */
const ZERO_OF_1904 = Date.UTC(1904, 0, 1);
const ZERO_OF_1900 = Date.UTC(1899, 11, 30);
const ZERO_BEFORE_MARCH_1900 = Date.UTC(1899, 11, 31);
const LEAP_DAY_OF_1900 = 60;
/** 31 December 9999, the last day that spreadsheets know. */
const LAST_SERIAL = 2_958_466;

interface SerialTime {
  /** YYYY-MM-DD; `null` where the number is less than a day or no day of a calendar. */
  date: string | null;
  /** Within the day, rounded to the nearest millisecond. */
  timeMillis: number;
}

/** @param is1904 whether the workbook counts from 1904 */
export function readSerial(serial: number, is1904: boolean): SerialTime | null {
  if (!(serial >= 0 && serial < LAST_SERIAL)) return null;
  const millis = Math.round(serial * DAY_MILLIS);
  const days = Math.floor(millis / DAY_MILLIS);
  return { date: dateOf(days, is1904), timeMillis: millis - days * DAY_MILLIS };
}

/** A length of time in milliseconds: any number of days, rounded to the nearest millisecond. */
export function durationMillis(serial: number): number {
  return Math.round(serial * DAY_MILLIS);
}

function dateOf(days: number, is1904: boolean): string | null {
  if (days === 0 || (days === LEAP_DAY_OF_1900 && !is1904)) return null;
  const zero = is1904
    ? ZERO_OF_1904
    : days < LEAP_DAY_OF_1900
      ? ZERO_BEFORE_MARCH_1900
      : ZERO_OF_1900;
  return new Date(zero + days * DAY_MILLIS).toISOString().slice(0, 10);
}
