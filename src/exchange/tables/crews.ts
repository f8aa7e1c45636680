/**
 * The crews of a table, by name, code and club; and the questions about their cells: persons after the names, and names that
 * are struck through.
 */
import { MAX_CLUB_ID_LENGTH, MAX_CREW_NAME_LENGTH } from '../../contract/limits.ts';
import type { Inquiry } from '../reading/inquiry.ts';
import { PersonNames } from '../reading/person-names.ts';
import { externalIdOf, type ReadCrew, type RowNote, type WrongRow } from '../reading/reading.ts';
import { isLonger, lineOf } from './cells/cell-text.ts';
import { statusWordOf } from './cells/result-cells.ts';
import type { SheetRow } from './sheet-rows.ts';
import { textCell } from './table.ts';

/** Words for nobody: an empty lane. */
const NOBODY =
  /^(?:[-–—_.*]+|x|empty|leer|frei|vrij|leeg|libre|vide|bye|tba|tbd|n\.?\s?n\.?|no race|なし|空き)$/iu;

export class CrewRegistry {
  readonly wrong: WrongRow[] = [];
  /** By name, code, club and turn. */
  private readonly byKey = new Map<string, ReadCrew>();
  /** The name that each id was given to. */
  private readonly ids = new Map<string, string>();
  private readonly prefix: string;

  /** @param prefix of the ids: `csv`, `crewtimer` */
  constructor(prefix: string) {
    this.prefix = prefix;
  }

  get crews(): ReadCrew[] {
    return [...this.byKey.values()];
  }

  /** The crews of the rows of one race; `null` for an empty lane. Whether two of one name are one is not decided here. */
  ofRace(rows: readonly SheetRow[]): (ReadCrew | null)[] {
    const counted = new Map<string, number>();
    return rows.map((row) => {
      const name = crewNameOf(row);
      if (name === '' || this.isTooLong(name, row)) return null;
      const code = lineOf(row.cells.crewId);
      const club = lineOf(row.cells.clubCode) || lineOf(row.cells.club);
      const identity = JSON.stringify([name, code, club]);
      const turn = (counted.get(identity) ?? 0) + 1;
      counted.set(identity, turn);
      const key = `${identity} ${turn}`;
      const crew = this.byKey.get(key) ?? {
        externalId: this.idOf(code, name),
        name,
        clubId: club === '' ? null : Array.from(club).slice(0, MAX_CLUB_ID_LENGTH).join(''),
        turn,
        row: row.row,
      };
      this.byKey.set(key, crew);
      return crew;
    });
  }

  private isTooLong(name: string, { row }: SheetRow): boolean {
    if (!isLonger(name, MAX_CREW_NAME_LENGTH)) return false;
    const reason = `The name has more than ${MAX_CREW_NAME_LENGTH} characters.`;
    this.wrong.push({ row, column: 'crew', reason });
    return true;
  }

  /** The id is made of the code of the entry; of the name, if a crew with another name has the code already. */
  private idOf(code: string, name: string): string {
    const id = externalIdOf(this.prefix, code || name);
    const holder = this.ids.get(id) ?? name;
    this.ids.set(id, holder);
    return holder === name ? id : externalIdOf(this.prefix, name);
  }
}

/** '' where a row has no crew: an empty cell, a word for nobody, or a status instead of a name. */
export function crewNameOf({ cells }: SheetRow): string {
  const name = lineOf(cells.crew) || lineOf(cells.club);
  if (name === '' || NOBODY.test(name.slice(0, 40)) || isStatus(name)) return '';
  const suffix = lineOf(cells.crewSuffix);
  return suffix === '' || suffix.length > 2 ? name : `${name} ${suffix}`;
}

const EMPTIES = ['dns', 'dnf', 'dsq', 'scratch', 'cancelled'] as const;

function isStatus(name: string): boolean {
  const word = statusWordOf(name);
  // "SC" and "AK" are clubs, too.
  return name.length > 2 && EMPTIES.some((each) => each === word);
}

interface CrewCells {
  rows: SheetRow[];
  notes: RowNote[];
}

/** The rows with the crews as they are to be stored. */
export function settleCrewCells(rows: readonly SheetRow[], inquiry: Inquiry): CrewCells {
  const named = settlePersons(rows, inquiry);
  const struck = settleStruck(named.rows, inquiry);
  return { rows: struck.rows, notes: [...named.notes, ...struck.notes] };
}

/** Removes the persons after names; a name that is struck through stays so. */
function settlePersons(rows: readonly SheetRow[], inquiry: Inquiry): CrewCells {
  const names = new PersonNames(inquiry);
  const named = rows.map((row) => {
    const field = lineOf(row.cells.crew) === '' ? 'club' : 'crew';
    const cell = row.cells[field];
    const written = lineOf(cell);
    const name = names.of(written, row.row);
    if (name === written) return row;
    const isStruck = cell?.isStruck && { isStruck: cell.isStruck };
    return { ...row, cells: { ...row.cells, [field]: { ...textCell(name), ...isStruck } } };
  });
  return { rows: named, notes: names.notes };
}

/** Asks about struck names: most such boats have withdrawn. A status in the row takes precedence. */
function settleStruck(rows: readonly SheetRow[], inquiry: Inquiry): CrewCells {
  const struck = rows.filter((row) => {
    const cell = lineOf(row.cells.crew) === '' ? row.cells.club : row.cells.crew;
    return cell?.isStruck === true && crewNameOf(row) !== '';
  });
  const [first] = struck;
  if (first === undefined) return { rows: [...rows], notes: [] };
  const text =
    'Some crews are struck through. Are they withdrawn (withdrawn), or do they row (racing)?';
  const answer = inquiry.choose('scratch', text, ['withdrawn', 'racing'], {
    where: `row ${first.row}`,
  });
  const notes = struck.map((row) => ({
    row: row.row,
    text: `“${crewNameOf(row).slice(0, 60)}” is struck through${answer === 'withdrawn' ? ' and counts as withdrawn' : ''}.`,
  }));
  if (answer === 'racing') return { rows: [...rows], notes };
  const withdrawn = rows.map((row) =>
    struck.includes(row) && lineOf(row.cells.status) === ''
      ? { ...row, cells: { ...row.cells, status: textCell('withdrawn') } }
      : row,
  );
  return { rows: withdrawn, notes };
}
