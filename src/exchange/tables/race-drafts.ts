/** Rows put together to races by what identifies them, wherever they stand. */
import { DAY_MILLIS } from '../../contract/time-units.ts';
import type { RowNote, WrongRow } from '../reading/reading.ts';
import { lineOf } from './cells/cell-text.ts';
import type { Field } from './columns/common-headings.ts';
import { timeOfDayMillis } from './results/result-time.ts';
import type { SheetRow } from './sheet-rows.ts';
import type { Cell } from './table.ts';

export interface RaceDraft {
  /** What is printed as its number; '' where the table has none. */
  printed: string;
  round: string;
  /** From 1: which one it is of the races of this number and round. */
  occurrence: number;
  rows: SheetRow[];
}

/** Which rows are one race: those of one number and round, or also of one title. */
export type Identity = 'number-and-round' | 'number-and-title';

/** @returns races in the order of their first rows, and the rows that name no race */
export function raceDrafts(
  rows: readonly SheetRow[],
  identity: Identity,
): { drafts: RaceDraft[]; others: SheetRow[] } {
  const drafts = new Map<string, RaceDraft>();
  const others: SheetRow[] = [];
  const variants = new Map<string, string[]>();
  for (const row of rows) {
    const printed = lineOf(row.cells.number);
    const title = lineOf(row.cells.title);
    const round = lineOf(row.cells.round);
    if (printed === '' && title === '' && round === '') {
      others.push(row);
      continue;
    }
    const name = identity === 'number-and-round' ? [printed || title, round] : [printed || title];
    const group = JSON.stringify(name);
    const variant = lineOf(identity === 'number-and-round' ? row.cells.sequence : row.cells.title);
    const seen = variants.get(group) ?? [];
    if (!seen.includes(variant)) variants.set(group, [...seen, variant]);
    const occurrence = (variants.get(group) ?? []).indexOf(variant) + 1;
    const key = JSON.stringify([...name, occurrence]);
    const draft = drafts.get(key);
    if (draft) draft.rows.push(row);
    else drafts.set(key, { printed, round, occurrence, rows: [row] });
  }
  return { drafts: [...drafts.values()], others };
}

/** A property of a race: the first of its rows that has it says it. */
export function cellOf({ rows }: RaceDraft, field: Field): Cell | undefined {
  return rows.find(({ cells }) => lineOf(cells[field]) !== '')?.cells[field];
}

/** When a race starts: the first of its boats, where they start at several times. */
export function startCellOf(draft: RaceDraft): Cell | undefined {
  const field = cellOf(draft, 'start') ? 'start' : 'plannedStart';
  const cells = draft.rows.flatMap(({ cells: of }) => of[field] ?? []);
  const order = startOrder(cells.map(timeOfDayMillis));
  return cells[order.indexOf(Math.min(...order))] ?? cellOf(draft, field);
}

/**
 * Times of day in the order in which boats start, also past midnight: milliseconds since the first of them.
 *
 * @param times milliseconds since midnight; `null`, which comes last, where there is none
 */
export function startOrder(times: readonly (number | null)[]): number[] {
  const known = times.filter((time) => time !== null).sort((a, b) => a - b);
  // Nobody starts in the half of a day before the first one.
  const first = known.find((time, index) => {
    const before = known.at(index - 1) ?? time;
    return (time - before + DAY_MILLIS) % DAY_MILLIS > DAY_MILLIS / 2 || known[0] === known.at(-1);
  });
  return times.map((time) => {
    if (time === null) return Number.POSITIVE_INFINITY;
    return first === undefined ? time : (time - first + DAY_MILLIS) % DAY_MILLIS;
  });
}

/** Races whose rows have both another title and another time: their number stands for two. */
export function sharedNumbers(drafts: readonly RaceDraft[]): WrongRow[] {
  return drafts.flatMap((draft) => {
    const [first] = draft.rows;
    const { title, start } = first?.cells ?? {};
    if (first === undefined || lineOf(title) === '' || lineOf(start) === '') return [];
    const other = draft.rows.find(
      ({ cells }) =>
        ![lineOf(title), ''].includes(lineOf(cells.title)) &&
        ![lineOf(start), ''].includes(lineOf(cells.start)),
    );
    if (other === undefined) return [];
    const reason = `Race ${draft.printed} stands for two races, in rows ${first.row} and ${other.row}. Give one of them another number.`;
    return [{ row: other.row, column: 'number', reason }];
  });
}

/**
 * Rows of one race that contradict each other in what is true of the whole race.
 *
 * @param mayStartApart whether boats have starts of their own
 */
export function contradictions(drafts: readonly RaceDraft[], mayStartApart: boolean): RowNote[] {
  const fields = {
    ...{ title: 'titles', date: 'days', distance: 'distances' },
    ...(!mayStartApart && { start: 'times' }),
  };
  return drafts.flatMap((draft) =>
    Object.entries(fields).flatMap(([field, word]): RowNote[] => {
      const first = lineOf(cellOf(draft, field as Field));
      const other = draft.rows.find(({ cells }) => {
        const text = lineOf(cells[field as Field]);
        return text !== '' && text !== first;
      });
      if (!other) return [];
      const text = `Race ${draft.printed || first} has several ${word}; “${first}” is taken.`;
      return [{ row: other.row, text }];
    }),
  );
}
