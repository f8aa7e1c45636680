/**
 * What the readers of files return: the crews, races, lanes and results of a file, unchanged, the questions about it, and the
 * error of a file that cannot be read.
 * Nothing is matched with an event yet, and no reader knows a database. (tools.md, "Import", "Details", "Ids and numbers")
 */
import { createHash } from 'node:crypto';
import type { EventFile } from '../../contract/event-file.ts';
import type { FileFault } from '../../contract/import.ts';
import { MAX_EXTERNAL_ID_LENGTH } from '../../contract/limits.ts';

/** The formats, as `--as` names them. */
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

/** By question; a value is checked where it is used. */
export type Answers = Readonly<Partial<Record<QuestionId, unknown>>>;

/** What readers may know of the event that a file is for. */
export interface EventFacts {
  /** `null` where the event has no zone of its own yet. */
  timeZone: string | null;
  /** YYYY-MM-DD. */
  startDate: string;
  endDate: string;
  /** The event has no races, so that a file of results alone creates them; left out, it has some. */
  hasNoRaces?: boolean;
}

/** A question about what a file does not tell. */
export interface Question {
  id: QuestionId;
  /** One or two sentences in English that a volunteer understands. */
  text: string;
  /** The likely answer; `null` where none is likelier than another. */
  proposed: unknown;
  /** The possible answers, if there are only some. */
  options?: readonly unknown[];
  /** What it is about: a column, a sheet, a row, a day label. */
  where?: string;
  /** The names or values in the text, for a page that words the question itself. */
  about?: readonly string[];
}

/** A remark of a reader about a row. Rows count from 1, as a spreadsheet shows them. */
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
  /** The `externalId` that a new crew gets: `<format>:<code or name>`. */
  externalId: string;
  /** Our own export says that it has no id: then it gets none, and is found by its name alone. */
  hasNoId?: true;
  name: string;
  /** Short code of the club, or its name. */
  clubId: string | null;
  /** From 1: its number among crews of its race with the same name, id and club; left out, the order of the lanes says it. */
  turn?: number;
  row: number;
}

/** A moment as a file prints it: the start of a race, or when a boat started and finished. */
export interface ReadStart {
  /** YYYY-MM-DD; `null`: not in the file. */
  date: string | null;
  /** HH:MM:SS, with thousandths where there are any; local. */
  time: string;
  /** A zone (`Europe/Berlin`) or an offset (`+02:00`) in the file; `null`: the zone of the event. */
  zone: string | null;
}

export interface ReadResult {
  status: 'finished' | 'dns' | 'dnf' | 'dsq';
  /** Without the penalty. */
  finishMillis: number | null;
  penaltyMillis: number | null;
  /** The place in the file. */
  place: number | null;
  /** The time was computed from the times of day of the lane; the file has it nowhere else. */
  isFromClocks?: true;
}

/** The facts of an entry besides its result; one that is left out is not in the file (racing.md, "The office"). */
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
  /** The position, where the file has it beside the label, as our own export does; otherwise the labels decide. */
  position?: number;
  /** Lane, bow number or what else is printed; `null` where the file has none. */
  label: string | null;
  /** Whether the label is a bow number, from which no position follows, however small it is. */
  isBib?: boolean;
  /** `null`: an empty lane. */
  crew: ReadCrew | null;
  /** `null`: no result yet. */
  result: ReadResult | null;
  /** The crew has withdrawn: it keeps its lane, and has no result. Only our own export says so. */
  withdrawn?: true;
  /** The crew called "scratched" or the like. Its lane is empty or, beside results, it did not start (tools.md, "Results"). */
  scratched?: ReadCrew;
  row: number;
}

/** How a race is rowed; what is left out is not in the file. */
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
  /** The printed number, as text: "24a". */
  printed: string | null;
  /** The printed number, if it is an integer that no other race of the file has. */
  raceNumber: number | null;
  title: string | null;
  boatClass: string | null;
  round: string | null;
  /** Number and round under which results may find the race as well; neither is printed nor stored. */
  elsewhere?: { number: string; round: string } | undefined;
  divisionLabel: string | null;
  distanceMeters: number | null;
  start: ReadStart | null;
  /** A start that all entries share is still one of the entries, not of the race: only our own export says so. */
  hasOwnStarts?: true;
  /** `start` is when the race was started; if the race exists, its planned start is not changed. */
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
  /** The ids of the races that are rowed in this one, because several are started together. */
  joined?: readonly string[];
  row: number;
}

/** What a file has, as far as it could be read. */
export interface Reading {
  /** What it contains. Results alone create races only in an event without any, and draw no lanes where there is a draw. */
  carries: { crews: boolean; races: boolean; draw: boolean; results: boolean };
  /** A table of results without a column of times: races that it creates are ranked by places alone. */
  isWithoutTimes?: boolean;
  /** Whether Running Order wrote it as a start list for a timing computer: its numbers are then those of races. */
  isOwnStartList?: boolean;
  races: readonly ReadRace[];
  /** Including crews that are in no race. */
  crews: readonly ReadCrew[];
  skipped: readonly SkippedRow[];
  wrong: readonly WrongRow[];
  notes: readonly RowNote[];
}

/** A file that could be read. */
export interface ReadFile {
  format: Format;
  /** Identifies one kind of sheet; answers are remembered under it. */
  layout: string;
  /** The questions that `answers` leave open. */
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
  /** What is wrong, as a code. */
  fault?: FileFault;
  /** The row in which a quotation mark opens that never closes. */
  from?: number;
  /** The name of the file, where there are several; `unreadable` begins with it. */
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

/** Runs a reader, and returns an {@link UnreadableError} as a value. Any other error is a bug and is thrown on. */
export function orUnreadable(read: () => ReadFile | Unreadable): ReadFile | Unreadable {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    const { message, fault } = error;
    return { unreadable: message, ...(fault && { fault }) };
  }
}

/** The length, in hexadecimal digits, of the hash that makes shortened ids differ. */
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

/** The text of the question about the meaning of unknown words. */
export function askMeaning(words: Iterable<string>): string {
  const listed = Array.from(words, (word) => JSON.stringify(word)).join(', ');
  return `What does ${listed} mean? Answer with an object from each word to one of the options.`;
}
