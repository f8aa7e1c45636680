/** A table as a sheet holds it: what the readers of CSV and of workbooks have in common. */

/** One cell. Cells of text files are texts; a workbook also knows numbers, dates, times and durations. */
export type Cell = CellContent & {
  /** Its text is struck through, as a workbook can say. */
  isStruck?: true;
};

type CellContent =
  | { kind: 'text'; text: string }
  | { kind: 'number'; text: string; value: number }
  /** A day, with a time of day where the cell has one. */
  | { kind: 'date'; text: string; date: string; millisOfDay: number | null }
  /** A time of day: milliseconds since midnight. */
  | { kind: 'time'; text: string; millis: number }
  /** A length of time, such as a cell of the number format `[h]:mm:ss.000` or `mm:ss.0`. */
  | { kind: 'duration'; text: string; millis: number };

export interface Table {
  /** The name of the sheet, else of the file. */
  name: string;
  /** The separator between the cells of a text file. */
  separator?: string;
  /** Row 1 first, as a spreadsheet counts; empty rows keep their place. Rows may differ in length. */
  rows: readonly (readonly Cell[])[];
}

/** A cell with nothing in it, also one that another cell was merged over. */
export const EMPTY_CELL: Cell = { kind: 'text', text: '' };

/** A cell of a text file. */
export function textCell(text: string): Cell {
  return text === '' ? EMPTY_CELL : { kind: 'text', text };
}
