/** Signing in with a password, who is signed in, signing out, and proving again who one is. */
import { Proof, type SessionAnswer, SignIn } from '../contract/console/sign-in.ts';
import { normalEmail } from '../domain/email-address.ts';
import { needsRehash } from '../domain/password-hash.ts';
import { conflict, Refusal } from '../domain/refusal.ts';
import type { Exchange } from '../http/exchange.ts';
import { performAccount, signedIn as asPerson } from '../operations/account-operation.ts';
import { endSession } from '../operations/sessions.ts';
import { findOpenPerson } from '../storage/accounts.ts';
import type { Write } from '../storage/database.ts';
import { findCredentials, setPasswordHash, type Credentials } from '../storage/credentials.ts';
import { noteProof } from '../storage/sessions.ts';
import { type Attempt, type Tried, tryPassword } from './attempts.ts';
import type { Console } from './console.ts';
import { removeCookie } from './cookies.ts';
import { consoleTurn, done, json, open, readForm, signedIn } from './route.ts';
import type { Session } from './session.ts';
import { personOf, startSession } from './start-session.ts';

/** POST /session */
export const postSession = open('POST', '/session', async (console, exchange) => {
  const sent = await readForm(exchange, SignIn);
  if (sent instanceof Refusal) return sent;
  const { value, turn } = sent;
  const { database, passwords } = console;
  const account = normalEmail(value.email);
  const credentials = await findCredentials(database.reads, { email: account });
  const { password } = value;
  const tried = triedOf(credentials, account);
  const attempt = await tryPassword(console, exchange, tried, { password, turn });
  if (attempt instanceof Refusal) return attempt;
  if (!credentials || !attempt.isRight) return wrongPassword();
  const { passwordHash } = credentials;
  const isWeak = passwordHash !== null && needsRehash(passwordHash);
  const stronger = isWeak ? await passwords.hash(password) : null;
  return startSession(console, exchange, {
    beganWith: 'password',
    turn,
    admit: async (tx) => {
      if (!(await isStill(tx, credentials))) return wrongPassword();
      if (stronger !== null) await setPasswordHash(tx, credentials.userId, stronger);
      await attempt.succeed(tx);
      return credentials.userId;
    },
  });
});

/** GET /session: who is signed in. */
export const getSession = signedIn({
  method: 'GET',
  path: '/session',
  handle: async ({ console: { database }, session: { userId } }) => {
    const person = await findOpenPerson(database.reads, userId);
    if (!person) return new Refusal('invalid_credentials', 'The account is closed.');
    return json({ person: personOf(person) } satisfies SessionAnswer);
  },
});

/** DELETE /session: signs out. */
export const deleteSession = signedIn({
  method: 'DELETE',
  path: '/session',
  handle: async ({ console: { database, cookies }, session: { userId, sessionId } }) => {
    const ended = await performAccount(database, endSession, {
      actor: asPerson(userId),
      input: { sessionId },
      turn: consoleTurn(),
    });
    if (ended instanceof Refusal && ended.code !== 'not_found') return ended;
    const answer = done();
    answer.headers['set-cookie'] = removeCookie(cookies.session);
    return answer;
  },
});

/** POST /session/proof: a fresh proof of who one is. */
export const postProof = signedIn({
  method: 'POST',
  path: '/session/proof',
  handle: async ({ console, exchange, session }) => {
    const sent = await readForm(exchange, Proof);
    if (sent instanceof Refusal) return sent;
    const { value, turn } = sent;
    const attempt = await tryOwnPassword(console, exchange, session, { ...value, turn });
    if (attempt instanceof Refusal) return attempt;
    if (!attempt.isRight) return new Refusal('invalid_credentials', 'The password is not right.');
    await console.database.write(
      async (tx) => {
        await attempt.succeed(tx);
        await noteProof(tx, session.sessionId, Date.now());
      },
      { turn },
    );
    return done();
  },
});

/** Checks the password of somebody who is signed in; wrong ones count as at the sign-in. */
export async function tryOwnPassword(
  console: Console,
  exchange: Exchange,
  { userId }: Session,
  sent: Parameters<typeof tryPassword>[3],
): Promise<Attempt | Refusal> {
  const credentials = await findCredentials(console.database.reads, { userId });
  if (!credentials || credentials.passwordHash === null) return conflict(NO_PASSWORD);
  const account = credentials.email ?? `person ${userId}`;
  return tryPassword(console, exchange, triedOf(credentials, account), sent);
}

const NO_PASSWORD = 'The account has no password: use a passkey, or sign in again with a link.';

function triedOf(credentials: Credentials | undefined, account: string): Tried {
  const { userId, passwordHash = null } = credentials ?? {};
  return { account, userId, passwordHash };
}

/** The same for an address that nobody has. */
function wrongPassword(): Refusal {
  return new Refusal('invalid_credentials', 'The address or the password is not right.');
}

/** Whether nobody has changed a password since it was checked. */
export async function isStill(tx: Write, { userId, passwordHash }: Credentials): Promise<boolean> {
  const now = await findCredentials(tx, { userId });
  return now?.passwordHash === passwordHash;
}
