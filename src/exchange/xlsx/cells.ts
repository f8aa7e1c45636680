/** Cells of a workbook as those of a table: what is stored, read as its number format shows it. */
import { formatThousandths } from '../../domain/results/finish-time.ts';
import { type Cell, EMPTY_CELL, textCell } from '../tables/table.ts';
import { UnreadableError } from '../reading/unreadable.ts';
import type { NumberKind } from './number-formats.ts';
import { durationMillis, readSerial } from './serial.ts';

/** How a workbook stores a cell. */
interface StoredCell {
  /** The attribute `t`; `n` where there is none. */
  type: string;
  /** What stands in it: a number, a text, or the number of a shared text. */
  content: string;
  kind: NumberKind;
}

/** What cells refer to. */
interface CellContext {
  strings: readonly string[];
  is1904: boolean;
}

/** Spreadsheets show, and mean, 15 digits of what they store. */
const SHOWN_DIGITS = 15;
const SECOND_MILLIS = 1000;

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
