/**
 * Requests to the API of the console. Where the session has ended, or the service wants a fresh proof of who the person is, a
 * dialog asks for it, and the same request is sent again.
 */
import { effect, signal } from '@preact/signals';
import type { ConsoleKey, PreviewKey, RowOf } from '../../../src/contract/console/routes.ts';
import {
  type AnswerOf,
  type ParamOf,
  type PreviewOf,
  type QueryNameOf,
  type SentBodyOf,
  splitKey,
} from '../../../src/contract/route-table.ts';
import { urlOf } from '../shared/page/page.ts';
import { asksForProof, ownProblem, type Problem, readProblem } from './problems.ts';

export type Reply<Body> =
  | { body: Body; etag?: string | null; problem?: undefined }
  | { problem: Problem };

/** A value for each parameter in the path of a route. */
type ParamPart<Key extends string> = [ParamOf<Key>] extends [never]
  ? unknown
  : { params: Readonly<Record<ParamOf<Key>, string | number>> };
type BodyPart<Row> = Row extends { body: unknown } ? { body: SentBodyOf<Row> } : unknown;
type PicturePart<Row> = Row extends { takes: 'picture' } ? { picture: Blob } : unknown;
type QueryPart<Row> = Row extends { query: unknown }
  ? { query?: { readonly [Name in QueryNameOf<Row>]?: string | number | boolean | undefined } }
  : unknown;

/** The parts of a request to a route: path parameters, query, body and picture. */
export type PartsOf<Key extends ConsoleKey> = ParamPart<Key> &
  QueryPart<RowOf<Key>> &
  BodyPart<RowOf<Key>> &
  PicturePart<RowOf<Key>>;
/** The argument is optional where no part of the request is required. */
export type ArgumentsOf<Key extends ConsoleKey> =
  object extends PartsOf<Key>
    ? [parts?: PartsOf<Key> & SendOptions]
    : [parts: PartsOf<Key> & SendOptions];

/** The parts of a request to any route. */
interface Parts extends SendOptions {
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: unknown;
  picture?: Blob;
}

interface SendOptions {
  /** A refusal is about what was sent, such as a password, and not about the session: no dialog is shown. */
  isAboutSignIn?: boolean;
  /** Sent as `Idempotency-Key`: a request that is sent twice is done once. */
  idempotencyKey?: string;
  /** The `ETag` of the document on the screen; while it is current, the reply has no `body`. */
  ifNoneMatch?: string | undefined;
  /** Milliseconds after which the request counts as lost; `ANSWER_MILLIS` by default. */
  patienceMillis?: number;
}

/** With a weak signal a request may take long; after this it counts as lost. */
const ANSWER_MILLIS = 30_000;

/** A question to the person; requests wait for the answer. */
export interface Question {
  kind: 'sign-in' | 'proof';
  /** @param isAnswered `false`: the person has cancelled */
  answer(isAnswered: boolean): void;
}

/** The question on the screen, if there is one. */
export const question = signal<Question | undefined>(undefined);
/** Whether requests are refused because there is no session: the person has cancelled the dialog, or it was not shown. */
export const isSignedOut = signal(false);
/** Whether the last request was not answered. */
export const isOffline = signal(false);
/** While offline, how often the page checks whether the service is back, also where it sends no other requests. */
const RETRY_MILLIS = 3000;

/** Asks the service itself: what a browser knows about networks says nothing about a service on the same computer. */
async function checkConnection(): Promise<void> {
  isOffline.value = !(await fetch(urlOf('livez'), { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  ));
}

addEventListener('offline', () => void checkConnection());
addEventListener('online', () => void checkConnection());
effect(() => {
  if (!isOffline.value) return undefined;
  const timer = setInterval(() => void checkConnection(), RETRY_MILLIS);
  return () => clearInterval(timer);
});

/**
 * Sends a request to a route of the console, as its row in the table says.
 *
 * @returns the answer, or why there is none; never throws
 */
export function call<Key extends ConsoleKey>(
  key: Key,
  ...[parts]: ArgumentsOf<Key>
): Promise<Reply<AnswerOf<RowOf<Key>>>> {
  return send(key, parts ?? {});
}

async function send<Body>(key: ConsoleKey, parts: Parts): Promise<Reply<Body>> {
  for (;;) {
    const reply = await sendOnce<Body>(key, parts);
    if (!reply.problem) isSignedOut.value = false;
    if (!reply.problem || parts.isAboutSignIn) return reply;
    const kind = questionAbout(reply.problem);
    if (!kind) return reply;
    const isAnswered = (kind !== 'sign-in' || suppressing === 0) && (await ask(kind));
    if (kind === 'sign-in') isSignedOut.value = !isAnswered;
    if (!isAnswered) return { problem: ownProblem('cancelled') };
  }
}

/** Asks what a request would do; nothing is written. */
export function askPreview<Key extends PreviewKey>(
  key: Key,
  parts: PartsOf<Key>,
): Promise<Reply<PreviewOf<RowOf<Key>>>> {
  return send(key, { ...parts, query: { preview: true } });
}

/** The path of a route below `/console/api` with its parameters and query; documents are kept by it. */
export function pathOf<Key extends ConsoleKey>(key: Key, ...[parts]: ArgumentsOf<Key>): string {
  return filledPath(key, parts ?? {});
}

/** The full address of a route, for links and the event stream. */
export function addressOf<Key extends ConsoleKey>(key: Key, ...[parts]: ArgumentsOf<Key>): string {
  return urlOf(`console/api${filledPath(key, parts ?? {})}`);
}

function filledPath(key: ConsoleKey, { params = {}, query = {} }: Parts): string {
  const path = splitKey(key)[1].replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const values = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return values.length === 0 ? path : `${path}?${new URLSearchParams(values)}`;
}

/** Which question the person has to answer before the request can be sent again; `undefined`: none helps. */
function questionAbout(problem: Problem): Question['kind'] | undefined {
  const { code } = problem;
  if (code === 'missing_credentials' || code === 'invalid_credentials') return 'sign-in';
  return asksForProof(problem) ? 'proof' : undefined;
}

/** Answers to requests that were sent before the code that uses them was loaded, by path. */
const early = new Map<string, Promise<Response | undefined>>();
/** After this time an early answer is too old to be shown as current. */
const EARLY_MILLIS = 15_000;

/** Requests the first document of a page while the code of the page is still loading. */
export function askEarly<Key extends ConsoleKey>(key: Key, ...[parts]: ArgumentsOf<Key>): void {
  const path = filledPath(key, parts ?? {});
  const answer = request('GET', path, {}).catch(() => undefined);
  early.set(path, answer);
  setTimeout(() => early.delete(path), EARLY_MILLIS);
}

/** @returns the answer to the request that `askEarly` has sent; `undefined` if none was sent, or it failed */
async function takeEarly(method: string, path: string): Promise<Response | undefined> {
  const answer = method === 'GET' ? await early.get(path) : undefined;
  early.delete(path);
  return answer?.ok ? answer : undefined;
}

async function sendOnce<Body>(key: ConsoleKey, parts: Parts): Promise<Reply<Body>> {
  const [method] = splitKey(key);
  const path = filledPath(key, parts);
  try {
    const answer = (await takeEarly(method, path)) ?? (await request(method, path, parts));
    isOffline.value = false;
    const isEmpty = answer.status === 204 || answer.status === 304;
    const content = isEmpty ? undefined : await answer.json();
    if (answer.ok || isEmpty) {
      return { body: content as Body, etag: answer.headers.get('etag') };
    }
    return { problem: readProblem(content, answer.headers.get('retry-after')) };
  } catch {
    isOffline.value = true;
    return { problem: ownProblem('offline') };
  }
}

function request(
  method: string,
  path: string,
  { body, picture, idempotencyKey, ifNoneMatch, patienceMillis = ANSWER_MILLIS }: Parts,
): Promise<Response> {
  return fetch(urlOf(`console/api${path}`), {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    // The browser sends the type of the file as `content-type`.
    ...(picture && { body: picture }),
    cache: 'no-store',
    signal: AbortSignal.timeout(patienceMillis),
  });
}

/** How many components suppress the sign-in dialog (`suppressSignIn`). */
let suppressing = 0;

/**
 * Keeps requests from opening the sign-in dialog: on a page that records the time of each key press, the dialog would get the
 * keys that are pressed for boats. A request that needs a session is answered `cancelled`.
 *
 * @returns a function that ends the suppression
 */
export function suppressSignIn(): () => void {
  suppressing++;
  return () => {
    suppressing--;
  };
}

/** Opens the sign-in dialog, also while requests are kept from opening it. */
export async function askToSignIn(): Promise<void> {
  if (await ask('sign-in')) isSignedOut.value = false;
}

/** Requests that need the same answer share one question. */
const asked = new Map<Question['kind'], Promise<boolean>>();

function ask(kind: Question['kind']): Promise<boolean> {
  let answer = asked.get(kind);
  if (!answer) {
    // A question waits until the one on the screen has been answered.
    const earlier = [...asked.values()];
    answer = Promise.all(earlier).then(
      () =>
        new Promise<boolean>((resolve) => {
          question.value = {
            kind,
            answer: (isAnswered) => {
              asked.delete(kind);
              question.value = undefined;
              resolve(isAnswered);
            },
          };
        }),
    );
    asked.set(kind, answer);
  }
  return answer;
}
