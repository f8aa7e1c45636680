/**
 * The phase of a race at a moment: planned, on the course, or over (racing, "Started, on the course, over"). Pages and
 * service compute it alike from document and clock. No document holds it, because it changes with time alone.
 */
import type { BoardLane, BoardRace } from '../../contract/board.ts';
import { HOUR_MILLIS, MINUTE_MILLIS } from '../../contract/time-units.ts';
import {
  type FieldLane,
  hasRaced,
  isAwaited,
  isEntered,
  isOver,
  type RaceAtMoment,
} from '../results/standings.ts';

/** The phase of a race; `planned`: it has not started. */
export type CoursePhase = 'planned' | 'onCourse' | 'over';

/** The properties of a lane on which the phase depends. */
type CourseLane = FieldLane & Pick<BoardLane, 'startsAt' | 'finishTimeMillis'>;

/** The properties of a race on which the phase depends, as far as the reader may see them. */
export type CourseRace = Pick<
  BoardRace,
  'kind' | 'state' | 'closed' | 'official' | 'startedAt' | 'estimatedAt' | 'lastInAt'
> & { lanes: readonly CourseLane[] };

/** The longest time that a race is on the course, from its start; in a head race from the last planned start. */
const LONGEST_MILLIS = 6 * HOUR_MILLIS;
/** A race with boats missing is over this long after the last arrival, in a head race also after the last planned start. */
const AFTER_LAST_IN_MILLIS = { lanes: 30 * MINUTE_MILLIS, head: HOUR_MILLIS };
/** A race without `startedAt` and without boats in counts as on the course this long after its (last) expected start. */
export const ASSUMED_ON_COURSE_MILLIS = { lanes: 20 * MINUTE_MILLIS, head: HOUR_MILLIS };
/** A result is due this long after the start; in a head race without boats in, this long after the last planned start. */
const DUE_AFTER_MILLIS = { lanes: 20 * MINUTE_MILLIS, head: 30 * MINUTE_MILLIS };

/** The phase of a race: the first rule that fits. @param now epoch milliseconds */
export function coursePhase(race: CourseRace, now: number): CoursePhase {
  const { state, closed, official, startedAt, kind, lanes } = race;
  const hasBoatsIn = hasRaced(lanes);
  if (state !== 'planned') return hasBoatsIn ? 'over' : 'planned';
  if (closed || official === true || isFieldIn(lanes)) return 'over';
  if (hasBoatsIn) return now >= endsAt(race) ? 'over' : 'onCourse';
  const hasNoStart = startedAt === null;
  const until = lastStart(race) + (hasNoStart ? ASSUMED_ON_COURSE_MILLIS[kind] : LONGEST_MILLIS);
  return startOf(race) <= now && now < until ? 'onCourse' : 'planned';
}

/**
 * When a race with boats in and boats missing is over by time, unless another boat comes in before; epoch milliseconds. If
 * the last arrival is unknown, as in races that earlier versions stored, the start counts instead.
 */
export function endsAt(race: CourseRace): number {
  const { kind, lastInAt } = race;
  const last = lastStart(race);
  const arrivedAt = lastInAt === null ? startOf(race) : Date.parse(lastInAt);
  const from = kind === 'head' ? Math.max(arrivedAt, last) : arrivedAt;
  return Math.min(from + AFTER_LAST_IN_MILLIS[kind], last + LONGEST_MILLIS);
}

/** Whether a race is on the course and its result, or its missing boats, are overdue. @param now epoch milliseconds */
export function isWaitedFor(race: CourseRace, now: number): boolean {
  return coursePhase(race, now) === 'onCourse' && now > waitedForFrom(race);
}

/** When the result, or the missing boats, of a race that has started become overdue; epoch milliseconds. */
export function waitedForFrom(race: CourseRace): number {
  return lastStart(race) + dueAfterMillis(race);
}

function dueAfterMillis({ kind, lanes }: CourseRace): number {
  const times = lanes.flatMap(({ status, finishTimeMillis }) =>
    status === 'finished' && finishTimeMillis !== null ? finishTimeMillis : [],
  );
  return kind === 'lanes' || times.length === 0 ? DUE_AFTER_MILLIS[kind] : medianOf(times);
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low = 0, high = low] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.floor(sorted.length / 2)],
  ];
  return (low + high) / 2;
}

/**
 * The race with `hasEnded`, if at a moment it is over by time alone, for messages and texts about it; else the same
 * object.
 *
 * @param now epoch milliseconds
 */
export function atMoment<Race extends CourseRace & RaceAtMoment>(
  race: Race,
  now: number,
): Race & { hasEnded?: boolean } {
  if (isOver(race) || coursePhase(race, now) !== 'over') return race;
  return { ...race, hasEnded: true };
}

/** Whether the race has entries, and none of them is awaited. */
function isFieldIn(lanes: readonly FieldLane[]): boolean {
  return lanes.some(isEntered) && !lanes.some(isAwaited);
}

function startOf({ startedAt, estimatedAt }: CourseRace): number {
  return Date.parse(startedAt ?? estimatedAt);
}

/** The last planned start of a head race, else the start of the race; epoch milliseconds. */
function lastStart(race: CourseRace): number {
  const start = startOf(race);
  if (race.kind === 'lanes') return start;
  const starts = race.lanes.flatMap((lane) =>
    isEntered(lane) && lane.startsAt !== null ? Date.parse(lane.startsAt) : [],
  );
  return starts.reduce((latest, at) => Math.max(latest, at), start);
}
