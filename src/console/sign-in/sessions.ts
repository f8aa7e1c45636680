/**
 * Signing in with a password, who is signed in, and signing out; and a fresh proof of who one is, by somebody who is
 * signed in (console, "Fresh proof").
 */
import type { Turn } from '../../concurrency/turn-queue.ts';
import type { PasskeyAnswer } from '../../contract/console/sign-in.ts';
import type { ProblemCode } from '../../contract/problem.ts';
import { normalEmail } from '../../domain/accounts/email-address.ts';
import { relyingPartyOf } from '../../domain/accounts/passkey-rules.ts';
import { needsRehash } from '../../domain/accounts/passwords.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { performAccount, signedIn } from '../../operations/accounts/account-operation.ts';
import { endSession } from '../../operations/accounts/sign-in.ts';
import { findOpenPerson } from '../../storage/accounts/accounts.ts';
import { findPasskey, notePasskeyUse } from '../../storage/accounts/passkeys.ts';
import { findCredentials, setPasswordHash } from '../../storage/accounts/password-sign-in.ts';
import { noteProof } from '../../storage/accounts/sessions.ts';
import type { Database, Write } from '../../storage/engine/database.ts';
import { type Call, type Session, sessionOf } from '../permissions.ts';
import { type ConsoleRoute, consoleTurn, route } from '../route.ts';
import { isPasswordUnchanged, tryOwnPassword, tryPassword } from './attempts.ts';
import { removeCookie } from './cookies.ts';
import { noSuchPasskey, passkeyLimit, verifyAnswer } from './passkey-ceremonies.ts';
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
      // A power cut that loses the session loses what was done in it as well; the person signs in again.
      isRelaxed: true,
      admit: async (tx) => {
        if (!(await isPasswordUnchanged(tx, credentials))) return wrongPassword();
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
  // A person without a session, or whose session has ended, is signed out already.
  route('DELETE /session', async ({ console, exchange }) => {
    const session = await sessionOf(console, exchange);
    const ended =
      session instanceof Refusal ? session : await endOwnSession(console.database, session);
    if (ended instanceof Refusal && !SIGNED_OUT.includes(ended.code)) return ended;
    exchange.headers['set-cookie'] = removeCookie(console.cookies.session);
    return undefined;
  }),
];

/** Refusals that mean that there is no session to end. */
const SIGNED_OUT: readonly ProblemCode[] = [
  'missing_credentials',
  'invalid_credentials',
  'not_found',
];

function endOwnSession(database: Database, { userId, sessionId }: Session) {
  return performAccount(database, endSession, {
    actor: signedIn(userId),
    input: { sessionId },
    turn: consoleTurn(),
  });
}

/** The refusal of a wrong password, and of an address that nobody has. */
function wrongPassword(): Refusal {
  return new Refusal('invalid_credentials', 'The address or the password is not right.');
}

export const PROOF_ROUTES: readonly ConsoleRoute[] = [
  route('POST /session/proof', async (call) => {
    const sent = await call.read();
    if (sent instanceof Refusal) return sent;
    const { value, turn } = sent;
    const { password, passkey } = value;
    if ((password === undefined) === (passkey === undefined)) return oneIsNeeded();
    const proved =
      password !== undefined
        ? await byPassword(call, password, turn)
        : await byPasskey(call, passkey as PasskeyAnswer, turn);
    if (proved instanceof Refusal) return proved;
    const { console, session } = call;
    const refusal = await console.database.write(
      async (tx) => {
        const objection = await proved(tx);
        if (objection) return objection;
        return noteProof(tx, session.sessionId, Date.now());
      },
      { turn: consoleTurn() },
    );
    return refusal instanceof Refusal ? refusal : undefined;
  }),
];

/** What the transaction that notes the proof does first. @returns a refusal where the proof is no longer valid */
type Proved = (tx: Write) => Promise<Refusal | undefined>;

async function byPassword(
  { console, exchange, session }: Call,
  password: string,
  turn: Turn,
): Promise<Proved | Refusal> {
  const attempt = await tryOwnPassword(console, exchange, session, { password, turn });
  if (attempt instanceof Refusal) return attempt;
  if (!attempt.isRight) return new Refusal('invalid_credentials', 'The password is not right.');
  return async (tx) => {
    await attempt.succeed(tx);
    return undefined;
  };
}

async function byPasskey(
  { console, exchange, session }: Call,
  answer: PasskeyAnswer,
  turn: Turn,
): Promise<Proved | Refusal> {
  const { database, settings } = console;
  const limited = passkeyLimit(console, exchange);
  if (limited) return limited;
  const party = relyingPartyOf(settings.publicUrl);
  if (party instanceof Refusal) return party;
  const verified = await verifyAnswer(database, party, { response: answer, turn });
  if (verified instanceof Refusal) return verified;
  const { passkey, signCount } = verified;
  if (passkey.user_id !== session.userId) return noSuchPasskey();
  return async (tx) => {
    if (!(await findPasskey(tx, passkey.credential_id))) return noSuchPasskey();
    await notePasskeyUse(tx, passkey.id, signCount, Date.now());
    return undefined;
  };
}

function oneIsNeeded(): Refusal {
  return invalid([{ field: 'password', detail: 'is required, or passkey, but not both' }]);
}
