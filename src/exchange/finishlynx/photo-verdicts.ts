/**
 * Places against times. The place column has an authority of its own: two boats with one printed time may have different
 * places, after a look at the photo. Our places follow from milliseconds, so the later boat gets one more (formats.md §0).
 */
import type { RowNote, WrongRow } from '../reading.ts';
import type { LifLane, LifResults } from './lif-lane.ts';

interface Placed {
  lane: LifLane;
  place: number;
  millis: number;
}

/** @returns the lanes with times that give the places of the file; `wrong` where no times could */
export function separateVerdicts(lanes: readonly LifLane[]): LifResults {
  const placed = lanes.flatMap(placedOf).sort((a, b) => a.place - b.place);
  const notes: RowNote[] = [];
  const wrong: WrongRow[] = [];
  const millisByLane = new Map<LifLane, number>();
  let previous: Placed | undefined;
  let previousMillis = 0;
  let ahead = 0;
  for (const [index, boat] of placed.entries()) {
    const isTie = previous?.place === boat.place;
    if (!isTie) ahead = index;
    const contradicts = previous !== undefined && boat.millis < previous.millis;
    const isSplitTie = isTie && boat.millis !== previous?.millis;
    if (contradicts || isSplitTie || boat.place !== ahead + 1) wrong.push(contradiction(boat));
    const isVerdict = previous !== undefined && !isTie && boat.millis <= previousMillis;
    const millis = isTie ? previousMillis : isVerdict ? previousMillis + 1 : boat.millis;
    if (isVerdict) notes.push(verdictNote(boat, millis));
    millisByLane.set(boat.lane, millis);
    previous = boat;
    previousMillis = millis;
  }
  if (wrong.length > 0) return { lanes, notes: [], wrong };
  return { lanes: lanes.map((lane) => withMillis(lane, millisByLane.get(lane))), notes, wrong };
}

function placedOf(lane: LifLane): Placed[] {
  if (lane.outcome.kind !== 'result') return [];
  const { place, finishMillis: millis, status } = lane.outcome.result;
  return status === 'finished' && place !== null && millis !== null
    ? [{ lane, place, millis }]
    : [];
}

function withMillis(lane: LifLane, finishMillis: number | undefined): LifLane {
  if (finishMillis === undefined || lane.outcome.kind !== 'result') return lane;
  return { ...lane, outcome: { kind: 'result', result: { ...lane.outcome.result, finishMillis } } };
}

function verdictNote({ lane, place, millis }: Placed, given: number): RowNote {
  const added = given - millis;
  const boat = lane.lane === null ? (lane.names[0] ?? 'A boat') : `Lane ${lane.lane}`;
  return {
    row: lane.row,
    text: `${boat} has the time of the boat before it, but place ${place}: it gets ${added} ms more.`,
  };
}

function contradiction({ lane, place }: Placed): WrongRow {
  return {
    row: lane.row,
    column: 'place',
    reason: `place ${place} contradicts the times of the file`,
  };
}
