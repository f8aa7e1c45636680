/**
 * Where a race is at a moment: to come, on the course, or over (racing, "Started, on the course, over"). Decided from the
 * document and the clock, alike by pages and service, and kept in no document, for it changes by time alone.
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

/** Where a race is. */
export type CoursePhase = 'planned' | 'onCourse' | 'over';

/** What of a lane says so. */
type CourseLane = FieldLane & Pick<BoardLane, 'startsAt' | 'finishTimeMillis'>;

/** What of a race says so, as far as the reader may see it. */
export type CourseRace = Pick<
  BoardRace,
  'kind' | 'state' | 'closed' | 'official' | 'startedAt' | 'estimatedAt' | 'lastInAt'
> & { lanes: readonly CourseLane[] };

/** Nothing is on the course for longer, counted from its start; in a head race from the last planned start. */
const LONGEST_MILLIS = 6 * HOUR_MILLIS;
/** So long after the last arrival boats that are missing do not come any more. */
const AFTER_LAST_IN_MILLIS = { lanes: 30 * MINUTE_MILLIS, head: HOUR_MILLIS };
/** A race of which nobody has said that it started, and none is in, is on the course for so long after its start. */
export const ASSUMED_ON_COURSE_MILLIS = { lanes: 20 * MINUTE_MILLIS, head: HOUR_MILLIS };
/** A result is waited for so long after the start; in a head race, while nobody is in, after the last planned start. */
const DUE_AFTER_MILLIS = { lanes: 20 * MINUTE_MILLIS, head: 30 * MINUTE_MILLIS };

/** The phase of a race: the first rule that fits. @param now epoch milliseconds */
export function coursePhase(race: CourseRace, now: number): CoursePhase {
  const { state, closed, official, startedAt, kind, lanes } = race;
  const hasBoatsIn = hasRaced(lanes);
  if (state !== 'planned') return hasBoatsIn ? 'over' : 'planned';
  if (closed || official === true || isFieldIn(lanes)) return 'over';
  if (hasBoatsIn) return now >= endsAt(race) ? 'over' : 'onCourse';
  const isUntold = startedAt === null;
  const until = lastStart(race) + (isUntold ? ASSUMED_ON_COURSE_MILLIS[kind] : LONGEST_MILLIS);
  return startOf(race) <= now && now < until ? 'onCourse' : 'planned';
}

/**
 * When a race of which boats are in and boats are missing is over by time, if none comes in until then; epoch
 * milliseconds. Of one whose last arrival is not known, as of those that earlier versions stored, the start counts.
 */
export function endsAt(race: CourseRace): number {
  const { kind, lastInAt } = race;
  const last = lastStart(race);
  const arrivedAt = lastInAt === null ? startOf(race) : Date.parse(lastInAt);
  const from = kind === 'head' ? Math.max(arrivedAt, last) : arrivedAt;
  return Math.min(from + AFTER_LAST_IN_MILLIS[kind], last + LONGEST_MILLIS);
}

/** Whether the result of a race, or the boats that are missing, are late. @param now epoch milliseconds */
export function isWaitedFor(race: CourseRace, now: number): boolean {
  return coursePhase(race, now) === 'onCourse' && now > waitedForFrom(race);
}

/** From when on the result of a race that has started counts as late, or the boats that are missing; epoch milliseconds. */
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
 * A race as it is at a moment, for what is told of it: it knows whether it is over by time alone. The same object where
 * nothing depends on the time.
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

/** Whether every entry is in, and there is one. */
function isFieldIn(lanes: readonly FieldLane[]): boolean {
  return lanes.some(isEntered) && !lanes.some(isAwaited);
}

function startOf({ startedAt, estimatedAt }: CourseRace): number {
  return Date.parse(startedAt ?? estimatedAt);
}

/** When the last boat of a head race is planned to start; when the boats of any other start. */
function lastStart(race: CourseRace): number {
  const start = startOf(race);
  if (race.kind === 'lanes') return start;
  const starts = race.lanes.flatMap((lane) =>
    isEntered(lane) && lane.startsAt !== null ? Date.parse(lane.startsAt) : [],
  );
  return starts.reduce((latest, at) => Math.max(latest, at), start);
}
