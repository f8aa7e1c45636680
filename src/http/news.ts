/** Notes the news of a write in its own transaction; the worker in `notify` tells them. */
import type { Lane } from '../domain/lane.ts';
import { dependsOnDelay, isDelayNews, isNear, publicState, resultNews } from '../domain/news.ts';
import { venueDay } from '../domain/race-day.ts';
import type { Settings } from '../settings.ts';
import type { Write } from '../storage/database.ts';
import { noteNews } from '../storage/outbox.ts';
import type { StoredRace } from '../storage/races.ts';
import { findDelay, type Schedule } from '../storage/schedules.ts';

/** Notes results that were pushed, if they are news. @param now epoch milliseconds */
export async function noteResults(
  tx: Write,
  settings: Settings,
  schedule: Schedule,
  race: StoredRace,
  lanes: { before: readonly Lane[]; after: readonly Lane[] },
  now: number,
): Promise<void> {
  const { eventId, timezone } = schedule;
  const { id, scheduledAt } = race;
  const stateBefore = resultNews(schedule, race, lanes.before, lanes.after);
  if (stateBefore === undefined) return;
  const delayMinutes = dependsOnDelay(scheduledAt, now)
    ? await findDelay(tx, eventId, venueDay(scheduledAt, timezone))
    : 0;
  if (!isNear(scheduledAt, delayMinutes, now)) return;
  await noteNews(tx, {
    eventId,
    kind: 'results-posted',
    subject: String(id),
    dueAt: settledAt(settings, now),
    stateBefore,
  });
}

/**
 * Notes a delay that was changed, if it is news.
 *
 * @param unscored the races of the day that are not scored
 */
export async function noteDelay(
  tx: Write,
  settings: Settings,
  schedule: Schedule,
  unscored: readonly { scheduledAt: number }[],
  delay: { venueDay: string; before: number; after: number },
  now: number,
): Promise<void> {
  if (!isDelayNews(schedule, unscored, delay.after, now)) return;
  await noteNews(tx, {
    eventId: schedule.eventId,
    kind: 'schedule-delayed',
    subject: delay.venueDay,
    dueAt: settledAt(settings, now),
    stateBefore: publicState(delay.before),
  });
}

function settledAt(settings: Settings, now: number): number {
  return now + settings.notifySettleSeconds * 1000;
}
