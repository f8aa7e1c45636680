/** A delayed day as answers show it. */
import { formatInstant } from '../../contract/instant.ts';
import type { Delay } from '../../contract/schedule.ts';
import type { Race } from '../races/plan-races.ts';
import { type DayDelay, estimatedStart, ON_TIME } from './race-day.ts';

/** The delay of one whole venue day, and what it delays. */
export interface DelayedDay {
  eventId: number;
  venueDay: string;
  delayMinutes: number;
  /** The races of the day that are not scored, in running order. */
  unscored: readonly Race[];
}

/** How a day runs, as documents and files show it. @param delay left out: on time */
export function writtenDelay({ delayMinutes, until }: DayDelay = ON_TIME): {
  delayMinutes: number;
  until: string | null;
} {
  return { delayMinutes, until: until === null ? null : formatInstant(until) };
}

/** The races of a day that are still to come, with their new estimates (decision A7). */
export function delayView({ eventId, venueDay, delayMinutes, unscored }: DelayedDay): Delay {
  const races = unscored.map(({ externalId, raceNumber, scheduledAt }) => ({
    externalId,
    raceNumber,
    scheduledAt: formatInstant(scheduledAt),
    estimatedAt: formatInstant(estimatedStart(scheduledAt, { delayMinutes, until: null })),
  }));
  return { eventId, venueDay, delayMinutes, races };
}
