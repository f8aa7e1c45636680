/** Reads workbooks: which sheet is the table, and its rows (formats.md §7.3; ECMA-376, part 1, §18.3.1). */
import { createHash } from 'node:crypto';
import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '../../contract/limits.ts';
import {
  type Answers,
  type EventFacts,
  type Format,
  letterOf,
  type NamedFile,
  orUnreadable,
  type ReadFile,
  type RowNote,
  type Unreadable,
  UnreadableError,
} from '../reading/reading.ts';
import { findHeader } from '../tables/columns/header.ts';
import { formatByHeadings } from '../tables/columns/table-formats.ts';
import { readTable } from '../tables/read-table.ts';
import { type Cell, EMPTY_CELL, type Table } from '../tables/table.ts';
import { scanXml, type XmlAttributes } from '../text/xml.ts';
import { cellOf } from './cells.ts';
import { type NumberKind, openWorkbook, TextCollector, type Workbook } from './workbook.ts';

/** The number of rows in which the headings of a sheet are searched. */
const FIRST_LOOK_ROWS = 40;

/**
 * Reads the visible sheet that has a table. If none or several have one, it asks which to read.
 *
 * @param format of the table, where it is known; `xlsx`: the headings decide
 */
export function readXlsx(
  { bytes }: NamedFile,
  format: Format,
  answers: Answers,
  event: EventFacts,
): ReadFile | Unreadable {
  return orUnreadable(() => {
    const workbook = openWorkbook(bytes);
    const names = workbook.sheets.map(({ name }) => name);
    const candidates = candidatesOf(workbook);
    const isChoice = candidates.length !== 1;
    const sheet = isChoice
      ? workbook.sheets.find(({ name }) => name === answers.sheet)
      : candidates[0];
    if (!sheet) return askForSheet(names, candidates[0]?.name ?? names[0] ?? null);
    const { table, notes } = readSheet(workbook, sheet);
    const known = format === 'xlsx' ? headingsFormat(table) : format;
    const read = readTable(table, known, answers, event);
    if ('unreadable' in read) return read;
    return {
      ...read,
      layout: isChoice ? layoutOf(names) : read.layout,
      reading: read.reading && { ...read.reading, notes: [...notes, ...read.reading.notes] },
    };
  });
}

/** The only visible sheet; of several those that have headings. */
function candidatesOf(workbook: Workbook): Workbook['sheets'] {
  const { sheets } = workbook;
  if (sheets.length === 0)
    throw new UnreadableError(
      'The workbook has no visible sheet. Show the one to be read, and save it again.',
    );
  if (sheets.length === 1) return sheets;
  return sheets.filter((sheet) => {
    try {
      return findHeader(readSheet(workbook, sheet, FIRST_LOOK_ROWS).table) !== undefined;
    } catch (error) {
      // It is refused only once a person chooses it.
      if (error instanceof UnreadableError) return true;
      throw error;
    }
  });
}

function askForSheet(names: readonly string[], proposed: string | null): ReadFile {
  const text = 'The workbook has several sheets. Which of them is to be read?';
  return {
    format: 'xlsx',
    layout: layoutOf(names),
    questions: [{ id: 'sheet', text, proposed, options: names }],
    reading: null,
  };
}

/** Before a sheet is chosen, only the names of the sheets identify the kind of workbook. */
function layoutOf(names: readonly string[]): string {
  return `xlsx:${createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 16)}`;
}

/** A workbook that holds the table of another program is read as that. */
function headingsFormat(table: Table): Format {
  const header = findHeader(table);
  const format = header && formatByHeadings(header);
  return format === undefined || format === 'csv' ? 'xlsx' : format;
}

export interface ReadSheet {
  table: Table;
  notes: readonly RowNote[];
}

const PLAIN: NumberKind = { kind: 'number', digits: 0 };

/**
 * Reads the cells that are not empty; the number of empty rows and cells does not matter.
 *
 * @param lastRow where to stop, for a first look
 * @throws UnreadableError if a cell beyond the limits is not empty, or the sheet is damaged
 */
export function readSheet(
  workbook: Workbook,
  { name, part }: Workbook['sheets'][number],
  lastRow = Number.POSITIVE_INFINITY,
): ReadSheet {
  const scan = new SheetScan(workbook, lastRow);
  try {
    scanXml(part.bytes(), scan);
  } catch (stop) {
    if (!(stop instanceof EnoughRows)) throw stop;
  }
  clearMerged(scan.rows, scan.merged);
  const notes = [...scan.notes, ...notesOfHidden(scan.hidden)];
  return { table: { name, rows: Array.from(scan.rows, (row) => row ?? []) }, notes };
}

/** Notes the hidden rows, which are read: a forgotten filter hides boats that are in the race. */
function notesOfHidden(hidden: ReadonlySet<number>): RowNote[] {
  const [row] = hidden;
  if (row === undefined) return [];
  const what =
    hidden.size === 1 ? 'This row is' : `${hidden.size} rows, of which this is the first, are`;
  return [{ row, text: `${what} hidden in the sheet, and read all the same.` }];
}

/** Thrown where a first look ends. */
class EnoughRows extends Error {}

class SheetScan {
  /** By row and column from 0. */
  readonly rows: Cell[][] = [];
  readonly merged: string[] = [];
  readonly notes: RowNote[] = [];
  /** Rows that are not empty and not shown. */
  readonly hidden = new Set<number>();

  private readonly workbook: Workbook;
  private readonly lastRow: number;
  private readonly inline = new TextCollector();
  /** From 1, as in the names of cells. */
  private row = 0;
  private column = 0;
  private isHidden = false;
  private attributes: XmlAttributes | null = null;
  private value = '';
  private isInValue = false;
  private hasFormula = false;

  constructor(workbook: Workbook, lastRow: number) {
    this.workbook = workbook;
    this.lastRow = lastRow;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'row') this.openRow(attributes);
    else if (name === 'c') this.openCell(attributes);
    else if (name === 'mergeCell') this.merged.push(attributes.ref ?? '');
    else if (this.attributes === null) return;
    else if (name === 'v') this.isInValue = true;
    else if (name === 'f') this.hasFormula = true;
    else this.inline.open(name);
  }

  text(text: string): void {
    if (this.attributes === null) return;
    if (this.isInValue) this.value += text;
    else this.inline.add(text);
  }

  close(name: string): void {
    if (this.attributes === null) return;
    if (name === 'v') this.isInValue = false;
    else if (name === 'c') this.closeCell(this.attributes);
    else this.inline.close(name);
  }

  private openRow({ r, hidden }: XmlAttributes): void {
    this.isHidden = hidden === '1' || hidden === 'true';
    this.row = r === undefined ? this.row + 1 : Number(r);
    this.column = 0;
    if (this.row > this.lastRow) throw new EnoughRows();
  }

  private openCell(attributes: XmlAttributes): void {
    const [, letters, digits] = /^([A-Z]{1,3})([0-9]{1,7})$/.exec(attributes.r ?? '') ?? [];
    this.column = letters === undefined ? this.column + 1 : columnNumber(letters);
    if (digits !== undefined) this.row = Number(digits);
    this.attributes = attributes;
    this.value = '';
    this.hasFormula = false;
  }

  private closeCell({ t: type = 'n', s: style }: XmlAttributes): void {
    this.attributes = null;
    const text = this.inline.take();
    const content = type === 'inlineStr' ? text : this.value;
    const kind = this.workbook.kinds[Number(style ?? 0)] ?? PLAIN;
    const cell = cellOf({ type, content, kind }, this.workbook);
    const isEmpty = cell.text.trim() === '';
    if (isEmpty && this.hasFormula && type !== 'str') this.noteMissing();
    if (isEmpty) return;
    if (type === 'e') this.noteError(cell.text);
    if (!(this.row >= 1 && this.row <= MAX_IMPORT_ROWS && this.column <= MAX_IMPORT_COLUMNS))
      this.refuseFar();
    const cells = this.rows[this.row - 1] ?? [];
    this.rows[this.row - 1] = cells;
    if (this.isHidden) this.hidden.add(this.row);
    while (cells.length < this.column - 1) cells.push(EMPTY_CELL);
    const isStruck =
      this.workbook.struckStyles[Number(style ?? 0)] === true ||
      (type === 's' && this.workbook.struckStrings.has(Number(content)));
    cells[this.column - 1] = isStruck ? { ...cell, isStruck } : cell;
  }

  private get name(): string {
    return `${letterOf(this.column)}${this.row}`;
  }

  private noteMissing(): void {
    this.notes.push({
      row: this.row,
      text: `Cell ${this.name} has a formula whose result is not stored: it counts as empty. Open the workbook in a spreadsheet program and save it to store it.`,
    });
  }

  private noteError(text: string): void {
    this.notes.push({ row: this.row, text: `The formula in cell ${this.name} failed: ${text}.` });
  }

  private refuseFar(): never {
    throw new UnreadableError(
      `Something stands in cell ${this.name}; at most ${MAX_IMPORT_ROWS} rows and ${MAX_IMPORT_COLUMNS} columns are read. Clear it, or copy the table into a new workbook.`,
    );
  }
}

/** Merged areas never overlap, so together they have no more cells, and no more rows, than a sheet has cells. */
const MAX_CLEARED = 2 * MAX_IMPORT_ROWS * MAX_IMPORT_COLUMNS;

/**
 * Empties the cells that others are merged over.
 *
 * @param rows changed in place
 * @param areas such as `A3:A4`
 * @throws UnreadableError if areas overlap so much that no program can have written them
 */
function clearMerged(rows: Cell[][], areas: readonly string[]): void {
  let cleared = 0;
  for (const area of areas) {
    const [, left = '', top, right = '', bottom] =
      /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(area) ?? [];
    const first = { row: Number(top) - 1, column: columnNumber(left) - 1 };
    const lastRow = Math.min(Number(bottom), rows.length);
    for (let row = first.row; row < lastRow; row += 1) {
      const cells = rows[row] ?? [];
      const end = Math.min(columnNumber(right), cells.length);
      cleared += 1 + Math.max(0, end - first.column);
      if (cleared > MAX_CLEARED)
        throw new UnreadableError(
          'The merged cells of the sheet overlap. Copy the table into a new workbook without merged cells.',
        );
      for (let column = first.column; column < end; column += 1)
        if (row !== first.row || column !== first.column) cells[column] = EMPTY_CELL;
    }
  }
}

/** `A` is 1, `AA` is 27. */
function columnNumber(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}
