/** How long sessions of the console last, and how fresh a proof must be (console, "People, sign-in, sessions"). */
import { Refusal } from '../refusal.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A session ends after so long without a request, */
export const MAX_IDLE_MILLIS = 7 * DAY;
/** and after so long whatever happens. */
export const MAX_SESSION_MILLIS = 30 * DAY;
/** One person's sessions: each browser in which they are signed in has one. The oldest end. */
export const MAX_SESSIONS_OF_PERSON = 30;
/** Browsers that are known to have signed in to an account. */
export const MAX_BROWSERS_OF_PERSON = 30;
/** For so long after its last sign-in a browser is known. */
export const BROWSER_MILLIS = 365 * DAY;
/**
 * For so long the history of accounts keeps how a person signed in: past the next season, in which a dispute may ask.
 * What else was done to accounts stays.
 */
export const SIGN_IN_HISTORY_MILLIS = 365 * DAY;
/** How long after a sign-in, or another proof, secrets may be made and changed. */
const PROOF_MILLIS = 15 * MINUTE;
/** A request notes when the session was last seen if that is longer ago. */
const TOUCH_MILLIS = MINUTE;

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
