/** Text as rows of cells: CSV, TSV and what is pasted from a sheet (formats.md §4.3). */
import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '../../../contract/limits.ts';
import type { Unreadable } from '../../reading/reading.ts';
import { type Cell, EMPTY_CELL, type Table, textCell } from '../table.ts';

/** The possible separators; of those that fit equally well, the first, which is the rarest inside cells. */
const SEPARATORS = ['\t', ';', ',', '|'];
/** The number of rows by which the separator is recognised. */
const SAMPLE_ROWS = 20;

/**
 * Splits a text into a table.
 *
 * The first line may name the separator (`sep=;`); otherwise it is the one that gives most lines the same number of
 * cells. A cell in quotation marks may hold separators, line breaks, and quotation marks twice; a mark that does not
 * enclose the whole cell is text. Takes time in proportion to the text.
 *
 * @param name of the file
 */
export function splitText(text: string, name: string): Table | Unreadable {
  const { separator, start } = separatorOf(text);
  const split = splitRows(text, start, separator, MAX_IMPORT_ROWS);
  if ('unreadable' in split) return split;
  const { rows } = split;
  while (rows.at(-1)?.every((cell) => cell.text.trim() === '')) rows.pop();
  return { name, separator, rows };
}

/** @returns the separator, and where the first row begins */
function separatorOf(text: string): { separator: string; start: number } {
  const said = /^"?sep=(.)"?(?:\r\n|\n|\r|$)/i.exec(text);
  if (said?.[1] !== undefined) return { separator: said[1], start: said[0].length };
  const fits = SEPARATORS.map((separator) => ({ separator, ...fitOf(text, separator) }));
  const best = fits.reduce((found, next) =>
    next.share > found.share || (next.share === found.share && next.cells > found.cells)
      ? next
      : found,
  );
  return { separator: best.share > 0 ? best.separator : ',', start: 0 };
}

/** The share of the first rows that has the same number of cells, above one, and that number. */
function fitOf(text: string, separator: string): { share: number; cells: number } {
  const split = splitRows(text, 0, separator, SAMPLE_ROWS);
  if ('unreadable' in split) return { share: 0, cells: 0 };
  const filled = split.rows.filter((row) => row.some((cell) => cell.text.trim() !== ''));
  const counts = new Map<number, number>();
  for (const { length } of filled)
    if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
  const ranked = [...counts].sort(([a, m], [b, n]) => n - m || b - a);
  const [cells = 0, rows = 0] = ranked[0] ?? [];
  return { share: rows / filled.length || 0, cells };
}

/** @param limit the most rows that are split; beyond {@link MAX_IMPORT_ROWS}, no row may hold anything */
function splitRows(
  text: string,
  start: number,
  separator: string,
  limit: number,
): { rows: Cell[][] } | Unreadable {
  const rows: Cell[][] = [];
  let cells: Cell[] = [];
  const width = new RowWidth();
  let at = start;
  while (at <= text.length) {
    const cell = cellAt(text, at, separator);
    if (cell === undefined)
      return {
        unreadable: `The quotation mark that opens in row ${rows.length + 1} never closes. Add the closing mark, or save the table again from its program.`,
        fault: 'open-quote',
        from: rows.length + 1,
      };
    if (!width.mayHave(cell.text)) return tooWide(rows.length + 1);
    if (cells.length < MAX_IMPORT_COLUMNS) cells.push(textCell(cell.text));
    at = cell.end + separator.length;
    if (text.startsWith(separator, cell.end) && cell.end < text.length) continue;
    rows.push(cells);
    width.endRow();
    cells = [];
    at = cell.end + (text.startsWith('\r\n', cell.end) ? 2 : 1);
    if (rows.length < limit) continue;
    return limit === MAX_IMPORT_ROWS && hasText(text, at) ? TOO_LONG : { rows };
  }
  return { rows };
}

/**
 * Limits the width of rows. Cells beyond the last column that is read must be empty, as where a sheet is formatted far to the
 * right, and come after a filled cell of their row, or below a row of this width.
 */
class RowWidth {
  private widest = MAX_IMPORT_COLUMNS;
  private cells = 0;
  private isFilled = false;

  /** @param text of the next cell of the row */
  mayHave(text: string): boolean {
    this.cells++;
    const isEmpty = text.trim() === '';
    if (this.cells <= MAX_IMPORT_COLUMNS) this.isFilled ||= !isEmpty;
    else if (!isEmpty) return false;
    return this.isFilled || this.cells <= this.widest;
  }

  endRow(): void {
    if (this.isFilled) this.widest = Math.max(this.widest, this.cells);
    this.cells = 0;
    this.isFilled = false;
  }
}

function hasText(text: string, from: number): boolean {
  return /[^\s,;|"]/.test(text.slice(from));
}

const TOO_LONG: Unreadable = {
  unreadable: `The table has more than ${MAX_IMPORT_ROWS} rows. Split it into several files, each race within one of them.`,
  fault: 'too-large',
};

function tooWide(row: number): Unreadable {
  return {
    unreadable: `Row ${row} has more than ${MAX_IMPORT_COLUMNS} columns. Save the table with one row per boat.`,
    fault: 'too-large',
  };
}

/** @returns the cell that begins at an index, and the index of what ends it; `undefined`: its quotation never ends */
function cellAt(
  text: string,
  start: number,
  separator: string,
): { text: string; end: number } | undefined {
  const quoted = text[start] === '"' ? quotedAt(text, start, separator) : 'literal';
  if (quoted !== 'literal') return quoted;
  let end = start;
  while (end < text.length && !isEnd(text, end, separator)) end += 1;
  return { text: start === end ? EMPTY_CELL.text : text.slice(start, end), end };
}

function quotedAt(
  text: string,
  start: number,
  separator: string,
): { text: string; end: number } | 'literal' | undefined {
  let at = text.indexOf('"', start + 1);
  while (at !== -1) {
    if (text[at + 1] !== '"') {
      let end = at + 1;
      while (text[end] === ' ') end += 1;
      if (!isEnd(text, end, separator)) return 'literal';
      return { text: text.slice(start + 1, at).replaceAll('""', '"'), end };
    }
    at = text.indexOf('"', at + 2);
  }
  return undefined;
}

/** Whether a cell ends at an index. */
function isEnd(text: string, at: number, separator: string): boolean {
  const sign = text[at];
  return sign === undefined || sign === separator || sign === '\n' || sign === '\r';
}
