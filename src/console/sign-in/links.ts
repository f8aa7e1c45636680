/**
 * Links that sign somebody in or let them join a club: reading what one is for, redeeming it, delivering it, and asking for
 * one by mail; also the link of the first person of an installation (console, "First start").
 */
import {
  type LinkContents,
  type MadeLink,
  type SessionAnswer,
  SetUp,
} from '../../contract/console/sign-in.ts';
import { formatInstant } from '../../contract/instant.ts';
import { emailAddress, judgeEmail } from '../../domain/accounts/email-address.ts';
import {
  invalidLink,
  isLive,
  linkAddress,
  type StoredLink,
} from '../../domain/accounts/link-rules.ts';
import { noSuchPerson } from '../../domain/accounts/roles.ts';
import { tokenHash } from '../../domain/accounts/sessions.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { acceptedNames } from '../../http/answers/negotiation.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { LinkMail } from '../../mail/mailer.ts';
import {
  ANYBODY,
  performAccount,
  performAccountIn,
  signedIn,
} from '../../operations/accounts/account-operation.ts';
import { findSetUpLink, setUp } from '../../operations/accounts/installation.ts';
import {
  makeSignInLink,
  type NewLink,
  type Opened,
  previewRedemption,
  redeemLink,
} from '../../operations/accounts/links.ts';
import { findOpenPerson } from '../../storage/accounts/accounts.ts';
import { findLink } from '../../storage/accounts/links.ts';
import { countOperators, findPersonByEmail } from '../../storage/accounts/people.ts';
import type { Console } from '../console.ts';
import { sessionOf } from '../permissions.ts';
import { type ConsoleRoute, consoleTurn, route } from '../route.ts';
import type { Passwords } from './passwords.ts';
import { personOf, startSession } from './start-session.ts';

export const LINK_ROUTES: readonly ConsoleRoute[] = [
  route('POST /links/read', async ({ console: { database }, read }) => {
    const sent = await read();
    if (sent instanceof Refusal) return sent;
    const link = await findLink(database.reads, tokenHash(sent.value.token));
    if (!link || !isLive(link, Date.now())) return invalidLink();
    if (link.kind === 'sign-in' && link.userId === null) return invalidLink();
    if (link.kind === 'set-up' && (await countOperators(database.reads)) > 0) return invalidLink();
    return contentsOf(link);
  }),
  route('POST /links/redeem', async ({ console, exchange, read }) => {
    const { trustedProxies } = console.settings;
    const limited = console.linkRequests.objection('opened', exchange, trustedProxies);
    if (limited) return limited;
    const sent = await read(judgeEmail);
    if (sent instanceof Refusal) return sent;
    const { token, name, email, password } = sent.value;
    const session = await sessionOf(console, exchange);
    const userId = session instanceof Refusal ? null : session.userId;
    const opened: Opened = {
      token,
      userId,
      sent: { name, password, email: email === undefined ? undefined : emailAddress(email) },
    };
    return redeem(console, exchange, opened);
  }),
  route('POST /links', async ({ console, exchange, read }) => {
    if (!console.mailer) {
      return new Refusal('not_found', 'No mail is sent here: ask an operator for a sign-in link.');
    }
    const { trustedProxies } = console.settings;
    const limited = console.linkRequests.objection('asked for', exchange, trustedProxies);
    if (limited) return limited;
    const sent = await read();
    if (sent instanceof Refusal) return sent;
    const email = emailAddress(sent.value.email);
    if (email !== undefined) {
      console.linkRequests.begin(() => mailSignInLink(console, exchange, email));
    }
    return {};
  }),
];

function contentsOf({ kind, clubName, role, email, expiresAt }: StoredLink): LinkContents {
  return { kind, clubName, role, email, expiresAt: formatInstant(expiresAt) };
}

async function redeem(
  console: Console,
  exchange: Exchange,
  opened: Opened,
): Promise<SessionAnswer | Refusal> {
  const { database, passwords } = console;
  // Checked before a password is hashed, and again when the link is used.
  const plan = await previewRedemption(database.reads, opened, Date.now());
  if (plan instanceof Refusal) return plan;
  if (plan.does === 'join') return join(console, opened, plan.userId);
  let passwordHash: string | null = null;
  if (plan.does === 'begin') {
    const { name, email, password, clubName } = plan;
    const account = { name, email, clubNames: [clubName] };
    const objection = await passwords.objection('password', password, account);
    if (objection) return objection;
    passwordHash = await passwords.hash(password);
  }
  return startSession(console, exchange, {
    beganWith: 'link',
    admit: (tx) => performAccountIn(tx, redeemLink, ANYBODY, { ...opened, passwordHash }),
  });
}

/** Somebody who is signed in joins, and goes on in the same session. */
async function join(
  { database }: Console,
  opened: Opened,
  userId: number,
): Promise<SessionAnswer | Refusal> {
  const refusal = await performAccount(database, redeemLink, {
    actor: signedIn(userId),
    input: { ...opened, passwordHash: null },
    turn: consoleTurn(),
  });
  if (refusal instanceof Refusal) return refusal;
  const person = await findOpenPerson(database.reads, userId);
  return person ? { person: personOf(person) } : noSuchPerson();
}

async function mailSignInLink(console: Console, exchange: Exchange, email: string): Promise<void> {
  const { database, log } = console;
  try {
    const person = await findPersonByEmail(database.reads, email);
    if (!person) return;
    const input = { userId: person.id, byMail: true };
    const link = await performAccount(database, makeSignInLink, { actor: ANYBODY, input });
    if (link instanceof Refusal) return;
    const { name, language } = link;
    const languages = languagesOf(exchange, language);
    await deliverLink(console, link, { kind: 'sign-in', name, languages });
  } catch (error) {
    log.warn({ err: error }, 'a sign-in link that was asked for could not be made');
  }
}

export const SET_UP_ROUTES: readonly ConsoleRoute[] = [
  route('POST /set-up', async ({ console, exchange, read }) => {
    const { database, passwords } = console;
    const texts: Partial<SetUp> = {};
    const sent = await read((field, text) => {
      texts[field as keyof SetUp] = text;
      return judgeEmail(field, text);
    });
    if (sent instanceof Refusal) return withPassword(passwords, sent, texts);
    const { value } = sent;
    const { token, name, password, clubName } = value;
    const email = emailAddress(value.email) ?? '';
    // Checked before a password is hashed, and again when the link is used.
    const link = await findSetUpLink(database.reads, token, Date.now());
    if (link instanceof Refusal) return link;
    const account = { name, email, clubNames: [clubName] };
    const objection = await passwords.objection('password', password, account);
    if (objection) return objection;
    const passwordHash = await passwords.hash(password);
    const input = { token, name, email, passwordHash, clubName };
    return startSession(console, exchange, {
      beganWith: 'password',
      admit: (tx) => performAccountIn(tx, setUp, ANYBODY, input),
    });
  }),
];

/** Adds what is wrong with the password to what is wrong with other fields. @param texts those that could be read */
async function withPassword(
  passwords: Passwords,
  refusal: Refusal,
  { name = '', email = '', password, clubName = '' }: Partial<SetUp>,
): Promise<Refusal> {
  if (refusal.code !== 'validation_failed' || password === undefined) return refusal;
  const account = { name, email, clubNames: [clubName] };
  const objection = await passwords.objection('password', password, account);
  const order = Object.keys(SetUp.properties);
  const violations = [...refusal.violations, ...(objection?.violations ?? [])];
  return invalid(violations.toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field)));
}

type Contents = Omit<LinkMail, 'to' | 'link'>;

/** Mails a link, if it is to be mailed. @returns the answer for the person who made it */
export async function deliverLink(
  console: Console,
  { token, expiresAt, mailTo }: NewLink,
  contents: Contents,
): Promise<MadeLink> {
  const link = linkAddress(console.settings.publicUrl, contents.kind, token);
  const isMailed =
    mailTo !== null && ((await console.mailer?.send({ ...contents, to: mailTo, link })) ?? false);
  // Without a mail, the person who made the link passes it on; with a mail, only its reader gets it.
  return { link: isMailed ? null : link, expiresAt: formatInstant(expiresAt), isMailed };
}

/** The languages of a reader, best first: that of their account, then those of the browser that sent the request. */
export function languagesOf({ request }: Exchange, ofAccount: string | null | undefined): string[] {
  const asked = acceptedNames(request.headers['accept-language']);
  return ofAccount ? [ofAccount, ...asked] : asked;
}
