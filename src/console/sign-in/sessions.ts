/** Signing in with a password, who is signed in, and signing out. */
import type { ProblemCode } from '../../contract/problem.ts';
import { normalEmail } from '../../domain/accounts/email-address.ts';
import { needsRehash } from '../../domain/accounts/passwords.ts';
import { Refusal } from '../../domain/refusal.ts';
import {
  signedIn as asPerson,
  performAccount,
} from '../../operations/accounts/account-operation.ts';
import { endSession } from '../../operations/accounts/sign-in.ts';
import { findOpenPerson } from '../../storage/accounts/accounts.ts';
import { findCredentials, setPasswordHash } from '../../storage/accounts/password-sign-in.ts';
import type { Database } from '../../storage/engine/database.ts';
import { type ConsoleRoute, consoleTurn, route } from '../route.ts';
import { isStill, tryPassword } from './attempts.ts';
import { removeCookie } from './cookies.ts';
import { type Session, sessionOf } from './session.ts';
import { personOf, startSession } from './start-session.ts';

export const SESSION_ROUTES: readonly ConsoleRoute[] = [
  route('POST /session', async ({ console, exchange, read }) => {
    const sent = await read();
    if (sent instanceof Refusal) return sent;
    const { value, turn } = sent;
    const { database, passwords } = console;
    const account = normalEmail(value.email);
    const credentials = await findCredentials(database.reads, { email: account });
    const { password } = value;
    const tried = { account, credentials };
    const attempt = await tryPassword(console, exchange, tried, { password, turn });
    if (attempt instanceof Refusal) return attempt;
    if (!credentials || !attempt.isRight) return wrongPassword();
    const { passwordHash } = credentials;
    const isWeak = passwordHash !== null && needsRehash(passwordHash);
    const stronger = isWeak ? await passwords.hash(password) : null;
    return startSession(console, exchange, {
      beganWith: 'password',
      // Nothing that is done in the session outlives the loss of it, and the person signs in again.
      isRelaxed: true,
      admit: async (tx) => {
        if (!(await isStill(tx, credentials))) return wrongPassword();
        if (stronger !== null) await setPasswordHash(tx, credentials.userId, stronger);
        await attempt.succeed(tx);
        return credentials.userId;
      },
    });
  }),
  route('GET /session', async ({ console: { database }, session: { userId } }) => {
    const person = await findOpenPerson(database.reads, userId);
    if (!person) return new Refusal('invalid_credentials', 'The account is closed.');
    return { person: personOf(person) };
  }),
  // Who has no session, or one that has ended, is signed out already.
  route('DELETE /session', async ({ console, exchange }) => {
    const session = await sessionOf(console, exchange);
    const ended =
      session instanceof Refusal ? session : await endOwnSession(console.database, session);
    if (ended instanceof Refusal && !SIGNED_OUT.includes(ended.code)) return ended;
    exchange.headers['set-cookie'] = removeCookie(console.cookies.session);
    return undefined;
  }),
];

/** There is no session to end. */
const SIGNED_OUT: readonly ProblemCode[] = [
  'missing_credentials',
  'invalid_credentials',
  'not_found',
];

function endOwnSession(database: Database, { userId, sessionId }: Session) {
  return performAccount(database, endSession, {
    actor: asPerson(userId),
    input: { sessionId },
    turn: consoleTurn(),
  });
}

/** The same for an address that nobody has. */
function wrongPassword(): Refusal {
  return new Refusal('invalid_credentials', 'The address or the password is not right.');
}
