/** A race's lanes as its results order them, with the times that count and the gaps. */
import type { BoardLane, BoardRace } from '../../src/contract/board.ts';
import type { DecimalMark } from '../../src/domain/finish-time.ts';
import { byStanding, isScored, totalMillis } from '../../src/domain/standings.ts';
import { durationWriter, penalty } from './times.ts';

export interface LaneResult {
  lane: BoardLane;
  /** The time that counts, penalty included, such as `6:52.70`. */
  time: string | undefined;
  /** Behind the winner, such as `+2.61`; none for the winner. */
  gap: string | undefined;
  /** Such as `+10 s`; none without a penalty. */
  penalty: string | undefined;
}

/**
 * The lanes of a race as a reader wants them: by place once there are results, before that by
 * position. Lanes without a crew are left out.
 */
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
