/** Tables as CSV that spreadsheets open as they are (RFC 4180). Pure. */

/** Numbers stay numbers; an empty cell is `null`. */
export type TableCell = string | number | null;

interface Table {
  columns: readonly string[];
  rows: readonly (readonly TableCell[])[];
}

/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';
/** What makes a spreadsheet run a cell: a formula, or a tab or line break before one (OWASP, "CSV injection"). */
const RUNS = /^[\s\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;
/** @param separator `;` in languages with decimal commas, because their spreadsheets expect it; numbers get commas then */
export function csvOf({ columns, rows }: Table, separator: ',' | ';'): string {
  return BYTE_ORDER_MARK + linesOf([columns, ...rows], separator);
}

/** The lines of some rows, for a table that is written in parts; its first part is `csvOf` of the columns without rows. */
export function linesOf(rows: Table['rows'], separator: ',' | ';'): string {
  return rows
    .map((cells) => `${cells.map((cell) => fieldOf(cell, separator)).join(separator)}\r\n`)
    .join('');
}

function fieldOf(cell: TableCell, separator: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') {
    const text = String(cell);
    return separator === ';' ? text.replace('.', ',') : text;
  }
  // After an apostrophe, spreadsheets read a cell as text.
  const safe = RUNS.test(cell) ? `'${cell}` : cell;
  const isPlain = !safe.includes(separator) && !/["\r\n]/.test(safe) && safe === safe.trim();
  return isPlain ? safe : `"${safe.replaceAll('"', '""')}"`;
}
