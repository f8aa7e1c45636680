/** Rows of a table that name no race: entries, or results and lanes that have nowhere to go. */
import type { RowNote, WrongRow } from '../reading/reading.ts';
import { lineOf } from './cells/cell-text.ts';
import type { ResultReader } from './results/results.ts';
import type { SheetRow } from './sheet-rows.ts';

/** What rows that name no race say of one all the same: it would be lost without a word. */
export function withoutRace(
  rows: readonly SheetRow[],
  results: ResultReader,
): { wrong: WrongRow[]; notes: RowNote[] } {
  const wrong = rows
    .filter((row) => results.hasResult(row))
    .map(({ row }) => ({ row, column: null, reason: NO_RACE }));
  const drawn = rows.find(({ cells }) => lineOf(cells.lane) !== '');
  const isNoted = drawn !== undefined && wrong.length === 0;
  return { wrong, notes: isNoted ? [{ row: drawn.row, text: NO_RACE_OF_LANES }] : [] };
}

const NO_RACE =
  'The row names no race, so that its result has nowhere to go. Add a column with the number of the race.';
const NO_RACE_OF_LANES =
  'The rows name no race: their lanes are not read. Add a column with the number of the race.';
