/** When a row of a queue is due, by a clock that may be set forward or back while the row waits. */

/** By how much the clocks of an installation's machines may differ. */
const CLOCK_TOLERANCE_MILLIS = 60_000;
/** The longest settling time of news: the results of an incomplete field wait for more (board, "Additions"). */
export const LONGEST_SETTLING_MILLIS = 45_000;
/** The longest wait of news in the outbox: they settle for at most 45 seconds, and wait a minute after a failure. */
export const LONGEST_NEWS_WAIT_MILLIS = 60_000;
/** The longest wait of a delivery: the longest back-off of 10 minutes, on top of the hour that a push service may ask for. */
export const LONGEST_DELIVERY_WAIT_MILLIS = 70 * 60_000;
/** The longest time between two polls of a queue. A timer of Node.js cannot be set further ahead than 24 days. */
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
 * In how many milliseconds to poll a queue again, from 1 to 60,000.
 *
 * @param nextDueAt when the next row comes due, in epoch milliseconds
 */
export function nextPollMillis(nextDueAt: number, now: number): number {
  return Math.min(Math.max(nextDueAt - now, 1), LONGEST_LOOK_MILLIS);
}

/**
 * The time against which the age of old rows is judged: at most the start of the process plus the time passed since, so
 * that a clock that is set forward does not make rows old at once. Epoch milliseconds.
 *
 * @param now what the clock says, in epoch milliseconds
 * @param startedAt what the clock said when the process started, in epoch milliseconds
 * @param elapsedMillis the time passed since then, by a monotonic clock
 */
export function steadyNow(now: number, startedAt: number, elapsedMillis: number): number {
  return Math.min(now, startedAt + elapsedMillis);
}
