/** The lanes of a race in the order of their results, with times and gaps as text. */
import type { BoardLane, BoardRace } from '../../../src/contract/board.ts';
import type { DecimalMark } from '../../../src/domain/finish-time.ts';
import { byStanding, isScored, totalMillis } from '../../../src/domain/standings.ts';
import { durationWriter, penalty } from './times.ts';

export interface LaneResult {
  lane: BoardLane;
  /** `1`, or `1=` where crews share it; empty without one. */
  place: string;
  /** Penalty included: `6:52.70`. */
  time: string | undefined;
  /** To the fastest crew: `+2.61`; none for that crew, and none without a place. */
  gap: string | undefined;
  /** `+10 s` */
  penalty: string | undefined;
}

/**
 * The lanes that have a crew, by place, once there are results; before, by position, also those whose crew will
 * come from another race.
 */
export function laneResults(race: BoardRace, decimalMark: DecimalMark): LaneResult[] {
  const scored = isScored(race.lanes);
  const crewed = race.lanes.filter(
    (lane) => lane.crewName !== null || (!scored && lane.from !== null),
  );
  const totals = crewed.map(totalMillis).filter((millis) => millis !== null);
  const best = Math.min(...totals);
  const write = durationWriter(totals, decimalMark);
  const order = scored ? [...crewed].sort(byStanding) : crewed;
  return order.map((lane) => {
    const millis = totalMillis(lane);
    return {
      lane,
      place: placeText(lane, crewed),
      time: millis === null ? undefined : write.time(millis),
      gap:
        millis === null || millis === best || lane.finishPlace === null
          ? undefined
          : write.gap(millis, best),
      penalty: lane.penaltyMillis ? penalty(lane.penaltyMillis, decimalMark) : undefined,
    };
  });
}

/** The place as tables show it: `1`, or `1=` where crews share it. Empty without one. */
function placeText({ finishPlace }: BoardLane, lanes: readonly BoardLane[]): string {
  if (finishPlace === null) return '';
  const isShared = lanes.filter((lane) => lane.finishPlace === finishPlace).length > 1;
  return isShared ? `${finishPlace}=` : String(finishPlace);
}
