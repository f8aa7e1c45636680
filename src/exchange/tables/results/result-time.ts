/**
 * Reads result times of tables, from their decimal digits and never through a float (formats.md §4.3); and finishes that are
 * times of day: the result is the time since the start (§9). Pure.
 */
import { DAY_MILLIS, HOUR_MILLIS } from '../../../contract/time-units.ts';
import type { ReadStart } from '../../reading/reading.ts';
import { lineOf } from '../cells/cell-text.ts';
import { type Cell, textCell } from '../table.ts';

/** No boat takes longer from its start to its finish. */
export const LONGEST_MILLIS = 6 * HOUR_MILLIS;

/** The finish of a boat beside its start; the start is `null` where the table has none. */
interface FinishCell {
  finish: Cell;
  startMillis: number | null;
}

/**
 * Whether the finishes of a column are times of day: most of those that look so are after their starts; one before its start
 * is a typing error. `perhaps`: each of them can also be minutes, seconds and hundredths; `hardly`: the same, and the column
 * also has times that can only be results.
 *
 * @param cells the cells of the column that are times
 */
export function areTimesOfDay(cells: readonly FinishCell[]): 'yes' | 'perhaps' | 'hardly' | 'no' {
  const clocks = cells.filter(isClock);
  if (clocks.length === 0) {
    const isOpen = cells.every((cell) => isOfFirstHour(cell) && millisBetween(cell) !== null);
    // With starts of 00:00:00, both readings are the same time.
    return isOpen && cells.some(({ startMillis }) => startMillis !== 0) ? 'perhaps' : 'no';
  }
  const started = clocks.filter(({ startMillis }) => startMillis !== null);
  const behind = started.filter((cell) => millisBetween(cell) !== null);
  if (behind.length === 0 || behind.length * 2 < started.length) return 'no';
  if (!clocks.every(({ finish }) => isAmbiguous(finish))) return 'yes';
  return clocks.length === cells.length ? 'perhaps' : 'hardly';
}

/**
 * Whether a cell can be a time of day, with hours, minutes and seconds. A time below an hour is none, unless the boat started
 * in the last hour of a day.
 */
export function isClock(cell: FinishCell): boolean {
  const millis = finishMillis(cell.finish) ?? 0;
  const isPastMidnight = (cell.startMillis ?? 0) >= DAY_MILLIS - HOUR_MILLIS;
  return (
    millis >= HOUR_MILLIS || (isPastMidnight && (millisBetween(cell) ?? DAY_MILLIS) <= HOUR_MILLIS)
  );
}

/**
 * Whether start and finish are in the first hour of a day, where a finish looks like a time of minutes. Which of the two it
 * is follows from the other cells of its column; without them a person is asked.
 */
export function isOfFirstHour({ finish, startMillis }: FinishCell): boolean {
  const millis = finishMillis(finish);
  if (millis === null || startMillis === null) return false;
  return millis < HOUR_MILLIS && startMillis < HOUR_MILLIS;
}

/** Milliseconds from start to finish, also past midnight; `null` where no boat takes that long, or one of them is not known. */
export function millisBetween({ finish, startMillis }: FinishCell): number | null {
  return elapsedBetween(startMillis, finishMillis(finish));
}

/** @returns the milliseconds between two times of day, also past midnight; `null` where no boat takes that long */
export function elapsedBetween(
  startMillis: number | null,
  finishMillis: number | null,
): number | null {
  if (finishMillis === null || startMillis === null) return null;
  const millis = (finishMillis - startMillis + DAY_MILLIS) % DAY_MILLIS;
  return millis > 0 && millis <= LONGEST_MILLIS ? millis : null;
}

/** A cell as a moment; `undefined` where it is no time of day. */
export function momentOf(cell: Cell | undefined): ReadStart | undefined {
  if (cell === undefined) return undefined;
  const text = lineOf(cell).slice(0, 40);
  const [, date, clock = text, zone] =
    /^(\d{4}-\d{2}-\d{2})[T ]\s?(\S+?)\s?(Z|[+-]\d{2}:\d{2})?$/i.exec(text) ?? [];
  const isText = cell.kind === 'text';
  const millis = timeOfDayMillis(isText && date !== undefined ? textCell(clock) : cell);
  if (millis === null) return undefined;
  return {
    date: cell.kind === 'date' ? cell.date : ((isText ? date : undefined) ?? null),
    time: clockOf(millis),
    zone: zone === undefined ? null : zone.toUpperCase() === 'Z' ? '+00:00' : zone,
  };
}

/** A moment some milliseconds later, within its day. */
export function laterBy(moment: ReadStart, millis: number): ReadStart {
  const at = timeOfDayMillis(textCell(moment.time)) ?? 0;
  return { ...moment, time: clockOf((at + millis) % DAY_MILLIS) };
}

/** `HH:MM:SS`, with thousandths where there are any. @param millis since midnight */
function clockOf(millis: number): string {
  const text = new Date(millis).toISOString().slice(11, 23);
  return text.endsWith('.000') ? text.slice(0, 8) : text;
}

/** Whether a text is a time with a.m. or p.m.: a time of day and never a result. */
export function hasHalfOfDay(text: string): boolean {
  return /^\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:[.,]\d{1,4})?)?\s?[ap]\.?m\.?$/i.test(text.trim());
}

/** Whether a cell has hours, minutes and seconds, as times of day of a finish have. */
export function hasHours(cell: Cell): boolean {
  return cell.kind !== 'text' || /^(?:\S+[T ])?\d{1,2}:\d{2}:\d{2}/.test(lineOf(cell));
}

/** Milliseconds since midnight of a finish with hours, minutes and seconds; `null` where it has none. */
function finishMillis(cell: Cell): number | null {
  if (cell.kind === 'text' && !/^\d{1,2}:\d{2}:\d{2}/.test(lineOf(cell))) return null;
  return timeOfDayMillis(cell);
}

/** Milliseconds since midnight; `null` where a cell is no time of day. */
export function timeOfDayMillis(cell: Cell | undefined): number | null {
  if (cell === undefined) return null;
  if (cell.kind === 'time' || cell.kind === 'duration') return ofDay(Math.round(cell.millis));
  if (cell.kind === 'date') return cell.millisOfDay;
  if (cell.kind === 'number') return null;
  const text = lineOf(cell).slice(0, 40).normalize('NFKC');
  const [, hours = '', minutes = '', seconds = '0', fraction = '', half = ''] =
    /^(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,4}))?)?\s?(?:uhr|h|([ap])\.?m?\.?)?$/i.exec(
      text,
    ) ?? [];
  if (hours === '' || Number(minutes) > 59 || Number(seconds) > 59) return null;
  const later = { a: Number(hours) === 12 ? -12 : 0, p: Number(hours) < 12 ? 12 : 0 };
  const hour = Number(hours) + (later[half.toLowerCase() as 'a' | 'p'] ?? 0);
  const tenThousandths = Number(fraction.padEnd(4, '0'));
  const millis = ((hour * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return ofDay(millis + Math.ceil(tenThousandths / 10));
}

function ofDay(millis: number): number | null {
  return millis >= 0 && millis < DAY_MILLIS ? millis : null;
}

/** `9:06:05` can be nine minutes; `09:06:05` and `9:06:05.3` beside a start before them cannot. */
function isAmbiguous(cell: Cell): boolean {
  if (cell.kind === 'time') return cell.millis % 1000 === 0;
  return cell.kind === 'text' && /^[1-9]:\d{2}:\d{2}$/.test(lineOf(cell));
}

/** The reading of a cell of a result time. */
export type ReadTime =
  | { kind: 'none' }
  | { kind: 'time'; millis: number }
  /** `6:08:30`: minutes, seconds and hundredths, or hours, minutes and seconds. `null`: that reading is none. */
  | { kind: 'colons'; asHundredths: number | null; asHours: number | null }
  /** Digits that are no time, such as `6:24..31`. @see proposed what was probably meant */
  | { kind: 'bad'; text: string; proposed: string }
  | { kind: 'words'; text: string };

const NONE: ReadTime = { kind: 'none' };
/** No time and no word for one is longer. */
const MAX_TIME_LENGTH = 60;

/** Words for "no time yet", and signs for nothing. */
const NO_TIME =
  /^(?:[-–—.:,'"\s]*|in progress|in race.*|not started|running|n\/?a|nt|no time|tba|tbd)$/;

/** Reads the cell of a result time. Zero is no time. */
export function readResultTime(cell: Cell): ReadTime {
  if (cell.kind === 'duration') return timeOf(Math.round(cell.millis));
  if (cell.kind === 'time') return ofClock(Math.round(cell.millis));
  if (cell.kind === 'date') return { kind: 'bad', text: cell.text, proposed: '' };
  if (cell.kind === 'number' && cell.value >= 0 && cell.value < 1)
    return timeOf(Math.round(cell.value * DAY_MILLIS));
  return ofText(cell.text);
}

/** A cell in the format of a time of day: `6:08:30`, typed for six minutes, has become six hours. */
function ofClock(millis: number): ReadTime {
  if (millis < HOUR_MILLIS || millis % 1000 !== 0) return timeOf(millis);
  const seconds = millis / 1000;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const asHundredths = (hours * 60 + minutes) * 1000 + (seconds % 60) * 10;
  return { kind: 'colons', asHundredths, asHours: millis };
}

function ofText(written: string): ReadTime {
  if (written.length > MAX_TIME_LENGTH) return tooLong(written.slice(0, MAX_TIME_LENGTH));
  const text = plainTime(written);
  if (NO_TIME.test(text)) return NONE;
  if (hasHalfOfDay(text)) return { kind: 'bad', text: written.trim(), proposed: '' };
  if (!/\d/.test(text) || /\p{L}/u.test(text.replace(/\s*(?:min|sec|s)\.?$/, '')))
    return { kind: 'words', text: written.trim() };
  if (/^[0:.,'"]+$/.test(text)) return NONE;
  const fraction = /^0?[.,](\d{5,})$/.exec(text)?.[1];
  if (fraction !== undefined) return timeOf(Math.round(Number(`0.${fraction}`) * DAY_MILLIS));
  const colons = /^(\d{1,2}):(\d{2}):(\d{2})$/.exec(text);
  if (colons) return ofColons(colons.slice(1).map(Number)) ?? bad(text, written);
  const millis = clockTime(text) ?? primeTime(text) ?? secondsOnly(text);
  if (millis !== undefined) return timeOf(millis);
  return bad(text, written);
}

function tooLong(text: string): ReadTime {
  return /\p{L}/u.test(text) ? { kind: 'words', text } : { kind: 'bad', text, proposed: '' };
}

function bad(text: string, written: string): ReadTime {
  return { kind: 'bad', text: written.trim(), proposed: proposalFor(text) };
}

/** Lower case, one kind of each sign, no blanks around. */
function plainTime(written: string): string {
  return written
    .replaceAll(/[″”“]/g, '"')
    .replaceAll(/[′’‘´`]/g, "'")
    .normalize('NFKC')
    .replaceAll("''", '"')
    .toLowerCase()
    .trim();
}

function ofColons([first = 0, second = 0, third = 0]: number[]): ReadTime | undefined {
  const asHours = second < 60 && third < 60 ? ((first * 60 + second) * 60 + third) * 1000 : null;
  // 00:06:24 would be six seconds.
  if (first === 0) return asHours === null ? undefined : timeOf(asHours);
  const asHundredths = second < 60 ? (first * 60 + second) * 1000 + third * 10 : null;
  return asHours === null && asHundredths === null
    ? undefined
    : { kind: 'colons', asHundredths, asHours };
}

/** `6:24.319`, `06:24,3`, `1:32:04.510`, `6:24`. */
function clockTime(text: string): number | undefined {
  const [, hours = '0', minutes = '', seconds = '', fraction = ''] =
    /^(?:(\d{1,2}):(?=\d{2}:))?(\d{1,3}):(\d{2})(?:[.,](\d+))?$/.exec(text) ?? [];
  if (minutes === '' || (hours !== '0' && Number(minutes) > 59)) return undefined;
  return together(Number(hours) * 60 + Number(minutes), seconds, fraction);
}

/** `5'10"29`, `00:05'10.29`, `5'10"`. */
function primeTime(text: string): number | undefined {
  const [, hours = '0', minutes = '', seconds = '', fraction = ''] =
    /^(?:(\d{1,2}):)?(\d{1,3})'\s?(\d{2})(?:["'.,](\d+)|)"?$/.exec(text) ?? [];
  if (minutes === '') return undefined;
  return together(Number(hours) * 60 + Number(minutes), seconds, fraction);
}

/** `58.97`; a minute and more is written with a colon. */
function secondsOnly(text: string): number | undefined {
  const [, seconds = '', fraction = ''] = /^(\d{1,2})[.,](\d+)\s?(?:"|s|sec\.?)?$/.exec(text) ?? [];
  return seconds === '' ? undefined : together(0, seconds, fraction);
}

/** @returns `undefined` where the seconds are none, or the fraction is finer than any timing */
function together(minutes: number, seconds: string, fraction: string): number | undefined {
  const digits = fraction.replace(/0+$/, '');
  if (Number(seconds) > 59 || digits.length > 4) return undefined;
  const tenThousandths = Number(digits.padEnd(4, '0'));
  // The fourth digit is rounded up, as FinishLynx does itself (formats.md §1.2).
  return (minutes * 60 + Number(seconds)) * 1000 + Math.ceil(tenThousandths / 10);
}

/** `6.24.31` was probably 6:24.31, and `75.3` was 1:15.3. */
function proposalFor(text: string): string {
  const [, minutes, seconds = '', fraction] = /^(\d{1,3})\.(\d{2})\.(\d{1,3})$/.exec(text) ?? [];
  if (minutes !== undefined && Number(seconds) < 60) return `${minutes}:${seconds}.${fraction}`;
  const [, long, tenths] = /^(\d{2})[.,](\d{1,3})$/.exec(text) ?? [];
  if (long === undefined) return '';
  return `${Math.floor(Number(long) / 60)}:${String(Number(long) % 60).padStart(2, '0')}.${tenths}`;
}

function timeOf(millis: number): ReadTime {
  return millis > 0 ? { kind: 'time', millis } : NONE;
}
