/**
 * Parses FinishLynx's files without interpreting them: `.lif`, one race with its header and its rows (formats.md §1.1);
 * `.evt`, `.sch` and `.ppl`, start lists, their order and the people in them (§1.4). They quote less than CSV does (§1.2).
 */
import { MAX_IMPORT_ROWS } from '../../contract/limits.ts';
import { decodeText } from '../text/text.ts';
import type { Identity } from './numbers.ts';
import { isOwnStartList } from './write-start-list.ts';

export interface Person {
  last: string;
  first: string;
  affiliation: string;
}

interface EvtEntry extends Person {
  /** Its line, from 1. */
  row: number;
  /** "" and "0" mean none, for lanes too. */
  id: string;
  lane: string;
}

export interface LifRow extends EvtEntry {
  place: string;
  time: string;
  /** How many fields it has. */
  width: number;
}

export interface Lif extends Identity {
  name: string;
  /** When the race was started, by the clock of the timing computer, without a date: `11:08:53.1692`; '' where it has none. */
  start: string;
  rows: readonly LifRow[];
  /** A letter was not in the code page of the timing computer, and has been left out. */
  lostLetters: boolean;
}

/** The state of a file: a race; probably still being written, and why; or no such file, and why. */
export type LifState = { lif: Lif } | { unfinished: string } | { unreadable: string };

const MIN_HEADER_FIELDS = 3;
/** Index of the start in the header. */
const START_FIELD = 10;
const MIN_ROW_FIELDS = 7;
/** The number of fields of a row that FinishLynx writes. */
const USUAL_FIELDS = 17;

/** Reads a file, and judges whether it is whole (formats.md §6.2, requirement 4). Never throws. */
export function parseLif(bytes: Uint8Array): LifState {
  const { text: raw, encoding } = decodeText(bytes);
  // On a network share, a file may have its full size before its content has arrived.
  if (/\0{4}|\0$/.test(raw)) return { unfinished: 'it ends in zeros' };
  if (encoding.startsWith('utf-16') && bytes.length % 2 === 1) {
    return { unfinished: 'its last letter is cut' };
  }
  const text = raw.replaceAll('\0', '');
  const [head, ...lines] = linesOf(text);
  if (!head) return { unfinished: 'it is empty' };
  const [event = '', round = '', heat = '', name = '', ...others] = fieldsOf(head.line);
  if (others.length + 4 < MIN_HEADER_FIELDS || lines.length === 0) {
    const what = lines.length === 0 ? 'it has no row yet' : 'its first line is cut';
    return { unfinished: what };
  }
  if (lines.length > MAX_IMPORT_ROWS)
    return { unreadable: `it has more than ${MAX_IMPORT_ROWS} rows` };
  const rows = lines.map(rowOf);
  const broken = isCut(text, rows);
  if (broken) return { unfinished: 'its last line is cut' };
  const short = rows.find(({ width }) => width < MIN_ROW_FIELDS);
  if (short) return { unreadable: `line ${short.row} has fewer than ${MIN_ROW_FIELDS} fields` };
  const start = (others[START_FIELD - 4] ?? '').trim();
  return { lif: { event, round, heat, name, start, rows, lostLetters: raw.includes('\0') } };
}

/** Milliseconds since midnight, cut to whole ones; `null` where the header has no start. */
export function startMillisOf({ start }: Pick<Lif, 'start'>): number | null {
  const [, hours, minutes, seconds, fraction = ''] =
    /^(\d{1,2}):(\d{2}):(\d{2})(?:\.(\d{1,4}))?$/.exec(start) ?? [];
  const isClock = Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60;
  if (hours === undefined || !isClock) return null;
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return whole * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3));
}

function rowOf({ row, line }: { row: number; line: string }): LifRow {
  const fields = fieldsOf(line);
  const [place = '', id = '', lane = '', last = '', first = '', affiliation = '', time = ''] =
    fields;
  return { row, place, id, lane, last, first, affiliation, time, width: fields.length };
}

/** Without a line break at the end, the last line may be cut: `6:41.2` is a part of `6:41.25`. */
function isCut(text: string, rows: readonly LifRow[]): boolean {
  if (/[\r\n]/.test(text.slice(text.trimEnd().length))) return false;
  const others = rows.slice(0, -1).map(({ width }) => width);
  const expected = others.length === 0 ? USUAL_FIELDS : Math.max(...others);
  // Where a row ends with its time, the time may be cut, and nothing shows it.
  return (rows.at(-1)?.width ?? 0) < Math.max(expected, MIN_ROW_FIELDS + 1);
}

/** The lines of a text with their numbers from 1; blank ones are left out. */
function linesOf(text: string): { row: number; line: string }[] {
  return text
    .split(/\r\n|\n|\r/)
    .map((line, index) => ({ row: index + 1, line }))
    .filter(({ line }) => line.trim() !== '');
}

/**
 * The fields of a line, trimmed. A field is quoted only where it begins with a quotation mark and the next one stands
 * directly before a comma or the end; every other quotation mark is part of a name.
 */
function fieldsOf(line: string): string[] {
  const fields: string[] = [];
  for (let at = 0; at <= line.length; ) {
    const quoted = /^\s*"((?:[^"]|"")*)"(?=,|$)/.exec(line.slice(at, at + MAX_QUOTED_LENGTH));
    if (line[at] === '"' && quoted) {
      fields.push(plain((quoted[1] ?? '').replaceAll('""', '"')));
      at += quoted[0].length + 1;
      continue;
    }
    const comma = line.indexOf(',', at);
    const end = comma === -1 ? line.length : comma;
    fields.push(plain(line.slice(at, end)));
    at = end + 1;
  }
  return fields;
}

/** Without control characters, which no name or number has. */
function plain(field: string): string {
  return field.replaceAll(/\p{Cc}+/gu, ' ').trim();
}

/** Limits the search for a closing mark: a line of many quotation marks would take quadratic time. */
const MAX_QUOTED_LENGTH = 1000;

export interface EvtRace extends Identity {
  row: number;
  name: string;
  distance: string;
  entries: EvtEntry[];
}

export interface StartList {
  /** Whether its first line says that Running Order wrote it. */
  isOwn: boolean;
  races: EvtRace[];
  /** Lines that were not read, and why. */
  skipped: { row: number; reason: string }[];
}

/** Reads a `.evt` file. */
export function parseEvt(bytes: Uint8Array): StartList {
  const races: EvtRace[] = [];
  const skipped: StartList['skipped'] = [];
  const { text } = decodeText(bytes);
  for (const { row, line } of contentLines(text)) {
    if (line.startsWith('\\')) {
      skipped.push({ row, reason: 'it sets a status, which start lists have no place for' });
    } else if (/^[\t ,]/.test(line)) {
      const race = races.at(-1);
      if (race) race.entries.push(entryOf(row, line));
      else skipped.push({ row, reason: 'it is an entry before any event' });
    } else races.push(raceOf(row, line));
  }
  return { isOwn: isOwnStartList(bytes), races, skipped };
}

/** Reads a `.sch` file. @returns event, round and heat of each race, in the order of racing */
export function parseSch(bytes: Uint8Array): Identity[] {
  return contentLines(decodeText(bytes).text).map(({ line }) => {
    const [event = '', round = '', heat = ''] = fieldsOf(line);
    return { event, round: round || '1', heat: heat || '1' };
  });
}

/** Reads a `.ppl` file. @returns the people by id */
export function parsePpl(bytes: Uint8Array): Map<string, Person> {
  const people = new Map<string, Person>();
  for (const { line } of contentLines(decodeText(bytes).text)) {
    const [id = '', last = '', first = '', affiliation = ''] = fieldsOf(line);
    if (id !== '') people.set(id, { last, first, affiliation });
  }
  return people;
}

/** Without comments and blank lines. */
function contentLines(text: string): { row: number; line: string }[] {
  return linesOf(text.replaceAll('\0', '')).filter(({ line }) => !line.startsWith(';'));
}

function raceOf(row: number, line: string): EvtRace {
  const fields = fieldsOf(line);
  const [event = '', round = '', heat = '', name = ''] = fields;
  return { row, event, round, heat, name, distance: fields[9] ?? '', entries: [] };
}

function entryOf(row: number, line: string): EvtEntry {
  // A comma alone begins an entry; after a tab or blanks the comma may follow.
  const fields = fieldsOf(line.replace(/^[\t ]*,?/, ''));
  const [id = '', lane = '', last = '', first = '', affiliation = ''] = fields;
  return { row, id, lane, last, first, affiliation };
}
