/**
 * Attempts to prove a password. Each is counted as a failure before the password is checked, and the failures are
 * forgotten when it is right; so a thousand attempts at once are no way around the limit. They are counted in the
 * database, for all processes and across restarts.
 */
import type { Turn } from '../../concurrency/turn-queue.ts';
import { knownSince } from '../../domain/accounts/sessions.ts';
import {
  accountOf,
  accountSubject,
  type Failures,
  type Throttled,
  waitMillis,
  withFailure,
} from '../../domain/accounts/throttle.ts';
import { conflict, Refusal } from '../../domain/refusal.ts';
import type { Exchange } from '../../http/exchange.ts';
import { clientAddress, subnetOf } from '../../http/limits/networks.ts';
import {
  type Credentials,
  clearFailures,
  type FailurePurge,
  findCredentials,
  findFailures,
  isKnownBrowser,
  saveFailures,
} from '../../storage/accounts/password-sign-in.ts';
import type { Write } from '../../storage/engine/database.ts';
import type { Console } from '../console.ts';
import type { Session } from '../permissions.ts';
import type { Entitlement } from './passwords.ts';
import { hashOfCookie } from './start-session.ts';

/** Whose password is tried. */
interface Tried {
  /** The address as `normalEmail` returns it, whether or not a person has it; without an address, the person's id. */
  account: string;
  /** `undefined` where nobody has the address. */
  credentials: Credentials | undefined;
}

/** The outcome of an attempt. */
export interface Attempt {
  isRight: boolean;
  /** Deletes the failures, in the transaction that lets the person in. */
  succeed(tx: Write): Promise<void>;
}

/** An account, network or browser whose failures count for an attempt. */
interface Subject {
  kind: Throttled;
  name: string;
  /** Whether its failures may refuse this attempt. */
  isAsked: boolean;
}

/**
 * Checks a password.
 *
 * @returns whether it is right; or 429 with Retry-After, and then it was not checked
 * @throws TooManyPasswords when too many wait for a check
 */
export async function tryPassword(
  console: Console,
  exchange: Exchange,
  tried: Tried,
  { password, turn }: { password: string; turn: Turn },
): Promise<Attempt | Refusal> {
  const { database, passwords } = console;
  const subjects = await subjectsOf(console, exchange, tried);
  // Checked before the transaction as well, because a refusal must cost less than one.
  const stored = await findFailures(database.reads, namesOf(subjects));
  const early = longestWait(subjects, stored, Date.now());
  if (early > 0) return later(console, exchange, early);
  const entitlement = entitlementOf(subjects, stored);
  return passwords.inRoom(entitlement, async () => {
    const count = (tx: Write) => countAttempt(tx, subjects, console.failurePurge);
    // All processes see the count once it is committed; a power cut may lose the attempts of a second.
    const inLine = { ...turn, party: `password, ${entitlement}` };
    const wait = await database.write(count, { turn: inLine, isRelaxed: true });
    if (wait > 0) return later(console, exchange, wait);
    const isRight = await passwords.isRight(password, tried.credentials?.passwordHash ?? null);
    passwords.attempts[isRight ? 'right' : 'wrong']++;
    return { isRight, succeed: (tx: Write) => clearFailures(tx, namesOf(subjects)) };
  });
}

/** Checks the password of somebody who is signed in; wrong ones count as at the sign-in. */
export async function tryOwnPassword(
  console: Console,
  exchange: Exchange,
  { userId }: Session,
  sent: Parameters<typeof tryPassword>[3],
): Promise<Attempt | Refusal> {
  const credentials = await findCredentials(console.database.reads, { userId });
  if (!credentials || credentials.passwordHash === null) return conflict(NO_PASSWORD);
  const account = accountOf(userId, credentials.email);
  return tryPassword(console, exchange, { account, credentials }, sent);
}

const NO_PASSWORD = 'The account has no password: use a passkey, or sign in again with a link.';

/** Whether nobody has changed a password since it was checked. */
export async function isPasswordUnchanged(
  tx: Write,
  { userId, passwordHash }: Credentials,
): Promise<boolean> {
  const now = await findCredentials(tx, { userId });
  return now?.passwordHash === passwordHash;
}

async function subjectsOf(
  { database, cookies, settings }: Console,
  exchange: Exchange,
  { account, credentials }: Tried,
): Promise<Subject[]> {
  const browser = hashOfCookie(exchange, cookies.browser);
  const isKnown =
    browser !== undefined &&
    // Looked up for an unknown address, too (person 0), because that must not take less time.
    (await isKnownBrowser(database.reads, {
      userId: credentials?.userId ?? 0,
      tokenHash: browser,
      since: knownSince(Date.now()),
    }));
  const network = clientAddress(exchange.request, settings.trustedProxies);
  const subjects: Subject[] = [
    { kind: 'account', name: accountSubject(account), isAsked: !isKnown },
    { kind: 'network', name: `network ${network}`, isAsked: !isKnown },
    { kind: 'wide network', name: `wide network ${subnetOf(network)}`, isAsked: !isKnown },
  ];
  if (isKnown) subjects.push({ kind: 'browser', name: `browser ${browser}`, isAsked: true });
  return subjects;
}

/** Which places in the queue an attempt may take: a flood of guesses comes from networks with failures. */
function entitlementOf(
  subjects: readonly Subject[],
  stored: ReadonlyMap<string, Failures>,
): Entitlement {
  if (subjects.some(({ kind }) => kind === 'browser')) return 'known';
  const hasFailed = subjects.some(({ kind, name }) => kind.endsWith('network') && stored.has(name));
  return hasFailed ? 'any' : 'unsuspected';
}

/** @returns how long the attempt has to wait; 0 when it was counted */
async function countAttempt(
  tx: Write,
  subjects: readonly Subject[],
  purge: FailurePurge,
): Promise<number> {
  const now = Date.now();
  const stored = await findFailures(tx, namesOf(subjects));
  const wait = longestWait(subjects, stored, now);
  if (wait > 0) return wait;
  const counted = subjects.map(({ name }) => ({
    name,
    failures: withFailure(stored.get(name), now),
  }));
  await saveFailures(tx, counted);
  await purge.purgeIfDue(tx, now);
  return 0;
}

function namesOf(subjects: readonly Subject[]): string[] {
  return subjects.map(({ name }) => name);
}

/** How long the failures make the attempt wait, in milliseconds. @param stored failures by name */
function longestWait(
  subjects: readonly Subject[],
  stored: ReadonlyMap<string, Failures>,
  now: number,
): number {
  const asked = subjects.filter(({ isAsked }) => isAsked);
  return Math.max(...asked.map(({ kind, name }) => waitMillis(kind, stored.get(name), now)));
}

function later({ passwords }: Console, { headers }: Exchange, wait: number): Refusal {
  passwords.attempts.delayed++;
  const seconds = Math.ceil(wait / 1000);
  headers['retry-after'] = String(seconds);
  return new Refusal(
    'rate_limited',
    `Signing in has failed too often: wait for ${seconds} s, then try again.`,
  );
}
