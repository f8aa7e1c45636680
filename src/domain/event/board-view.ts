/**
 * A race as the public may see it. Results that the organiser hides are removed here, before any other code sees the
 * race: this is the only way from stored results to the board.
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

/** The settings of the schedule that apply to a race. */
interface BoardDefaults {
  laneScheme: readonly string[] | null;
  defaultResultVisibility: ResultVisibility;
  provisionalResults: boolean;
  /** When `defaultResultVisibility` last changed, in epoch milliseconds. */
  visibilityAt?: number | null;
}

/** `resultsAt` is left out where the caller does not need to know when results changed. */
type RaceOfBoard = Race & { resultsAt?: number | null };

/**
 * A race by itself. What depends on other races, its `rules` and the `next` of its lanes, is empty here; `withThrough` adds it.
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
    // "Official" of hidden results would disclose that there are results.
    official: provisionalResults ? race.official && isShownScored : null,
    ...fieldOf(shownLanes),
    resultsAt: formatInstantOrNull(changed),
    rules: [],
    lanes: shownLanes,
  };
}

/** Removes all from which times, or when they were taken, could be derived (racing, "Document of the board"). */
const NO_TIMES_SHOWN = {
  allowanceMillis: null,
  adjustedTimeMillis: null,
  startedAt: null,
  finishedAt: null,
} as const satisfies Partial<BoardLane>;

/** When a boat last came in; cut to the minute where no times are shown. */
function lastInAt({ lastInAt: at }: RaceOfBoard, visibility: ResultVisibility): string | null {
  if (at === null) return null;
  return formatInstant(visibility === 'full' ? at : at - (at % MINUTE_MILLIS));
}

/**
 * When a race is expected to start, as the board shows it (decision A7); if its actual start is known, that (racing, "Started,
 * on the course, over"). The delay does not move a race that is cancelled, postponed, or has raced. RFC 3339.
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
 * The venue days that have races or a delay, in order.
 *
 * @param days venue days of the races, in any order, repeated or not
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
