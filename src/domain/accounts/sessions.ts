/**
 * Sessions of the console: how long they last, how fresh a proof must be (console, "People, sign-in, sessions"), what
 * they are called in lists, and the secrets that a browser or a link carries, of which only the hash is stored.
 */
import { hash, randomBytes } from 'node:crypto';
import { DAY_MILLIS, MINUTE_MILLIS } from '../../contract/time-units.ts';
import { Refusal } from '../refusal.ts';

/** A session ends after so long without a request, */
export const MAX_IDLE_MILLIS = 7 * DAY_MILLIS;
/** and after so long whatever happens. */
export const MAX_SESSION_MILLIS = 30 * DAY_MILLIS;
/** One person's sessions: each browser in which they are signed in has one. The oldest end. */
export const MAX_SESSIONS_OF_PERSON = 30;
/** Browsers that are known to have signed in to an account. */
export const MAX_BROWSERS_OF_PERSON = 30;
/** For so long after its last sign-in a browser is known. */
export const BROWSER_MILLIS = 365 * DAY_MILLIS;
/**
 * For so long the history of accounts keeps how a person signed in: past the next season, in which a dispute may ask.
 * What else was done to accounts stays.
 */
export const SIGN_IN_HISTORY_MILLIS = 365 * DAY_MILLIS;
/** How long after a sign-in, or another proof, secrets may be made and changed. */
const PROOF_MILLIS = 15 * MINUTE_MILLIS;
/** A request notes when the session was last seen if that is longer ago. */
const TOUCH_MILLIS = MINUTE_MILLIS;

interface SessionTimes {
  /** Each in epoch milliseconds. */
  createdAt: number;
  lastSeenAt: number;
  provedAt: number;
}

/** Whether a session still holds. */
export function isAlive(
  { createdAt, lastSeenAt }: Omit<SessionTimes, 'provedAt'>,
  now: number,
): boolean {
  return now - lastSeenAt < MAX_IDLE_MILLIS && now - createdAt < MAX_SESSION_MILLIS;
}

/** When a browser must have signed in to be known still, in epoch milliseconds. */
export function knownSince(now: number): number {
  return now - BROWSER_MILLIS;
}

/** Whether the person has proved recently who they are. */
export function isFreshlyProved({ provedAt }: SessionTimes, now: number): boolean {
  return now - provedAt < PROOF_MILLIS;
}

/** Why a secret is not made or changed now. */
export function proofNeeded(): Refusal {
  return new Refusal(
    'forbidden',
    'This needs a fresh proof of who you are: POST /console/api/session/proof.',
  );
}

/** Whether it is time to note that the session was seen. */
export function isToTouch({ lastSeenAt }: Pick<SessionTimes, 'lastSeenAt'>, now: number): boolean {
  return now - lastSeenAt >= TOUCH_MILLIS;
}

/** Whether a session began so lately with a link that its person may choose a password without the one before. */
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

/** The first that fits; each browser also claims to be those after it. */
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
 * What a browser is called in the list of sessions: "Firefox on Windows".
 *
 * @param userAgent the header field, as the browser sent it
 * @returns at most 200 characters; "Unknown device" where there is nothing to read
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
