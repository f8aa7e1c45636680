/**
 * The question `names`, for the crews of any file: persons behind their names are not stored unless somebody says that
 * they are none (formats.md §9; tools.md, "Import"). Whoever is named there stands in no question and in no note.
 */
import type { Inquiry } from './inquiry.ts';
import type { RowNote } from './reading.ts';
import { withoutPersons } from '../tables/cells/persons.ts';

export class PersonNames {
  /** Of the crews that are stored without a person, each once. */
  readonly notes: RowNote[] = [];
  private readonly inquiry: Inquiry;
  private firstRow: number | undefined;

  constructor(inquiry: Inquiry) {
    this.inquiry = inquiry;
  }

  /** The name of a crew as it is to be stored. */
  of(name: string, row: number): string {
    const crew = withoutPersons(name);
    if (crew === undefined || this.ask(row) === 'keep') return name;
    const text = `“${crew.slice(0, 60)}” is stored without the person behind it.`;
    const last = this.notes.at(-1);
    if (last?.row !== row || last.text !== text) this.notes.push({ row, text });
    return crew;
  }

  private ask(row: number): 'strip' | 'keep' {
    this.firstRow ??= row;
    const where = `row ${this.firstRow}`;
    const text = `Behind the names of some crews, the first of them in ${where}, names of persons seem to stand in brackets or behind a dash. Are they left out (strip), or are they no persons and stay (keep)?`;
    return this.inquiry.choose('names', text, ['strip', 'keep'], where);
  }
}
