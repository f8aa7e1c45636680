/** Reads a row of the table that we export ourselves: how its race is rowed, and its entry (`docs/export.md`). */
import { MAX_CLOCK_OFFSET_MILLIS, MAX_START_INTERVAL_SECONDS } from '../../contract/limits.ts';
import type { ReadEntry, ReadRace, ReadRacing, ReadStart, WrongRow } from '../reading/reading.ts';
import type { Header } from './columns/header.ts';
import { momentOf } from './results/result-time.ts';
import type { Cell } from './table.ts';

/** One row, by the names of its columns. */
export class OwnRow {
  readonly row: number;
  private readonly header: Header;
  private readonly cells: readonly Cell[];

  constructor(header: Header, cells: readonly Cell[], row: number) {
    this.header = header;
    this.cells = cells;
    this.row = row;
  }

  cell(column: string): Cell | undefined {
    const cell = this.cells[this.header.texts.indexOf(column)];
    return cell?.text === '' ? undefined : cell;
  }

  /** The text as it was before the export, which puts one apostrophe before what a spreadsheet would run as a formula. */
  text(column: string): string | null {
    const text = this.cell(column)?.text.replace(/^'/, '') ?? '';
    return text === '' ? null : text;
  }

  /** A whole number; `null` for an empty cell, `undefined` where the text is none. */
  integer(column: string): number | null | undefined {
    const text = this.text(column)?.trim() ?? '';
    if (text === '') return null;
    return /^\d{1,10}(?:[.,]0+)?$/.test(text)
      ? Math.trunc(Number(text.replace(',', '.')))
      : undefined;
  }
}

const KINDS = ['lanes', 'head'] as const;

/** How the race of a row is rowed. @param wrong receives the cells that cannot be read */
export function racingOf(
  row: OwnRow,
  wrong: WrongRow[],
): ReadRacing & Pick<ReadRace, 'hasOwnStarts'> {
  const reject = rejectsIn(row, wrong);
  const kind = KINDS.find((each) => each === row.text('kind'));
  if (kind === undefined && row.text('kind') !== null) reject('kind', 'It is none of lanes, head.');
  const startIntervalSeconds = row.integer('startIntervalSeconds') ?? undefined;
  const isInterval = (startIntervalSeconds ?? 1) >= 1;
  const isWhole = row.integer('startIntervalSeconds') !== undefined;
  if (!isWhole || !isInterval || (startIntervalSeconds ?? 1) > MAX_START_INTERVAL_SECONDS)
    reject('startIntervalSeconds', 'It is no whole number of seconds from 1 to 3600.');
  const clockOffsetMillis = signed(row, 'clockOffsetMillis', reject);
  if (Math.abs(clockOffsetMillis ?? 0) > MAX_CLOCK_OFFSET_MILLIS)
    reject('clockOffsetMillis', 'Clocks are ten minutes apart at most: 600000.');
  const startedAt = moment(row, 'raceStartedAt', reject);
  const closed = yesOrNo(row, 'closed', reject);
  return {
    ...(kind && { kind }),
    ...(startIntervalSeconds !== undefined && { startIntervalSeconds }),
    ...(startedAt && { startedAt }),
    ...(closed !== undefined && { closed }),
    ...(clockOffsetMillis !== undefined && { clockOffsetMillis }),
    hasOwnStarts: true,
  };
}

/** The entry of a row. @param wrong receives the cells that cannot be read */
export function entryOf(row: OwnRow, wrong: WrongRow[]): ReadEntry {
  const reject = rejectsIn(row, wrong);
  const category = row.text('category');
  const allowanceSeconds = signed(row, 'allowanceSeconds', reject);
  const outOfCompetition = yesOrNo(row, 'outOfCompetition', reject);
  const plannedStart = moment(row, 'plannedStartAt', reject);
  const startedAt = moment(row, 'startedAt', reject);
  const finishedAt = moment(row, 'finishedAt', reject);
  return {
    ...(category !== null && { category }),
    ...(allowanceSeconds !== undefined && {
      allowanceMillis: Math.round(allowanceSeconds * 1000),
    }),
    ...(outOfCompetition !== undefined && { outOfCompetition }),
    ...(plannedStart && { plannedStart }),
    ...(startedAt && { startedAt }),
    ...(finishedAt && { finishedAt }),
  };
}

type Reject = (column: string, reason: string) => void;

function rejectsIn({ row }: OwnRow, wrong: WrongRow[]): Reject {
  return (column, reason) => wrong.push({ row, column, reason });
}

function moment(row: OwnRow, column: string, reject: Reject): ReadStart | undefined {
  const cell = row.cell(column);
  const read = momentOf(cell);
  if (cell && !read)
    reject(column, 'It is no time. Write it as 2026-06-13T14:03:22.4+02:00, or 14:03:22.4.');
  return read;
}

function yesOrNo(row: OwnRow, column: string, reject: Reject): boolean | undefined {
  const text = row.text(column)?.trim().toLowerCase();
  if (text === undefined) return undefined;
  if (['yes', 'no', 'true', 'false'].includes(text)) return text === 'yes' || text === 'true';
  reject(column, 'It is none of yes, no.');
  return undefined;
}

function signed(row: OwnRow, column: string, reject: Reject): number | undefined {
  const text = row.text(column)?.trim().replace(',', '.').replace('−', '-') ?? '';
  if (text === '') return undefined;
  if (/^-?\d{1,7}(?:\.\d{1,3})?$/.test(text)) return Number(text);
  reject(column, 'It is no number.');
  return undefined;
}
