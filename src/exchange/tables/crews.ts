/** The crews of a table, as its rows tell them apart. */
import { MAX_CLUB_ID_LENGTH, MAX_CREW_NAME_LENGTH } from '../../contract/limits.ts';
import { externalIdOf } from '../reading/external-id.ts';
import type { ReadCrew, WrongRow } from '../reading/reading.ts';
import { isLonger, lineOf } from './cells/cell-text.ts';
import { statusWordOf } from './cells/status-words.ts';
import type { SheetRow } from './sheet-rows.ts';

/** Words for nobody: an empty lane. */
const NOBODY =
  /^(?:[-–—_.*]+|x|empty|leer|frei|vrij|leeg|libre|vide|bye|tba|tbd|n\.?\s?n\.?|no race|なし|空き)$/iu;

export class CrewBook {
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

  /** By the code of the entry; the name tells apart those of another name with the same code. */
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
