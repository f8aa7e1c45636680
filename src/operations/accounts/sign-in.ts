/** Somebody has proved who they are: a browser gets a session. */
import {
  BROWSER_MILLIS,
  MAX_BROWSERS_OF_PERSON,
  MAX_IDLE_MILLIS,
  MAX_SESSION_MILLIS,
  MAX_SESSIONS_OF_PERSON,
  SIGN_IN_HISTORY_MILLIS,
} from '../../domain/accounts/session-rules.ts';
import { Refusal } from '../../domain/refusal.ts';
import { forgetSignIns } from '../../storage/accounts/account-history.ts';
import { findOpenPerson, type OpenPerson } from '../../storage/accounts/accounts.ts';
import { noteBrowser, renewBrowser } from '../../storage/accounts/known-browsers.ts';
import {
  deleteSessionByToken,
  insertSession,
  pruneSessions,
} from '../../storage/accounts/sessions.ts';
import type { Write } from '../../storage/engine/database.ts';
import type { SessionStart } from '../../storage/migrations/tables.ts';
import type { AccountCall, AccountOperation } from './account-operation.ts';

/** A browser in which somebody signs in. Of its tokens only hashes come here. */
interface SignInOfBrowser {
  sessionHash: string;
  browserHash: string;
  /** Of the session that the browser had, which ends. */
  oldSessionHash: string | undefined;
  /** By which accounts know the browser so far. */
  oldBrowserHash: string | undefined;
  /** What the browser says it is. */
  device: string;
  /** Where it is, as `networkOf` says it. */
  network: string;
  beganWith: SessionStart;
}

/** Begins a session; other browsers keep theirs. The result is the person. */
export const signIn: AccountOperation<SignInOfBrowser & { userId: number }, OpenPerson> = {
  name: 'sign-in',
  perform: async ({ tx, now }: AccountCall, { userId, ...browser }) => {
    const person = await findOpenPerson(tx, userId);
    if (!person) return new Refusal('invalid_credentials', 'The account is closed.');
    await beginSession(tx, userId, browser, now);
    const { device, network, beganWith } = browser;
    return {
      result: person,
      entries: [{ subjectId: userId, details: { device, network, beganWith } }],
      author: { userId, keyPrefix: null },
    };
  },
};

async function beginSession(
  tx: Write,
  userId: number,
  browser: SignInOfBrowser,
  now: number,
): Promise<void> {
  const { sessionHash, browserHash, oldSessionHash, oldBrowserHash, device, beganWith } = browser;
  if (oldSessionHash !== undefined) await deleteSessionByToken(tx, oldSessionHash);
  await insertSession(tx, {
    user_id: userId,
    token_hash: sessionHash,
    device,
    began_with: beganWith,
    created_at: now,
    last_seen_at: now,
    proved_at: now,
  });
  await pruneSessions(tx, userId, {
    seenSince: now - MAX_IDLE_MILLIS,
    begunSince: now - MAX_SESSION_MILLIS,
    keep: MAX_SESSIONS_OF_PERSON,
  });
  await forgetSignIns(tx, userId, now - SIGN_IN_HISTORY_MILLIS);
  if (oldBrowserHash !== undefined) await renewBrowser(tx, oldBrowserHash, browserHash);
  await noteBrowser(tx, { userId, tokenHash: browserHash, now }, MAX_BROWSERS_OF_PERSON);
}

/** When a browser must have signed in to be known still, in epoch milliseconds. */
export function knownSince(now: number): number {
  return now - BROWSER_MILLIS;
}
