/** Which facts an event may have, and which changes of it are allowed (console, "Events"). */

import type { EventPreview } from '../../contract/console/events.ts';
import { MAX_EVENT_DAYS } from '../../contract/limits.ts';
import { DAY_MILLIS } from '../../contract/time-units.ts';
import type { DayDelay } from '../day/delay.ts';
import { isTimezone, venueDay } from '../day/venue-day.ts';
import type { Race } from '../races/race.ts';
import { conflict, Refusal, TooOften } from '../refusal.ts';
import { type LookFacts, objectionToAccent, objectionToLink } from './look.ts';

/** The facts of an event that its organiser sets. */
export interface EventFacts extends LookFacts {
  name: string;
  /** YYYY-MM-DD */
  start: string;
  end: string;
  /** As the organiser wrote it; `null` when nobody has named one. */
  timezone: string | null;
  city: string;
  /** ISO 3166-1 alpha-2, or empty. */
  country: string;
  /** To try things out: never listed publicly. */
  trial: boolean;
  /** Lists leave it out; its pages stay. */
  archived: boolean;
  /** Search engines may not list it; they never list a trial (`isIndexed`). */
  noindex: boolean;
  /** Its page is public before its schedule is published (adopt, "Announced events"). */
  announced: boolean;
}

/** The limit for one person in 24 hours: more than a regatta association plans in a year. Each takes rows and list space. */
export const MAX_EVENTS_A_DAY = 100;

/** What is wrong with one property of an event, such as `look.accent`, as far as the property alone shows it. */
export function objectionToText(field: string, text: string): string | undefined {
  const property = field.split('.').at(-1);
  if (property === 'accent') return objectionToAccent(text);
  if (property === 'url') return objectionToLink(text);
  if (property === 'timezone' && !isTimezone(text)) {
    return 'must be an IANA zone such as Europe/Berlin';
  }
  if (property === 'countryCode' && !/^([A-Za-z]{2})?$/.test(text)) {
    return 'must have two letters, such as DE';
  }
  return undefined;
}

/**
 * What is wrong with the days of an event.
 *
 * @param start and `end`: YYYY-MM-DD, days that exist
 */
export function objectionToDays(start: string, end: string): string | undefined {
  if (end < start) {
    return `The event would end on ${end}, before it starts on ${start}.`;
  }
  const days = (Date.parse(end) - Date.parse(start)) / DAY_MILLIS + 1;
  if (days <= MAX_EVENT_DAYS) return undefined;
  return `The event would last ${days} days, which are more than ${MAX_EVENT_DAYS}.`;
}

/**
 * Refuses another event if the person has created too many in the console in the last 24 hours.
 *
 * @param createdAt when the person's hundredth-newest event was created, in epoch milliseconds; `undefined` if there is none
 */
export function tooManyEvents(createdAt: number | undefined, now: number): TooOften | undefined {
  const wait = createdAt === undefined ? 0 : createdAt + DAY_MILLIS - now;
  if (wait <= 0) return undefined;
  return new TooOften(`One person may create ${MAX_EVENTS_A_DAY} events in 24 hours.`, wait);
}

/** `objectionToDays` as a refusal. @param field the property that the caller should change */
export function refuseDays(
  start: string,
  end: string,
  field: 'startDate' | 'endDate' = 'endDate',
): Refusal | undefined {
  const detail = objectionToDays(start, end);
  return detail === undefined
    ? undefined
    : new Refusal('validation_failed', detail, [{ field, detail }]);
}

/** Whether search engines may list a published event. */
export function isIndexed({ trial, noindex }: Pick<EventFacts, 'trial' | 'noindex'>): boolean {
  return !trial && !noindex;
}

/** @returns the reason if an event may not become a trial: people who saw it published took it for a real one */
export function objectionToTrial(
  wasTrial: boolean,
  isTrial: boolean,
  wasPublished: boolean,
): Refusal | undefined {
  if (wasTrial || !isTrial || !wasPublished) return undefined;
  return conflict('The event is a real one and has been published, so it cannot become a trial.');
}

/** @returns the reason if the announcement of an event may not be taken back: its page shows the schedule already */
export function objectionToAnnounced(
  wasAnnounced: boolean,
  isAnnounced: boolean,
  isPublished: boolean,
): Refusal | undefined {
  if (!wasAnnounced || isAnnounced || !isPublished) return undefined;
  return conflict(
    'The schedule is published: un-publish it before you take the announcement back.',
  );
}

/**
 * @returns the reason if an event may not be removed: it has been published, or is announced now. A trial may always be
 *   removed
 */
export function objectionToRemoval(
  { trial, announced }: Pick<EventFacts, 'trial' | 'announced'>,
  wasPublished: boolean,
): Refusal | undefined {
  if (trial) return undefined;
  if (wasPublished) {
    return conflict('The event has been published, so it can be archived, but not removed.');
  }
  if (!announced) return undefined;
  return conflict('The event is announced: take the announcement back before you remove it.');
}

/** When and where an event is rowed. */
interface Frame {
  start: string;
  end: string;
  timezone: string | null;
}

/**
 * What a change of an event's zone or days means for its races and delays (console, "Events").
 *
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
