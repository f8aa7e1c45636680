/**
 * Retention: which archived events go after their time, which histories do, and when somebody has to look for them; how
 * long is kept what devices follow and were told, and what requests and links leave behind.
 */
import { DAY_MILLIS } from '../contract/time-units.ts';
import { venueDay } from './day/venue-day.ts';

/** How long archived events are kept, counted from their last day; `undefined`: for good. */
export interface Retention {
  /** Their history. */
  historyDays: number | undefined;
  /** All of them. */
  eventsDays: number | undefined;
  /** Where an event is written before it goes; without such a folder it stays. */
  archiveFolder: string | undefined;
}

/** Whether nothing ever goes. */
export function keepsAll({ historyDays, eventsDays }: Retention): boolean {
  return historyDays === undefined && eventsDays === undefined;
}

/** What decides whether an event goes. */
interface KeptEvent {
  /** YYYY-MM-DD, at the venue. */
  lastDay: string;
  /** IANA zone; `null`: UTC. */
  timezone: string | null;
  isArchived: boolean;
}

/** What is due of an event; both may be. */
export interface Due {
  event: boolean;
  history: boolean;
}

/** What retention did with an event, or what it would do. */
export type Retained = { id: number; name: string; lastDay: string } & (
  | { kind: 'event'; file: string }
  | { kind: 'history'; entries: number }
  /** It should have gone; the reason is a sentence. */
  | { kind: 'stayed'; reason: string }
);

/** What devices were notified of. It is only asked for until some hours after the last message of a race. */
export const KEEP_NOTIFIED_MILLIS = 3 * DAY_MILLIS;
/** From the start that a reminder was of: it is long over then, and a race that moves gets one that no old row is near. */
export const KEEP_REMINDERS_MILLIS = DAY_MILLIS;
/** What devices follow of an event, after its last day. */
export const KEEP_FOLLOWS_MILLIS = 30 * DAY_MILLIS;
/** The key of a request that made something: repeating it makes nothing. */
export const KEEP_IDEMPOTENCY_MILLIS = DAY_MILLIS;
/** A link after its end, so that mails to an address are counted. */
export const KEEP_LINKS_MILLIS = DAY_MILLIS;

/**
 * What of an event has been kept for long enough. Only archived ones are touched, and a day counts once it is over at
 * the venue: with 30 days, what ended on 1 June goes on 2 July.
 *
 * @param now epoch milliseconds
 */
export function dueOf(event: KeptEvent, retention: Retention, now: number): Due {
  const days = daysSince(event, now);
  const isDue = (keep: number | undefined) => event.isArchived && keep !== undefined && days > keep;
  return { event: isDue(retention.eventsDays), history: isDue(retention.historyDays) };
}

function daysSince({ lastDay, timezone }: KeptEvent, now: number): number {
  return (Date.parse(venueDay(now, timezone)) - Date.parse(lastDay)) / DAY_MILLIS;
}

/**
 * The last days of events of which anything may be due end before this one, wherever they are rowed.
 *
 * @param now epoch milliseconds
 * @returns YYYY-MM-DD; `undefined` where everything is kept
 */
export function dueBefore({ eventsDays, historyDays }: Retention, now: number): string | undefined {
  const days = Math.min(
    ...[eventsDays, historyDays].map((each) => each ?? Number.POSITIVE_INFINITY),
  );
  // No place is more than 14 hours ahead.
  return Number.isFinite(days)
    ? new Date(now + DAY_MILLIS - days * DAY_MILLIS).toISOString().slice(0, 10)
    : undefined;
}

/** What of an event's history was removed: always its oldest entries. */
export interface RemovedHistory {
  /** The number of the newest that is gone; 0: none is. */
  to: number;
  /** The id of the oldest that is left; `null`: none is. */
  oldestId: number | null;
}

/** Whether an entry that is not found may have been one of those that were removed. */
export function mayBeRemoved(entryId: number, { to, oldestId }: RemovedHistory): boolean {
  return to > 0 && (oldestId === null || entryId < oldestId);
}

/** Why it cannot be undone. */
export function removedEntry(entryId: number): string {
  return `The history has no entry ${entryId} any more: that of archived events is removed after a time, and what is gone cannot be undone.`;
}

/** The name of the file that an event leaves in the folder for archived events. */
export function archiveFileName(id: number, lastDay: string): string {
  return `event-${id}-${lastDay}.json`;
}

/** The last daily run of a task, by whichever process. */
export interface DailyRun {
  /** Epoch milliseconds. */
  beganAt: number;
  isOver: boolean;
}

/** A run that has taken so long was interrupted. */
const LONGEST_RUN_MILLIS = 5 * 60_000;

/**
 * Whether a process is to begin a run: when it starts, to try again after a failure, and else a day after the last one,
 * but never beside another. A run from the future, as is left by a clock that was set back, does not count.
 *
 * @param isAsked when the process has a reason of its own
 * @param now epoch milliseconds
 */
export function isRunDue(last: DailyRun | undefined, isAsked: boolean, now: number): boolean {
  if (!last || last.beganAt > now) return true;
  if (!last.isOver && last.beganAt > now - LONGEST_RUN_MILLIS) return false;
  return isAsked || last.beganAt <= now - DAY_MILLIS;
}
