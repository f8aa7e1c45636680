/** Which changes are news: those who follow are notified of them. */
import { hash } from 'node:crypto';
import type { NewsKind } from '../contract/board.ts';
import { MAX_DELAY_MINUTES } from '../contract/limits.ts';
import type { Lane, LaneResult } from './lane.ts';
import type { RaceFields } from './plan-races.ts';
import { estimatedStart } from './race-day.ts';
import type { ScheduleState } from './schedule.ts';
import { isScored } from './standings.ts';
import { effectiveVisibility, publicResults } from './visibility.ts';

const HOUR_MILLIS = 3_600_000;
/** How far from now a race may start for its changes to be news (decision L19). */
const WINDOW_MILLIS = 30 * HOUR_MILLIS;
const MAX_DELAY_MILLIS = MAX_DELAY_MINUTES * 60_000;

/** What the subject of each kind of news is: a race, by its id, or a venue day. */
const SUBJECTS: Record<NewsKind, 'race' | 'day'> = {
  'results-posted': 'race',
  'schedule-delayed': 'day',
};

/** The kinds of news about a race, which go when the race is removed. */
export const RACE_NEWS = (Object.keys(SUBJECTS) as NewsKind[]).filter(
  (kind) => SUBJECTS[kind] === 'race',
);

/**
 * Whether a race counts as near the current time: its estimated start lies at most 30 hours before
 * or after now (decision L19).
 */
export function isNear(scheduledAt: number, delayMinutes: number, now: number): boolean {
  return Math.abs(estimatedStart(scheduledAt, delayMinutes) - now) <= WINDOW_MILLIS;
}

/** When a race is no longer near, so that its results are no news any more; epoch milliseconds. */
export function nearUntil(scheduledAt: number, delayMinutes: number): number {
  return estimatedStart(scheduledAt, delayMinutes) + WINDOW_MILLIS;
}

/** Whether the delay of its day decides whether a race is near; for most races it does not. */
export function dependsOnDelay(scheduledAt: number, now: number): boolean {
  const distance = Math.abs(scheduledAt - now);
  return (
    distance > WINDOW_MILLIS - MAX_DELAY_MILLIS && distance <= WINDOW_MILLIS + MAX_DELAY_MILLIS
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
 * A digest of what the public sees of a race or a day. When it is the same as at the last notification, there
 * is no news (decision L21).
 *
 * @param seen the public results of a race's lanes, or the delay of a day in minutes
 */
export function publicState(seen: readonly LaneResult[] | number): string {
  const text = JSON.stringify(
    typeof seen === 'number'
      ? seen
      : seen.map((lane) => [
          lane.status,
          lane.finishPlace,
          lane.finishTimeMillis,
          lane.penaltyMillis,
        ]),
  );
  return hash('sha1', text, 'base64url');
}

/**
 * Whether a changed delay is news: the schedule is published, and a race of the day that is not
 * scored is near (decisions L19, L20).
 *
 * @param unscored the races of the day that are not scored
 */
export function isDelayNews(
  schedule: Pick<ScheduleState, 'status'>,
  unscored: readonly { scheduledAt: number }[],
  delayMinutes: number,
  now: number,
): boolean {
  return (
    schedule.status === 'published' &&
    unscored.some(({ scheduledAt }) => isNear(scheduledAt, delayMinutes, now))
  );
}
