/** Small board documents for the tests of the pages. */
import type { Board, BoardLane, BoardRace } from '../../src/contract/board.ts';
import { fieldOf } from '../../src/domain/standings.ts';
import { judgeRaces } from '../../web/src/shared/race-phase.ts';
import { currentOf, daysOf } from '../../web/src/shared/running-order.ts';
import { venueDay } from '../../web/src/shared/times.ts';

/** A lane with a crew; what is given takes the place of the defaults. */
export function lane(position: number, given: Partial<BoardLane> = {}): BoardLane {
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
    ...given,
  };
}

/** A race of two crews at an instant, not scored; what is given takes the place of the defaults. */
export function race(raceNumber: number, at: string, given: Partial<BoardRace> = {}): BoardRace {
  const { lanes = [lane(1), lane(2)] } = given;
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
    resultsAt: null,
    lanes,
    ...given,
  };
}

/** The lanes of a race that has been rowed. */
export const ROWED = [
  lane(1, { status: 'finished', finishTimeMillis: 402_690, finishPlace: 2 }),
  lane(2, { status: 'finished', finishTimeMillis: 400_080, finishPlace: 1 }),
];

/** A regatta in UTC. */
export function boardOf(races: BoardRace[], given: Partial<Board> = {}): Board {
  return {
    eventId: 7,
    eventName: 'Regatta',
    startDate: '2026-06-13',
    endDate: '2026-06-13',
    city: '',
    countryCode: '',
    timezone: 'UTC',
    revision: 1,
    updatedAt: '2026-06-13T00:00:00Z',
    days: [],
    crews: [],
    notices: [],
    races,
    ...given,
  };
}

/** What is on, next and waited for. @param now epoch milliseconds */
export function currentRaces(board: Board, now: number): ReturnType<typeof currentOf> {
  const days = daysOf(board);
  const moment = { now, today: venueDay(now, board.timezone) };
  return currentOf(days, judgeRaces(days, moment), moment);
}
