/** What the person has put right about a paste: which column is what, and single cells. Pure; the draft keeps texts. */

/** A row of a paste as it was copied. */
interface PastedRow {
  line: number;
  cells: readonly string[];
}

/** The columns as the person has corrected them; a property is in one column. @param columns as a draft keeps them */
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

/** @returns `columns` with another property for one; empty: it is left out */
export function withColumn(columns: string, column: number, field: string): string {
  return JSON.stringify({ ...readKept(columns), [column]: field });
}

/** How a draft names a cell. */
export function cellName(line: number, column: number): string {
  return `${line} ${column}`;
}

/** The cells that were corrected, by their names. @param cells as a draft keeps them */
export function correctedCells(cells: string): ReadonlyMap<string, string> {
  return new Map(Object.entries(readKept(cells)));
}

/** @returns `cells` with another text for one */
export function withCell(cells: string, line: number, column: number, text: string): string {
  return JSON.stringify({ ...readKept(cells), [cellName(line, column)]: text });
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
  try {
    return JSON.parse(text || '{}') as Record<string, string>;
  } catch {
    return {};
  }
}
