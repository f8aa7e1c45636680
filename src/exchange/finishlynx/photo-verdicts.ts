/** The places of a `.lif` beside its times: the later of two boats that the photo has told apart gets a later time. */
import type { RowNote, WrongRow } from '../reading/reading.ts';
import { settlePlaces } from '../reading/settle-places.ts';
import type { LifLane, LifResults } from './lif-lane.ts';

interface Placed {
  lane: LifLane;
  place: number;
  totalMillis: number;
}

/** @returns the lanes with times that give the places of the file; `wrong` where no times could */
export function separateVerdicts(lanes: readonly LifLane[]): LifResults {
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
