/** The lanes of a race in the order of their results, with times and gaps as text. */
import type { BoardLane, BoardRace } from '../../../src/contract/board.ts';
import type { DecimalMark } from '../../../src/domain/finish-time.ts';
import { byStanding, isScored, totalMillis } from '../../../src/domain/standings.ts';
import { durationWriter, penalty } from './times.ts';

export interface LaneResult {
  lane: BoardLane;
  /** Penalty included: `6:52.70`. */
  time: string | undefined;
  /** To the fastest crew: `+2.61`; none for that crew. */
  gap: string | undefined;
  /** `+10 s` */
  penalty: string | undefined;
}

/** The lanes that have a crew: by place once there are results, by position before. */
export function laneResults(race: BoardRace, decimalMark: DecimalMark): LaneResult[] {
  const crewed = race.lanes.filter((lane) => lane.crewName !== null);
  const totals = crewed.map(totalMillis).filter((millis) => millis !== null);
  const best = Math.min(...totals);
  const write = durationWriter(totals, decimalMark);
  const order = isScored(race.lanes) ? [...crewed].sort(byStanding) : crewed;
  return order.map((lane) => {
    const millis = totalMillis(lane);
    return {
      lane,
      time: millis === null ? undefined : write.time(millis),
      gap: millis === null || millis === best ? undefined : write.gap(millis, best),
      penalty: lane.penaltyMillis ? penalty(lane.penaltyMillis, decimalMark) : undefined,
    };
  });
}
