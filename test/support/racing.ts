/** Properties of races and lanes that most tests do not look at: nothing is known between start and finish. */
import type { BoardLane, BoardRace } from '../../src/contract/board.ts';
import type { OfficeLane, OfficeRace } from '../../src/contract/console/office.ts';
import { NOT_RATED } from '../../src/domain/draw/lane.ts';
import { fieldOf } from '../../src/domain/results/standings.ts';

const PLAIN_LANE = {
  ...NOT_RATED,
  categoryPlace: null,
  adjustedTimeMillis: null,
  startsAt: null,
  startedAt: null,
  finishedAt: null,
} satisfies Partial<BoardLane>;

export const PLAIN_BOARD_LANE = { ...PLAIN_LANE, next: null } satisfies Partial<BoardLane>;
export const PLAIN_OFFICE_LANE = {
  ...PLAIN_LANE,
  plannedStartAt: null,
} satisfies Partial<OfficeLane>;

export const PLAIN_OFFICE_RACE = {
  kind: null,
  effectiveKind: 'lanes',
  startIntervalSeconds: null,
  startedAt: null,
  closed: false,
  clockOffsetMillis: 0,
} satisfies Partial<OfficeRace>;

export const PLAIN_BOARD_RACE = {
  kind: 'lanes',
  startIntervalSeconds: null,
  startedAt: null,
  closed: false,
  lastInAt: null,
  categories: [],
  rules: [],
} satisfies Partial<BoardRace>;

/** A lane with a crew; what is given takes the place of the defaults. */
export function boardLane(position: number, given: Partial<BoardLane> = {}): BoardLane {
  return {
    position,
    positionLabel: String(position),
    crewId: position,
    crewName: `Crew ${position}`,
    status: 'assigned',
    finishTimeMillis: null,
    finishPlace: null,
    penaltyMillis: null,
    withdrawn: false,
    from: null,
    ...PLAIN_BOARD_LANE,
    ...given,
  };
}

/** A race of two crews at an instant, not scored; what is given takes the place of the defaults. */
export function boardRaceOf(
  raceNumber: number,
  at: string,
  given: Partial<BoardRace> = {},
): BoardRace {
  const { lanes = [boardLane(1), boardLane(2)] } = given;
  return {
    id: 100 + raceNumber,
    raceNumber,
    number: String(raceNumber),
    title: null,
    scheduledAt: at,
    estimatedAt: at,
    distanceMeters: null,
    boatClass: null,
    round: null,
    divisionLabel: null,
    notes: null,
    resultMode: 'timed',
    results: 'full',
    state: 'planned',
    reason: null,
    official: null,
    ...fieldOf(lanes),
    ...PLAIN_BOARD_RACE,
    resultsAt: null,
    lanes,
    ...given,
  };
}
