/** Turns the cells of a workbook into those of a table: a stored number is read by its number format. */
import { DAY_MILLIS, SECOND_MILLIS } from '../../contract/time-units.ts';
import { formatThousandths } from '../../domain/results/finish-time.ts';
import { UnreadableError } from '../reading/reading.ts';
import { type Cell, EMPTY_CELL, textCell } from '../tables/table.ts';
import type { NumberKind } from './workbook.ts';

/** How a workbook stores a cell. */
interface StoredCell {
  /** The attribute `t`; `n` where there is none. */
  type: string;
  /** Its content: a number, a text, or the index of a shared text. */
  content: string;
  kind: NumberKind;
}

/** The facts of the workbook to which cells refer. */
interface CellContext {
  strings: readonly string[];
  is1904: boolean;
}

/** Spreadsheets show, and mean, 15 digits of what they store. */
const SHOWN_DIGITS = 15;

/** @throws UnreadableError if the cell names a text that is not there */
export function cellOf({ type, content, kind }: StoredCell, context: CellContext): Cell {
  if (content === '') return EMPTY_CELL;
  if (type === 's') return sharedCell(context.strings[Number(content)]);
  if (type === 'b') return textCell(content === '1' ? 'TRUE' : 'FALSE');
  if (type === 'd') return isoCell(content);
  if (type !== 'n') return textCell(content);
  const value = Number(content);
  return Number.isFinite(value) ? numberCell(value, kind, context.is1904) : textCell(content);
}

function sharedCell(text: string | undefined): Cell {
  if (text === undefined)
    throw new UnreadableError(
      'The workbook is damaged: a cell names a text that is not there. Open it in a spreadsheet program and save it again as .xlsx.',
    );
  return textCell(text);
}

function numberCell(value: number, kind: NumberKind, is1904: boolean): Cell {
  const serial = kind.kind === 'number' ? null : readSerial(value, is1904);
  if (kind.kind === 'number' || serial === null) return plainNumber(value, kind);
  const { date, timeMillis } = serial;
  if (kind.kind === 'duration') {
    const millis = durationMillis(value);
    return { kind: 'duration', text: formatThousandths(millis), millis };
  }
  if (kind.kind === 'time' || date === null) return timeCell(timeMillis);
  return dateCell(date, kind.kind === 'dateTime' ? timeMillis : null);
}

function plainNumber(value: number, kind: NumberKind): Cell {
  const shown = Number(value.toPrecision(SHOWN_DIGITS));
  const digits = kind.kind === 'number' ? kind.digits : 0;
  const text = Number.isInteger(shown) ? String(shown).padStart(digits, '0') : String(shown);
  return { kind: 'number', text, value };
}

/** A date that is written out, as newer programs may store it. */
function isoCell(content: string): Cell {
  const [, date, hours = '', minutes = '', seconds = '0'] =
    /^(\d{4}-\d\d-\d\d)?T?(?:(\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?)?Z?$/.exec(content) ?? [];
  const hasTime = hours !== '';
  if (date === undefined && !hasTime) return textCell(content);
  const millis = (Number(hours) * 60 + Number(minutes)) * 60_000 + millisOf(seconds);
  return date === undefined ? timeCell(millis) : dateCell(date, hasTime ? millis : null);
}

function millisOf(seconds: string): number {
  return Math.round(Number(seconds) * SECOND_MILLIS);
}

function dateCell(date: string, millisOfDay: number | null): Cell {
  const text = millisOfDay === null ? date : `${date} ${clock(millisOfDay)}`;
  return { kind: 'date', text, date, millisOfDay };
}

function timeCell(millis: number): Cell {
  return { kind: 'time', text: clock(millis), millis };
}

/** `09:30:00`, with thousandths where there are any. */
function clock(millis: number): string {
  const text = new Date(millis).toISOString();
  return millis % SECOND_MILLIS === 0 ? text.slice(11, 19) : text.slice(11, 23);
}

/**
 * Dates and times are stored as days since a day zero, with the time as a fraction.
 * Workbooks of old Macintosh programs count from 1904; all others think that 1900 was a leap year.
 */
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
function readSerial(serial: number, is1904: boolean): SerialTime | null {
  if (!(serial >= 0 && serial < LAST_SERIAL)) return null;
  const millis = Math.round(serial * DAY_MILLIS);
  const days = Math.floor(millis / DAY_MILLIS);
  return { date: dateOf(days, is1904), timeMillis: millis - days * DAY_MILLIS };
}

/** A length of time in milliseconds: any number of days, rounded to the nearest millisecond. */
function durationMillis(serial: number): number {
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
