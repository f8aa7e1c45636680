/** What a route of the console is made of, and what is asked before any of them answers (console, "Details"). */
import { turnOf, type Turn } from '../concurrency/turn-queue.ts';
import type { TObject, Static } from 'typebox';
import { readObject } from '../contract/read-body.ts';
import { Refusal } from '../domain/refusal.ts';
import { isFreshlyProved, proofNeeded } from '../domain/session-rules.ts';
import type { Answer } from '../http/answer.ts';
import type { Exchange } from '../http/exchange.ts';
import { unavailableAnswer } from '../http/problems.ts';
import { type Payload, readPayload } from '../http/payload.ts';
import type { Method, Route } from '../http/router.ts';
import type { Outgoing } from '../http/send.ts';
import type { Console } from './console.ts';
import { isFromOurPage } from './forgery.ts';
import { TooManyPasswords } from './passwords.ts';
import { type Session, sessionOf } from './session.ts';

/** Forms of the console are small. */
const MAX_BODY_BYTES = 64 * 1024;

/** A row of the table of routes, below `/console/api`. */
export interface ConsoleRoute {
  method: Method;
  path: string;
  handle(console: Console, exchange: Exchange): Promise<Answer>;
}

/** What a route that asks for a session is given. */
export interface Call {
  console: Console;
  exchange: Exchange;
  session: Session;
}

interface SignedInRoute<Seen> {
  method: Method;
  path: string;
  /** What the path names, if the person may see it and their role is high enough. */
  find?(call: Call): Promise<Seen | Refusal>;
  /** Whether the person must have proved lately who they are. */
  needsProof?: true;
  handle(call: Call, seen: Seen): Promise<Answer>;
}

/** A route for people who are signed in. */
export function signedIn<Seen = undefined>({
  method,
  path,
  find,
  needsProof,
  handle,
}: SignedInRoute<Seen>): ConsoleRoute {
  return open(method, path, async (console, exchange) => {
    const session = await sessionOf(console, exchange);
    if (session instanceof Refusal) return session;
    const tooMany = console.personLimits.take(session.userId, exchange);
    if (tooMany) return tooMany;
    const call = { console, exchange, session };
    const seen = await find?.(call);
    if (seen instanceof Refusal) return seen;
    if (needsProof && !isFreshlyProved(session, Date.now())) return proofNeeded();
    return handle(call, seen as Seen);
  });
}

/** A route for everybody. */
export function open(
  method: Method,
  path: string,
  handle: (console: Console, exchange: Exchange) => Promise<Answer>,
): ConsoleRoute {
  return {
    method,
    path,
    handle: async (console, exchange) => {
      const { headers } = exchange.request;
      if (method !== 'GET' && !isFromOurPage(headers, console.settings)) {
        return new Refusal(
          'forbidden',
          `The request does not come from a page of this service: open ${console.settings.publicUrl}/console.`,
        );
      }
      try {
        return await handle(console, exchange);
      } catch (error) {
        if (!(error instanceof TooManyPasswords)) throw error;
        const { publicUrl } = console.settings;
        return unavailableAnswer(
          'Too many people sign in at once; try again in a moment.',
          publicUrl,
        );
      }
    },
  };
}

/** A route as the server answers it. */
export function consoleRoute(console: Console, { method, path, handle }: ConsoleRoute): Route {
  return {
    method,
    path: `/console/api${path}`,
    handle: (exchange) => handle(console, exchange),
  };
}

/**
 * Reads the body of a request.
 *
 * @param judgeText as of `readObject`
 */
export async function readForm<Schema extends TObject>(
  exchange: Exchange,
  schema: Schema,
  judgeText?: (field: string, text: string) => string | undefined,
  maxBytes = MAX_BODY_BYTES,
): Promise<Payload<Static<Schema>> | Refusal> {
  const reader = (body: unknown) => readObject(schema, body, judgeText);
  const payload = await readPayload(exchange, reader, { party: CONSOLE, maxBytes });
  if (!(payload instanceof Refusal) || payload.code !== 'malformed_json') return payload;
  // The usual words quote what was sent, which may be a password.
  return new Refusal('malformed_json', 'Send one JSON object with Content-Type: application/json.');
}

/** The queue in which the writes of the console wait. */
const CONSOLE = 'console';
export const consoleTurn = (): Turn => turnOf(CONSOLE);

/** An answer in JSON. */
export function json(body: object, status: 200 | 201 | 202 = 200): Outgoing {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  return { status, headers, body: JSON.stringify(body) };
}

/** The answer where there is nothing to say. */
export function done(): Outgoing {
  return { status: 204, headers: { 'cache-control': 'no-store' } };
}

/** The number that a path names; one that no row has where it names none. */
export function idOf({ params }: Exchange, name: string): number {
  const text = params[name] ?? '';
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}

/** The same for what does not exist and for what the person may not see. */
export function notFound(what: string): Refusal {
  return new Refusal('not_found', `There is no such ${what}.`);
}
