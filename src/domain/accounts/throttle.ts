/**
 * How failed sign-ins delay the next attempt (console, "Throttling"). No account is ever locked for good: the wait grows
 * to a minute and no further.
 */

import { hash } from 'node:crypto';
import { DAY_MILLIS, SECOND_MILLIS } from '../../contract/time-units.ts';

const MAX_WAIT_MILLIS = 60 * SECOND_MILLIS;
/** How long after the last failure a count of failures is forgotten. */
export const FAILURE_MILLIS = DAY_MILLIS;

/**
 * What failures are counted by: the account, the network and the wider network of the client, or a browser that is known
 * to the account. In a known browser, only its own failures count.
 */
export type Throttled = 'account' | 'network' | 'wide network' | 'browser';

/**
 * The number of failures in a row after which the next attempt must wait. For a known browser it is the total that NIST
 * SP 800-63B-4 (the section on rate limiting) allows an account, because the client may have stolen its cookie.
 */
const FIRST_WAIT: Record<Throttled, number> = {
  account: 6,
  network: 20,
  // Four times that of a network: it may be a whole campus or carrier, but one customer can have that many addresses.
  'wide network': 80,
  browser: 100,
};

/** The name by which the failures of a person are counted: the mail address, if there is one. @param email the present one */
export function accountOf(userId: number, email: string | null): string {
  return email ?? `person ${userId}`;
}

/** The key under which failures of an account are stored, without its address. @param account from `accountOf`, or as typed */
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
  // A clock that was set back must not make the wait longer.
  return Math.min(wait, Math.max(0, failures.lastAt + wait - now));
}

/** The failures with one more, at `now` in epoch milliseconds. */
export function withFailure(failures: Failures | undefined, now: number): Failures {
  return { count: countOf(failures, now) + 1, lastAt: now };
}

function countOf(failures: Failures | undefined, now: number): number {
  return failures && now - failures.lastAt < FAILURE_MILLIS ? failures.count : 0;
}
