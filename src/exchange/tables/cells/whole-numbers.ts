/** Whole numbers that a program wrote with a point and a nought: `1.0` is race, round or lane 1. Pure. */
import type { Columns } from '../columns/columns.ts';
import type { Field } from '../columns/common-headings.ts';
import { type Cell, EMPTY_CELL, textCell } from '../table.ts';
import { lineOf } from './cell-text.ts';

const FIELDS: readonly Field[] = ['number', 'round', 'lane', 'bib'];
const WITH_NOUGHT = /^(\d{1,9})[.,]0$/;

type Rows = readonly (readonly Cell[])[];

/**
 * The rows of a table, the cells of such columns as whole numbers where all that are filled are written so: beside `1.1` or
 * `1a` it would be another number.
 *
 * @param first index of the first row below the headings
 */
export function withWholeNumbers(rows: Rows, first: number, { of }: Columns): Rows {
  const columns = FIELDS.flatMap((field) => of.get(field) ?? []).filter((column) => {
    const texts = rows.slice(first).map((row) => lineOf(row[column]));
    const filled = texts.filter((text) => text !== '');
    return filled.length > 0 && filled.every((text) => WITH_NOUGHT.test(text));
  });
  if (columns.length === 0) return rows;
  return rows.map((row, index) =>
    index < first
      ? row
      : row.map((cell, column) => (columns.includes(column) ? whole(cell) : cell)),
  );
}

function whole(cell: Cell): Cell {
  const number = WITH_NOUGHT.exec(lineOf(cell))?.[1];
  return number === undefined ? EMPTY_CELL : { ...cell, ...textCell(number) };
}
