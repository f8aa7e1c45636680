/**
 * A route of the console: its row in the table (`contract/console/routes.ts`) with the handler that answers it, and the
 * checks before every handler (console, "Details").
 */
import type { IncomingHttpHeaders } from 'node:http';
import { type Turn, turnOf } from '../concurrency/turn-queue.ts';
import { CONSOLE_ROUTES, type ConsoleKey, type RowOf } from '../contract/console/routes.ts';
import { MAX_FORM_BYTES } from '../contract/limits.ts';
import { type Reading, readObject } from '../contract/reading/read-body.ts';
import {
  type AnswerOf,
  assertHandled,
  type BodyOf,
  type ConsoleRow,
  type Method,
  type ParamOf,
  type PreviewOf,
  type QueryNameOf,
  routerPath,
  type Sendable,
  splitKey,
} from '../contract/route-table.ts';
import { isFreshlyProved, proofNeeded } from '../domain/accounts/sessions.ts';
import { invalid, Refusal, TooOften } from '../domain/refusal.ts';
import type { Answer } from '../http/answers/answer.ts';
import { unavailableAnswer } from '../http/answers/problems.ts';
import { ownAnswer } from '../http/answers/send.ts';
import type { Exchange } from '../http/exchange.ts';
import { type Payload, readBody, readPayload } from '../http/requests/body.ts';
import type { Route } from '../http/router.ts';
import type { Settings } from '../settings.ts';
import type { Console } from './console.ts';
import { type Call, type Found, idOf, PERMISSION_CHECKS, sessionOf } from './permissions.ts';
import { TooManyPasswords } from './sign-in/passwords.ts';

/** A row of the table with its handler, below `/console/api`. */
export interface ConsoleRoute {
  key: ConsoleKey;
  method: Method;
  /** Such as `/events/:eventId/delay`. */
  path: string;
  handle(console: Console, exchange: Exchange): Promise<Answer>;
}

/** What a handler is given. */
export type CallOf<Key extends ConsoleKey> = PartsOf<Key> & CallerOf<RowOf<Key>['who']>;

/** Who sends the request, and what the check of permission has looked up. */
type CallerOf<Role extends ConsoleRow['who']> = Role extends keyof typeof PERMISSION_CHECKS
  ? Call & { found: Found<Role> }
  : Omit<Call, 'session'>;

interface PartsOf<Key extends ConsoleKey> {
  /** The id under this name in the path; 0, which no row has, where that is not an id. */
  id(name: ParamOf<Key>): number;
  /** The value of this name in the query, `true` or `false`; `false` where it is left out, 422 for anything else. */
  flag(name: QueryNameOf<RowOf<Key>>): boolean | Refusal;
  /**
   * Reads the body.
   *
   * @param judgeText as of `readObject`
   */
  read(judgeText?: JudgeText): Promise<Payload<BodyOf<RowOf<Key>>> | Refusal>;
  /** Reads the body as bytes; only for a row with `takes`. */
  take(): Promise<Payload<Buffer> | Refusal>;
}

type JudgeText = (field: string, text: string) => string | undefined;

/** What a handler returns: the answer of its row, or a refusal. Where the row has no answer, any other value is ignored. */
type HandledAs<Row extends ConsoleRow> = Row extends { sends: string }
  ? Answer
  : Row extends { answer: unknown }
    ? Sendable<AnswerOf<Row> | PreviewOf<Row>> | Refusal
    : unknown;

/** A route with its handler, behind the checks of session, rate limit, permission and fresh proof that its row needs. */
export function route<Key extends ConsoleKey>(
  key: Key,
  handle: (call: CallOf<Key>) => Promise<HandledAs<RowOf<Key>>>,
): ConsoleRoute {
  const row: ConsoleRow = CONSOLE_ROUTES[key];
  return selfAuthorising(key, async (console, exchange) => {
    const caller = await admit(row, console, exchange);
    if (caller instanceof Refusal) return caller;
    const parts: PartsOf<Key> = {
      id: (name) => idOf(exchange, name),
      flag: (name) => readFlag(exchange, name),
      read: (judgeText) => readForm(exchange, row, judgeText),
      take: () => takeBytes(exchange, row),
    };
    const value: unknown = await handle({ ...parts, ...(caller as CallerOf<RowOf<Key>['who']>) });
    if (value instanceof TooOften) exchange.headers['retry-after'] = String(value.retrySeconds);
    return answerOf(row, value);
  });
}

/** A route whose handler checks by itself who sends the request; only the origin of a write is checked before. */
export function selfAuthorising(
  key: ConsoleKey,
  handle: (console: Console, exchange: Exchange) => Promise<Answer>,
): ConsoleRoute {
  const [method, path] = splitKey(key);
  return {
    key,
    method,
    path: routerPath(path),
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

/** The routes as the server answers them. @throws where one of the table has no handler, or two */
export function consoleRoutes(console: Console, routes: readonly ConsoleRoute[]): Route[] {
  assertHandled(
    CONSOLE_ROUTES,
    routes.map(({ key }) => key),
  );
  return routes.map(({ method, path, handle }) => ({
    method,
    path: `/console/api${path}`,
    handle: (exchange) => handle(console, exchange),
  }));
}

/** The caller, and what the check of permission has looked up; or why the request is refused. */
async function admit(
  { who, conditions }: ConsoleRow,
  console: Console,
  exchange: Exchange,
): Promise<(Call & { found: unknown }) | Omit<Call, 'session'> | Refusal> {
  if (who === 'anybody') return { console, exchange };
  const session = await sessionOf(console, exchange);
  if (session instanceof Refusal) return session;
  const tooMany = console.personLimits.take(session.userId, exchange);
  if (tooMany) return tooMany;
  const call = { console, exchange, session };
  const found = await PERMISSION_CHECKS[who](call);
  if (found instanceof Refusal) return found;
  const isProved = !conditions?.includes('proof') || isFreshlyProved(session, Date.now());
  return isProved ? { ...call, found } : proofNeeded();
}

function readFlag(exchange: Exchange, name: string): boolean | Refusal {
  const values = exchange.query.getAll(name);
  const [value = 'false'] = values;
  if (values.length < 2 && (value === 'true' || value === 'false')) return value === 'true';
  return invalid([{ field: name, detail: 'must be true or false' }]);
}

async function readForm<Value>(
  exchange: Exchange,
  { body, maxBodyBytes = MAX_FORM_BYTES }: ConsoleRow,
  judgeText: JudgeText | undefined,
): Promise<Payload<Value> | Refusal> {
  if (!body) throw new Error(`${exchange.route} reads a body that its row does not have.`);
  const reader = (sent: unknown) => readObject(body, sent, judgeText) as Reading<Value>;
  const payload = await readPayload(exchange, reader, { party: CONSOLE, maxBytes: maxBodyBytes });
  if (!(payload instanceof Refusal) || payload.code !== 'malformed_json') return payload;
  // The usual message quotes the body, which may contain a password.
  return new Refusal('malformed_json', 'Send one JSON object with Content-Type: application/json.');
}

async function takeBytes(
  { request, route: asked }: Exchange,
  { takes, maxBodyBytes }: ConsoleRow,
): Promise<Payload<Buffer> | Refusal> {
  if (!takes) throw new Error(`${asked} takes bytes that its row does not have.`);
  const bytes = await readBody(request, maxBodyBytes, 'any');
  if (bytes instanceof Refusal) return bytes;
  return { value: bytes ?? Buffer.alloc(0), turn: turnOf(CONSOLE, bytes?.length) };
}

/** The answer for the value that a handler has returned. */
function answerOf({ status, answer, sends }: ConsoleRow, value: unknown): Answer {
  if (value instanceof Refusal || sends) return value as Answer;
  return ownAnswer(answer && value, status);
}

/** The line of the queue in which all writes of the console wait. */
const CONSOLE = 'console';
export const consoleTurn = (): Turn => turnOf(CONSOLE);

/** 404, the same for what does not exist and for what the person may not see. */
export function notFound(what: string): Refusal {
  return new Refusal('not_found', `There is no such ${what}.`);
}

/**
 * Whether a page of this service sends the request. Secure pages say so in `Sec-Fetch-Site`; of others, `Origin` must be
 * ours: that of `PUBLIC_URL`, or, where none is set, the host that the request names. Where `PUBLIC_URL` is set, any other
 * origin is refused even with `same-origin`, because a foreign name that leads to this machine is same-origin with itself.
 */
function isFromOurPage(
  headers: IncomingHttpHeaders,
  { publicUrl, hasPublicUrl }: Pick<Settings, 'publicUrl' | 'hasPublicUrl'>,
): boolean {
  const { 'sec-fetch-site': site, origin, host } = headers;
  const isOurs = origin === new URL(publicUrl).origin;
  if (hasPublicUrl && origin !== undefined && !isOurs) return false;
  if (site !== undefined) return site === 'same-origin';
  if (isOurs || hasPublicUrl || origin === undefined) return isOurs;
  return host !== undefined && /^https?:\/\//.test(origin) && hostOf(origin) === host;
}

/** Host and port of an origin. */
function hostOf(origin: string): string {
  return origin.replace(/^https?:\/\//, '');
}
