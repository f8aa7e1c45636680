/**
 * How far the clock of this device is from that of the service, as far as the service's answers show: each names a whole second
 * and so allows a range of differences, and together they leave a small range. Pure; `device-clock.ts` sends the requests.
 */
import { SECOND_MILLIS } from '../../../../../../src/contract/time-units.ts';

/** The range of the true difference, in milliseconds: the service's clock minus the device's. */
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
  /** The `date` header of the answer: a whole second, in epoch milliseconds. */
  date: number;
}

/** A web server may send a second that is some milliseconds old. */
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

/** How far the true difference may be from the middle of the bounds, in milliseconds. */
export function uncertainty({ low, high }: ClockBounds): number {
  return (high - low) / 2;
}

/**
 * When the next answer halves the bounds: when the service answers just as its second changes, if the difference is in the
 * middle.
 *
 * @param now by the device's clock @param travelMillis how long a request takes to arrive @returns milliseconds to wait
 */
export function nextSampleDelay(bounds: ClockBounds, now: number, travelMillis: number): number {
  if (!Number.isFinite(bounds.low) || !Number.isFinite(bounds.high)) return 0;
  const service = now + travelMillis + (bounds.low + bounds.high) / 2;
  return SECOND_MILLIS - (((service % SECOND_MILLIS) + SECOND_MILLIS) % SECOND_MILLIS);
}

/**
 * The milliseconds to add to the device's clock. The correction stays while it may be right, because comparing the boats that
 * are timed on this device with each other matters most.
 *
 * @param kept the correction so far
 */
export function correctionOf({ low, high }: ClockBounds, kept: number): number {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return kept;
  if (kept >= low && kept <= high) return kept;
  return Math.round((low + high) / 2);
}
