/**
 * What the lists of timing apps have in common. Results are a time, a word, or nothing yet, with one question for all unknown
 * words. What an app writes as minutes stands as printed; hours without a fraction, seconds without minutes, and more hours
 * than anybody rows can be something else, and are asked about as in a sheet (formats.md §9). Of apps that know waves and
 * categories, who starts together rows one race, in which each category is ranked as well.
 */
import { statusWordOf } from '../tables/cells/status-words.ts';
import { askBadTimes, isLikely, unlikelyTimes } from '../tables/results/likely-times.ts';
import { LONGEST_MILLIS, type ReadTime, readResultTime } from '../tables/results/result-time.ts';
import { textCell } from '../tables/table.ts';
import { type Inquiry, textsByText } from './inquiry.ts';
import { askMeaning } from './questions.ts';
import type { Answers, Question, ReadRace } from './reading.ts';

type Status = 'dns' | 'dnf' | 'dsq';

/** `none`: no result yet. `bad`: digits that are no time. */
export type WrittenResult =
  | { kind: 'none' }
  | { kind: 'time'; millis: number }
  | { kind: 'status'; status: Status }
  | { kind: 'bad' };

/** As for the words of FinishLynx. */
const MEANINGS = ['none', 'dns', 'dnf', 'dsq'] as const;

interface WrittenTime {
  text: string;
  distanceMeters: number | null;
}

export class ResultWords {
  private readonly answers: ReadonlyMap<string, string>;
  /** Words that nobody knows, with the rows where they stand. */
  private readonly open = new Map<string, number[]>();
  private readonly inquiry: Inquiry;
  /** What the times that are asked about are meant to be, by their texts. */
  private readonly badTimes: ReadonlyMap<string, number | null>;

  /** @param times all of the file, as they are written */
  constructor(inquiry: Inquiry, { status }: Answers, times: readonly WrittenTime[]) {
    this.answers = textsByText(status) ?? new Map();
    this.inquiry = inquiry;
    this.badTimes = askBadTimes(doubtful(times), inquiry);
  }

  /** Until a word is explained it counts as no result, and never as a finish. */
  read(text: string, row: number): WrittenResult {
    const meant = this.badTimes.get(text);
    if (meant !== undefined) return timeOf(meant);
    const time = readResultTime(textCell(text));
    if (time.kind === 'time' || time.kind === 'none') return time;
    if (time.kind === 'colons') return this.colonTime(time);
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

  /** An app writes hours so, unless nobody rows for as many. */
  private colonTime({ asHours, asHundredths }: ReadTime & { kind: 'colons' }): WrittenResult {
    const text =
      'Some results have two colons, such as 1:08:30. Are they hours, minutes and seconds (hours), or minutes, seconds and hundredths (hundredths)?';
    const areHours = asHours !== null && asHours <= LONGEST_MILLIS;
    const options = areHours
      ? (['hours', 'hundredths'] as const)
      : (['hundredths', 'hours'] as const);
    const millis =
      this.inquiry.choose('colonTime', text, options) === 'hours' ? asHours : asHundredths;
    return millis === null ? { kind: 'bad' } : timeOf(millis);
  }

  private ask(word: string, row: number): void {
    const rows = this.open.get(word) ?? [];
    rows.push(row);
    this.open.set(word, rows);
  }

  questions(): Question[] {
    if (this.open.size === 0) return [];
    const rows = [...this.open.values()].flat().slice(0, 20);
    return [
      {
        id: 'status',
        text: askMeaning(this.open.keys()),
        proposed: null,
        options: MEANINGS,
        where: `rows ${rows.join(', ')}`,
      },
    ];
  }
}

/** Seconds without minutes that nobody rows in, and more hours than anybody rows. */
function doubtful(times: readonly WrittenTime[]): Map<string, string> {
  const cells = times.flatMap(({ text, distanceMeters }) => {
    const finish = textCell(text);
    const read = readResultTime(finish);
    return read.kind === 'time' || read.kind === 'colons' ? [{ finish, read, distanceMeters }] : [];
  });
  const unlikely = unlikelyTimes(cells, (millis, { finish, distanceMeters }) => {
    const isSeconds = /^\d{1,2}[.,]\d+$/.test(finish.text);
    return millis > LONGEST_MILLIS || (isSeconds && !isLikely(millis, distanceMeters));
  });
  return new Map([...unlikely].map(([{ finish }, proposed]) => [finish.text, proposed]));
}

function timeOf(millis: number | null): WrittenResult {
  return millis === null ? { kind: 'none' } : { kind: 'time', millis };
}

/** What of a row says with whom it starts. */
export interface OfWave {
  /** The number that the organiser has given the race; '' where there is none. It says more than the wave. */
  printed: string;
  wave: string;
  category: string;
  /** What those who start together have in common besides, such as the whole text of the wave. */
  together: string;
}

/** @returns the rows of each race, in the order of the first ones */
export function rowsByRace<Row>(rows: readonly Row[], of: (row: Row) => OfWave): Row[][] {
  const waves = Map.groupBy(rows, (row) => {
    const { printed, wave } = of(row);
    return JSON.stringify(printed ? [printed] : ['', wave]);
  });
  return [...waves.values()].flatMap((group) => {
    const isNumbered = group.some((row) => of(row).printed !== '');
    const areTogether = new Set(group.map((row) => of(row).together)).size === 1;
    return isNumbered || areTogether ? [group] : rowsByCategory(group, of);
  });
}

/** @returns the rows of each category of a race */
export function rowsByCategory<Row>(rows: readonly Row[], of: (row: Row) => OfWave): Row[][] {
  return [...Map.groupBy(rows, (row) => of(row).category).values()];
}

/**
 * A race with its categories as races of their own, as earlier versions read them; places that are those of the
 * categories are left out of the race where its times say the places.
 */
export function withParts(race: ReadRace, parts: readonly ReadRace[]): ReadRace {
  return parts.length > 1 ? { ...race, parts } : race;
}
