/**
 * Interprets a `.lif`: its lanes, the faults that make it unusable, and the meaning of each row: a result, or something that
 * only a person can decide (formats.md §1.2, §1.3). Pure.
 */
import type { ReadResult, RowNote, WrongRow } from '../reading/reading.ts';
import { settlePlaces } from '../reading/settle-places.ts';
import type { Lif, LifRow } from './files.ts';

/** The results of a file. Places are kept; equal times with different places are set a millisecond apart, which is noted. */
export function lifResults(lif: Lif): LifResults {
  const rows = lif.rows.filter(({ place, time, lane }) => place + time + lane !== '');
  const wrong = [...repeatedLanes(rows), ...rows.flatMap((row) => wrongTime(row, rows))];
  const lanes = rows.map(laneOf);
  if (wrong.length > 0) return { lanes, notes: [], wrong };
  const missing = halfFinished(lanes);
  if (missing.length > 0) return { lanes, notes: [], wrong: missing };
  const separated = separateVerdicts(lanes);
  const lost = { row: 1, text: 'A letter was missing in the file and has been left out.' };
  const notes = [...(lif.lostLetters ? [lost] : []), ...coarseTimes(rows), ...separated.notes];
  return { ...separated, notes };
}

/** FinishLynx may be set to tenths; then many boats seem to have one time (formats.md §6.2, requirement 21). */
function coarseTimes(rows: readonly LifRow[]): LifResults['notes'] {
  const times = rows.map(({ time }) => time).filter((time) => lifTimeMillis(time));
  if (times.length < 2 || times.some((time) => /\.\d{2}/.test(time))) return [];
  const text = 'No time has more than one decimal: set the precision in FinishLynx to thousandths.';
  return [{ row: 1, text }];
}

function repeatedLanes(rows: readonly LifRow[]): WrongRow[] {
  const seen = new Set<string>();
  return rows.flatMap(({ row, lane }) => {
    const number = lane.replace(/^0+(?=\d)/, '');
    if (number === '' || !seen.has(number)) {
      seen.add(number);
      return [];
    }
    return [{ row, column: 'lane', reason: `lane ${lane} stands in the file twice` }];
  });
}

/** The fault of a row whose time is neither a time nor a status. */
function wrongTime({ row, time, width }: LifRow, rows: readonly LifRow[]): WrongRow[] {
  if (time === '' || lifTimeMillis(time) !== null) return [];
  const isMoved = width > narrowest(rows);
  if (!isMoved && /^[\p{L}.]+$/u.test(time)) return [];
  const why = isMoved ? '; a comma in a name has probably moved it' : '';
  return [{ row, column: 'time', reason: `"${time.slice(0, 40)}" is no time${why}` }];
}

function narrowest(rows: readonly LifRow[]): number {
  return rows.reduce((least, { width }) => Math.min(least, width), Number.MAX_SAFE_INTEGER);
}

/** The faults of a file in which only some of the finished boats have a place, or only some a time: some are missing then. */
function halfFinished(lanes: readonly LifLane[]): WrongRow[] {
  const finishes = lanes.flatMap(({ row, outcome }) =>
    outcome.kind === 'result' && outcome.result.status === 'finished'
      ? [{ row, ...outcome.result }]
      : [],
  );
  const missing = (name: 'place' | 'finishMillis', column: string, reason: string): WrongRow[] => {
    const without = finishes.filter((finish) => finish[name] === null);
    if (without.length === finishes.length) return [];
    return without.map(({ row }) => ({ row, column, reason }));
  };
  return [
    ...missing('place', 'place', 'there is a time without a place'),
    ...missing('finishMillis', 'time', 'there is a place without a time'),
  ];
}

interface Placed {
  lane: LifLane;
  place: number;
  totalMillis: number;
}

/**
 * Where the finish photo has separated boats with equal times, the later one gets a later time.
 *
 * @returns the lanes with times from which the places of the file follow; `wrong` if no times could do so
 */
function separateVerdicts(lanes: readonly LifLane[]): LifResults {
  const placed = lanes.flatMap(placedOf).sort((a, b) => a.place - b.place);
  const settled = settlePlaces(placed);
  const contradictory = new Set('contradictory' in settled ? settled.contradictory : []);
  let ahead = 0;
  const wrong = placed.flatMap((boat, at): WrongRow[] => {
    if (placed[at - 1]?.place !== boat.place) ahead = at;
    // A file has all boats, so a place is one more than there are boats ahead.
    return contradictory.has(at) || boat.place !== ahead + 1 ? [contradiction(boat)] : [];
  });
  if (wrong.length > 0 || !('addedMillis' in settled)) return { lanes, notes: [], wrong };
  const later = new Map(placed.map((boat, at) => [boat.lane, settled.addedMillis[at] ?? 0]));
  const notes = placed.flatMap((boat) => verdictNote(boat, later.get(boat.lane) ?? 0));
  return { lanes: lanes.map((lane) => withMillis(lane, later.get(lane) ?? 0)), notes, wrong };
}

function placedOf(lane: LifLane): Placed[] {
  if (lane.outcome.kind !== 'result') return [];
  const { place, finishMillis, status } = lane.outcome.result;
  return status === 'finished' && place !== null && finishMillis !== null
    ? [{ lane, place, totalMillis: finishMillis }]
    : [];
}

function withMillis(lane: LifLane, addedMillis: number): LifLane {
  if (addedMillis === 0 || lane.outcome.kind !== 'result') return lane;
  const { result } = lane.outcome;
  const finishMillis = (result.finishMillis ?? 0) + addedMillis;
  return { ...lane, outcome: { kind: 'result', result: { ...result, finishMillis } } };
}

function verdictNote({ lane, place }: Placed, addedMillis: number): RowNote[] {
  if (addedMillis === 0) return [];
  const boat = lane.lane === null ? (lane.names[0] ?? 'A boat') : `Lane ${lane.lane}`;
  const text = `${boat} has the time of the boat before it, but place ${place}: it gets ${addedMillis} ms more.`;
  return [{ row: lane.row, text }];
}

function contradiction({ lane, place }: Placed): WrongRow {
  return {
    row: lane.row,
    column: 'place',
    reason: `place ${place} contradicts the times of the file`,
  };
}

/** The meaning of a row. */
export type LifOutcome =
  | { kind: 'result'; result: ReadResult }
  /** Neither place nor time: did not start, did not finish, or has not come in. */
  | { kind: 'none' }
  /** A disqualification, or the race is started again. */
  | { kind: 'falseStart' }
  | { kind: 'advanced' }
  | { kind: 'unknown'; word: string };

export interface LifLane {
  row: number;
  /** `null` where none is given. */
  lane: string | null;
  id: string | null;
  /** Possible names of the crew, the likeliest first; FinishLynx cuts them at 31 characters. */
  names: readonly string[];
  outcome: LifOutcome;
}

export interface LifResults {
  lanes: readonly LifLane[];
  notes: readonly RowNote[];
  /** Faults that make the whole file unusable. */
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

function laneOf(row: LifRow): LifLane {
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
  // A status may be in the column of times.
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
 * A time in milliseconds, from the digits alone. A fourth decimal is rounded up, as FinishLynx rounds.
 *
 * @returns `null` for what is no time; 0 for `0.00`
 */
function lifTimeMillis(text: string): number | null {
  const found = TIME.exec(text);
  if (!found) return null;
  const [, hours = '0', minutes = '0', seconds = '0', fraction = ''] = found;
  if (found[2] !== undefined && (seconds.length > 2 || Number(seconds) > 59)) return null;
  if (found[1] !== undefined && Number(minutes) > 59) return null;
  const tenThousandths = Number(fraction.padEnd(4, '0'));
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return whole * 1000 + Math.ceil(tenThousandths / 10);
}
