/** Groups rows into races, wherever the rows of a race are; and joins races that are started together into one. Pure. */
import { MAX_RACE_LABEL_LENGTH } from '../../contract/limits.ts';
import { DAY_MILLIS } from '../../contract/time-units.ts';
import { externalIdOf, type RowNote, type WrongRow } from '../reading/reading.ts';
import { lineOf } from './cells/cell-text.ts';
import type { Field } from './columns/common-headings.ts';
import { timeOfDayMillis } from './results/result-time.ts';
import type { SheetRow } from './sheet-rows.ts';
import { type Cell, textCell } from './table.ts';

export interface RaceDraft {
  /** The printed number; '' where the table has none. */
  printed: string;
  round: string;
  /** From 1: its number among the races of this number and round. */
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

/** A property of a race, from the first of its rows that has it. */
export function cellOf({ rows }: RaceDraft, field: Field): Cell | undefined {
  return rows.find(({ cells }) => lineOf(cells[field]) !== '')?.cells[field];
}

/** The start of a race: that of its first boat, if the boats start at several times. */
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
  // The first start is the one that no other precedes by less than half a day.
  const first = known.find((time, index) => {
    const before = known.at(index - 1) ?? time;
    return (time - before + DAY_MILLIS) % DAY_MILLIS > DAY_MILLIS / 2 || known[0] === known.at(-1);
  });
  return times.map((time) => {
    if (time === null) return Number.POSITIVE_INFINITY;
    return first === undefined ? time : (time - first + DAY_MILLIS) % DAY_MILLIS;
  });
}

/** The numbers that two races share: the rows of one have both different titles and different times. */
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

interface CombinedRaces {
  rows: SheetRow[];
  /** By the number of the first race: the ids that the others would have as races of their own. */
  joined: ReadonlyMap<string, readonly string[]>;
}

/** The fields of a race as a whole. */
const OF_THE_RACE: readonly Field[] = [
  ...(['number', 'title', 'date', 'round', 'distance', 'boatClass', 'notes', 'raceType'] as const),
];

/**
 * Joins races that are started together, by CrewTimer's column "Combine": the rows of all become rows of the first one, with
 * its number and title, and the title of each race becomes the category of its crews (racing.md, "The office").
 *
 * @param prefix of ids of this format
 */
export function combineRaces(
  rows: readonly SheetRow[],
  { prefix }: { prefix: string },
): CombinedRaces {
  const groups = Map.groupBy(rows, ({ cells }) => lineOf(cells.combine));
  const firsts = new Map<string, SheetRow>();
  const joined = new Map<string, string[]>();
  for (const [combine, members] of groups) {
    if (combine === '') continue;
    const numbers = [...new Set(members.map(({ cells }) => lineOf(cells.number)))];
    // The first race has its own number in the column, or only the others have it.
    const first = rows.find(({ cells }) => lineOf(cells.number) === combine) ?? members[0];
    const number = lineOf(first?.cells.number);
    const others = numbers.filter((each) => each !== number);
    if (first === undefined || others.length === 0) continue;
    for (const each of [number, ...others]) firsts.set(each, first);
    joined.set(
      number,
      others.map((each) => externalIdOf(prefix, each)),
    );
  }
  return { rows: rows.map((row) => combined(row, firsts.get(lineOf(row.cells.number)))), joined };
}

function combined(row: SheetRow, first: SheetRow | undefined): SheetRow {
  if (first === undefined) return row;
  const { cells } = row;
  const name = Array.from(lineOf(cells.title)).slice(0, MAX_RACE_LABEL_LENGTH).join('').trim();
  const isOwnStart = /^(?:head|pursuit)/i.test(lineOf(cells.raceType));
  const ofFirst = isOwnStart ? OF_THE_RACE : [...OF_THE_RACE, 'start' as const];
  const others = Object.entries(cells).filter(([field]) => !ofFirst.includes(field as Field));
  const shared = ofFirst.flatMap((field) => {
    const cell = first.cells[field];
    return cell === undefined ? [] : [[field, cell] as const];
  });
  return {
    row: row.row,
    cells: {
      ...Object.fromEntries([...others, ...shared]),
      ...(!cells.category && name !== '' && { category: textCell(name) }),
    },
  };
}
