/**
 * Gives a session to the browser of somebody who has proved who they are; ends sessions, changes passwords, and adds and
 * removes passkeys.
 */
import { passkeyObjection } from '../../domain/accounts/passkey-rules.ts';
import { noSuchPerson } from '../../domain/accounts/roles.ts';
import {
  MAX_BROWSERS_OF_PERSON,
  MAX_SESSIONS_OF_PERSON,
  SIGN_IN_HISTORY_MILLIS,
} from '../../domain/accounts/sessions.ts';
import { conflict, Refusal } from '../../domain/refusal.ts';
import { forgetSignIns } from '../../storage/accounts/account-history.ts';
import { findOpenPerson, type OpenPerson } from '../../storage/accounts/accounts.ts';
import { withdrawSignInLinks } from '../../storage/accounts/links.ts';
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
} from '../../storage/accounts/passkeys.ts';
import {
  forgetBrowsers,
  noteBrowser,
  renewBrowser,
  setPasswordHash,
} from '../../storage/accounts/password-sign-in.ts';
import {
  deleteOtherSessions,
  deleteSession,
  deleteSessionByToken,
  forgetEndedSessions,
  insertSession,
  limitSessions,
} from '../../storage/accounts/sessions.ts';
import type { Write } from '../../storage/engine/database.ts';
import type { NewRow, SessionStart } from '../../storage/migrations/tables.ts';
import type { AccountCall, AccountOperation } from './account-operation.ts';

/** A browser in which somebody signs in. Its tokens are passed as hashes only. */
interface SignInOfBrowser {
  sessionHash: string;
  browserHash: string;
  /** Of the browser's former session, which ends. */
  oldSessionHash: string | undefined;
  /** By which accounts have known the browser until now. */
  oldBrowserHash: string | undefined;
  /** What the browser says it is. */
  device: string;
  /** The network of the browser, as `networkOf` returns it. */
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
  await forgetEndedSessions(tx, now, userId);
  await limitSessions(tx, userId, MAX_SESSIONS_OF_PERSON);
  await forgetSignIns(tx, userId, now - SIGN_IN_HISTORY_MILLIS);
  if (oldBrowserHash !== undefined) await renewBrowser(tx, oldBrowserHash, browserHash);
  await noteBrowser(tx, { userId, tokenHash: browserHash, now }, MAX_BROWSERS_OF_PERSON);
}

interface NewPassword {
  userId: number;
  /** As `hashPassword` returned it. */
  passwordHash: string;
  /** The session in which it was changed; all others end. */
  sessionId: number | null;
  /** The new token of the browser in which it was changed: the account still knows this browser. */
  browserHash?: string;
}

/**
 * Stores a new password. Everything that somebody may have got by the old one ends: other sessions, known browsers
 * of the account, and unused sign-in links.
 */
export const changePassword: AccountOperation<NewPassword, void> = {
  name: 'change-password',
  perform: async ({ tx, now, actor }, { userId, passwordHash, sessionId, browserHash }) => {
    const isOwn = actor.kind === 'command line' || actor.author.userId === userId;
    if (!isOwn || !(await findOpenPerson(tx, userId))) return noSuchPerson();
    await setPasswordHash(tx, userId, passwordHash);
    await deleteOtherSessions(tx, userId, sessionId);
    await forgetBrowsers(tx, userId);
    if (browserHash !== undefined) {
      await noteBrowser(tx, { userId, tokenHash: browserHash, now }, MAX_BROWSERS_OF_PERSON);
    }
    await withdrawSignInLinks(tx, userId, now);
    return { result: undefined, entries: [{ subjectId: userId }] };
  },
};

type NewPasskey = Pick<
  NewRow<'passkeys'>,
  'credential_id' | 'public_key' | 'sign_count' | 'transports' | 'label'
>;

/** Adds a passkey to one's own account. The result is its id. */
export const addPasskey: AccountOperation<NewPasskey, { id: number; createdAt: number }> = {
  name: 'add-passkey',
  perform: async ({ tx, now, actor: { author } }, passkey) => {
    const { userId } = author;
    if (userId === null) return noSuchPerson();
    const objection = passkeyObjection((await listPasskeys(tx, userId)).length);
    if (objection) return objection;
    if (await findPasskey(tx, passkey.credential_id)) {
      return conflict('This passkey belongs to an account already.');
    }
    const row = { ...passkey, user_id: userId, created_at: now, last_used_at: null };
    const id = await insertPasskey(tx, row);
    const { label } = passkey;
    return {
      result: { id, createdAt: now },
      entries: [{ subjectId: userId, details: { label } }],
    };
  },
};

/** Removes a passkey from one's own account. */
export const removePasskey: AccountOperation<{ id: number }, void> = {
  name: 'remove-passkey',
  perform: async ({ tx, actor: { author } }, { id }) => {
    const { userId } = author;
    const label = userId === null ? undefined : await deletePasskey(tx, userId, id);
    if (label === undefined) return new Refusal('not_found', 'There is no such passkey.');
    return { result: undefined, entries: [{ subjectId: userId, details: { label } }] };
  },
};

/** Ends one of one's own sessions. */
export const endSession: AccountOperation<{ sessionId: number }, void> = {
  name: 'end-session',
  perform: async ({ tx, actor: { author } }, { sessionId }) => {
    const { userId } = author;
    const device = userId === null ? undefined : await deleteSession(tx, userId, sessionId);
    if (device === undefined) return new Refusal('not_found', 'There is no such session.');
    return { result: undefined, entries: [{ subjectId: userId, details: { device } }] };
  },
};
