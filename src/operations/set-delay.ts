/** Sets the delay of one venue day (specification, "PUT delay"; decision A7). */
import type { DelayWrite } from '../contract/schedule.ts';
import { aDay, differing } from '../domain/changes.ts';
import type { DelayedDay } from '../domain/delay-view.ts';
import type { Race } from '../domain/plan-races.ts';
import { venueDay } from '../domain/race-day.ts';
import { listRaces, listScoredRaceIds } from '../storage/races.ts';
import { findDelay, setDelay as storeDelay } from '../storage/schedules.ts';
import { newsOfDelay } from './news.ts';
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
  decide: (situation, { venueDay: day, delayMinutes }) => {
    const { stored, schedule, eventId } = situation;
    const unscored = stored.races.filter(
      ({ id, scheduledAt }) =>
        !stored.scored.has(id) && venueDay(scheduledAt, schedule.timezone) === day,
    );
    const before = stored.delayMinutes;
    const step = { before: { delayMinutes: before }, after: { delayMinutes } };
    const { changes } = differing([step], () => aDay(day));
    return {
      result: { eventId, venueDay: day, delayMinutes, unscored },
      changes,
      shows: 'marked',
      apply: (tx) => storeDelay(tx, eventId, day, delayMinutes),
      news: newsOfDelay(situation, { day, before, after: delayMinutes, unscored }),
    };
  },
};
