/** One venue day runs late, or early (specification, "PUT delay"; decision A7). */
import type { DelayWrite } from '../contract/schedule.ts';
import { aDay, differing } from '../domain/changes.ts';
import type { DelayedDay } from '../domain/delay-view.ts';
import { isDelayNews, publicState } from '../domain/news.ts';
import type { Race } from '../domain/plan-races.ts';
import { venueDay } from '../domain/race-day.ts';
import { listRaces, listScoredRaceIds } from '../storage/races.ts';
import { findDelay, setDelay as storeDelay } from '../storage/schedules.ts';
import type { ScheduleOperation } from './operation.ts';

interface Stored {
  delayMinutes: number;
  races: Race[];
  /** The ids of the races that are scored. */
  scored: ReadonlySet<number>;
}

export const setDelay: ScheduleOperation<DelayWrite, Stored, DelayedDay> = {
  name: 'set-delay',
  needs: 'schedule',
  load: async (tx, { eventId }, { venueDay: day }) => {
    const [delayMinutes, races, scored] = await Promise.all([
      findDelay(tx, eventId, day),
      listRaces(tx, eventId),
      listScoredRaceIds(tx, eventId),
    ]);
    return { delayMinutes, races, scored };
  },
  decide: ({ stored, schedule, eventId, now }, { venueDay: day, delayMinutes }) => {
    const unscored = stored.races.filter(
      ({ id, scheduledAt }) =>
        !stored.scored.has(id) && venueDay(scheduledAt, schedule.timezone) === day,
    );
    const before = { delayMinutes: stored.delayMinutes };
    const { changes } = differing([{ before, after: { delayMinutes } }], () => aDay(day));
    const isNews = isDelayNews(schedule, unscored, delayMinutes, now);
    return {
      result: { eventId, venueDay: day, delayMinutes, unscored },
      changes,
      shows: 'marked',
      apply: (tx) => storeDelay(tx, eventId, day, delayMinutes),
      news: isNews
        ? { kind: 'schedule-delayed', subject: day, stateBefore: publicState(before.delayMinutes) }
        : undefined,
    };
  },
};
