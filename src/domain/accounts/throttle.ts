/**
 * How failed sign-ins slow down the next one (console, "Throttling"). Nothing is ever locked for good: the wait
 * grows to a minute and stays there.
 */

import { hash } from 'node:crypto';
import { DAY_MILLIS, SECOND_MILLIS } from '../../contract/time-units.ts';

const MAX_WAIT_MILLIS = 60 * SECOND_MILLIS;
/** Failures that are so old are forgotten. */
export const FAILURE_MILLIS = DAY_MILLIS;

/**
 * Whose failures are counted: those of an account, those from a network and from the wider network around it, and
 * those in a browser that the account knows, which none of the others slows down.
 */
export type Throttled = 'account' | 'network' | 'wide network' | 'browser';

/**
 * The failure in a row from which on the next attempt waits. A known browser has as many as NIST SP 800-63B-4
 * (the section on rate limiting) lets an account have at all, because its cookie alone may have been stolen.
 */
const FIRST_WAIT: Record<Throttled, number> = {
  account: 6,
  network: 20,
  // Four times a network: it may be a whole campus or carrier, but one customer is given that many addresses.
  'wide network': 80,
  browser: 100,
};

/** By what the failures of a person are counted. @param email as it is now */
export function accountOf(userId: number, email: string | null): string {
  return email ?? `person ${userId}`;
}

/** What failures of an account are stored by, which tells no address. @param account as `accountOf` says it, or what was typed */
export function accountSubject(account: string): string {
  return `account ${hash('sha256', account, 'hex')}`;
}

/** Failures in a row. */
export interface Failures {
  count: number;
  /** Epoch milliseconds. */
  lastAt: number;
}

/** How long the next attempt still has to wait, in milliseconds; 0 when it may be made. */
export function waitMillis(kind: Throttled, failures: Failures | undefined, now: number): number {
  const beyond = countOf(failures, now) - FIRST_WAIT[kind];
  if (!failures || beyond < 0) return 0;
  const wait = Math.min(MAX_WAIT_MILLIS, SECOND_MILLIS * 2 ** beyond);
  // A clock that was set back must not make it longer.
  return Math.min(wait, Math.max(0, failures.lastAt + wait - now));
}

/** The failures with one more counted. */
export function withFailure(failures: Failures | undefined, now: number): Failures {
  return { count: countOf(failures, now) + 1, lastAt: now };
}

function countOf(failures: Failures | undefined, now: number): number {
  return failures && now - failures.lastAt < FAILURE_MILLIS ? failures.count : 0;
}
