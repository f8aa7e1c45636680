/**
 * A pasted table: its cells, the property of each column, the plan of each row; and the person's corrections of columns and
 * cells. Pure; the draft stores the corrections as texts.
 */
import { numberedLane } from '../../../../../src/domain/draw/lane-labels.ts';
import { readJson } from '../../drafts.ts';

/** Headings of each property, as `headingText` writes them; the first property that fits wins. */
export type Headings<Field extends string> = Readonly<Record<Field, readonly string[]>>;

interface Columns<Field extends string> {
  /** By index of the column; `undefined`: the column is left out. */
  fields: readonly (Field | undefined)[];
  /** Whether the first row holds headings. */
  hasHeading: boolean;
  /** Headings of columns for one lane each ("Boot 1"), whose cells are no property. */
  lanes: readonly string[];
}

/** So many cells of the first row have to be headings; in a narrower table all of them. */
const LEAST_HEADINGS = 2;

/**
 * Recognises the columns of a table.
 *
 * @param first its first row
 * @param guess what a column probably is by its content, for tables without headings
 * @param refine what a column is by its content, where its heading can have two meanings
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
    // A column with exactly that heading has precedence over a refined one.
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
  // The name with most words wins: "boat class" is not "class".
  const found = all
    .flatMap(([field, names]) => names.map((name) => ({ field, parts: name.split(' ') })))
    .filter(({ parts }) => parts.every((part) => words.includes(part)))
    .sort((a, b) => b.parts.length - a.parts.length);
  return found[0]?.field;
}

/** A heading in the form in which headings are compared: lower case, without accents and signs. */
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
  /** The lines of the paste with the same value. */
  lines?: readonly number[];
}

/** What a pasted row would do. */
export interface PlannedRow<Field, Values> {
  /** Line in the pasted text, from 1. */
  line: number;
  state: 'new' | 'changed' | 'same' | 'wrong' | 'left-out';
  /** Its cells, as they were pasted. */
  texts: readonly string[];
  /** The values read from its cells, as they are stored, as texts. */
  reads: Readonly<Partial<Record<Field & string, string>>>;
  /** The id of the row that it changes; `null` for a new one. */
  id: number | null;
  /** The values to write; only those that differ. */
  write: Values;
  changes: readonly { field: Field; before: string; after: string }[];
  faults: readonly RowFault<Field>[];
  /** Warnings; the row can be written nevertheless. */
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
  // A quotation mark that does not enclose the whole cell, such as one for inches, is text.
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

/** A row of a paste, with its line from 1. */
export interface PastedRow {
  line: number;
  cells: readonly string[];
}

/** The columns after the person's corrections; a property is in one column. @param columns as the draft stores them */
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

/** @returns `columns` with another property for one; empty: the column is left out */
export function withColumn(columns: string, column: number, field: string): string {
  return JSON.stringify({ ...readKept(columns), [column]: field });
}

/** The name of a cell in the draft. */
export function cellName(line: number, column: number): string {
  return `${line} ${column}`;
}

/** The corrected cells, by `cellName`. @param cells as the draft stores them */
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

/** The cells of a row by the properties of their columns. */
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
