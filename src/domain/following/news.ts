/** Which changes are news: those who follow are notified of them. */
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

/** What the subject of each kind of news is: a race, a crew in it, a notice or the event, by its id, a venue day, or a reminder. */
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

/** The kinds of news that name a race alone, which go when the race is removed. */
export const RACE_NEWS = (Object.keys(SUBJECTS) as NewsKind[]).filter(
  (kind) => SUBJECTS[kind] === 'race',
);

const RESULTS: readonly NewsKind[] = ['results-posted', 'crew-in', 'race-over'];
const RESULTS_KEPT_MILLIS = 4 * HOUR_MILLIS;
/** Push services keep nothing longer, and some refuse to be asked. */
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

/** When a race is no longer near, so that its results are no news any more; epoch milliseconds. */
export function nearUntil(scheduledAt: number, delay: DayDelay): number {
  return estimatedStart(scheduledAt, delay) + NEWS_WINDOW_MILLIS;
}

/** Whether the delay of its day decides whether a race is near; for most races it does not. */
export function dependsOnDelay(scheduledAt: number, now: number): boolean {
  const distance = Math.abs(scheduledAt - now);
  return (
    distance > NEWS_WINDOW_MILLIS - MAX_DELAY_MILLIS &&
    distance <= NEWS_WINDOW_MILLIS + MAX_DELAY_MILLIS
  );
}

/**
 * Whether a push of results is news, its race being near: the schedule is published, and the public
 * sees other results than before, and at least one (decision L20).
 *
 * @returns what the public saw before, as `publicState`; nothing when there is no news
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
 * Whether results of more lanes have come in, so that those of the others may follow: settling starts anew (board,
 * "Additions"). A correction of a field that was complete before does not put off its notification.
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
 * Whether a changed delay is news: the schedule is published, and a race of the day that has
 * not been on the course is near (decisions L19, L20; outside `/v1` a `dns` makes no race scored: racing, "Started, on the
 * course, over"). It moves no race that is cancelled or postponed.
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
 * Whether it is news that a schedule is published: followers have not been told before, and not all of its races are
 * past. A race that is postponed is still to come.
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

/** Whether races that crews see moved are news: the schedule is published, and one of them is near. */
export function isRetimeNews(
  { status }: Pick<ScheduleState, 'status'>,
  moves: readonly { after: number }[],
  now: number,
): boolean {
  const isShown = status === 'published';
  return isShown && moves.some(({ after }) => Math.abs(after - now) <= NEWS_WINDOW_MILLIS);
}
