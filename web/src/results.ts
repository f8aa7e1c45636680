/** A race's lanes as its results order them, with the times that count and the gaps. */
import type { BoardLane, BoardRace } from '../../src/contract/board.ts';
import { isScored } from './running-order.ts';
import { decimalsFor, duration, penalty } from './times.ts';

export interface LaneResult {
  lane: BoardLane;
  /** The time that counts, penalty included, such as `6:52.70`. */
  time: string | undefined;
  /** Behind the winner, such as `+2.61`; none for the winner. */
  gap: string | undefined;
  /** Such as `+10 s`; none without a penalty. */
  penalty: string | undefined;
}

/** For the order of those without a place. */
const AFTER_THE_PLACED = ['finished', 'assigned', 'dnf', 'dns', 'dsq'];

/**
 * The lanes of a race as a reader wants them: by place once there are results, before that by
 * position. Lanes without a crew are left out.
 */
export function laneResults(race: BoardRace): LaneResult[] {
  const crewed = race.lanes.filter((lane) => lane.crewName !== null);
  const counting = new Map(crewed.map((lane) => [lane, countingMillis(lane)]));
  const times = [...counting.values()].filter((millis) => millis !== undefined);
  const best = Math.min(...times);
  const decimals = decimalsFor(times);
  const order = isScored(race) ? [...crewed].sort(byPlace) : crewed;
  return order.map((lane) => {
    const millis = counting.get(lane);
    return {
      lane,
      time: millis === undefined ? undefined : duration(millis, decimals),
      gap:
        millis === undefined || millis === best
          ? undefined
          : `+${duration(millis - best, decimals)}`,
      penalty: lane.penaltyMillis ? penalty(lane.penaltyMillis) : undefined,
    };
  });
}

/** The crew or, in a dead heat, the crews that won; none before there is a place. */
export function winners(race: BoardRace): LaneResult[] {
  return laneResults(race).filter(({ lane }) => lane.finishPlace === 1);
}

function countingMillis(lane: BoardLane): number | undefined {
  if (lane.status !== 'finished' || lane.finishTimeMillis === null) return undefined;
  return lane.finishTimeMillis + (lane.penaltyMillis ?? 0);
}

function byPlace(a: BoardLane, b: BoardLane): number {
  const place = (lane: BoardLane) => lane.finishPlace ?? Number.MAX_SAFE_INTEGER;
  return (
    place(a) - place(b) ||
    AFTER_THE_PLACED.indexOf(a.status) - AFTER_THE_PLACED.indexOf(b.status) ||
    a.position - b.position
  );
}
