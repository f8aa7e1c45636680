/** The lanes of a race: who is in them, and in the order of their results, with times and gaps as text. */
import type { BoardLane, BoardRace } from '../../../../src/contract/board.ts';
import {
  type NumberedRace,
  sourceNumbers,
} from '../../../../src/domain/progression/lane-source.ts';
import type { DecimalMark } from '../../../../src/domain/results/finish-time.ts';
import { raceTimeWriter } from '../../../../src/domain/results/race-times.ts';
import {
  byStanding,
  hasResults,
  isOver,
  totalMillis,
} from '../../../../src/domain/results/standings.ts';
import { isolated } from '../page/isolated.ts';
import { penalty } from '../times.ts';
import type { Words } from '../words/board.ts';

export interface LaneResult {
  lane: BoardLane;
  /** `1`, or `1=` where crews share it; empty without one, and while the race is not over. */
  place: string;
  /** First so far in a race that is not over: nobody has won it yet. */
  isLeading: boolean;
  /** Penalty included: `6:52.70`. */
  time: string | undefined;
  /** To the fastest crew: `+2.61`; none for that crew, without a place, and while the race is not over. */
  gap: string | undefined;
  /** `+10 s` */
  penalty: string | undefined;
}

/**
 * The lanes that have a crew, in the order of the results so far, once there are any; before, by position, also those
 * whose crew will come from another race. Places and gaps are told once the race is over.
 */
export function laneResults(race: BoardRace, decimalMark: DecimalMark): LaneResult[] {
  const scored = hasResults(race.lanes);
  const isDecided = isOver(race);
  const crewed = race.lanes.filter(
    (lane) => lane.crewName !== null || (!scored && lane.from !== null),
  );
  const totals = crewed.map(totalMillis).filter((millis) => millis !== null);
  const best = Math.min(...totals);
  const write = raceTimeWriter(crewed, decimalMark);
  const order = scored ? [...crewed].sort(byStanding) : crewed;
  return order.map((lane) => {
    const millis = totalMillis(lane);
    return {
      lane,
      place: isDecided ? placeText(lane, crewed) : '',
      isLeading: !isDecided && lane.finishPlace === 1,
      time: millis === null ? undefined : write.time(millis),
      gap:
        isDecided && millis !== null && millis !== best && lane.finishPlace !== null
          ? write.gap(millis, best)
          : undefined,
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

/**
 * Who is in a lane: the crew; where nobody is drawn, where it will come from: `1st of race 12`.
 *
 * @param races of the event by id
 */
export function occupantOf(
  { crewName, from }: Pick<BoardLane, 'crewName' | 'from'>,
  races: ReadonlyMap<number, NumberedRace>,
  words: Words,
): string {
  if (crewName !== null || from === null) return isolated(crewName ?? '');
  return words.source(from, sourceNumbers(from, races));
}

/** Whether nobody is drawn in a race yet, and nobody will come from another one. */
export function isUndrawn({ lanes }: { lanes: readonly Pick<BoardLane, 'crewName' | 'from'>[] }) {
  return lanes.every(({ crewName, from }) => crewName === null && from === null);
}

/** How many crews will come from other races into lanes that nobody is drawn in yet. */
export function toComeCount({ lanes }: { lanes: readonly Pick<BoardLane, 'crewName' | 'from'>[] }) {
  return lanes.filter(({ crewName, from }) => crewName === null && from !== null).length;
}
