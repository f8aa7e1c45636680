/** Tables as a workbook. Loaded when somebody downloads one: the library is larger than the page. */
import writeXlsxFile, { type Cell } from 'write-excel-file/universal';
import type { TableCell } from '../../../../../src/domain/csv.ts';
import type { SheetTable } from './sheets.ts';

/** In characters of the widest digit. */
const MIN_WIDTH = 8;
const MAX_WIDTH = 48;
/** Longer names are refused by Excel, and so are these characters. */
const MAX_SHEET_NAME_LENGTH = 31;
const NOT_IN_NAMES = /[\\/?*[\]:]/g;

/** Every text is typed as text, so that none is run as a formula. */
export function workbookOf(tables: readonly SheetTable[]): Promise<Blob> {
  return writeXlsxFile(
    tables.map(({ name, columns, rows }) => ({
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
  return typeof cell === 'number' ? { value: cell, type: Number } : { value: cell, type: String };
}

function cellsOf(rows: readonly TableCell[][], index: number): TableCell[] {
  return rows.map((cells) => cells[index] ?? null);
}

function widthOf(cells: readonly TableCell[]): number {
  const longest = cells.reduce<number>(
    (length, cell) => Math.max(length, String(cell ?? '').length),
    MIN_WIDTH,
  );
  return Math.min(longest + 2, MAX_WIDTH);
}
