/** A person's new password (console, "Links" and "Sessions"). */
import { isLinkFresh, newToken, tokenHash } from '../../domain/accounts/sessions.ts';
import { conflict, invalid, Refusal } from '../../domain/refusal.ts';
import { performAccountIn, signedIn } from '../../operations/accounts/account-operation.ts';
import { changePassword } from '../../operations/accounts/sign-in.ts';
import { findOpenPerson } from '../../storage/accounts/accounts.ts';
import { type Credentials, findCredentials } from '../../storage/accounts/password-sign-in.ts';
import { listMemberships } from '../../storage/accounts/people.ts';
import type { Call } from '../permissions.ts';
import { type ConsoleRoute, consoleTurn, route } from '../route.ts';
import { type Attempt, isPasswordUnchanged, tryOwnPassword } from './attempts.ts';
import { setCookie } from './cookies.ts';

export const PASSWORD_ROUTES: readonly ConsoleRoute[] = [
  route('PUT /account/password', async (call) => {
    const { console, exchange, session } = call;
    const { database, passwords } = console;
    const { userId, sessionId } = session;
    const sent = await call.read();
    if (sent instanceof Refusal) return sent;
    const { value, turn } = sent;
    const credentials = await findCredentials(database.reads, { userId });
    if (!credentials) return new Refusal('invalid_credentials', 'The account is closed.');
    if (credentials.email === null) return conflict(ADDRESS_FIRST);
    const objection = await objectionTo(call, value.next);
    if (objection) return objection;
    const { current } = value;
    const attempt = await proveCurrent(call, credentials, current && { password: current, turn });
    if (attempt instanceof Refusal) return attempt;
    const passwordHash = await passwords.hash(value.next);
    const browserToken = newToken();
    const changed = await database.write(
      async (tx) => {
        if (!(await isPasswordUnchanged(tx, credentials))) return wrongCurrent();
        await attempt?.succeed(tx);
        const browserHash = tokenHash(browserToken);
        const input = { userId, passwordHash, sessionId, browserHash };
        return performAccountIn(tx, changePassword, signedIn(userId), input);
      },
      { turn: consoleTurn() },
    );
    if (changed instanceof Refusal) return changed;
    exchange.headers['set-cookie'] = setCookie(console.cookies.browser, browserToken);
    return undefined;
  }),
];

const ADDRESS_FIRST =
  'The account has no address, and nobody signs in with a password alone: give it an address first.';

/** What is wrong with a new password of the person, if something is. */
async function objectionTo(
  { console: { database, passwords }, session: { userId } }: Call,
  next: string,
): Promise<Refusal | undefined> {
  const person = await findOpenPerson(database.reads, userId);
  const clubs = await listMemberships(database.reads, userId);
  const { name = '', email = null } = person ?? {};
  const words = { name, email, clubNames: clubs.map((club) => club.name) };
  return passwords.objection('next', next, words);
}

/** Checks the current password of the person. @returns `undefined` where none is required */
async function proveCurrent(
  { console, exchange, session }: Call,
  { passwordHash }: Credentials,
  current: Parameters<typeof tryOwnPassword>[3] | '' | undefined,
): Promise<Attempt | Refusal | undefined> {
  if (passwordHash === null) return undefined;
  if (current === undefined && isLinkFresh(session, Date.now())) return undefined;
  if (!current) return invalid([{ field: 'current', detail: 'is required' }]);
  const attempt = await tryOwnPassword(console, exchange, session, current);
  if (attempt instanceof Refusal) return attempt;
  return attempt.isRight ? attempt : wrongCurrent();
}

function wrongCurrent(): Refusal {
  return invalid([{ field: 'current', detail: 'is not the password of the account' }]);
}
