/** The crews of a table: one for each name, however many races it is in. */
import { MAX_CLUB_ID_LENGTH, MAX_CREW_NAME_LENGTH } from '../../contract/limits.ts';
import { externalIdOf } from '../external-id.ts';
import type { Inquiry } from '../inquiry.ts';
import { letterOf } from '../letters.ts';
import type { ReadCrew, WrongRow } from '../reading.ts';
import { isLonger, lineOf } from './cell-text.ts';
import type { SheetRow } from './sheet-rows.ts';
import { statusWordOf } from './status-words.ts';

/** Words for nobody: an empty lane. */
const NOBODY =
  /^(?:[-–—_.*]+|x|empty|leer|frei|vrij|leeg|libre|vide|bye|tba|tbd|n\.?\s?n\.?|no race|なし|空き)$/iu;

export class CrewBook {
  readonly wrong: WrongRow[] = [];
  private readonly byName = new Map<string, ReadCrew>();
  private readonly ids = new Set<string>();
  private readonly prefix: string;
  private readonly inquiry: Inquiry;

  /** @param prefix of the ids: `csv`, `crewtimer` */
  constructor(prefix: string, inquiry: Inquiry) {
    this.prefix = prefix;
    this.inquiry = inquiry;
  }

  get crews(): ReadCrew[] {
    return [...this.byName.values()];
  }

  /**
   * The crews of the rows of one race; `null` for an empty lane. Two of one name are numbered, because names are what
   * tells crews apart.
   */
  ofRace(rows: readonly SheetRow[]): (ReadCrew | null)[] {
    const names = rows.map((row) => crewNameOf(row));
    const repeated = new Set(
      names.filter((name, index) => name !== '' && names.indexOf(name) !== index),
    );
    const counted = new Map<string, number>();
    return rows.map((row, index) => {
      const name = names[index] ?? '';
      if (!repeated.has(name)) return this.crewOf(row, name);
      const count = (counted.get(name) ?? 0) + 1;
      counted.set(name, count);
      const text = `There are two crews of one name in a race, such as “${name.slice(0, 60)}”. Are they numbered A, B in the order of the file?`;
      const isNumbered = this.inquiry.ask(
        { id: 'sameName', text, proposed: true, options: [true, false] },
        asBoolean,
      );
      if (isNumbered) return this.crewOf(row, `${name} ${letterOf(count)}`, true);
      if (count > 1) {
        const reason = `“${name.slice(0, 60)}” stands twice in this race. Give one of them another name.`;
        this.wrong.push({ row: row.row, column: 'crew', reason });
      }
      return this.crewOf(row, name);
    });
  }

  private crewOf({ row, cells }: SheetRow, name: string, isNumbered = false): ReadCrew | null {
    if (name === '') return null;
    if (isLonger(name, MAX_CREW_NAME_LENGTH)) {
      const reason = `The name has more than ${MAX_CREW_NAME_LENGTH} characters.`;
      this.wrong.push({ row, column: 'crew', reason });
      return null;
    }
    const known = this.byName.get(name);
    const club = lineOf(cells.clubCode) || lineOf(cells.club);
    const clubId = club === '' ? null : Array.from(club).slice(0, MAX_CLUB_ID_LENGTH).join('');
    if (known) {
      known.clubId ??= clubId;
      return known;
    }
    // Of two crews with one code, the name tells which is which.
    const code = isNumbered ? '' : lineOf(cells.crewId);
    const id = externalIdOf(this.prefix, code || name);
    const externalId = this.ids.has(id) ? externalIdOf(this.prefix, name) : id;
    const crew = { externalId, name, clubId, row };
    this.ids.add(externalId);
    this.byName.set(name, crew);
    return crew;
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

function asBoolean(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}
