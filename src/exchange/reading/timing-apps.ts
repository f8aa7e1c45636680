/**
 * Makes races and results of the rows of any timing app. A result is a time, a word, or nothing yet, with one question for
 * all unknown words. Minutes are read as printed; hours without a fraction, seconds without minutes, and more hours than any
 * race takes are ambiguous, and are asked about as in a sheet (formats.md §9). Where an app has waves and categories, boats
 * that start together row one race, in which each category is ranked as well.
 */
import { statusWordOf } from '../tables/cells/result-cells.ts';
import { askBadTimes, isLikely, unlikelyTimes } from '../tables/results/likely-times.ts';
import { LONGEST_MILLIS, type ReadTime, readResultTime } from '../tables/results/result-time.ts';
import { textCell } from '../tables/table.ts';
import { oneLine } from '../text/text.ts';
import { Inquiry, textsByText } from './inquiry.ts';
import { PersonNames } from './person-names.ts';
import {
  type Answers,
  askMeaning,
  externalIdOf,
  type Format,
  type Question,
  type ReadEntry,
  type ReadFile,
  type ReadLane,
  type ReadRace,
  type ReadResult,
  type RowNote,
  type WrongRow,
} from './reading.ts';

/** A file of an app. */
interface AppFile {
  format: Format;
  layout: string;
  /** How the app calls its columns. */
  columns: { name: string; time: string };
  /** The name of what the file times as a whole; '' where it has none. */
  name: string;
  rows: readonly AppRow[];
  /** The order of a race's lanes where it is not that of the rows. */
  sort?(lanes: readonly ReadLane[]): readonly ReadLane[];
}

/** A crew as an app lists it; texts are '' where it says nothing. */
export interface AppRow {
  /** In the file, from 1. */
  number: number;
  name: string;
  /** Identifies the crew in place of its name. */
  id: string;
  /** The race number that the organiser has given; it takes precedence over the wave. */
  printed: string;
  wave: string;
  category: string;
  /** What boats that start together have in common besides, such as the whole text of the wave. */
  together: string;
  time: string;
  distanceMeters: number | null;
  /** @returns the entry, or a sentence that says why its time is invalid */
  read(words: ResultWords): AppEntry | string;
}

/** The entry of a row. */
export interface AppEntry extends Omit<ReadEntry, 'category' | 'plannedStart'> {
  result: ReadResult | null;
  /** A remark for the import to show, after the name of the crew. */
  note?: string;
}

/** The results of crews, race by race: boats of one wave row one race, in which each category is ranked as well. */
export function resultsOfApp(file: AppFile, answers: Answers): ReadFile {
  const { format, layout, rows } = file;
  const inquiry = new Inquiry(answers);
  const words = new ResultWords(
    inquiry,
    answers,
    rows.map(({ time, distanceMeters }) => ({ text: time, distanceMeters })),
  );
  const names = new PersonNames(inquiry);
  const findings: Findings = { words, names, wrong: [], notes: [] };
  const lanes = new Map(rows.map((row) => [row, readLane(row, file, findings)]));
  const read = (of: readonly AppRow[]) => readRace(of, file, lanes);
  const races = rowsByRace(rows).map((of) => withParts(read(of), rowsByCategory(of).map(read)));
  return {
    format,
    layout,
    questions: [...inquiry.questions, ...words.questions()],
    reading: {
      carries: { crews: false, races: false, draw: false, results: true },
      races,
      crews: [],
      skipped: [],
      wrong: findings.wrong,
      notes: [...findings.notes, ...names.notes],
    },
  };
}

/** How rows are read, and what is found in them. */
interface Findings {
  words: ResultWords;
  names: PersonNames;
  wrong: WrongRow[];
  notes: RowNote[];
}

function readRace(
  rows: readonly AppRow[],
  { format, name, sort }: AppFile,
  lanesOf: ReadonlyMap<AppRow, readonly ReadLane[]>,
): ReadRace {
  const [{ printed = '', category = '', wave = '', distanceMeters = null, number = 1 } = {}] = rows;
  const isOne = rows.every((row) => row.category === category);
  // Where there are several categories, none of them names the race.
  const parts = isOne ? [category, wave] : [wave || name];
  const lanes = rows.flatMap((row) => lanesOf.get(row) ?? []);
  return {
    externalId: externalIdOf(format, ...(printed ? [printed] : parts)),
    printed: printed || null,
    raceNumber: /^[1-9]\d{0,8}$/.test(printed) ? Number(printed) : null,
    title: oneLine(parts.join(' ')) || null,
    boatClass: (isOne && category) || null,
    round: (isOne && wave) || null,
    divisionLabel: null,
    distanceMeters,
    start: null,
    notes: null,
    lanes: sort?.(lanes) ?? lanes,
    row: number,
  };
}

function readLane(
  row: AppRow,
  { format, columns }: AppFile,
  { words, names, wrong, notes }: Findings,
): ReadLane[] {
  const { number, category } = row;
  const name = names.of(row.name, number);
  if (name === '') {
    const reason = `The row has no ${columns.name.toLowerCase()}.`;
    wrong.push({ row: number, column: columns.name, reason });
    return [];
  }
  const entry = row.read(words);
  if (typeof entry === 'string') {
    wrong.push({ row: number, column: columns.time, reason: entry });
    return [];
  }
  const { result, note, ...said } = entry;
  if (note !== undefined) notes.push({ row: number, text: `${name} ${note}` });
  const externalId = externalIdOf(format, row.id || name);
  const crew = { externalId, name, clubId: null, row: number };
  return [{ label: null, crew, result, row: number, ...(category && { category }), ...said }];
}

type Status = 'dns' | 'dnf' | 'dsq';

/** `none`: no result yet. `bad`: digits that are no time. */
type WrittenResult =
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
  /** Unknown words, with the rows in which they are. */
  private readonly open = new Map<string, number[]>();
  private readonly inquiry: Inquiry;
  /** The answers for doubtful times, by their texts: milliseconds, or `null` for no result. */
  private readonly badTimes: ReadonlyMap<string, number | null>;

  /** @param times all of the file, as they are written */
  constructor(inquiry: Inquiry, { status }: Answers, times: readonly WrittenTime[]) {
    this.answers = textsByText(status) ?? new Map();
    this.inquiry = inquiry;
    this.badTimes = askBadTimes(doubtful(times), inquiry);
  }

  /** Reads a result. An unknown word is no result until it is explained, and never a finish. */
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

  /** Two colons are proposed to be hours, unless no race takes that many. */
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
        // No proposal, as in other files: a wrong guess would let boats finish that never started.
        proposed: Object.fromEntries([...this.open.keys()].map((word) => [word, null])),
        options: MEANINGS,
        where: `rows ${rows.join(', ')}`,
      },
    ];
  }
}

/** Doubtful times: seconds without minutes that are unlikely for the distance, and times longer than any race takes. */
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

/** @returns the rows of each race, in the order of the first ones */
function rowsByRace(rows: readonly AppRow[]): AppRow[][] {
  const waves = Map.groupBy(rows, ({ printed, wave }) =>
    JSON.stringify(printed ? [printed] : ['', wave]),
  );
  return [...waves.values()].flatMap((group) => {
    const isNumbered = group.some(({ printed }) => printed !== '');
    const areTogether = new Set(group.map(({ together }) => together)).size === 1;
    return isNumbered || areTogether ? [group] : rowsByCategory(group);
  });
}

/** @returns the rows of each category of a race */
function rowsByCategory(rows: readonly AppRow[]): AppRow[][] {
  return [...Map.groupBy(rows, ({ category }) => category).values()];
}

/** A race with its categories as races of their own, as earlier versions read them; without them if there is only one. */
function withParts(race: ReadRace, parts: readonly ReadRace[]): ReadRace {
  return parts.length > 1 ? { ...race, parts } : race;
}
