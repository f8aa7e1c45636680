/** What a change of the zone or the days of an event does to its races and delays (console, "Events"). */
import type { EventPreview } from '../../contract/console/events.ts';
import type { Race } from '../races/plan-races.ts';
import { type DayDelay, venueDay } from './race-day.ts';

/** When and where an event is rowed. */
interface Frame {
  start: string;
  end: string;
  timezone: string | null;
}

/**
 * @param races in running order
 * @param delays by venue day
 */
export function previewOf(
  before: Pick<Frame, 'timezone'>,
  after: Frame,
  races: readonly Race[],
  delays: ReadonlyMap<string, DayDelay>,
): Omit<EventPreview, 'event'> {
  const days = races.map(({ id: raceId, raceNumber, scheduledAt }) => ({
    race: { raceId, raceNumber },
    from: venueDay(scheduledAt, before.timezone),
    to: venueDay(scheduledAt, after.timezone),
  }));
  return {
    moved: days
      .filter(({ from, to }) => from !== to)
      .map(({ race, from, to }) => ({ ...race, from, to })),
    outside: days
      .filter(({ to }) => to < after.start || to > after.end)
      .map(({ race, to }) => ({ ...race, day: to })),
    delays: [...delays]
      .filter(([, { delayMinutes }]) => delayMinutes !== 0)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([day, { delayMinutes }]) => ({
        venueDay: day,
        delayMinutes,
        raceCountBefore: days.filter(({ from }) => from === day).length,
        raceCountAfter: days.filter(({ to }) => to === day).length,
      })),
  };
}
