/** Merged cells: what is shown stands in the first one; what the others still hold is never seen (formats.md §4.4). */
import { type Cell, EMPTY_CELL, MAX_COLUMNS, MAX_ROWS } from '../tables/table.ts';
import { UnreadableError } from '../reading/unreadable.ts';
import { columnNumber } from './column-names.ts';

/** Areas never overlap, so together they have no more cells, and no more rows, than a sheet has cells. */
const MAX_CLEARED = 2 * MAX_ROWS * MAX_COLUMNS;

/**
 * Empties the cells that others are merged over.
 *
 * @param rows changed in place
 * @param areas such as `A3:A4`
 * @throws UnreadableError if areas overlap so much that no program can have written them
 */
export function clearMerged(rows: Cell[][], areas: readonly string[]): void {
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
