/** Times of day without a date: the moments that they may be, around one that is known. Pure. */
import type { VenueClock } from './venue-clock.ts';

const DAY_MILLIS = 24 * 3_600_000;

/** A start that is farther from its race than this is one of another race, or of a clock that is wrong. */
const MAX_START_MILLIS = 6 * 3_600_000;

/**
 * @param millisOfDay as the clock shows it
 * @param base epoch milliseconds
 * @returns the moments of the day of `base`, of the one before and of the one after; two of a day where the clock shows the
 *   time twice
 */
export function momentsAround(
  clock: Pick<VenueClock, 'wallOf' | 'momentsOf'>,
  millisOfDay: number,
  base: number,
): number[] {
  const today = Math.floor(clock.wallOf(base) / DAY_MILLIS) * DAY_MILLIS;
  return [-1, 0, 1].flatMap((days) => {
    const { found, candidates } = clock.momentsOf(today + days * DAY_MILLIS + millisOfDay);
    return found.length > 0 ? found : candidates;
  });
}

/** @returns the nearest one; of two that are as near, the earlier; `undefined` of none */
export function nearestTo(base: number, moments: readonly number[]): number | undefined {
  return moments.toSorted((a, b) => Math.abs(a - base) - Math.abs(b - base) || a - b)[0];
}

/** The nearest moment at which the clock shows a time; `undefined` where it leaves that time out on the day it is nearest. */
export function nearestShown(
  clock: Pick<VenueClock, 'wallOf' | 'momentsOf'>,
  millisOfDay: number,
  base: number,
): number | undefined {
  const nearest = nearestTo(base, momentsAround(clock, millisOfDay, base));
  if (nearest === undefined) return undefined;
  const shown = clock.wallOf(nearest);
  return shown - Math.floor(shown / DAY_MILLIS) * DAY_MILLIS === millisOfDay ? nearest : undefined;
}

/** Whether a start may be that of a race. @param base when the race is expected to start */
export function isNearEnough(startedAt: number, base: number): boolean {
  return Math.abs(startedAt - base) <= MAX_START_MILLIS;
}
