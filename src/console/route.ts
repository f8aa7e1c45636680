/**
 * A route of the console: its row in the table (`contract/console/routes.ts`) with the handler that answers it, and what is
 * asked before any of them answers (console, "Details").
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

/** Who asks, and what the path names that they may ask for. */
type CallerOf<Role extends ConsoleRow['who']> = Role extends keyof typeof PERMISSION_CHECKS
  ? Call & { found: Found<Role> }
  : Omit<Call, 'session'>;

interface PartsOf<Key extends ConsoleKey> {
  /** The number that the path has under this name; one that no row has where it is no number. */
  id(name: ParamOf<Key>): number;
  /** Whether the query says `true` of it; it may say `false`, or nothing. */
  flag(name: QueryNameOf<RowOf<Key>>): boolean | Refusal;
  /**
   * Reads the body.
   *
   * @param judgeText as of `readObject`
   */
  read(judgeText?: JudgeText): Promise<Payload<BodyOf<RowOf<Key>>> | Refusal>;
  /** Takes the bytes of the body, where the row takes them. */
  take(): Promise<Payload<Buffer> | Refusal>;
}

type JudgeText = (field: string, text: string) => string | undefined;

/** What a handler returns: what the table says, or why not. Where that is nothing, only a refusal is looked at. */
type HandledAs<Row extends ConsoleRow> = Row extends { sends: string }
  ? Answer
  : Row extends { answer: unknown }
    ? Sendable<AnswerOf<Row> | PreviewOf<Row>> | Refusal
    : unknown;

/** Attaches its handler to a route. */
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

/** A route whose handler checks by itself who sends the request. */
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

/** Who asks, if they may. */
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
  // The usual words quote what was sent, which may be a password.
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

/** What a handler has returned, as it is sent. */
function answerOf({ status, answer, sends }: ConsoleRow, value: unknown): Answer {
  if (value instanceof Refusal || sends) return value as Answer;
  return ownAnswer(answer && value, status);
}

/** The queue in which the writes of the console wait. */
const CONSOLE = 'console';
export const consoleTurn = (): Turn => turnOf(CONSOLE);

/** The same for what does not exist and for what the person may not see. */
export function notFound(what: string): Refusal {
  return new Refusal('not_found', `There is no such ${what}.`);
}

/**
 * Browsers say in `Sec-Fetch-Site` where a request comes from, but only where the page is secure; else `Origin`
 * must be ours: that of `PUBLIC_URL`, or, where none is set, the host that the request names. Where `PUBLIC_URL` is set,
 * another origin never is ours: any name that leads to this machine is of the same origin with itself.
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

/** Host and port as they stand in an origin. */
function hostOf(origin: string): string {
  return origin.replace(/^https?:\/\//, '');
}
