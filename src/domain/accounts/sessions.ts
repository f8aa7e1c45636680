/**
 * Sessions of the console: how long they last, how recent a proof of identity must be (console, "People, sign-in,
 * sessions"), how lists name them, and the secrets that a browser or a link carries, of which only the hash is stored.
 */
import { hash, randomBytes } from 'node:crypto';
import { DAY_MILLIS, MINUTE_MILLIS } from '../../contract/time-units.ts';
import { Refusal } from '../refusal.ts';

/** A session ends after this long without a request. */
export const MAX_IDLE_MILLIS = 7 * DAY_MILLIS;
/** A session ends this long after its start in any case. */
export const MAX_SESSION_MILLIS = 30 * DAY_MILLIS;
/** The limit of sessions for one person, one for each browser in which they are signed in; the oldest are ended. */
export const MAX_SESSIONS_OF_PERSON = 30;
/** How many browsers an account remembers at most as having signed in (known browsers). */
export const MAX_BROWSERS_OF_PERSON = 30;
/** How long after its last sign-in a browser stays known to an account. */
export const BROWSER_MILLIS = 365 * DAY_MILLIS;
/**
 * How long the history of accounts keeps sign-ins: past the next season, in which a dispute may need them. All other
 * entries are kept for good.
 */
export const SIGN_IN_HISTORY_MILLIS = 365 * DAY_MILLIS;
/** How long after a sign-in, or another proof of identity, secrets may be made and changed. */
const PROOF_MILLIS = 15 * MINUTE_MILLIS;
/** A request updates the `lastSeenAt` of its session only if that is older than this. */
const TOUCH_MILLIS = MINUTE_MILLIS;

interface SessionTimes {
  /** Each in epoch milliseconds. */
  createdAt: number;
  lastSeenAt: number;
  provedAt: number;
}

/** Whether a session is still valid. @param now epoch milliseconds */
export function isAlive(
  { createdAt, lastSeenAt }: Omit<SessionTimes, 'provedAt'>,
  now: number,
): boolean {
  return now - lastSeenAt < MAX_IDLE_MILLIS && now - createdAt < MAX_SESSION_MILLIS;
}

/** A browser is known if it has signed in since this moment; epoch milliseconds. */
export function knownSince(now: number): number {
  return now - BROWSER_MILLIS;
}

/** Whether the person has given a proof of identity recently. */
export function isFreshlyProved({ provedAt }: SessionTimes, now: number): boolean {
  return now - provedAt < PROOF_MILLIS;
}

/** The refusal to make or change a secret without a recent proof of identity. */
export function proofNeeded(): Refusal {
  return new Refusal(
    'forbidden',
    'This needs a fresh proof of who you are: POST /console/api/session/proof.',
  );
}

/** Whether it is time to update the `lastSeenAt` of a session. */
export function isToTouch({ lastSeenAt }: Pick<SessionTimes, 'lastSeenAt'>, now: number): boolean {
  return now - lastSeenAt >= TOUCH_MILLIS;
}

/** Whether a session began with a link so recently that the person may choose a password without giving the old one. */
export function isLinkFresh(
  { beganWith, createdAt }: Pick<SessionTimes, 'createdAt'> & { beganWith: string },
  now: number,
): boolean {
  return beganWith === 'link' && now - createdAt < PROOF_MILLIS;
}

/** 256 random bits in base64url, which only their holder knows. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token: SHA-256 in hexadecimal. */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'hex');
}

const MAX_LENGTH = 200;

/** The first pattern that matches decides, because browsers also claim to be some that come later in the list. */
const BROWSERS: readonly [pattern: RegExp, name: string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chromium|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [pattern: RegExp, name: string][] = [
  [/\bWindows\b/, 'Windows'],
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/**
 * The name of a browser in the list of sessions, such as "Firefox on Windows".
 *
 * @param userAgent the header field, as the browser sent it
 * @returns at most 200 characters; "Unknown device" where the field is missing or has no readable text
 */
export function deviceName(userAgent: string | undefined): string {
  const text = (userAgent ?? '').replace(/[^\x20-\x7e]/g, '').trim();
  const browser = nameIn(BROWSERS, text);
  const system = nameIn(SYSTEMS, text);
  if (browser && system) return `${browser} on ${system}`;
  return (browser ?? system ?? text.slice(0, MAX_LENGTH)) || 'Unknown device';
}

function nameIn(names: typeof BROWSERS, text: string): string | undefined {
  return names.find(([pattern]) => pattern.test(text))?.[1];
}
