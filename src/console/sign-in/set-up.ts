/** The first person of an installation (console, "First start"). */
import { SetUp } from '../../contract/console/sign-in.ts';
import { emailAddress, judgeEmail } from '../../domain/accounts/email-address.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { ANYBODY, performAccountIn } from '../../operations/accounts/account-operation.ts';
import { findSetUpLink, setUp } from '../../operations/accounts/set-up.ts';
import { type ConsoleRoute, route } from '../route.ts';
import type { Passwords } from './passwords.ts';
import { startSession } from './start-session.ts';

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
    // Asked before a password is hashed, and again when the link is used.
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
