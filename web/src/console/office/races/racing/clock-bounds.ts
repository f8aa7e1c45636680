/**
 * How far the clock of this device is from that of the service, as far as the answers of the service say: each names a
 * whole second, so each allows a range of differences, and together they leave a small one. Pure; `device-clock.ts` asks.
 */
import { SECOND_MILLIS } from '../../../../../../src/contract/time-units.ts';

/** Between which differences the truth is, in milliseconds: the service's clock less the device's. */
export interface ClockBounds {
  low: number;
  high: number;
}

/** Nothing is known. */
export const UNKNOWN_CLOCK: ClockBounds = {
  low: Number.NEGATIVE_INFINITY,
  high: Number.POSITIVE_INFINITY,
};

/** An answer of the service. */
interface ClockSample {
  /** By the device's clock, in epoch milliseconds. */
  sentAt: number;
  receivedAt: number;
  /** What the answer says: a whole second, epoch milliseconds. */
  date: number;
}

/** A web server writes the second that it was some milliseconds ago. */
const STALE_MILLIS = 20;

/**
 * The bounds with one more answer.
 *
 * @returns those of the answer alone where both exclude each other: one of the clocks was set meanwhile
 */
export function narrowed(
  bounds: ClockBounds,
  { sentAt, receivedAt, date }: ClockSample,
): ClockBounds {
  const own = { low: date - receivedAt, high: date + SECOND_MILLIS + STALE_MILLIS - sentAt };
  const both = { low: Math.max(bounds.low, own.low), high: Math.min(bounds.high, own.high) };
  return both.low <= both.high ? both : own;
}

/** How far the truth may be from the middle of the bounds. */
export function uncertainty({ low, high }: ClockBounds): number {
  return (high - low) / 2;
}

/**
 * When the next answer halves the bounds: it is to be written as the second changes, if the difference is their middle.
 *
 * @param now by the device's clock @param travelMillis how long a question takes to arrive
 * @returns milliseconds to wait
 */
export function nextSampleDelay(bounds: ClockBounds, now: number, travelMillis: number): number {
  if (!Number.isFinite(bounds.low) || !Number.isFinite(bounds.high)) return 0;
  const service = now + travelMillis + (bounds.low + bounds.high) / 2;
  return SECOND_MILLIS - (((service % SECOND_MILLIS) + SECOND_MILLIS) % SECOND_MILLIS);
}

/**
 * What is added to the device's clock. It stays as it is while it may be right: boats that are timed here are compared with
 * each other first.
 *
 * @param kept what was added so far
 */
export function correctionOf({ low, high }: ClockBounds, kept: number): number {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return kept;
  if (kept >= low && kept <= high) return kept;
  return Math.round((low + high) / 2);
}
