/** Waits for a condition, not for a time after which it holds on a quiet machine. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';

/** Far above what a busy machine needs. */
const PATIENCE_SECONDS = 60;
const ROUND_MILLIS = 20;

/**
 * Waits until a condition holds, and fails with its name where it does not in time.
 *
 * @param what names the condition
 * @param seconds fewer only where something else would make it true later
 * @returns after how many milliseconds it held
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
