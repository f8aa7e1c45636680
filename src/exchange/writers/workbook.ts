/** Tables as a workbook. Pages load it when somebody downloads one: the library is larger than the page. */
import writeXlsxFile, { type Cell } from 'write-excel-file/universal';
import type { TableCell } from '../../domain/text/csv.ts';

/** A sheet, and its name. */
interface Sheet {
  name: string;
  columns: readonly string[];
  rows: readonly (readonly TableCell[])[];
}

/** Widths of columns, in characters of the widest digit. */
const MIN_WIDTH = 8;
const MAX_WIDTH = 48;
/** Control characters, noncharacters, and an underline that would begin the escape of one. */
const NOT_IN_CELLS = /(?![\t\n])\p{Cc}|\p{Noncharacter_Code_Point}|\ufffd|_(?=x[\dA-Fa-f]{4}_)/gu;
/** Longer names are refused by Excel, and so are these characters. */
const MAX_SHEET_NAME_LENGTH = 31;
const NOT_IN_NAMES = /[\\/?*[\]:]/g;

/** Every text is typed as text, so that none is run as a formula. */
export function workbookOf(sheets: readonly Sheet[]): Promise<Blob> {
  return writeXlsxFile(
    sheets.map(({ name, columns, rows }) => ({
      sheet: name.replaceAll(NOT_IN_NAMES, ' ').slice(0, MAX_SHEET_NAME_LENGTH),
      data: [
        columns.map((column): Cell => ({ value: column, type: String, fontWeight: 'bold' })),
        ...rows.map((cells) => cells.map(cellOf)),
      ],
      columns: columns.map((column, index) => ({
        width: widthOf([column, ...cellsOf(rows, index)]),
      })),
      stickyRowsCount: 1,
    })),
  ).toBlob();
}

function cellOf(cell: TableCell): Cell {
  if (cell === null || cell === '') return null;
  return typeof cell === 'number'
    ? { value: cell, type: Number }
    : { value: inWorkbook(cell), type: String };
}

/**
 * Escapes characters that XML cannot hold or would change, and texts that look like such an escape (ECMA-376, part 1, section
 * 22.9.2.19).
 */
function inWorkbook(text: string): string {
  // The library looks texts up in an object, and would find the names of inherited properties there.
  if (text in {}) return escapedUnits(text.charAt(0)) + text.slice(1);
  return text.replaceAll(NOT_IN_CELLS, escapedUnits);
}

function escapedUnits(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `_x${unit.toString(16).toUpperCase().padStart(4, '0')}_`).join('');
}

function cellsOf(rows: Sheet['rows'], index: number): TableCell[] {
  return rows.map((cells) => cells[index] ?? null);
}

function widthOf(cells: readonly TableCell[]): number {
  const longest = cells.reduce<number>(
    (length, cell) => Math.max(length, String(cell ?? '').length),
    MIN_WIDTH,
  );
  return Math.min(longest + 2, MAX_WIDTH);
}
