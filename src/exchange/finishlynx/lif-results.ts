/** What a `.lif` says as a whole: its lanes, and what makes it unfit to be used. Pure. */
import type { RowNote, WrongRow } from '../reading/reading.ts';
import { settlePlaces } from '../reading/settle-places.ts';
import type { Lif, LifRow } from './lif.ts';
import { type LifLane, type LifResults, laneOf, lifTimeMillis } from './lif-lane.ts';

/** Places are kept as they stand; equal times in different places become a millisecond apart, which is noted. */
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

/** What stands where the time should: no time, and no status either. */
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

/** Where all have one of the two, or both, the file can be used; else something is missing in it. */
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
 * The later of two boats that the photo has told apart gets a later time.
 *
 * @returns the lanes with times that give the places of the file; `wrong` where no times could
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
