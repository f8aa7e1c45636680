/** A person gets another password. */
import { noSuchPerson } from '../../domain/accounts/membership-rules.ts';
import { MAX_BROWSERS_OF_PERSON } from '../../domain/accounts/session-rules.ts';
import { findOpenPerson } from '../../storage/accounts/accounts.ts';
import { setPasswordHash } from '../../storage/accounts/credentials.ts';
import { forgetBrowsers, noteBrowser } from '../../storage/accounts/known-browsers.ts';
import { withdrawSignInLinks } from '../../storage/accounts/links.ts';
import { deleteOtherSessions } from '../../storage/accounts/sessions.ts';
import type { AccountOperation } from './account-operation.ts';

interface NewPassword {
  userId: number;
  /** As `hashPassword` returned it. */
  passwordHash: string;
  /** The session in which it was changed; all others end. */
  sessionId: number | null;
  /** The browser in which it was changed: the account goes on to know it, under this new token. */
  browserHash?: string;
}

/**
 * Stores a new password. All that may have been let in with the old one ends: other sessions, browsers that the
 * account knows, and sign-in links that nobody has used.
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
