/**
 * The first person of an installation: the link that lets them in, and the account and club that they make with it (console,
 * "First start"); and the operator's texts about the installation.
 */
import type { Installation, InstallationWrite } from '../../contract/console/installation.ts';
import { changedTexts, refuseUnseen } from '../../domain/accounts/installation-rules.ts';
import { invalidLink, isLive, SET_UP_MILLIS } from '../../domain/accounts/link-rules.ts';
import { tokenHash } from '../../domain/accounts/sessions.ts';
import { conflict, Refusal } from '../../domain/refusal.ts';
import { insertClub, insertUser, isEmailTaken, setRole } from '../../storage/accounts/accounts.ts';
import { findInstallation, saveTexts, textsSince } from '../../storage/accounts/installation.ts';
import { findLink, useLink } from '../../storage/accounts/links.ts';
import { setPasswordHash } from '../../storage/accounts/password-sign-in.ts';
import { countOperators, updatePerson } from '../../storage/accounts/people.ts';
import type { Database, Queries } from '../../storage/engine/database.ts';
import type { AccountOperation } from './account-operation.ts';
import { makeLink } from './links.ts';
import { operatorActorObjection } from './people.ts';

/**
 * Makes a link for the first person. Links that were made before stay valid until they expire.
 *
 * @returns its token; `undefined` when there is an operator
 */
export async function makeSetUpLink(database: Database): Promise<string | undefined> {
  if ((await countOperators(database.reads)) > 0) return undefined;
  const now = Date.now();
  const terms = { kind: 'set-up', expires_at: now + SET_UP_MILLIS } as const;
  return (await database.write((tx) => makeLink(tx, now, terms))).token;
}

/** Checks that a token may set up the installation. @returns the id of its link; or a refusal */
export async function findSetUpLink(
  db: Queries,
  token: string,
  now: number,
): Promise<number | Refusal> {
  const link = await findLink(db, tokenHash(token));
  const isOpen = link?.kind === 'set-up' && isLive(link, now) && (await countOperators(db)) === 0;
  return isOpen ? link.id : invalidLink();
}

interface FirstPerson {
  /** Of the link. */
  token: string;
  name: string;
  /** As `emailAddress` normalises it. */
  email: string;
  /** As `hashPassword` returned it. */
  passwordHash: string;
  clubName: string;
}

/** Makes the first person: operator, and admin of the first club. The result is their id. */
export const setUp: AccountOperation<FirstPerson, number> = {
  name: 'set-up',
  perform: async ({ tx, now }, { token, name, email, passwordHash, clubName }) => {
    const linkId = await findSetUpLink(tx, token, now);
    if (typeof linkId !== 'number') return linkId;
    if (await isEmailTaken(tx, email)) return conflict('The address belongs to somebody already.');
    await useLink(tx, linkId, now);
    const userId = await insertUser(tx, name, email, now);
    await updatePerson(tx, userId, { isOperator: true });
    await setPasswordHash(tx, userId, passwordHash);
    const clubId = await insertClub(tx, clubName, now);
    await setRole(tx, userId, clubId, 'admin');
    const details = { name, email, clubName, role: 'admin', operator: true };
    return {
      result: userId,
      entries: [{ subjectId: userId, clubId, details }],
      author: { userId, keyPrefix: null },
    };
  },
};

/**
 * Changes some texts of the installation, with the right of an operator. Refused when somebody else has changed one of these
 * since the revision `seen`. The result is all texts.
 */
export const editInstallation: AccountOperation<InstallationWrite, Installation> = {
  name: 'edit-installation',
  perform: async ({ tx, actor }, sent) => {
    const objection = await operatorActorObjection(tx, actor);
    if (objection) return objection;
    const stored = await findInstallation(tx);
    const changed = changedTexts(stored, sent);
    if (changed instanceof Refusal) return changed;
    const { seen } = sent;
    const unseen = seen !== undefined && refuseUnseen(stored, changed, await textsSince(tx, seen));
    if (unseen) return unseen;
    await saveTexts(tx, changed);
    const entries = Object.keys(changed).length > 0 ? [{ details: changed }] : [];
    return { result: { ...stored, ...changed }, entries };
  },
};
