/** Handicaps of a table in milliseconds that are taken off: by their own columns, one cell for each boat. */
import { readAllowance } from '../../../domain/results/read-allowance.ts';
import type { RowNote } from '../../reading/reading.ts';
import { lineOf } from '../cells/cell-text.ts';
import type { SheetRow } from '../sheet-rows.ts';
import type { Cell } from '../table.ts';

export interface Allowances {
  /** Of a row; `undefined` where it says none that can be read. */
  of(row: SheetRow): number | undefined;
  notes: RowNote[];
}

/** @param rows of a whole table, as one cell does not say whether the handicaps are seconds or factors */
export function allowancesOf(rows: readonly SheetRow[]): Allowances {
  const given = rows.filter(({ cells }) => lineOf(cells.allowance) !== '');
  const [first] = given;
  if (first === undefined) return { of: () => undefined, notes: [] };
  if (given.every(({ cells }) => isFactor(lineOf(cells.allowance)))) {
    const text = 'The handicaps are factors, and are not read: seconds are, such as 90 or 1:30.';
    return { of: () => undefined, notes: [{ row: first.row, text }] };
  }
  const millis = new Map<SheetRow, number>();
  const notes = given.flatMap((row): RowNote[] => {
    const read = allowanceOf(row);
    if (typeof read === 'number') millis.set(row, read);
    return typeof read === 'string' ? [{ row: row.row, text: read }] : [];
  });
  return { of: (row) => millis.get(row), notes };
}

/** `0.95`, `1.000`: nobody gets half a second or one and a half. */
function isFactor(text: string): boolean {
  return /^[01][.,]\d{1,4}$/.test(text) && Math.abs(Number(text.replace(',', '.')) - 1) <= 0.5;
}

/** @returns milliseconds; a sentence where it is left out; nothing where there is none */
function allowanceOf({ cells }: SheetRow): number | string | undefined {
  const written = lineOf(cells.allowance).slice(0, 60);
  const type = lineOf(cells.handicapType).slice(0, 60);
  if (type !== '' && !/^(?:manual|seconds|time|none)$/i.test(type))
    return `Handicaps of the type “${type}” are worked out by the timing program: they come with its results.`;
  const millis = millisIn(cells.allowance);
  if (millis === undefined) return `“${written}” is no handicap such as 90, 90 s or 1:30.`;
  const multiplier = Number(lineOf(cells.handicapMultiplier).replace(',', '.') || 1);
  return millis === null ? undefined : Math.round(millis * (multiplier > 0 ? multiplier : 1));
}

function millisIn(cell: Cell | undefined): number | null | undefined {
  const isLength = cell?.kind === 'duration' || cell?.kind === 'time';
  return isLength ? Math.round(cell.millis) || null : readAllowance(lineOf(cell));
}
