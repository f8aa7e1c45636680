/**
 * The delay of a venue day: which races it moves and until when, how answers show it, and the two ways in which the race
 * office enters it: in minutes, or as "race N now at HH:MM" (console, "Day").
 */
import type { OfficeDelayWrite } from '../../contract/console/office-writes.ts';
import { EARLIEST, formatInstant, formatInstantOrNull, LATEST } from '../../contract/instant.ts';
import { MAX_DELAY_MINUTES } from '../../contract/limits.ts';
import type { Delay } from '../../contract/schedule.ts';
import { MINUTE_MILLIS } from '../../contract/time-units.ts';
import type { Lane } from '../draw/lane.ts';
import type { Race } from '../races/race.ts';
import { conflict, invalid, type Refusal } from '../refusal.ts';
import { hasBegun, hasRaced } from '../results/standings.ts';
import { minutesUntil, readTimeNear } from './read-venue-time.ts';
import { endOfVenueDay, venueDay } from './venue-day.ts';

/** The delay of a venue day, and when it ends. */
export interface DayDelay {
  /** By how much the day runs late; negative: early. */
  delayMinutes: number;
  /**
   * Races planned at or after this instant keep their planned start; epoch milliseconds, `null`: a delay holds for the whole
   * day. The end stays while the day is on time.
   */
  until: number | null;
}

/** A break between races must be at least this long for a delay to end at it. */
export const SHORTEST_BREAK_MINUTES = 30;

/** A day without a delay, and without an end for its next delay. */
export const ON_TIME: DayDelay = { delayMinutes: 0, until: null };

export function isSameDelay(a: DayDelay, b: DayDelay): boolean {
  return a.delayMinutes === b.delayMinutes && a.until === b.until;
}

/**
 * The delay of a day as people see it. An end that is left from an earlier delay is kept for the next one (console, "Delay
 * that ends"), but is not shown while the day is on time.
 */
export function shownDelay(delay: DayDelay): DayDelay {
  return delay.delayMinutes === 0 ? ON_TIME : delay;
}

/**
 * The delay of the venue day of a race.
 *
 * @param scheduledAt epoch milliseconds
 * @param delays by venue day, of the event
 */
export function delayOfRace(
  scheduledAt: number,
  delays: ReadonlyMap<string, DayDelay>,
  timezone: string | null,
): DayDelay {
  // Most events run on time, and finding the venue day of an instant is slow.
  if (delays.size === 0) return ON_TIME;
  return delays.get(venueDay(scheduledAt, timezone)) ?? ON_TIME;
}

/**
 * When a race is expected to start: planned start plus its day's delay (specification, "delay"), if that has not
 * ended before (console, "Delay that ends"), within the instants that an answer can write. Epoch milliseconds.
 *
 * @param delay of the race's venue day
 */
export function estimatedStart(scheduledAt: number, { delayMinutes, until }: DayDelay): number {
  if (until !== null && scheduledAt >= until) return scheduledAt;
  const estimate = scheduledAt + delayMinutes * MINUTE_MILLIS;
  return Math.min(Math.max(estimate, EARLIEST), LATEST);
}

/** The delay of one whole venue day, and what it delays. */
export interface DelayedDay {
  eventId: number;
  venueDay: string;
  delayMinutes: number;
  /** The races of the day that are not scored, in running order. */
  unscored: readonly Race[];
}

/** The delay of a day as documents and files show it. @param delay left out: on time */
export function writtenDelay({ delayMinutes, until }: DayDelay = ON_TIME): {
  delayMinutes: number;
  until: string | null;
} {
  return { delayMinutes, until: formatInstantOrNull(until) };
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

export type DelayRequest = Omit<OfficeDelayWrite, 'seen'>;

/** What is wrong with the properties of a wish: it needs a day with minutes, or a race with its start, and not both. */
export function judgeDelay(wish: DelayRequest): Refusal | undefined {
  const { venueDay: day, delayMinutes, raceId, startsAt } = wish;
  const isByDay = day !== undefined || delayMinutes !== undefined;
  const surplus =
    isByDay && (['raceId', 'startsAt'] as const).find((name) => wish[name] !== undefined);
  if (surplus) {
    return invalid([
      { field: surplus, detail: 'must be left out beside venueDay and delayMinutes' },
    ]);
  }
  const [first, second] = isByDay
    ? (['venueDay', 'delayMinutes'] as const)
    : (['raceId', 'startsAt'] as const);
  if (raceId === undefined && startsAt === undefined && !isByDay) {
    const detail = 'is required with delayMinutes, or raceId with startsAt';
    return invalid([{ field: 'venueDay', detail }]);
  }
  const missing = [first, second].find((name) => wish[name] === undefined);
  return missing && invalid([{ field: missing, detail: 'is required' }]);
}

/** A wish that has passed `judgeDelay`, of one day. */
export interface DayRequest {
  /** YYYY-MM-DD */
  day: string;
  delayMinutes: number;
}

export interface WantedDelay extends DayDelay {
  /** YYYY-MM-DD */
  day: string;
}

/**
 * The delay with which crews see a race start at a time, if the delay does not end before the race.
 *
 * @param lanes of the race
 * @param startsAt `HH:MM` on the race's venue day, or in the night after it
 * @returns 422 on `startsAt`; 409 where no delay moves the race
 */
export function delayForStart(
  race: Race,
  lanes: readonly Lane[],
  startsAt: string,
  timezone: string | null,
): DayRequest | Refusal {
  if (hasBegun(race, lanes)) {
    const why = hasRaced(lanes) ? 'has results' : 'has started';
    return conflict(`Race ${race.raceNumber} ${why}: no delay moves it.`);
  }
  if (race.state !== 'planned') {
    return conflict(`Race ${race.raceNumber} is ${race.state}: no delay moves it.`);
  }
  const day = venueDay(race.scheduledAt, timezone);
  const wanted = readTimeNear(race.scheduledAt, startsAt, day, timezone);
  if (typeof wanted === 'string') return invalid([{ field: 'startsAt', detail: wanted }]);
  const delayMinutes = minutesUntil(race.scheduledAt, wanted);
  if (Math.abs(delayMinutes) > MAX_DELAY_MINUTES) {
    const detail = `would be ${delayMinutes} minutes from the planned start; a delay has at most ${MAX_DELAY_MINUTES}`;
    return invalid([{ field: 'startsAt', detail }]);
  }
  return { day, delayMinutes };
}

/**
 * The delay with its end. The stored end stays where none is sent, also while the day runs on time, so that re-timed races
 * keep the starts that were typed, whatever the delay is later (console, "Delay that ends, and re-timing").
 *
 * @param sent the new end, `null` for none; left out, the stored end stays
 * @param race the race that is to start at a time, where the wish names one
 * @returns 422 on `until` where it is not on the day, or the race would not be moved
 */
export function withEnd(
  wish: DayRequest,
  { sent, stored }: { sent: number | null | undefined; stored: DayDelay },
  race: Race | undefined,
  timezone: string | null,
): WantedDelay | Refusal {
  const { day, delayMinutes } = wish;
  const until = sent === undefined ? stored.until : sent;
  // A day ends with the first minute of another one.
  if (sent != null && venueDay(sent, timezone) !== day && sent !== endOfVenueDay(day, timezone)) {
    return invalid([{ field: 'until', detail: `must be a time on ${day} at the venue` }]);
  }
  if (race && until !== null && race.scheduledAt >= until) {
    const end = `${formatInstant(until)}, before race ${race.raceNumber}`;
    const detail = `is ${end}, which the delay would not move: send a later end, or null`;
    return invalid([{ field: 'until', detail }]);
  }
  return { day, delayMinutes, until };
}
