/** A `.lif` file, one race as FinishLynx saves it: its header and its rows, as they stand there (formats.md §1.1). */
import { decodeText } from '../text/text.ts';
import { fieldsOf, linesOf } from './fields.ts';

export interface LifRow {
  /** The line it stands on, from 1. */
  row: number;
  place: string;
  id: string;
  lane: string;
  last: string;
  first: string;
  affiliation: string;
  time: string;
  /** How many fields it has. */
  width: number;
}

export interface Lif {
  /** Texts, as "027A" or "Champ Semi". */
  event: string;
  round: string;
  heat: string;
  name: string;
  /** When the race was started, by the clock of the timing computer, without a date: `11:08:53.1692`; '' where it has none. */
  start: string;
  rows: readonly LifRow[];
  /** A letter was not in the code page of the timing computer, and has been left out. */
  lostLetters: boolean;
}

/** What is known of a file: a race; that it is probably still being written; or that it is no such file. */
export type LifState = { lif: Lif } | { unfinished: string } | { unreadable: string };

/** As many as an import takes; a race has a dozen. */
const MAX_ROWS = 5000;
const MIN_HEADER_FIELDS = 3;
/** Index of the start in the header. */
const START_FIELD = 10;
const MIN_ROW_FIELDS = 7;
/** Of a row that FinishLynx writes. */
const USUAL_FIELDS = 17;

/** Reads a file, and judges whether it is whole (formats.md §6.2, requirement 4). Never throws. */
export function parseLif(bytes: Uint8Array): LifState {
  const { text: raw, encoding } = decodeText(bytes);
  // Over a network the size may be there before the content is.
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
  if (lines.length > MAX_ROWS) return { unreadable: `it has more than ${MAX_ROWS} rows` };
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
  // A row that ends with its time says nothing about whether the time is whole.
  return (rows.at(-1)?.width ?? 0) < Math.max(expected, MIN_ROW_FIELDS + 1);
}
