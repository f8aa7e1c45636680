/** From the cookie of a request to the person who is signed in. */
import { isAlive, isToTouch, tokenHash } from '../../domain/accounts/sessions.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Exchange } from '../../http/exchange.ts';
import { type StoredSession, touchSession } from '../../storage/accounts/sessions.ts';
import type { Console } from '../console.ts';
import { readCookie } from './cookies.ts';

/** Somebody who is signed in. */
export type Session = Omit<StoredSession, 'isOperator'> & { isOperator: boolean };

/** What tells whether a session holds. */
type SeenSession = Pick<StoredSession, 'sessionId' | 'createdAt' | 'lastSeenAt'>;

/** Who is signed in; or why nobody is: no cookie, or one whose session has ended. */
export async function sessionOf(console: Console, exchange: Exchange): Promise<Session | Refusal> {
  const stored = await findLiveSession(console, exchange, console.findSession);
  return stored instanceof Refusal ? stored : { ...stored, isOperator: stored.isOperator === 1 };
}

/**
 * The session of a request, as it is stored; or why there is none.
 *
 * @param find looks it up by the hash of its token, perhaps with more
 */
export async function findLiveSession<Found extends SeenSession>(
  { cookies, database, log }: Console,
  { request }: Exchange,
  find: (tokenHash: string) => Found | undefined | Promise<Found | undefined>,
): Promise<Found | Refusal> {
  const token = readCookie(request, cookies.session);
  if (token === undefined) return new Refusal('missing_credentials', 'Nobody is signed in.');
  const now = Date.now();
  const stored = await find(tokenHash(token));
  if (!stored || !isAlive(stored, now)) {
    return new Refusal('invalid_credentials', 'The session has ended: sign in again.');
  }
  if (isToTouch(stored, now)) {
    // Nobody waits for this, and the next request tries again.
    database
      .write((tx) => touchSession(tx, stored, now), { isRelaxed: true })
      .catch((error) => log.warn({ err: error }, 'could not note when a session was last seen'));
  }
  return stored;
}
