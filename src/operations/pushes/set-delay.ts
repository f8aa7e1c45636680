/** Sets the delay of one venue day (specification, "PUT delay"; decision A7). */
import type { DelayWrite } from '../../contract/schedule.ts';
import type { DelayedDay } from '../../domain/day/delay-view.ts';
import { ON_TIME, venueDay } from '../../domain/day/race-day.ts';
import { type EventRows, withDelay } from '../../domain/event/event-rows.ts';
import { listRacedRaceIds, listRaces, listScoredRaceIds } from '../../storage/event/races.ts';
import { listDelays } from '../../storage/event/schedules.ts';
import { newsOfDelay } from '../news.ts';
import type { ScheduleOperation } from '../operation.ts';

interface Stored {
  rows: Pick<EventRows, 'delays' | 'races'>;
  /** The ids of the races that are scored, for the answer (decision A7). */
  scored: ReadonlySet<number>;
  /** The ids of those that have been on the course, whose followers hear of no delay. */
  raced: ReadonlySet<number>;
}

export const setDelay: ScheduleOperation<DelayWrite, Stored, DelayedDay> = {
  name: 'set-delay',
  needs: 'schedule',
  load: async (tx, { eventId }) => {
    const [delays, races, scored, raced] = await Promise.all([
      listDelays(tx, eventId),
      listRaces(tx, eventId),
      listScoredRaceIds(tx, eventId),
      listRacedRaceIds(tx, eventId),
    ]);
    return { rows: { delays, races }, scored, raced };
  },
  plan: (context, { venueDay: day, delayMinutes }) => {
    const { stored, schedule, eventId } = context;
    const races = stored.rows.races.filter(
      ({ scheduledAt }) => venueDay(scheduledAt, schedule.timezone) === day,
    );
    const unscored = races.filter(({ id }) => !stored.scored.has(id));
    const toCome = races.filter(({ id }) => !stored.raced.has(id));
    const before = stored.rows.delays.get(day) ?? ON_TIME;
    // The API knows no end of a delay: what it sets holds for the whole day (console, "Delay that ends").
    const after = { delayMinutes, until: null };
    return {
      after: withDelay(stored.rows, day, after),
      result: { eventId, venueDay: day, delayMinutes, unscored },
      news: newsOfDelay(context, { day, before, after, toCome }),
    };
  },
};
