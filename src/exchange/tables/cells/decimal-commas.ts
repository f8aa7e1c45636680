/**
 * Times with a decimal comma in a table whose cells are separated by commas: `6:05,3` without quotation marks is two
 * cells, and shifts all behind it (formats.md §9).
 */
import type { Inquiry } from '../../reading/inquiry.ts';
import type { RowNote, WrongRow } from '../../reading/reading.ts';
import { wideColumns } from '../columns/columns.ts';
import type { Field } from '../columns/common-headings.ts';
import { type Header, type Heading, isComment } from '../columns/header.ts';
import { blockRace } from '../sheet-rows.ts';
import { type Cell, type Table, textCell } from '../table.ts';
import { lineOf } from './cell-text.ts';

/** The part of a time before the comma: `6:05`, `1:02:03`. */
const CLOCK = /^\+?(?:\d{1,2}:)?\d{1,3}:\d{2}$/;
/** The same in a column that can hold only times or gaps: also `58`. */
const SECONDS = /^\+?\d{1,3}$/;
const FRACTION = /^\d{1,4}$/;

export interface Meant {
  table: Table;
  wrong: WrongRow[];
  notes: RowNote[];
}

/** The table with the cells of such times joined, and the rows that even so have more cells than there are headings. */
export function withoutDecimalCommas(table: Table, header: Header, inquiry: Inquiry): Meant {
  if (table.separator !== ',') return { table, wrong: [], notes: [] };
  const shape = shapeOf(header);
  const joined = new Map<number, readonly Cell[]>();
  const unfit: number[] = [];
  for (const [index, row] of table.rows.entries()) {
    if (index <= header.index || isComment(row) || blockRace(row)) continue;
    const fitting = joinedRow(row, shape);
    if (fitting) joined.set(index, fitting);
    else if (excess(row, shape) > 0) unfit.push(index);
  }
  const hasMore = (index: number) => isFilledFrom(table.rows[index] ?? [], shape.width);
  const tooLong = unfit.filter(hasMore);
  const isMeant = joined.size > 0 && askFor(joined, tooLong, inquiry);
  const wrong = isMeant ? tooLong : [...[...joined.keys()].filter(hasMore), ...tooLong];
  // A row whose cells have moved would be misread, so it is emptied.
  const rows = table.rows.map((row, index) =>
    wrong.includes(index) ? [] : ((isMeant ? joined.get(index) : undefined) ?? row),
  );
  const nameless = rows.findIndex(
    (row, index) => (unfit.includes(index) || joined.has(index)) && isFilledFrom(row, shape.filled),
  );
  const notes = nameless === -1 ? [] : [{ row: nameless + 1, text: NAMELESS }];
  return { table: { ...table, rows }, wrong: wrongRows(wrong), notes };
}

const NAMELESS =
  'What stands behind the last heading is not read. If a cell of the row holds a comma, put it in quotation marks.';

/** The facts of the headings by which rows are judged. */
interface Shape {
  headings: readonly Heading[];
  /** The cells in the row of headings, with the column of times that may follow the last place. */
  width: number;
  /** The cells up to the last heading: a comma after it makes none. */
  filled: number;
  /** The columns that hold only results: also `Time` after the crew, or after a place. */
  results: ReadonlySet<number>;
}

function shapeOf(header: Header): Shape {
  const { headings, texts } = header;
  const places = wideColumns(header).places;
  const timeColumns = places.flatMap(({ timeColumn }) => timeColumn ?? []);
  const crew = headings.findIndex(
    (heading) => heading.kind === 'field' && heading.field === 'crew',
  );
  const isResult = (heading: Heading, at: number) =>
    (heading.kind === 'field' && RESULTS.includes(heading.field)) ||
    (heading.kind === 'doubtful' && heading.fields.includes('time') && crew !== -1 && crew < at);
  const results = headings.flatMap((heading, at) => (isResult(heading, at) ? [at] : []));
  const named = texts.findLastIndex((text) => text !== '') + 1;
  const behind = Math.max(0, ...timeColumns.map((column) => column + 1));
  return {
    headings,
    width: Math.max(texts.length, behind),
    filled: Math.max(named, behind),
    results: new Set([...results, ...timeColumns]),
  };
}

const RESULTS: readonly Field[] = ['time', 'rawTime', 'adjustedTime'];
/** Columns of words: a short number in one of them, after a time, is the fraction of the time. */
const WORDS: readonly Field[] = [
  ...(['title', 'crew', 'club', 'clubCode', 'status', 'notes', 'boatClass'] as const),
];

function askFor(
  joined: ReadonlyMap<number, readonly Cell[]>,
  unfit: readonly number[],
  inquiry: Inquiry,
): boolean {
  const [first = 0] = joined.keys();
  const text = `${joined.size} rows have more cells than there are headings, or a number behind a time where a word belongs, the first of them row ${first + 1}. Are times such as 6:05,3 written with a decimal comma there, so that two cells are one time?`;
  const isAnswer = (value: unknown) => (typeof value === 'boolean' ? value : undefined);
  return (
    inquiry.ask(
      { id: 'decimalComma', text, proposed: unfit.length === 0, where: `row ${first + 1}` },
      isAnswer,
    ) ?? false
  );
}

function wrongRows(indexes: readonly number[]): WrongRow[] {
  const reason =
    'The row has more cells than there are headings. Put a cell that holds a comma in quotation marks.';
  return indexes
    .toSorted((a, b) => a - b)
    .map((index) => ({ row: index + 1, column: null, reason }));
}

function isFilledFrom(row: readonly Cell[], column: number): boolean {
  return row.slice(column).some((cell) => lineOf(cell) !== '');
}

/** The number of cells of a row that have no heading. */
function excess(row: readonly Cell[], { width, filled }: Shape): number {
  const last = row.findLastIndex((cell) => lineOf(cell) !== '') + 1;
  return Math.max(0, row.length - width, last - filled);
}

/**
 * The row with pairs of cells under headings of times joined: as many pairs as it has cells too many; if it has none, the
 * pairs whose second cell is under a heading of words, because cells at the end of a row may be left out. `undefined` if
 * nothing is joined, or the row is still too long.
 */
function joinedRow(row: readonly Cell[], shape: Shape): readonly Cell[] | undefined {
  let open = excess(row, shape);
  const isShort = open === 0;
  const cells: Cell[] = [];
  for (let at = 0; at < row.length; at += 1) {
    const [cell, next] = [row[at], row[at + 1]];
    if (cell === undefined) continue;
    const isMeant =
      next && (isShort ? isBeforeWords : isTimeInTwo)(cell, next, shape, cells.length);
    if (isMeant && (isShort || open > 0)) {
      cells.push(textCell(`${lineOf(cell)},${lineOf(next)}`));
      open -= 1;
      at += 1;
    } else cells.push(cell);
  }
  return open > 0 || cells.length === row.length ? undefined : cells;
}

/** Whether two cells of a row that is too long are one time. */
function isTimeInTwo(cell: Cell, next: Cell, { headings, results }: Shape, at: number): boolean {
  const before = lineOf(cell);
  if (!FRACTION.test(lineOf(next))) return false;
  if (results.has(at) && CLOCK.test(before)) return true;
  const heading = headings[at];
  if (heading === undefined) return false;
  // Intermediate times have unknown headings.
  if (heading.kind === 'unknown') return CLOCK.test(before);
  if (heading.kind === 'doubtful') return heading.fields.includes('time') && CLOCK.test(before);
  if (heading.kind !== 'field') return false;
  const isTime = [...RESULTS, 'penalty', 'ignore'].includes(heading.field);
  return isTime && (CLOCK.test(before) || SECONDS.test(before));
}

/** Whether a short number follows a result, under a heading of words. */
function isBeforeWords(cell: Cell, next: Cell, { headings, results }: Shape, at: number): boolean {
  const heading = headings[at + 1];
  const isWords =
    heading?.kind === 'place' || (heading?.kind === 'field' && WORDS.includes(heading.field));
  return isWords && results.has(at) && CLOCK.test(lineOf(cell)) && FRACTION.test(lineOf(next));
}
