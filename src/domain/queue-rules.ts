/** When what waits in a queue is due, by a clock that may be set while it waits. */

/** By how much the clocks of an installation's machines may differ. */
const CLOCK_TOLERANCE_MILLIS = 60_000;
/** For how long news settle at most: results of a field that is not complete wait for more (board, "Additions"). */
export const LONGEST_SETTLING_MILLIS = 45_000;
/** A notification settles for at most 45 seconds, and is put off for a minute after a failure. */
export const LONGEST_NEWS_WAIT_MILLIS = 60_000;
/** The longest back-off of 10 minutes, on top of the hour that a push service may ask for. */
export const LONGEST_DELIVERY_WAIT_MILLIS = 70 * 60_000;
/** The longest time between two looks at a queue. A timer of Node.js takes at most 24 days. */
const LONGEST_LOOK_MILLIS = 60_000;

/**
 * Whether a row is due: its time has come, or is further ahead than any row is ever put off. In the second
 * case the clock has been set back since, and the row would wait until the clock has caught up.
 *
 * @param dueAt epoch milliseconds
 * @param now epoch milliseconds
 * @param longestWaitMillis the longest wait that a row of its kind, or this row, can have been given
 */
export function isDue(dueAt: number, now: number, longestWaitMillis: number): boolean {
  return dueAt <= now || dueAt > latestDue(now, longestWaitMillis);
}

/** The latest time that a row can have been put off to; epoch milliseconds, as is `now`. */
export function latestDue(now: number, longestWaitMillis: number): number {
  return now + longestWaitMillis + CLOCK_TOLERANCE_MILLIS;
}

/**
 * In how many milliseconds to look at a queue again, from 1 to 60,000.
 *
 * @param nextDueAt when the next row comes due, in epoch milliseconds
 */
export function lookAgainMillis(nextDueAt: number, now: number): number {
  return Math.min(Math.max(nextDueAt - now, 1), LONGEST_LOOK_MILLIS);
}

/**
 * The time by which old rows are deleted: never later than the time of the start and the time that has
 * passed since. A clock that is set forward makes nothing old at once.
 *
 * @param now what the clock says, in epoch milliseconds
 * @param startedAt what it said at the start, in epoch milliseconds
 * @param elapsedMillis what has passed since, by a monotonic clock
 */
export function steadyNow(now: number, startedAt: number, elapsedMillis: number): number {
  return Math.min(now, startedAt + elapsedMillis);
}
