/** Waiting for what happens, instead of for a time in which it happens on a quiet machine. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';

/** Far above what a busy machine needs. */
const PATIENCE_SECONDS = 60;
const ROUND_MILLIS = 20;

/**
 * Waits until something is so, and fails with what it was when it does not come.
 *
 * @param what names it
 * @param seconds fewer only where something else makes it so later
 * @returns after how many milliseconds it was so
 */
export async function until(
  what: string,
  isSo: () => unknown | Promise<unknown>,
  seconds = PATIENCE_SECONDS,
): Promise<number> {
  const startedAt = performance.now();
  while (!(await isSo())) {
    const waitedSeconds = (performance.now() - startedAt) / 1000;
    assert.ok(waitedSeconds < seconds, `this has not come in ${seconds} s: ${what}`);
    await delay(ROUND_MILLIS);
  }
  return performance.now() - startedAt;
}
