/**
 * Reads numbers in cells: race numbers, and which cells do not fit in among them (formats.md §9); and whole numbers that a
 * program wrote with a decimal: `1.0` is race, round or lane 1. Pure.
 */
import type { Columns } from '../columns/columns.ts';
import { type Field, OF_A_RACE } from '../columns/common-headings.ts';
import { areMostlyNumbers, isOddNumber, raceNumbers } from '../columns/number-column.ts';
import { type Cell, EMPTY_CELL, textCell } from '../table.ts';
import { lineOf } from './cell-text.ts';

export interface NumberCells {
  /** The cell reduced to its number: `11` of `11.`, `#11` and `11 of 40`. */
  read(cell: Cell): Cell;
  /** Whether a text is no number although the others are: a total, a sentence. */
  isOdd(text: string): boolean;
}

type Rows = readonly (readonly Cell[])[];

/** @param rows below the headings */
export function numberCells(rows: Rows, columns: Columns): NumberCells {
  const isNumbered = areMostlyNumbers(numbersIn(rowsOfRaces(rows, columns), columns));
  const numberOf = raceNumbers(numbersIn(rows, columns));
  return {
    read: (cell) => {
      const text = lineOf(cell);
      const number = numberOf(text);
      return number === text ? cell : textCell(number);
    },
    isOdd: (text) => isNumbered && isOddNumber(text),
  };
}

/** The filled cells of the column. */
function numbersIn(rows: Rows, { of }: Columns): string[] {
  const column = of.get('number');
  if (column === undefined) return [];
  return rows.map((row) => lineOf(row[column])).filter((text) => text !== '');
}

/** The rows with a value that a total does not have, so that totals do not count; all rows if none has one. */
function rowsOfRaces(rows: Rows, { of, lanes, places }: Columns): Rows {
  const marks = [
    ...[...OF_A_RACE, 'bib' as const].map((field) => of.get(field) ?? -1),
    ...[...lanes, ...places].map(({ column }) => column),
  ];
  const marked = rows.filter((row) => marks.some((column) => lineOf(row[column]) !== ''));
  return marked.length > 0 ? marked : rows;
}

const FIELDS: readonly Field[] = ['number', 'round', 'lane', 'bib'];
const WITH_NOUGHT = /^(\d{1,9})[.,]0$/;

/**
 * The rows, with `1.0` replaced by `1` in those columns of `FIELDS` where all filled cells are written so: beside `1.1` or
 * `1a` it would be another number.
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
