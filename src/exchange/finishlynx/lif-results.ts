/** What a `.lif` says as a whole: its lanes, and what makes it unfit to be used. Pure. */
import type { WrongRow } from '../reading/reading.ts';
import type { Lif, LifRow } from './lif.ts';
import { type LifLane, type LifResults, laneOf, lifTimeMillis } from './lif-lane.ts';
import { separateVerdicts } from './photo-verdicts.ts';

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
