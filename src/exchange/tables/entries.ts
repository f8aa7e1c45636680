/** The entries of a race by its rows, without results: categories, planned starts and actual starts. Pure. */
import type { ReadEntry, ReadRacing, ReadStart } from '../reading/reading.ts';
import { lineOf } from './cells/cell-text.ts';
import type { StartColumn } from './columns/table-formats.ts';
import { cellOf, type RaceDraft, startOrder } from './race-drafts.ts';
import { momentOf, timeOfDayMillis } from './results/result-time.ts';
import type { RowResult } from './results/results.ts';
import type { SheetRow } from './sheet-rows.ts';
import { textCell } from './table.ts';

/** A row of an entry, with what is known of its result. */
interface EntryRow {
  row: SheetRow;
  result: RowResult;
}

interface EntriesOfRace {
  /** In the order of the rows. */
  entries: ReadEntry[];
  /** The column of starts says when the boats did start. */
  isActualStart: boolean;
  /** Some boats have planned starts of their own. */
  hasPlannedStarts: boolean;
}

/**
 * A column of starts has actual starts only where the race has results or finishes; else they are planned (racing.md, "The
 * office"). A start that all boats share is that of the race.
 */
export function entriesOf(rows: readonly EntryRow[], startColumn: StartColumn): EntriesOfRace {
  // A boat that did not start does not show that others did.
  const hasFinishes = rows.some(
    ({ result: { result, entry } }) => (result && result.status !== 'dns') || entry.finishedAt,
  );
  const hasStarts = rows.some(({ row }) => row.cells.start);
  const isActual = startColumn === 'boats' && hasFinishes && hasStarts;
  const isTakenOff = rows.some(
    ({ row: { cells }, result }) => result.entry.startedAt && !cells.startedAt && cells.start,
  );
  const starts = rows.map(({ row }) => startsOf(row, isActual || startColumn === 'race'));
  const planned = new Set(starts.map((start) => start && `${start.date} ${start.time}`));
  planned.delete(undefined);
  const hasPlannedStarts = planned.size > 1;
  const entries = rows.map(({ row, result }, index): ReadEntry => {
    const { category } = row.cells;
    const start = starts[index];
    const started = isActual && mayHaveStarted(result) ? momentOf(row.cells.start) : undefined;
    return {
      ...result.entry,
      ...(lineOf(category) !== '' && { category: lineOf(category) }),
      ...(hasPlannedStarts && start && { plannedStart: start }),
      ...(started && !result.entry.startedAt && { startedAt: started }),
    };
  });
  return { entries, isActualStart: isActual || isTakenOff, hasPlannedStarts };
}

/** The planned start of a boat: of its own column, else of that of starts, unless this has actual starts or those of races. */
function startsOf({ cells }: SheetRow, isActual: boolean): ReadStart | undefined {
  return momentOf(cells.plannedStart ?? (isActual ? undefined : cells.start));
}

function mayHaveStarted({ kind, result }: RowResult): boolean {
  return kind !== 'scratched' && result?.status !== 'dns';
}

/** The kind of a race, if a column has it: as types of CrewTimer, or words like ours. */
export function kindOf(draft: RaceDraft): Pick<ReadRacing, 'kind'> {
  const word = lineOf(cellOf(draft, 'raceType')).toLowerCase();
  if (/^(?:head|pursuit)/.test(word)) return { kind: 'head' };
  return /^(?:sprint|lanes)/.test(word) ? { kind: 'lanes' } : {};
}

/** The boats of a head race in the order of their starts; those without one come last, as in the file. */
export function inStartOrder<Entry extends ReadEntry>(lanes: readonly Entry[]): Entry[] {
  const times = lanes.map(({ startedAt, plannedStart }) => {
    const start = startedAt ?? plannedStart;
    return start === undefined ? null : timeOfDayMillis(textCell(start.time));
  });
  const order = startOrder(times);
  const rank = new Map(lanes.map((lane, index) => [lane, order[index] ?? 0]));
  return lanes.toSorted((a, b) => {
    const [first, second] = [rank.get(a) ?? 0, rank.get(b) ?? 0];
    return first === second ? 0 : first - second;
  });
}
