/** Result times as tables write them, from their decimal digits and never through a float (formats.md §4.3). */
import type { Cell } from '../table.ts';
import { hasHalfOfDay } from './finish-clock.ts';

/** What a cell of a result time says. */
export type ReadTime =
  | { kind: 'none' }
  | { kind: 'time'; millis: number }
  /** `6:08:30`: minutes, seconds and hundredths, or hours, minutes and seconds. `null`: that reading is none. */
  | { kind: 'colons'; asHundredths: number | null; asHours: number | null }
  /** Digits that are no time, such as `6:24..31`. @see proposed what was probably meant */
  | { kind: 'bad'; text: string; proposed: string }
  | { kind: 'words'; text: string };

const NONE: ReadTime = { kind: 'none' };
const HOUR_MILLIS = 3_600_000;
const DAY_MILLIS = 24 * HOUR_MILLIS;
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

/** A cell of the format of a time of day: who typed `6:08:30` for six minutes has got six hours. */
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
