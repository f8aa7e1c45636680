/** Links that let somebody in: how long they last, and what becomes of one that is opened (console, "Links"). */
import type { LinkKind } from '../../contract/console/sign-in.ts';
import { DAY_MILLIS, HOUR_MILLIS } from '../../contract/time-units.ts';
import { conflict, invalid, Refusal } from '../refusal.ts';
import { higherRole, type Role } from './roles.ts';

/** Of the link with which the first person is set up. */
export const SET_UP_MILLIS = DAY_MILLIS;
export const INVITATION_MILLIS = 7 * DAY_MILLIS;
export const SIGN_IN_LINK_MILLIS = HOUR_MILLIS;
/** Of a sign-in link that the command line prints, because somebody has to carry it to its reader. */
export const PRINTED_LINK_MILLIS = DAY_MILLIS;

/** Invitations of a club that are open at a time, so that its list stays short. */
const MAX_OPEN_INVITATIONS = 200;
/** Mails to one address in an hour, whoever asks for them, so that nobody can fill somebody's mailbox. */
const MAX_MAILS_OF_ADDRESS = 5;
export const MAIL_WINDOW_MILLIS = HOUR_MILLIS;
/** Invitations that are mailed for one person, and for one club, in 24 hours: an admin is not to send mail to the world. */
const MAX_MAILED_INVITATIONS = 50;
export const INVITATION_WINDOW_MILLIS = DAY_MILLIS;

/** Where the page of each kind of link is; that of invitations asks what a link is. */
const PAGES: Record<LinkKind, string> = {
  'set-up': 'set-up',
  invitation: 'invitation',
  'sign-in': 'invitation',
};

/**
 * The address that a person opens. The token stands in the fragment, which browsers send to nobody.
 *
 * @param publicUrl how users reach the service
 */
export function linkAddress(publicUrl: string, kind: LinkKind, token: string): string {
  return `${publicUrl}/console/${PAGES[kind]}#${token}`;
}

/** How many links were mailed lately. */
interface RecentMails {
  /** To the address, in `MAIL_WINDOW_MILLIS`. */
  toAddress: number;
  /** Invitations of the person and of the club, in `INVITATION_WINDOW_MILLIS`; 0 of what is no invitation. */
  byPerson: number;
  ofClub: number;
}

/** Whether a further link may be mailed; else the person who makes it is shown it. */
export function mayMail({ toAddress, byPerson, ofClub }: RecentMails): boolean {
  return toAddress < MAX_MAILS_OF_ADDRESS && Math.max(byPerson, ofClub) < MAX_MAILED_INVITATIONS;
}

/** Why no further invitation is made. @param openCount those that the club has */
export function invitationObjection(openCount: number): Refusal | undefined {
  if (openCount < MAX_OPEN_INVITATIONS) return undefined;
  return conflict(
    `${MAX_OPEN_INVITATIONS} invitations of the club are open: withdraw those that nobody needs.`,
  );
}

/** A link as it is stored. */
export interface StoredLink {
  id: number;
  kind: LinkKind;
  /** Of a sign-in link: whose it is, unless the account is closed. */
  userId: number | null;
  clubId: number | null;
  clubName: string | null;
  role: Role | null;
  email: string | null;
  /** Epoch milliseconds. */
  expiresAt: number;
  usedAt: number | null;
}

/** One refusal for every link that does not work: nobody learns from it which links exist. */
export function invalidLink(): Refusal {
  return new Refusal(
    'invalid_credentials',
    'The link does not work any more: ask for another one.',
  );
}

/** Whether a link still works. @param now epoch milliseconds */
export function isLive(link: StoredLink, now: number): boolean {
  return link.usedAt === null && now < link.expiresAt;
}

/** What somebody has sent who opens a link. */
export interface Redeemed {
  name?: string | undefined;
  /** As `emailAddress` normalises it. */
  email?: string | undefined;
  password?: string | undefined;
}

interface Opening {
  link: StoredLink | undefined;
  now: number;
  /** Who is signed in, with their role in the club of the link. */
  visitor: { userId: number; role: Role | null } | null;
  /** Whether the address of the link, else the one that was sent, has an account. */
  hasAccount: boolean;
  sent: Redeemed;
}

/** What becomes of a link that is opened. */
export type Redemption =
  | { does: 'sign-in'; linkId: number; userId: number }
  | { does: 'join'; linkId: number; userId: number; clubId: number; role: Role }
  | ({ does: 'begin'; linkId: number; clubId: number; clubName: string; role: Role } & NewPerson);

/** Decides what becomes of a link that is opened, or why it stays unused. */
export function planRedemption(opening: Opening): Redemption | Refusal {
  const { link, now, visitor } = opening;
  if (!link || !isLive(link, now)) return invalidLink();
  const { id: linkId, userId, clubId, role } = link;
  if (link.kind === 'sign-in' && userId !== null) return { does: 'sign-in', linkId, userId };
  if (link.kind !== 'invitation' || clubId === null || role === null) return invalidLink();
  if (visitor) {
    const kept = higherRole(visitor.role, role);
    return { does: 'join', linkId, userId: visitor.userId, clubId, role: kept };
  }
  const person = newPerson(link, opening);
  if (person instanceof Refusal) return person;
  const clubName = link.clubName ?? '';
  return { does: 'begin', linkId, clubId, clubName, role, ...person };
}

interface NewPerson {
  name: string;
  email: string;
  password: string;
}

/** Whether the address has an account is said last, to who has sent all that a new account needs. */
function newPerson(link: StoredLink, { sent, hasAccount }: Opening): NewPerson | Refusal {
  const { name, password } = sent;
  const email = link.email ?? sent.email;
  if (name === undefined || email === undefined || password === undefined) {
    const missing = Object.entries({ name, email, password }).filter(([, text]) => !text);
    return invalid(missing.map(([field]) => ({ field, detail: 'is required of a new person' })));
  }
  if (hasAccount) {
    return conflict('The address has an account: sign in first, then open the link again.');
  }
  if (sent.email !== undefined && sent.email !== email) {
    return invalid([{ field: 'email', detail: 'must be the one that was invited' }]);
  }
  return { name, email, password };
}
