/**
 * What the readers of files give: the crews, races, lanes and results of a file, as they stand there, what they may ask, and how
 * they give up.
 * Nothing is matched with an event yet, and no reader knows a database. (tools.md, "Import", "Details", "Ids and numbers")
 */
import { createHash } from 'node:crypto';
import type { EventFile } from '../../contract/event-file.ts';
import type { FileFault } from '../../contract/import.ts';
import { MAX_EXTERNAL_ID_LENGTH } from '../../contract/limits.ts';

/** As `--as` names them. */
export const FORMATS = [
  'csv',
  'xlsx',
  'finishlynx',
  'crewtimer',
  'regattacentral',
  'time-team',
  'drv',
  'raceclocker',
  'webscorer',
  'event',
] as const;

export type Format = (typeof FORMATS)[number];

/** A file, or what was pasted. */
export interface NamedFile {
  /** Its name without a folder; of what was pasted or piped, a word for it. */
  name: string;
  bytes: Uint8Array;
}

/** By question; values are checked by whoever uses them. */
export type Answers = Readonly<Partial<Record<QuestionId, unknown>>>;

/** What readers may know of the event that a file is for. */
export interface EventFacts {
  /** `null` where the event has no zone of its own yet. */
  timeZone: string | null;
  /** YYYY-MM-DD. */
  startDate: string;
  endDate: string;
  /** The event has no races, so that a file of results alone founds them; left out, it has some. */
  hasNoRaces?: boolean;
}

/** What cannot be known from a file. */
export interface Question {
  id: QuestionId;
  /** One or two sentences in English that a volunteer understands. */
  text: string;
  /** The likely answer; `null` where none is likelier than another. */
  proposed: unknown;
  /** Where only some answers are possible. */
  options?: readonly unknown[];
  /** What it is about: a column, a sheet, a row, a day label. */
  where?: string;
  /** The names or values that the text is about, for whoever asks in other words. */
  about?: readonly string[];
}

/** What a reader says of a row besides. Rows count from 1, as a spreadsheet shows them. */
export interface RowNote {
  row: number;
  text: string;
}

/** A row that is no race and no crew. */
export interface SkippedRow {
  row: number;
  reason: string;
}

/** A row that stops the import. */
export interface WrongRow {
  row: number;
  /** As the file calls it, or `null`. */
  column: string | null;
  reason: string;
}

export interface ReadCrew {
  /** The `externalId` that it gets where it is new: `<format>:<code or name>`. */
  externalId: string;
  /** Our own export says that it has no id: then it gets none, and is found by its name alone. */
  hasNoId?: true;
  name: string;
  /** Short code of the club, or its name. */
  clubId: string | null;
  /** From 1: which one it is of those of its name, id and club in its race; left out, the lanes of the race say it. */
  turn?: number;
  row: number;
}

/** A moment as a file prints it: the start of a race, or when a boat started and finished. */
export interface ReadStart {
  /** YYYY-MM-DD; `null`: not said. */
  date: string | null;
  /** HH:MM:SS, with thousandths where there are any; local. */
  time: string;
  /** A zone (`Europe/Berlin`) or an offset (`+02:00`) that stands in the file; `null`: that of the event. */
  zone: string | null;
}

export interface ReadResult {
  status: 'finished' | 'dns' | 'dnf' | 'dsq';
  /** Without the penalty. */
  finishMillis: number | null;
  penaltyMillis: number | null;
  /** As the file says it. */
  place: number | null;
  /** The time is what lies between the times of day of the lane, and stands nowhere else in the file. */
  isFromClocks?: true;
}

/** What a file says of an entry besides its result; what is left out is not said (racing.md, "The office"). */
export interface ReadEntry {
  category?: string;
  /** Taken off the time. */
  allowanceMillis?: number;
  outOfCompetition?: boolean;
  plannedStart?: ReadStart;
  /** When the boat crossed the start, and the finish, by the clocks there. */
  startedAt?: ReadStart;
  finishedAt?: ReadStart;
}

export interface ReadLane extends ReadEntry {
  /** Where the file says it apart from the label, as our own export does; otherwise the labels decide. */
  position?: number;
  /** Lane, bow number or what else is printed; `null` where the file has none. */
  label: string | null;
  /** Whether the label is a bow number, which says no position even where it is as small as a lane's. */
  isBib?: boolean;
  /** `null`: an empty lane. */
  crew: ReadCrew | null;
  /** `null`: no result yet. */
  result: ReadResult | null;
  /** The crew has withdrawn: it keeps its lane, and has no result. Only our own export says so. */
  withdrawn?: true;
  /** Whom a word such as "scratched" is about. Its lane is empty or, beside results, it did not start (tools.md, "Results"). */
  scratched?: ReadCrew;
  row: number;
}

/** What a file says of how a race is rowed; what is left out is not said. */
export interface ReadRacing {
  kind?: 'lanes' | 'head';
  startIntervalSeconds?: number;
  startedAt?: ReadStart;
  closed?: boolean;
  clockOffsetMillis?: number;
}

export interface ReadRace extends ReadRacing {
  /** The `externalId` that it gets where it is new, stable as tools.md says. */
  externalId: string;
  /** Our own export says that it has no id: then it gets none, and `externalId` only helps to find it. */
  hasNoId?: true;
  /** What is printed as its number, as text: "24a". */
  printed: string | null;
  /** Where that is an integer and the file has no other race of it. */
  raceNumber: number | null;
  title: string | null;
  boatClass: string | null;
  round: string | null;
  /** Number and round under which results may find the race as well; neither is printed nor stored. */
  elsewhere?: { number: string; round: string } | undefined;
  divisionLabel: string | null;
  distanceMeters: number | null;
  start: ReadStart | null;
  /** A start that all entries share stays theirs: only our own export says so. */
  hasOwnStarts?: true;
  /** The start is when it was started: a race that is planned already stays where it is. */
  isActualStart?: true;
  /** The day of a race without a time, where the file says it: YYYY-MM-DD. */
  day?: string;
  /** `undefined`: the file does not say. Only our own export does. */
  resultMode?: 'timed' | 'placesOnly';
  /** `undefined`: the file does not say. Only our own export does. */
  state?: 'planned' | 'cancelled' | 'postponed';
  notes: string | null;
  /** In the order of the file. Without a draw they hold crews without labels, or results by label or crew. */
  lanes: readonly ReadLane[];
  /** The categories of the race as races of their own, with the ids under which an earlier version made them. */
  parts?: readonly ReadRace[];
  /** Ids of races that are rowed in this one, by whoever starts several together. */
  joined?: readonly string[];
  row: number;
}

/** What a file has, as far as it could be read. */
export interface Reading {
  /** What it speaks of: a file that only has results never creates a race and draws no lanes where there is a draw. */
  carries: { crews: boolean; races: boolean; draw: boolean; results: boolean };
  /** A table of results without a column of times: races that it founds are ranked by places alone. */
  isWithoutTimes?: boolean;
  /** Whether Running Order wrote it as a start list for a timing computer: its numbers are then those of races. */
  isOwnStartList?: boolean;
  races: readonly ReadRace[];
  /** Also of crews that stand in no race. */
  crews: readonly ReadCrew[];
  skipped: readonly SkippedRow[];
  wrong: readonly WrongRow[];
  notes: readonly RowNote[];
}

/** A file that could be read. */
export interface ReadFile {
  format: Format;
  /** Tells one kind of sheet from another; answers are remembered under it. */
  layout: string;
  /** Those that `answers` did not settle. */
  questions: readonly Question[];
  /** `null` while a question must be answered before any row can be understood. */
  reading: Reading | null;
  /** Only of the file of a whole event: what it holds, or why it cannot be taken over. */
  whole?: EventFile | Unreadable;
}

/** A file that cannot be read. */
export interface Unreadable {
  /** One sentence: what is wrong, and what to do. */
  unreadable: string;
  /** The same as one of a few. */
  fault?: FileFault;
  /** Of a quotation mark that never closes: the row that it opens in. */
  from?: number;
  /** Of several files, the one that it is about; the sentence begins with it. */
  file?: string;
}

/** A reader of one format. Pure; it never throws. */
export type Reader = (
  file: NamedFile,
  answers: Answers,
  event: EventFacts,
) => ReadFile | Unreadable;

/** The file cannot be read; the message is the sentence that says why and what to do. */
export class UnreadableError extends Error {
  readonly fault: FileFault | undefined;

  constructor(message: string, fault?: FileFault) {
    super(message);
    this.fault = fault;
  }
}

/** Runs a reader. What it throws besides an {@link UnreadableError} is a defect of ours and passes through. */
export function orUnreadable(read: () => ReadFile | Unreadable): ReadFile | Unreadable {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    const { message, fault } = error;
    return { unreadable: message, ...(fault && { fault }) };
  }
}

/** Of the hash that keeps long ids apart, in hexadecimal digits. */
const HASH_LENGTH = 16;

/**
 * `<format>:<parts joined by colons>`; one that would be too long, or has control characters, which no id may have, is cut
 * and ends with a hash of the whole.
 *
 * @param parts what identifies a race or a crew in its file, so that the next version of the file gives the same
 */
export function externalIdOf(format: string, ...parts: readonly string[]): string {
  const whole = [format, ...parts.map((part) => part.normalize('NFC').trim())].join(':');
  const characters = [...whole.replaceAll(/\p{Cc}/gu, ' ')];
  if (characters.length <= MAX_EXTERNAL_ID_LENGTH && !/\p{Cc}/u.test(whole)) return whole;
  const hash = createHash('sha256').update(whole).digest('hex').slice(0, HASH_LENGTH);
  return `${characters.slice(0, MAX_EXTERNAL_ID_LENGTH - HASH_LENGTH - 1).join('')}~${hash}`;
}

/** A, B … Z, AA, AB … @param count from 1 */
export function letterOf(count: number): string {
  const before = count > 26 ? letterOf(Math.floor((count - 1) / 26)) : '';
  return before + String.fromCharCode(65 + ((count - 1) % 26));
}

/** What an import may ask (tools.md, "Details"; formats.md §4.5). */
export const QUESTION_IDS = [
  'zone',
  'dates',
  'times',
  'dateOrder',
  'columns',
  'sheet',
  'colonTime',
  'penalty',
  'exhibition',
  'emptyPlace',
  'scratch',
  'falseStart',
  'advanced',
  'sameName',
  'raceNumbers',
  'emptyLanes',
  'overwriteResults',
  'placesConflict',
  'status',
  'race',
  'rounds',
  'otherRegatta',
  'format',
  'encoding',
  'badTimes',
  'twelveHour',
  'decimalComma',
  'names',
  'unknownLanes',
] as const;

export type QuestionId = (typeof QUESTION_IDS)[number];

/** Asks what words stand for that no reader knows. */
export function askMeaning(words: Iterable<string>): string {
  const listed = Array.from(words, (word) => JSON.stringify(word)).join(', ');
  return `What does ${listed} mean? Answer with an object from each word to one of the options.`;
}
