/** The first person of an installation (console, "First start"). */
import { SetUp } from '../contract/console/sign-in.ts';
import { emailAddress, judgeEmail } from '../domain/email-address.ts';
import { Refusal } from '../domain/refusal.ts';
import { ANYBODY, performAccountIn } from '../operations/account-operation.ts';
import { findSetUpLink, setUp } from '../operations/set-up.ts';
import { open, readForm } from './route.ts';
import { startSession } from './start-session.ts';

/** POST /set-up: only while there is no operator */
export const postSetUp = open('POST', '/set-up', async (console, exchange) => {
  const sent = await readForm(exchange, SetUp, judgeEmail);
  if (sent instanceof Refusal) return sent;
  const { value, turn } = sent;
  const { token, name, password, clubName } = value;
  const { database, passwords } = console;
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
    turn,
    admit: (tx) => performAccountIn(tx, setUp, ANYBODY, input),
  });
});
