/** What the row of a lane of a `.lif` means: a result, or what only a person can say (formats.md §1.2, §1.3). Pure. */
import type { ReadResult, RowNote, WrongRow } from '../reading/reading.ts';
import type { LifRow } from './lif.ts';

/** What a row says of its boat. */
export type LifOutcome =
  | { kind: 'result'; result: ReadResult }
  /** Neither place nor time: did not start, did not finish, or has not come in. */
  | { kind: 'none' }
  /** A disqualification, or a restart that follows. */
  | { kind: 'falseStart' }
  | { kind: 'advanced' }
  | { kind: 'unknown'; word: string };

export interface LifLane {
  row: number;
  /** `null` where none is given. */
  lane: string | null;
  id: string | null;
  /** What may be the crew's name, the likeliest first; cut by FinishLynx at 31 characters. */
  names: readonly string[];
  outcome: LifOutcome;
}

export interface LifResults {
  lanes: readonly LifLane[];
  notes: readonly RowNote[];
  /** What makes the file unfit to be used at all. */
  wrong: readonly WrongRow[];
}

const STATUS_WORDS: Readonly<Record<string, LifOutcome['kind'] | 'dns' | 'dnf' | 'dsq'>> = {
  DNS: 'dns',
  NP: 'dns',
  AB: 'dns',
  SCR: 'dns',
  SC: 'dns',
  SCRATCH: 'dns',
  SCRATCHED: 'dns',
  DNF: 'dnf',
  DQ: 'dsq',
  DSQ: 'dsq',
  DISQ: 'dsq',
  FS: 'falseStart',
  ADV: 'advanced',
};

/** What a row says. */
export function laneOf(row: LifRow): LifLane {
  const { last, first, affiliation } = row;
  // With a first name, the last name is a person's, which is never read.
  const names = (first === '' ? [last, affiliation] : [affiliation]).filter((name) => name !== '');
  return {
    row: row.row,
    lane: row.lane === '' ? null : row.lane,
    id: row.id === '' || row.id === '0' ? null : row.id,
    names,
    outcome: outcomeOf(row),
  };
}

function outcomeOf({ place, time }: LifRow): LifOutcome {
  const millis = lifTimeMillis(time) || null;
  // A status may stand in the column of times.
  const word = /^\d*$/.test(place) && time !== '' && lifTimeMillis(time) === null ? time : place;
  if (/^[1-9]\d{0,4}$/.test(word)) return finished(millis, Number(word));
  if (word === '') return millis === null ? { kind: 'none' } : finished(millis, null);
  const key = word.toUpperCase().replaceAll('.', '');
  const meaning = Object.hasOwn(STATUS_WORDS, key) ? STATUS_WORDS[key] : undefined;
  if (meaning === 'falseStart' || meaning === 'advanced') return { kind: meaning };
  if (meaning !== 'dns' && meaning !== 'dnf' && meaning !== 'dsq') return { kind: 'unknown', word };
  const result = { status: meaning, finishMillis: millis, penaltyMillis: null, place: null };
  return { kind: 'result', result };
}

function finished(finishMillis: number | null, place: number | null): LifOutcome {
  return {
    kind: 'result',
    result: { status: 'finished', finishMillis, penaltyMillis: null, place },
  };
}

/** `SS.cc`, `M:SS.cc`, `H:MM:SS.cc`, with up to four decimals. */
const TIME = /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,5})(?:\.(\d{1,4}))?$/;

/**
 * In milliseconds, from the digits alone. A fourth decimal is rounded up, as FinishLynx rounds.
 *
 * @returns `null` for what is no time; 0 for `0.00`
 */
export function lifTimeMillis(text: string): number | null {
  const found = TIME.exec(text);
  if (!found) return null;
  const [, hours = '0', minutes = '0', seconds = '0', fraction = ''] = found;
  if (found[2] !== undefined && (seconds.length > 2 || Number(seconds) > 59)) return null;
  if (found[1] !== undefined && Number(minutes) > 59) return null;
  const tenThousandths = Number(fraction.padEnd(4, '0'));
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return whole * 1000 + Math.ceil(tenThousandths / 10);
}
