/** Invitations and sign-in links: made, withdrawn and redeemed (console, "Links"). */
import type { AccountEntry } from '../../domain/accounts/account-entry.ts';
import {
  INVITATION_MILLIS,
  INVITATION_WINDOW_MILLIS,
  invitationObjection,
  MAIL_WINDOW_MILLIS,
  mayMail,
  PRINTED_LINK_MILLIS,
  planRedemption,
  type Redeemed,
  type Redemption,
  SIGN_IN_LINK_MILLIS,
} from '../../domain/accounts/link-rules.ts';
import {
  managementObjection,
  noSuchClub,
  noSuchPerson,
  type Role,
} from '../../domain/accounts/roles.ts';
import { newToken, tokenHash } from '../../domain/accounts/sessions.ts';
import { Refusal } from '../../domain/refusal.ts';
import {
  findClub,
  findOpenPerson,
  findRole,
  insertUser,
  isEmailTaken,
  setRole,
} from '../../storage/accounts/accounts.ts';
import {
  countMailed,
  findLink,
  insertLink,
  listInvitations,
  useLink,
} from '../../storage/accounts/links.ts';
import { setPasswordHash } from '../../storage/accounts/password-sign-in.ts';
import type { Queries, Write } from '../../storage/engine/database.ts';
import { type AccountOperation, standingIn } from './account-operation.ts';
import { operatorActorObjection } from './people.ts';

/** A link that was made; its token is known to nobody else. */
export interface NewLink {
  token: string;
  /** Epoch milliseconds. */
  expiresAt: number;
  /** The address to mail it to; `null` when no mail was asked for, or enough was mailed lately (`mayMail`). */
  mailTo: string | null;
}

interface Invitation {
  clubId: number;
  role: Role;
  /** As `emailAddress` normalises it; `null` invites whoever is given the link. */
  email: string | null;
  /** Whether it is mailed, if there is an address. */
  byMail: boolean;
}

/** Invites somebody to a club. */
export const invite: AccountOperation<Invitation, NewLink & { clubName: string }> = {
  name: 'invite',
  perform: async ({ tx, now, actor }, { clubId, role, email, byMail }) => {
    const club = await findClub(tx, clubId);
    if (!club) return noSuchClub();
    const objection =
      managementObjection(await standingIn(tx, actor, clubId)) ??
      invitationObjection((await listInvitations(tx, clubId, now)).length);
    if (objection) return objection;
    const expiresAt = now + INVITATION_MILLIS;
    const terms = {
      kind: 'invitation',
      club_id: clubId,
      role,
      email,
      made_by: actor.author.userId,
      expires_at: expiresAt,
    } as const;
    const { id, ...link } = await makeLink(tx, now, terms, byMail);
    const details = { invitation: id, role, email };
    return { result: { ...link, clubName: club.name }, entries: [{ clubId, details }] };
  },
};

/** Takes an invitation back that nobody has accepted. */
export const withdrawInvitation: AccountOperation<{ clubId: number; id: number }, void> = {
  name: 'withdraw-invitation',
  perform: async ({ tx, now, actor }, { clubId, id }) => {
    const objection = managementObjection(await standingIn(tx, actor, clubId));
    if (objection) return objection;
    const open = (await listInvitations(tx, clubId, now)).find((one) => one.id === id);
    if (!open) return new Refusal('not_found', 'There is no such open invitation.');
    await useLink(tx, id, now);
    const { role, email } = open;
    return { result: undefined, entries: [{ clubId, details: { invitation: id, role, email } }] };
  },
};

interface SignInLink {
  userId: number;
  byMail: boolean;
}

/** A sign-in link, with the name and the language of its person. */
interface NewSignInLink extends NewLink {
  name: string;
  /** BCP 47 tag. */
  language: string | null;
}

/** Makes a sign-in link for a person. By an operator, at the command line, or, if mailed, by anybody. */
export const makeSignInLink: AccountOperation<SignInLink, NewSignInLink> = {
  name: 'make-link',
  perform: async ({ tx, now, actor }, { userId, byMail }) => {
    // A link that is asked for without a session is only mailed to the person.
    const objection =
      actor.kind === 'anybody' && byMail ? undefined : await operatorActorObjection(tx, actor);
    if (objection) return objection;
    const person = await findOpenPerson(tx, userId);
    if (!person) return noSuchPerson();
    const isPrinted = actor.kind === 'command line';
    const expiresAt = now + (isPrinted ? PRINTED_LINK_MILLIS : SIGN_IN_LINK_MILLIS);
    const { email, name, language } = person;
    const terms = {
      kind: 'sign-in',
      user_id: userId,
      email,
      made_by: actor.author.userId,
      expires_at: expiresAt,
    } as const;
    const { id: _, ...link } = await makeLink(tx, now, terms, byMail);
    if (actor.kind === 'anybody' && link.mailTo === null) return tooManyMails();
    const details = { expiresAt: new Date(expiresAt).toISOString(), mailed: link.mailTo !== null };
    return { result: { ...link, name, language }, entries: [{ subjectId: userId, details }] };
  },
};

function tooManyMails(): Refusal {
  return new Refusal('rate_limited', 'Enough links were mailed to this address lately.');
}

/** What a link is about, and who makes it. */
type LinkTerms = Omit<
  Parameters<typeof insertLink>[1],
  'token_hash' | 'is_mailed' | 'created_at' | 'used_at'
>;

export async function makeLink(
  tx: Write,
  now: number,
  terms: LinkTerms,
  byMail = false,
): Promise<NewLink & { id: number }> {
  const email = terms.email ?? null;
  const isMailed = byMail && email !== null && (await mayMailNow(tx, now, { ...terms, email }));
  const token = newToken();
  const id = await insertLink(tx, {
    ...terms,
    token_hash: tokenHash(token),
    is_mailed: isMailed ? 1 : 0,
    created_at: now,
  });
  return { id, token, expiresAt: terms.expires_at, mailTo: isMailed ? email : null };
}

async function mayMailNow(
  tx: Write,
  now: number,
  { kind, email, made_by = null, club_id = null }: LinkTerms & { email: string },
): Promise<boolean> {
  const toAddress = await countMailed(tx, { email }, now - MAIL_WINDOW_MILLIS);
  if (kind !== 'invitation') return mayMail({ toAddress, byPerson: 0, ofClub: 0 });
  const since = now - INVITATION_WINDOW_MILLIS;
  // The command line mails nothing, so an invitation that is mailed was made by a person.
  const byPerson = await countMailed(tx, { kind, made_by }, since);
  const ofClub = await countMailed(tx, { kind, club_id }, since);
  return mayMail({ toAddress, byPerson, ofClub });
}

/** A link that is opened, and by whom. */
export interface Opened {
  token: string;
  /** The person who is signed in, if any. */
  userId: number | null;
  sent: Redeemed;
}

/** What redeeming a link would do at this moment, or why not; nothing is written. */
export async function previewRedemption(
  db: Queries,
  { token, userId, sent }: Opened,
  now: number,
): Promise<Redemption | Refusal> {
  const link = await findLink(db, tokenHash(token));
  const email = link?.email ?? sent.email;
  const clubId = link?.clubId ?? 0;
  return planRedemption({
    link,
    now,
    visitor: userId === null ? null : { userId, role: await findRole(db, userId, clubId) },
    hasAccount: email !== undefined && (await isEmailTaken(db, email)),
    sent,
  });
}

/**
 * Redeems a link: signs a person in, adds them to a club, or adds a new person to it. The result is the person's id.
 *
 * @param passwordHash of a new person
 */
export const redeemLink: AccountOperation<Opened & { passwordHash: string | null }, number> = {
  name: 'join-club',
  perform: async ({ tx, now }, { passwordHash, ...opened }) => {
    const plan = await previewRedemption(tx, opened, now);
    if (plan instanceof Refusal) return plan;
    await useLink(tx, plan.linkId, now);
    if (plan.does === 'sign-in') return { result: plan.userId, entries: [] };
    const userId = plan.does === 'join' ? plan.userId : await begin(tx, plan, passwordHash, now);
    const { clubId, role, linkId } = plan;
    await setRole(tx, userId, clubId, role);
    const details = { role, invitation: linkId };
    const entries: AccountEntry[] = [{ subjectId: userId, clubId, details }];
    return { result: userId, entries, author: { userId, keyPrefix: null } };
  },
};

async function begin(
  tx: Write,
  { name, email }: Extract<Redemption, { does: 'begin' }>,
  passwordHash: string | null,
  now: number,
): Promise<number> {
  if (passwordHash === null) throw new Error('a new person has a password');
  const userId = await insertUser(tx, name, email, now);
  await setPasswordHash(tx, userId, passwordHash);
  return userId;
}
