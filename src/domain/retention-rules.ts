/**
 * Retention: when archived events and their histories are deleted, and when a process looks for them; how long follows, sent
 * notifications and reminders, idempotency keys and links are kept.
 */
import { DAY_MILLIS } from '../contract/time-units.ts';
import { venueDay } from './day/venue-day.ts';

/** How long archived events are kept, in days after their last day; `undefined`: for good. */
export interface Retention {
  /** How long their history is kept. */
  historyDays: number | undefined;
  /** How long the events themselves are kept. */
  eventsDays: number | undefined;
  /** The folder to which an event is exported before it is deleted; without a folder it is not deleted. */
  archiveFolder: string | undefined;
}

/** Whether nothing is ever deleted. */
export function keepsAll({ historyDays, eventsDays }: Retention): boolean {
  return historyDays === undefined && eventsDays === undefined;
}

/** What decides whether an event is deleted. */
interface KeptEvent {
  /** YYYY-MM-DD, at the venue. */
  lastDay: string;
  /** IANA zone; `null`: UTC. */
  timezone: string | null;
  isArchived: boolean;
}

/** What of an event is due to be deleted; both may be. */
export interface Due {
  event: boolean;
  history: boolean;
}

/** What retention did with an event, or what it would do. */
export type Retained = { id: number; name: string; lastDay: string } & (
  | { kind: 'event'; file: string }
  | { kind: 'history'; entries: number }
  /** The event was due but was not deleted; the reason is a sentence. */
  | { kind: 'stayed'; reason: string }
);

/** How long the record of sent notifications is kept. It is read only until some hours after the last message of a race. */
export const KEEP_NOTIFIED_MILLIS = 3 * DAY_MILLIS;
/** How long a reminder is kept after the start it was for: by then the race is over, or has moved too far for it to count. */
export const KEEP_REMINDERS_MILLIS = DAY_MILLIS;
/** How long follows of an event are kept after its last day. */
export const KEEP_FOLLOWS_MILLIS = 30 * DAY_MILLIS;
/** How long the idempotency key of a request is kept: until then, repeating the request creates nothing more. */
export const KEEP_IDEMPOTENCY_MILLIS = DAY_MILLIS;
/** How long a link is kept after its end: the mails to an address are counted by its links. */
export const KEEP_LINKS_MILLIS = DAY_MILLIS;

/**
 * What of an event has been kept for long enough. Only archived events are touched. A day counts once it is over at the
 * venue: with 30 days, an event that ended on 1 June is deleted on 2 July.
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
 * Events of which anything may be due have their last day before this day, whatever their zone.
 *
 * @param now epoch milliseconds
 * @returns YYYY-MM-DD; `undefined` where everything is kept
 */
export function dueBefore({ eventsDays, historyDays }: Retention, now: number): string | undefined {
  const days = Math.min(
    ...[eventsDays, historyDays].map((each) => each ?? Number.POSITIVE_INFINITY),
  );
  // No zone is more than 14 hours ahead of UTC, so one more day covers all of them.
  return Number.isFinite(days)
    ? new Date(now + DAY_MILLIS - days * DAY_MILLIS).toISOString().slice(0, 10)
    : undefined;
}

/** Which entries of an event's history were removed: always the oldest ones. */
export interface RemovedHistory {
  /** The number of the newest entry that was removed; 0: none was. */
  to: number;
  /** The id of the oldest entry that is left; `null`: none is. */
  oldestId: number | null;
}

/** Whether an entry that is not found may have been one of those that were removed. */
export function mayBeRemoved(entryId: number, { to, oldestId }: RemovedHistory): boolean {
  return to > 0 && (oldestId === null || entryId < oldestId);
}

/** Why an entry that was removed cannot be undone. */
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

/** A run that is not over after this long counts as interrupted. */
const LONGEST_RUN_MILLIS = 5 * 60_000;

/**
 * Whether a process is to begin a run: when the process starts, to try again after a failure, and otherwise a day after the
 * last one, but never while another is going on. A run dated in the future does not count: the clock was set back since.
 *
 * @param isAsked whether the process has a reason of its own: its start, or a run that failed
 * @param now epoch milliseconds
 */
export function isRunDue(last: DailyRun | undefined, isAsked: boolean, now: number): boolean {
  if (!last || last.beganAt > now) return true;
  if (!last.isOver && last.beganAt > now - LONGEST_RUN_MILLIS) return false;
  return isAsked || last.beganAt <= now - DAY_MILLIS;
}
