/**
 * When followers are reminded of a race that is about to start, or of an entry of a head race (board, "Additions"; decision
 * page 020; racing, "Who hears what").
 */
import type { RaceState } from '../../contract/board.ts';
import { MINUTE_MILLIS } from '../../contract/time-units.ts';

/** How long before the start followers can choose to be reminded, in minutes. */
export const REMINDER_CHOICES_MINUTES = [10, 20, 30, 60];
/** No reminder is sent later than this before the start: it is of no use to people who are not at the start by then. */
const LEAST_NOTICE_MILLIS = 3 * MINUTE_MILLIS;
/** A race whose start moves later by more than this after its reminder gets another one (board, "Additions"). */
const REPEAT_MILLIS = 10 * MINUTE_MILLIS;

/** What of a race, or of an entry of a head race, decides whether a reminder is due. */
export interface ReminderRace {
  /** When it is expected to start, in epoch milliseconds. */
  startAt: number;
  state: RaceState;
  /**
   * Whether it has started, a boat has raced, or the entry has a status, as far as the public may know: a reminder that is
   * not sent must not disclose hidden results.
   */
  hasStarted: boolean;
}

/** A reminder that was sent to all followers who chose the same number of minutes. */
export interface GivenReminder {
  /** The start for which it was sent, in epoch milliseconds. */
  startAt: number;
  /** The crews whose followers it was sent to, in ascending order. */
  crewIds: readonly number[];
}

/**
 * When a reminder of a race is to be sent; a time that has passed means at once.
 *
 * @param minutes how long before the start
 * @param given the last reminder that was sent; `undefined` if there was none
 * @param now epoch milliseconds
 * @returns epoch milliseconds; `undefined` while there is nothing to remind of
 */
export function reminderDueAt(
  race: ReminderRace,
  minutes: number,
  given: Pick<GivenReminder, 'startAt'> | undefined,
  now: number,
): number | undefined {
  if (!isInTime(race, now) || (given && isSameStart(race, given.startAt))) return undefined;
  return race.startAt - minutes * MINUTE_MILLIS;
}

/** The crews drawn after a reminder that still counts: devices that follow only one of these have not received it. */
export function crewsDrawnSince(
  race: ReminderRace & { crewIds: readonly number[] },
  given: GivenReminder,
  now: number,
): number[] {
  if (!isInTime(race, now) || !isSameStart(race, given.startAt)) return [];
  return race.crewIds.filter((id) => !given.crewIds.includes(id));
}

/**
 * Whether a reminder that came due for a start may still be sent: the race is still to come, and has not moved so far
 * that there will be another reminder.
 */
export function isReminderTrue(race: ReminderRace, remindedFor: number, now: number): boolean {
  return isToCome(race) && race.startAt > now && isSameStart(race, remindedFor);
}

/**
 * The range of starts, in epoch milliseconds, of races whose reminder may come due within ten minutes, or was sent and still
 * counts.
 */
export function startsToLookAt(maxMinutes: number, now: number): { from: number; to: number } {
  return {
    from: now + LEAST_NOTICE_MILLIS,
    to: now + REPEAT_MILLIS + maxMinutes * MINUTE_MILLIS,
  };
}

function isInTime(race: ReminderRace, now: number): boolean {
  return isToCome(race) && race.startAt - now >= LEAST_NOTICE_MILLIS;
}

function isToCome({ state, hasStarted }: ReminderRace): boolean {
  return state === 'planned' && !hasStarted;
}

function isSameStart({ startAt }: ReminderRace, remindedFor: number): boolean {
  return startAt <= remindedFor + REPEAT_MILLIS;
}
