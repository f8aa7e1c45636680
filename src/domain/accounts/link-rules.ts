/** Links with which people sign in or join a club: how long they are valid, and what opening one does (console, "Links"). */
import type { LinkKind } from '../../contract/console/sign-in.ts';
import { DAY_MILLIS, HOUR_MILLIS } from '../../contract/time-units.ts';
import { conflict, invalid, Refusal } from '../refusal.ts';
import { higherRole, type Role } from './roles.ts';

/** How long the link is valid with which the first person is set up. */
export const SET_UP_MILLIS = DAY_MILLIS;
export const INVITATION_MILLIS = 7 * DAY_MILLIS;
export const SIGN_IN_LINK_MILLIS = HOUR_MILLIS;
/** How long a sign-in link is valid that the command line prints: longer, because somebody has to pass it on. */
export const PRINTED_LINK_MILLIS = DAY_MILLIS;

/** The limit of open invitations of a club, so that their list stays short. */
const MAX_OPEN_INVITATIONS = 200;
/** The limit of mails to one address in an hour, whoever asks for them, so that nobody can fill somebody else's mailbox. */
const MAX_MAILS_OF_ADDRESS = 5;
export const MAIL_WINDOW_MILLIS = HOUR_MILLIS;
/** The limit of invitations mailed for one person, and for one club, in 24 hours, so that an admin cannot send mass mail. */
const MAX_MAILED_INVITATIONS = 50;
export const INVITATION_WINDOW_MILLIS = DAY_MILLIS;

/** The page of each kind of link. The page for invitations asks the service for the kind, so sign-in links use it, too. */
const PAGES: Record<LinkKind, string> = {
  'set-up': 'set-up',
  invitation: 'invitation',
  'sign-in': 'invitation',
};

/**
 * The address that a person opens. The token is in the fragment, which browsers do not send to servers.
 *
 * @param publicUrl how users reach the service
 */
export function linkAddress(publicUrl: string, kind: LinkKind, token: string): string {
  return `${publicUrl}/console/${PAGES[kind]}#${token}`;
}

/** How many links were mailed recently. */
interface RecentMails {
  /** To the address, within `MAIL_WINDOW_MILLIS`. */
  toAddress: number;
  /** Invitations by the person and of the club, within `INVITATION_WINDOW_MILLIS`; 0 for a link that is no invitation. */
  byPerson: number;
  ofClub: number;
}

/** Whether one more link may be mailed; if not, it is shown to the person who makes it. */
export function mayMail({ toAddress, byPerson, ofClub }: RecentMails): boolean {
  return toAddress < MAX_MAILS_OF_ADDRESS && Math.max(byPerson, ofClub) < MAX_MAILED_INVITATIONS;
}

/** Why a club may not have one more invitation. @param openCount its open invitations */
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
  /** Of a sign-in link: the person whom it signs in, unless their account is closed. */
  userId: number | null;
  clubId: number | null;
  clubName: string | null;
  role: Role | null;
  email: string | null;
  /** Epoch milliseconds. */
  expiresAt: number;
  usedAt: number | null;
}

/** One refusal for every link that does not work, so that it does not disclose which links exist. */
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

/** What a person sends who opens a link. */
export interface Redeemed {
  name?: string | undefined;
  /** As `emailAddress` normalises it. */
  email?: string | undefined;
  password?: string | undefined;
}

interface Opening {
  link: StoredLink | undefined;
  now: number;
  /** The person who is signed in, with their role in the club of the link; `null`: nobody is. */
  visitor: { userId: number; role: Role | null } | null;
  /** Whether there is an account with the address of the link, or with the one sent if the link has none. */
  hasAccount: boolean;
  sent: Redeemed;
}

/** What opening a link does: signs in, joins the club, or begins a new account in the club. */
export type Redemption =
  | { does: 'sign-in'; linkId: number; userId: number }
  | { does: 'join'; linkId: number; userId: number; clubId: number; role: Role }
  | ({ does: 'begin'; linkId: number; clubId: number; clubName: string; role: Role } & NewPerson);

/** Decides what opening a link does, or why it is refused and stays unused. */
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

/** Checks the account last: only people who have sent all that a new account needs learn whether the address has one. */
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
