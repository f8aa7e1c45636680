/** Sets the delay of one venue day (specification, "PUT delay"; decision A7). */
import type { DelayWrite } from '../contract/schedule.ts';
import { aDay, differing } from '../domain/changes.ts';
import type { DelayedDay } from '../domain/delay-view.ts';
import type { Race } from '../domain/plan-races.ts';
import { type DayDelay, isSameDelay, shownDelay, venueDay } from '../domain/race-day.ts';
import { listRacedRaceIds, listRaces, listScoredRaceIds } from '../storage/races.ts';
import { findDelay, setDelay as storeDelay } from '../storage/schedules.ts';
import { newsOfDelay } from './news.ts';
import type { ScheduleOperation } from './operation.ts';

interface Stored {
  delay: DayDelay;
  races: Race[];
  /** The ids of the races that are scored, for the answer (decision A7). */
  scored: ReadonlySet<number>;
  /** The ids of those that have been on the course, whose followers hear of no delay. */
  raced: ReadonlySet<number>;
}

export const setDelay: ScheduleOperation<DelayWrite, Stored, DelayedDay> = {
  name: 'set-delay',
  needs: 'schedule',
  load: async (tx, { eventId }, { venueDay: day }) => {
    const [delay, races, scored, raced] = await Promise.all([
      findDelay(tx, eventId, day),
      listRaces(tx, eventId),
      listScoredRaceIds(tx, eventId),
      listRacedRaceIds(tx, eventId),
    ]);
    return { delay, races, scored, raced };
  },
  decide: (situation, { venueDay: day, delayMinutes }) => {
    const { stored, schedule, eventId } = situation;
    const races = stored.races.filter(
      ({ scheduledAt }) => venueDay(scheduledAt, schedule.timezone) === day,
    );
    const unscored = races.filter(({ id }) => !stored.scored.has(id));
    const toCome = races.filter(({ id }) => !stored.raced.has(id));
    // The API knows no end of a delay: what it sets holds for the whole day (console, "Delay that ends").
    const after = { delayMinutes, until: null };
    const step = { before: stored.delay, after };
    const { changes } = differing([step], () => aDay(day));
    return {
      result: { eventId, venueDay: day, delayMinutes, unscored },
      changes,
      // An end without a delay is seen by the race office alone (A10).
      shows: isSameDelay(shownDelay(stored.delay), shownDelay(after)) ? [] : 'marked',
      apply: (tx) => storeDelay(tx, eventId, day, after),
      news: newsOfDelay(situation, { day, before: stored.delay, after, toCome }),
    };
  },
};
