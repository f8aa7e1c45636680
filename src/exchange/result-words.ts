/** Results as the lists of timing apps write them: a time, a word, or nothing yet. One question for all unknown words. */
import { textsByText } from './inquiry.ts';
import type { Answers, Question } from './reading.ts';
import { readResultTime } from './tables/result-time.ts';
import { statusWordOf } from './tables/status-words.ts';
import { textCell } from './tables/table.ts';

type Status = 'dns' | 'dnf' | 'dsq';

/** `none`: no result yet. `bad`: digits that are no time. */
export type WrittenResult =
  | { kind: 'none' }
  | { kind: 'time'; millis: number }
  | { kind: 'status'; status: Status }
  | { kind: 'bad' };

/** As for the words of FinishLynx. */
const MEANINGS = ['none', 'dns', 'dnf', 'dsq'] as const;

export class ResultWords {
  private readonly answers: ReadonlyMap<string, string>;
  /** Words that nobody knows, with the rows where they stand. */
  private readonly open = new Map<string, number[]>();

  constructor({ status }: Answers) {
    this.answers = textsByText(status) ?? new Map();
  }

  /** Until a word is explained it counts as no result, and never as a finish. */
  read(text: string, row: number): WrittenResult {
    const time = readResultTime(textCell(text));
    if (time.kind === 'time' || time.kind === 'none') return time;
    if (time.kind === 'colons') {
      const { asHours } = time;
      return asHours === null ? { kind: 'bad' } : { kind: 'time', millis: asHours };
    }
    const word = time.text;
    const known = statusWordOf(word);
    if (known === 'dns' || known === 'dnf' || known === 'dsq')
      return { kind: 'status', status: known };
    if (known === 'scratch') return { kind: 'status', status: 'dns' };
    if (time.kind === 'bad') return { kind: 'bad' };
    const meaning = MEANINGS.find((one) => one === this.answers.get(word));
    if (meaning === undefined) this.ask(word, row);
    return meaning === undefined || meaning === 'none'
      ? { kind: 'none' }
      : { kind: 'status', status: meaning };
  }

  private ask(word: string, row: number): void {
    const rows = this.open.get(word) ?? [];
    rows.push(row);
    this.open.set(word, rows);
  }

  questions(): Question[] {
    if (this.open.size === 0) return [];
    const listed = [...this.open.keys()].map((word) => JSON.stringify(word)).join(', ');
    const rows = [...this.open.values()].flat().slice(0, 20);
    return [
      {
        id: 'status',
        text: `What does ${listed} mean? Answer with an object from each word to one of the options.`,
        proposed: null,
        options: MEANINGS,
        where: `rows ${rows.join(', ')}`,
      },
    ];
  }
}
