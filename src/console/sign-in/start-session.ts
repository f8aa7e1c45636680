/** Begins the session of a person who has proved who they are, by a password, a passkey or a link. */
import type { Person, SessionAnswer } from '../../contract/console/sign-in.ts';
import { deviceName, newToken, tokenHash } from '../../domain/accounts/sessions.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Exchange } from '../../http/exchange.ts';
import { clientAddress } from '../../http/limits/networks.ts';
import { ANYBODY, performAccountIn } from '../../operations/accounts/account-operation.ts';
import { signIn } from '../../operations/accounts/sign-in.ts';
import type { OpenPerson } from '../../storage/accounts/accounts.ts';
import type { Write } from '../../storage/engine/database.ts';
import type { SessionStart } from '../../storage/migrations/tables.ts';
import type { Console } from '../console.ts';
import { consoleTurn } from '../route.ts';
import { readCookie, setCookie } from './cookies.ts';

interface Entry {
  beganWith: SessionStart;
  /** Whether a power cut in the next second may end the session, and undo what else `admit` does. */
  isRelaxed?: boolean;
  /** Runs first in the transaction that begins the session. @returns the id of the person who signs in */
  admit(tx: Write): Promise<number | Refusal>;
}

/**
 * Begins a session in the browser that sent a request. Ends the session that the browser had, and uses no token
 * that it sent again (session fixation).
 *
 * @returns the person, with the cookies set in the answer; or a refusal, such as that of `admit`, and then nothing was written
 */
export async function startSession(
  console: Console,
  exchange: Exchange,
  { beganWith, isRelaxed = false, admit }: Entry,
): Promise<SessionAnswer | Refusal> {
  const { cookies, database } = console;
  const sessionToken = newToken();
  const browserToken = newToken();
  const browser = {
    sessionHash: tokenHash(sessionToken),
    browserHash: tokenHash(browserToken),
    oldSessionHash: hashOfCookie(exchange, cookies.session),
    oldBrowserHash: hashOfCookie(exchange, cookies.browser),
    device: deviceName(exchange.request.headers['user-agent']),
    network: clientAddress(exchange.request, console.settings.trustedProxies),
    beganWith,
  };
  const person = await database.write(
    async (tx) => {
      const userId = await admit(tx);
      if (userId instanceof Refusal) return userId;
      return performAccountIn(tx, signIn, ANYBODY, { ...browser, userId });
    },
    // A turn that begins now: the time that a hash took does not count as waiting.
    { turn: consoleTurn(), isRelaxed },
  );
  if (person instanceof Refusal) return person;
  exchange.headers['set-cookie'] = [
    setCookie(cookies.session, sessionToken),
    setCookie(cookies.browser, browserToken),
  ];
  return { person: personOf(person) };
}

/** The hash of the token in a cookie; `undefined` without one. */
export function hashOfCookie(
  { request }: Exchange,
  cookie: Parameters<typeof readCookie>[1],
): string | undefined {
  const token = readCookie(request, cookie);
  return token === undefined ? undefined : tokenHash(token);
}

/** A person, as the console shows them to themselves. */
export function personOf(person: OpenPerson): Person {
  const { id, name, email, language, isOperator, hasPassword } = person;
  return { id, name, email, language, operator: isOperator, hasPassword };
}
