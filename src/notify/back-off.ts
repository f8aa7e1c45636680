/** When a message that was not delivered is tried again. */
import { LONGEST_DELIVERY_WAIT_MILLIS } from '../domain/day/due.ts';

const FIRST_MILLIS = 5000;
const LONGEST_MILLIS = 10 * 60_000;
/** A push service may ask for any wait, even a year; this is the longest that it is given. */
const LONGEST_ASKED_MILLIS = LONGEST_DELIVERY_WAIT_MILLIS - LONGEST_MILLIS;

/** Then a device is deleted: name servers have said over some ten seconds that its host does not exist. */
export const MAX_TRIES_NOWHERE = 3;

/**
 * The wait before the next try: it doubles from 5 seconds to 10 minutes, and what the push service asked
 * for is added. It varies by half, so that devices that failed together are not tried together.
 *
 * @param attempts how often it has been tried, at least once
 * @param random from 0 to 1
 */
export function waitMillis(attempts: number, askedMillis: number, random: number): number {
  const doubled = Math.min(FIRST_MILLIS * 2 ** (attempts - 1), LONGEST_MILLIS);
  const asked = Math.min(askedMillis, LONGEST_ASKED_MILLIS);
  return Math.round(asked + doubled * (0.5 + 0.5 * random));
}
