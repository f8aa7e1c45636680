/**
 * Races that are started together, as CrewTimer's column "Combine" says: the rows of all are rows of the first one, whose
 * number and name the race has, and what each race was called is the category of its crews (racing.md, "The office"). Pure.
 */
import { MAX_RACE_LABEL_LENGTH } from '../../contract/limits.ts';
import { externalIdOf } from '../reading/reading.ts';
import { lineOf } from './cells/cell-text.ts';
import type { Field } from './columns/common-headings.ts';
import type { TableFormat } from './columns/table-formats.ts';
import type { SheetRow } from './sheet-rows.ts';
import { textCell } from './table.ts';

interface CombinedRaces {
  rows: SheetRow[];
  /** By the number of the first race: the ids of the others, under which each of them would stand alone. */
  joined: ReadonlyMap<string, readonly string[]>;
}

/** What is true of a race as a whole. */
const OF_THE_RACE: readonly Field[] = [
  ...(['number', 'title', 'date', 'round', 'distance', 'boatClass', 'notes', 'raceType'] as const),
];

export function combineRaces(
  rows: readonly SheetRow[],
  { prefix }: Pick<TableFormat, 'prefix'>,
): CombinedRaces {
  const groups = Map.groupBy(rows, ({ cells }) => lineOf(cells.combine));
  const firsts = new Map<string, SheetRow>();
  const joined = new Map<string, string[]>();
  for (const [combine, members] of groups) {
    if (combine === '') continue;
    const numbers = [...new Set(members.map(({ cells }) => lineOf(cells.number)))];
    // The first race says so itself, or is only named by the others.
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
