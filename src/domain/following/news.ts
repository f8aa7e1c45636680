/** Which changes are news, of which followers are notified. */
import { hash } from 'node:crypto';
import type { RaceState } from '../../contract/board.ts';
import type { NewsKind } from '../../contract/following.ts';
import { MAX_DELAY_MINUTES } from '../../contract/limits.ts';
import { DAY_MILLIS, HOUR_MILLIS } from '../../contract/time-units.ts';
import { type DayDelay, delayOfRace, estimatedStart, shownDelay } from '../day/delay.ts';
import { NEWS_WINDOW_MILLIS } from '../day/venue-day.ts';
import type { Lane, LaneResult } from '../draw/lane.ts';
import type { Schedule, ScheduleState } from '../event/schedule.ts';
import type { RaceFields } from '../races/race.ts';
import { effectiveVisibility, publicResults } from '../results/public-results.ts';
import { isScored } from '../results/standings.ts';

const MAX_DELAY_MILLIS = MAX_DELAY_MINUTES * 60_000;

/** The subject of each kind of news: a race, a crew in it, a notice or the event, by its id; a venue day; or a reminder. */
const SUBJECTS: Record<NewsKind, 'race' | 'crew' | 'day' | 'notice' | 'reminder' | 'event'> = {
  'results-posted': 'race',
  'crew-in': 'crew',
  'race-over': 'race',
  'crew-drawn': 'crew',
  'schedule-delayed': 'day',
  'notice-posted': 'notice',
  'race-state': 'race',
  'races-retimed': 'race',
  'race-soon': 'reminder',
  'schedule-published': 'event',
};

/** The kinds of news whose subject is a race: they are deleted when the race is removed. */
export const RACE_NEWS = (Object.keys(SUBJECTS) as NewsKind[]).filter(
  (kind) => SUBJECTS[kind] === 'race',
);

const RESULTS: readonly NewsKind[] = ['results-posted', 'crew-in', 'race-over'];
const RESULTS_KEPT_MILLIS = 4 * HOUR_MILLIS;
/** No push service keeps a message longer, and some refuse a longer `TTL`. */
const LONGEST_KEPT_MILLIS = 28 * DAY_MILLIS;

/** How long a push service keeps a message at most for a device that is away (board, `TTL`). */
export function longestKeptMillis(kind: NewsKind): number {
  return RESULTS.includes(kind) ? RESULTS_KEPT_MILLIS : LONGEST_KEPT_MILLIS;
}

/**
 * Whether a race counts as near the current time: its estimated start lies at most 30 hours before
 * or after now (decision L19).
 */
export function isNear(scheduledAt: number, delay: DayDelay, now: number): boolean {
  return Math.abs(estimatedStart(scheduledAt, delay) - now) <= NEWS_WINDOW_MILLIS;
}

/** Until when a race is near, so that its results are news; epoch milliseconds. */
export function nearUntil(scheduledAt: number, delay: DayDelay): number {
  return estimatedStart(scheduledAt, delay) + NEWS_WINDOW_MILLIS;
}

/** Whether the delay of its day is needed to decide if a race is near; for most races it is not, and need not be read. */
export function dependsOnDelay(scheduledAt: number, now: number): boolean {
  const distance = Math.abs(scheduledAt - now);
  return (
    distance > NEWS_WINDOW_MILLIS - MAX_DELAY_MILLIS &&
    distance <= NEWS_WINDOW_MILLIS + MAX_DELAY_MILLIS
  );
}

/**
 * Whether a push of results to a race that is near is news: the schedule is published, and the public sees other
 * results than before, and at least one (decision L20).
 *
 * @returns what the public saw before, as `publicState`; `undefined` when there is no news
 */
export function resultNews(
  schedule: Pick<ScheduleState, 'status' | 'defaultResultVisibility'>,
  race: Pick<RaceFields, 'resultMode' | 'resultVisibility'>,
  before: readonly Lane[],
  after: readonly Lane[],
): string | undefined {
  if (schedule.status !== 'published') return undefined;
  const visibility = effectiveVisibility(race, schedule);
  const shown = publicResults(visibility, race.resultMode, after);
  if (!isScored(shown)) return undefined;
  const stateBefore = publicState(publicResults(visibility, race.resultMode, before));
  return publicState(shown) === stateBefore ? undefined : stateBefore;
}

/**
 * Whether more lanes have a result than before: then those of other lanes may follow, and the settling time starts again
 * (board, "Additions"). A correction of a complete field does not delay its notification.
 */
export function isMoreIn(before: readonly LaneResult[], after: readonly LaneResult[]): boolean {
  const countIn = (lanes: readonly LaneResult[]) => lanes.filter((lane) => isScored([lane])).length;
  return countIn(after) > countIn(before);
}

/**
 * A digest of what the public sees of a race or a day. When it is the same as at the last notification, there
 * is no news (decision L21).
 *
 * @param seen the public results of a race's lanes, the delay of a day, or the state or the expected start of a race
 */
export function publicState(seen: readonly LaneResult[] | DayDelay | RaceState | number): string {
  return hash('sha1', JSON.stringify(factsSeen(seen)), 'base64url');
}

function factsSeen(seen: Parameters<typeof publicState>[0]) {
  if (typeof seen !== 'object') return seen;
  if ('delayMinutes' in seen) {
    const { delayMinutes, until } = shownDelay(seen);
    return [delayMinutes, until];
  }
  return seen.map((lane) => [
    lane.status,
    lane.finishPlace,
    lane.finishTimeMillis,
    lane.penaltyMillis,
  ]);
}

/**
 * Whether a changed delay is news: the schedule is published, and a planned race of the day that has not been on the course
 * is near (decisions L19, L20). A race whose only results are `dns` has not been on the course, although it is scored in
 * `/v1` (racing, "Started, on the course, over"). A delay does not move cancelled and postponed races.
 *
 * @param toCome the races of the day that have not been on the course
 */
export function isDelayNews(
  schedule: Pick<ScheduleState, 'status'>,
  toCome: readonly { scheduledAt: number; state: RaceState }[],
  delay: DayDelay,
  now: number,
): boolean {
  return (
    schedule.status === 'published' &&
    toCome.some(({ scheduledAt, state }) => state === 'planned' && isNear(scheduledAt, delay, now))
  );
}

/**
 * Whether the publication of a schedule is news: followers have not been notified of it before, and it has no races, or not
 * all of them are past. A postponed race is still to come.
 *
 * @param delays by venue day
 */
export function isPublicationNews(
  { followersTold, timezone }: Pick<Schedule, 'followersTold' | 'timezone'>,
  {
    races,
    delays,
  }: {
    races: readonly { scheduledAt: number; state: RaceState }[];
    delays: ReadonlyMap<string, DayDelay>;
  },
  now: number,
): boolean {
  if (followersTold) return false;
  const isPast = ({ scheduledAt, state }: (typeof races)[number]) =>
    state !== 'postponed' && shownStart(scheduledAt, timezone, delays) <= now;
  return races.length === 0 || !races.every(isPast);
}

/** When a race is expected to start. @param delays by venue day */
function shownStart(
  scheduledAt: number,
  timezone: string | null,
  delays: ReadonlyMap<string, DayDelay>,
): number {
  return estimatedStart(scheduledAt, delayOfRace(scheduledAt, delays, timezone));
}

/** Whether moved races are news: the schedule is published, and the new start of one of them is near. */
export function isRetimeNews(
  { status }: Pick<ScheduleState, 'status'>,
  moves: readonly { after: number }[],
  now: number,
): boolean {
  const isShown = status === 'published';
  return isShown && moves.some(({ after }) => Math.abs(after - now) <= NEWS_WINDOW_MILLIS);
}
