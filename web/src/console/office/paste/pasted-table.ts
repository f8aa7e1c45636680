/**
 * A pasted table: its cells, which column is which property, what would become of each row; and what the person has put
 * right about it, columns and single cells. Pure; the draft keeps texts.
 */
import { numberedLane } from '../../../../../src/domain/draw/lane-labels.ts';
import { readJson } from '../../drafts.ts';

/** Headings of each property, in lower case, as `headingText` writes them; the first that fits wins. */
export type Headings<Field extends string> = Readonly<Record<Field, readonly string[]>>;

interface Columns<Field extends string> {
  /** By index of the column; `undefined`: to be left out. */
  fields: readonly (Field | undefined)[];
  /** Whether the first row holds headings. */
  hasHeading: boolean;
  /** Headings of columns that are one lane each ("Boot 1"): what is in them is no property. */
  lanes: readonly string[];
}

/** So many cells of the first row have to be headings, or all of a narrower table. */
const LEAST_HEADINGS = 2;

/**
 * Recognises the columns of a table.
 *
 * @param first its first row
 * @param guess what a column probably is by its content, for tables without headings
 * @param refine what a column is after all whose heading can be two things, by its content
 * @returns each property at most once
 */
export function recogniseColumns<Field extends string>(
  first: readonly string[],
  headings: Headings<Field>,
  guess: (column: number) => Field | undefined,
  refine: (field: Field, column: number) => Field = (field) => field,
): Columns<Field> {
  const named = first.map((cell) => fieldNamed(cell, headings));
  const lanes = first.filter((cell) => numberedLane(headingText(cell)) !== undefined);
  const properties = named.filter((field) => field !== undefined).length;
  const count = properties + lanes.length;
  const filled = first.filter((cell) => cell !== '').length;
  const hasHeading = count >= Math.min(LEAST_HEADINGS, filled) && properties > 0;
  const refined = named.map((field, column) => {
    const other = field === undefined ? undefined : refine(field, column);
    // A column that is called so is sooner it.
    return other !== field && named.includes(other) ? field : other;
  });
  const fields = hasHeading ? refined : first.map((_, column) => guess(column));
  return {
    hasHeading,
    lanes: hasHeading ? lanes : [],
    fields: fields.map((field, column) => (fields.indexOf(field) === column ? field : undefined)),
  };
}

/** The property that a heading names: exactly, else by one of its words. */
export function fieldNamed<Field extends string>(
  heading: string,
  headings: Headings<Field>,
): Field | undefined {
  const text = headingText(heading);
  if (text === '' || numberedLane(text) !== undefined) return undefined;
  const all = Object.entries<readonly string[]>(headings) as [Field, readonly string[]][];
  const exact = all.find(([, names]) => names.includes(text));
  if (exact) return exact[0];
  const words = text.split(' ');
  // The longest name wins: "boat class" is no class.
  const found = all
    .flatMap(([field, names]) => names.map((name) => ({ field, parts: name.split(' ') })))
    .filter(({ parts }) => parts.every((part) => words.includes(part)))
    .sort((a, b) => b.parts.length - a.parts.length);
  return found[0]?.field;
}

/** A heading as it is compared: lower case, without accents and signs. */
function headingText(heading: string): string {
  return heading
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}#]+/gu, ' ')
    .trim();
}

/** What is wrong with a row, or why it is left out. */
export interface RowFault<Field> {
  field?: Field;
  code: string;
  limit?: number;
  /** The lines of the paste that say the same. */
  lines?: readonly number[];
}

/** What would become of a pasted row. */
export interface PlannedRow<Field, Values> {
  /** In the pasted text, from 1. */
  line: number;
  state: 'new' | 'changed' | 'same' | 'wrong' | 'left-out';
  /** Its cells, as they were pasted. */
  texts: readonly string[];
  /** What is read in its cells, as it is stored. */
  reads: Readonly<Partial<Record<Field & string, string>>>;
  /** Of what it changes; `null` for a new one. */
  id: number | null;
  /** What is written; only what differs. */
  write: Values;
  changes: readonly { field: Field; before: string; after: string }[];
  faults: readonly RowFault<Field>[];
  /** Warnings that keep nothing from being written. */
  doubts: readonly string[];
}

/**
 * Splits a text at tabs, as spreadsheets copy it, or else at semicolons or commas, as they export it. A cell in
 * quotation marks may hold separators, line breaks, and quotation marks twice.
 *
 * @returns one row for each line that has any text, cells trimmed and in NFC
 */
export function splitCells(text: string): { line: number; cells: string[] }[] {
  const clean = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const separator = separatorOf(clean);
  const rows: { line: number; cells: string[] }[] = [];
  let cells: string[] = [];
  let [at, line, lineOfRow] = [0, 1, 1];
  while (at <= clean.length) {
    const cell = cellAt(clean, at, separator);
    cells.push(trimmed(cell.text));
    line += countLineBreaks(cell.text);
    at = cell.end + 1;
    if (clean[cell.end] === separator) continue;
    if (cells.some((each) => each !== '')) rows.push({ line: lineOfRow, cells });
    cells = [];
    line += 1;
    lineOfRow = line;
  }
  return rows;
}

/** @returns the text of the cell that begins at an index, and the index of what ends it */
function cellAt(text: string, start: number, separator: string): { text: string; end: number } {
  const quoted = text[start] === '"' ? quotedAt(text, start) : undefined;
  if (quoted) {
    const next = text[quoted.end];
    if (next === undefined || next === separator || next === '\n') return quoted;
  }
  // A mark that does not enclose the whole cell, such as that of inches, is text.
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n') end += 1;
  return { text: text.slice(start, end), end };
}

function quotedAt(text: string, start: number): { text: string; end: number } | undefined {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] !== '"') continue;
    if (text[at + 1] === '"') at += 1;
    else return { text: text.slice(start + 1, at).replaceAll('""', '"'), end: at + 1 };
  }
  return undefined;
}

function separatorOf(text: string): string {
  if (text.includes('\t')) return '\t';
  const [first = ''] = text.split('\n', 1);
  const count = (separator: string) => first.split(separator).length;
  return count(';') >= count(',') ? ';' : ',';
}

function trimmed(text: string): string {
  return text
    .replaceAll(/[\s\u00A0\u200B]+/g, ' ')
    .trim()
    .normalize('NFC');
}

function countLineBreaks(text: string): number {
  return text.split('\n').length - 1;
}

/** A row of a paste as it was copied. */
export interface PastedRow {
  line: number;
  cells: readonly string[];
}

/** The columns as the person has corrected them; a property is in one column. @param columns as a draft keeps them */
export function assignedColumns<Field extends string>(
  recognised: readonly (Field | undefined)[],
  columns: string,
): (Field | undefined)[] {
  const chosen = readKept(columns);
  const taken = new Set(Object.values(chosen));
  return recognised.map((field, column) => {
    const own = chosen[column];
    if (own !== undefined) return own === '' ? undefined : (own as Field);
    return field !== undefined && taken.has(field) ? undefined : field;
  });
}

/** @returns `columns` with another property for one; empty: it is left out */
export function withColumn(columns: string, column: number, field: string): string {
  return JSON.stringify({ ...readKept(columns), [column]: field });
}

/** How a draft names a cell. */
export function cellName(line: number, column: number): string {
  return `${line} ${column}`;
}

/** The cells that were corrected, by their names. @param cells as a draft keeps them */
export function correctedCells(cells: string): ReadonlyMap<string, string> {
  return new Map(Object.entries(readKept(cells)));
}

/** @returns `cells` with another text for one */
export function withCell(cells: string, line: number, column: number, text: string): string {
  return JSON.stringify({ ...readKept(cells), [cellName(line, column)]: text });
}

/** Whether most of the filled cells of a column fit. */
export function mostFit(cells: readonly string[], fits: (cell: string) => boolean): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return filled.filter(fits).length * 2 > filled.length;
}

/** What stands in the columns of a row, by what the columns are. */
export function textsByField<Field extends string>(
  cells: readonly string[],
  fields: readonly (Field | undefined)[],
): Partial<Record<Field, string>> {
  const texts: Partial<Record<Field, string>> = {};
  fields.forEach((field, column) => {
    if (field) texts[field] = cells[column] ?? '';
  });
  return texts;
}

/** The rows with what was corrected in place of what was pasted. */
export function correctedRows<Row extends PastedRow>(
  rows: readonly Row[],
  corrected: ReadonlyMap<string, string>,
): readonly Row[] {
  if (corrected.size === 0) return rows;
  return rows.map((row) => {
    const width = Math.max(row.cells.length, ...columnsOf(corrected, row.line).map((at) => at + 1));
    const cells = Array.from(
      { length: width },
      (_, column) => corrected.get(cellName(row.line, column))?.trim() ?? row.cells[column] ?? '',
    );
    return { ...row, cells };
  });
}

function columnsOf(corrected: ReadonlyMap<string, string>, line: number): number[] {
  return [...corrected.keys()].flatMap((name) => {
    const [ofLine, column] = name.split(' ').map(Number);
    return ofLine === line && column !== undefined ? column : [];
  });
}

function readKept(text: string): Record<string, string> {
  return (readJson(text) ?? {}) as Record<string, string>;
}
