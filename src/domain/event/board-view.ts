/**
 * A race as the public may see it. What the organiser hides is taken away here, before anything
 * else sees it; no other way leads from stored results to the board.
 */
import type { BoardDay, BoardLane, BoardRace } from '../../contract/board.ts';
import type { ResultVisibility } from '../../contract/fields.ts';
import { formatInstant, formatInstantOrNull } from '../../contract/instant.ts';
import { MINUTE_MILLIS } from '../../contract/time-units.ts';
import { type DayDelay, estimatedStart, ON_TIME, shownDelay, writtenDelay } from '../day/delay.ts';
import { type Lane, NO_RESULT } from '../draw/lane.ts';
import { positionLabel, type Race } from '../races/race.ts';
import { numberShown } from '../races/race-name.ts';
import { raceKind, racingOfLanes } from '../races/racing.ts';
import { effectiveVisibility, publicResults, resultsAt } from '../results/public-results.ts';
import { categoriesOf, fieldOf, hasRaced, isScored } from '../results/standings.ts';

/** What a race takes from its schedule. */
interface BoardDefaults {
  laneScheme: readonly string[] | null;
  defaultResultVisibility: ResultVisibility;
  provisionalResults: boolean;
  /** When `defaultResultVisibility` last changed, in epoch milliseconds. */
  visibilityAt?: number | null;
}

/** `resultsAt` is left out where nobody asks when results changed. */
type RaceOfBoard = Race & { resultsAt?: number | null };

/**
 * A race by itself: what other races say of it, its `rules` and the `next` of its lanes, is told by `withThrough`.
 *
 * @param lanes the race's lanes, by position
 * @param delay of the race's venue day
 */
export function boardRace(
  race: RaceOfBoard,
  lanes: readonly Lane[],
  { laneScheme, defaultResultVisibility, provisionalResults, visibilityAt = null }: BoardDefaults,
  delay: DayDelay,
): BoardRace {
  const visibility = effectiveVisibility(race, { defaultResultVisibility });
  const shown = publicResults(visibility, race.resultMode, lanes);
  const isShownScored = isScored(shown);
  const racing = racingOfLanes(race, lanes, shown, delay);
  const shownLanes = lanes.map((lane, index) => {
    const { status, finishTimeMillis, finishPlace, penaltyMillis } = shown[index] ?? NO_RESULT;
    const { plannedStartAt: _, ...ofRacing } = racing[index] as (typeof racing)[number];
    return {
      position: lane.position,
      positionLabel: positionLabel(lane, race.laneScheme, laneScheme),
      crewId: lane.team?.id ?? null,
      crewName: lane.team?.name ?? null,
      status,
      finishTimeMillis,
      finishPlace,
      penaltyMillis,
      withdrawn: lane.withdrawn,
      from: lane.team === null ? lane.from : null,
      ...(visibility === 'full' ? ofRacing : { ...ofRacing, ...NO_TIMES_SHOWN }),
      next: null,
    };
  });
  const { resultVisibility, resultsAt: changedAt = null } = race;
  const changed = resultsAt(isShownScored, { resultVisibility, changedAt }, visibilityAt);
  return {
    id: race.id,
    raceNumber: race.raceNumber,
    number: numberShown(race),
    title: race.title,
    scheduledAt: formatInstant(race.scheduledAt),
    estimatedAt: estimatedAt(race, hasRaced(shown), delay),
    kind: raceKind(race),
    startIntervalSeconds: race.startIntervalSeconds,
    startedAt: formatInstantOrNull(race.startedAt),
    closed: race.closed,
    lastInAt: hasRaced(shown) ? lastInAt(race, visibility) : null,
    categories: categoriesOf(shownLanes),
    distanceMeters: race.distanceMeters,
    boatClass: race.boatClass,
    round: race.round,
    divisionLabel: race.divisionLabel,
    notes: race.notes,
    resultMode: race.resultMode,
    results: visibility,
    state: race.state,
    reason: race.reason,
    // That results which are hidden are official would say that there are some.
    official: provisionalResults ? race.official && isShownScored : null,
    ...fieldOf(shownLanes),
    resultsAt: formatInstantOrNull(changed),
    rules: [],
    lanes: shownLanes,
  };
}

/** Nothing from which times could be told, or when they were taken (racing, "Document of the board"). */
const NO_TIMES_SHOWN = {
  allowanceMillis: null,
  adjustedTimeMillis: null,
  startedAt: null,
  finishedAt: null,
} as const satisfies Partial<BoardLane>;

/** When a boat last came in; to the minute where no times are shown. */
function lastInAt({ lastInAt: at }: RaceOfBoard, visibility: ResultVisibility): string | null {
  if (at === null) return null;
  return formatInstant(visibility === 'full' ? at : at - (at % MINUTE_MILLIS));
}

/**
 * When a race is expected to start, as the board shows it (decision A7): when it did, if that is known (racing, "Started,
 * on the course, over"). One that is cancelled or postponed is not expected at any other time than the planned one.
 */
export function estimatedAt(
  { scheduledAt, startedAt, state }: Pick<Race, 'scheduledAt' | 'startedAt' | 'state'>,
  isRaced: boolean,
  delay: DayDelay,
): string {
  if (startedAt !== null) return formatInstant(startedAt);
  const isMoved = state === 'planned' && !isRaced;
  return formatInstant(isMoved ? estimatedStart(scheduledAt, delay) : scheduledAt);
}

/**
 * The venue days on which something is rowed or delayed, in order.
 *
 * @param days of the races, in any order, repeated or not
 * @param delays by venue day
 */
export function boardDays(
  days: Iterable<string>,
  delays: ReadonlyMap<string, DayDelay>,
): BoardDay[] {
  const shown = new Map([...delays].map(([day, delay]) => [day, shownDelay(delay)]));
  const delayed = [...shown.keys()].filter((day) => shown.get(day) !== ON_TIME);
  return [...new Set([...days, ...delayed])]
    .sort()
    .map((day) => ({ day, ...writtenDelay(shown.get(day)) }));
}
