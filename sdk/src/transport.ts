/**
 * The `fetch` of the client: it retries requests that may succeed later, keeps to deadlines and to the rate limits that the
 * answers of the service state, caches documents by their `ETag`, and throws a `RunningOrderError` of the matching class
 * for every other answer than a successful one.
 */
import { ConnectionFailed, RunningOrderError, TimedOut, UnexpectedAnswer } from './errors.ts';
import type { Problem } from './generated/client.schemas.ts';
import { PROBLEM_CLASSES } from './generated/problems.ts';

/** Defaults: the limits of one attempt and of a call with all its attempts, and how many attempts may follow the first. */
export const DEFAULTS = { timeoutMs: 10_000, deadlineMs: 60_000, retries: 3 };

/** The rate limit of the key for this kind of request (reads or writes), as the answer states it; all 0 where it does not. */
export interface RateLimit {
  /** How many requests the key may make in any 60 seconds. */
  limit: number;
  /** How many more would have been accepted when the answer was made. */
  remaining: number;
  /** When the oldest counted request no longer counts, in seconds since 1970 by the clock of the service. */
  reset: number;
}

/** How many requests of one kind run at a time: more would only wait for each other in the service. */
const MAX_AT_ONCE = 8;

/** Keeps requests of one kind, reads or writes, below the limit that the service states. */
export class Pace {
  /** How many more requests may start. The limit is not known before the first answer, so one request goes ahead. */
  #left = 1;
  /** When the rate limit admits another request, by `performance.now()`. */
  #freeAt = 0;
  #running = 0;
  /** The turn of the latest request that started, and of the latest whose answer was taken into account. */
  #started = 0;
  #answered = 0;
  /** First come, first served. */
  #waiting = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Waits until a request may start. @returns the number of its turn, for `end` @throws the reason of the signal */
  async start(signal?: AbortSignal | null): Promise<number> {
    signal?.throwIfAborted();
    let go = () => {};
    const released = new Promise<void>((resolve) => {
      go = resolve;
    });
    signal?.addEventListener('abort', go);
    this.#waiting.add(go);
    this.#startNext();
    await released;
    signal?.removeEventListener('abort', go);
    if (this.#waiting.delete(go)) {
      this.#startNext();
      throw signal?.reason;
    }
    return ++this.#started;
  }

  /** @param places what the answer states, `freeInMs` from now; left out where no answer came, or it states no limit */
  end(turn: number, places?: { remaining: number; freeInMs: number }): void {
    this.#running--;
    // The service may not have counted the requests still under way: assume that it has counted none.
    const left = (places?.remaining ?? 0) - this.#running;
    // Answers can arrive out of order: one to an older request may lower `#left`, but not raise it.
    if (places && (turn >= this.#answered || left < this.#left)) {
      this.#answered = Math.max(turn, this.#answered);
      this.#left = left;
      this.#freeAt = performance.now() + places.freeInMs;
    }
    this.#startNext();
  }

  #startNext(): void {
    // No request is under way, so no answer will update `#left`: let one request start once the limit admits it.
    if (this.#running === 0 && this.#left < 1 && performance.now() >= this.#freeAt) this.#left = 1;
    for (const go of this.#waiting) {
      if (this.#left < 1 || this.#running >= MAX_AT_ONCE) break;
      this.#waiting.delete(go);
      this.#left--;
      this.#running++;
      go();
    }
    clearTimeout(this.#timer);
    if (this.#running > 0 || this.#waiting.size === 0) return;
    this.#timer = setTimeout(() => this.#startNext(), this.#freeAt - performance.now() + 1);
  }
}

type Limits = Record<'timeoutMs' | 'deadlineMs' | 'retries', number>;
type TransportOptions = Limits & { userAgent: string; fetch: typeof fetch };
type Init = RequestInit & { headers: Headers };
type Answer = { status: number; headers: Headers; text: string; failure?: RunningOrderError };

/** A wait is random, up to `FIRST_WAIT_MS` before the first retry; the bound doubles with each, up to `LONGEST_WAIT_MS`. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** The longest delay that a timer can have. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** How many characters of an answer that is not the service's an error quotes. */
const FIRST_LENGTH = 200;
/** How many documents are cached: those that one program watches, and a few more. */
const MAX_REMEMBERED = 20;

/** @returns a `fetch` that resolves to successful answers only; for others it throws a `RunningOrderError` */
export function makeTransport(options: TransportOptions): typeof fetch {
  const paces = { reads: new Pace(), writes: new Pace() };
  const memory = new Map<string, { etag: string; text: string }>();
  return async (input, init = {}) => {
    const url = String(input);
    const isRead = init.method === 'GET';
    const remembered = isRead ? memory.get(url) : undefined;
    const headers = new Headers(init.headers);
    headers.set('user-agent', options.userAgent);
    headers.set('x-request-id', crypto.randomUUID());
    if (remembered) headers.set('if-none-match', remembered.etag);
    // A redirect could turn a POST into a GET.
    const request: Init = { ...init, headers, redirect: 'manual' };
    const answer = await persist(options, isRead ? paces.reads : paces.writes, url, request);
    if (answer.status === 304 && remembered) {
      answer.headers.set('content-type', 'application/json');
      return new Response(remembered.text, { headers: answer.headers });
    }
    const etag = answer.headers.get('etag');
    if (isRead && etag !== null) {
      memory.delete(url);
      memory.set(url, { etag, text: answer.text });
      for (const oldest of memory.keys()) if (memory.size > MAX_REMEMBERED) memory.delete(oldest);
    }
    return new Response(answer.text, answer);
  };
}

/** Waits; resolves at once when the signal aborts. */
export function pause(milliseconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(milliseconds, LONGEST_TIMER_MS));
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });
}

/** @returns zeros where the answer states no limit */
export function rateLimitOf(headers: Headers): RateLimit {
  const number = (name: string) => Number(headers.get(`x-ratelimit-${name}`) ?? 0);
  return { limit: number('limit'), remaining: number('remaining'), reset: number('reset') };
}

/** Sends a request until an attempt succeeds. @throws the last failure where another attempt is pointless or too late */
async function persist(options: TransportOptions, pace: Pace, url: string, init: Init) {
  let spentMs = 0;
  for (let attempt = 0; ; attempt++) {
    const turn = await pace.start(init.signal);
    const startedAt = performance.now();
    const leftMs = Math.min(options.deadlineMs - spentMs, LONGEST_TIMER_MS);
    const timeoutMs = Math.ceil(Math.min(options.timeoutMs, leftMs));
    const answer = await attemptOnce({ ...options, timeoutMs }, url, init);
    pace.end(turn, placesOf(answer.headers));
    init.signal?.throwIfAborted();
    const isKnown = init.headers.has('if-none-match');
    const requestId = String(init.headers.get('x-request-id'));
    const failure = answer.failure ?? failureOf(answer, requestId, isKnown);
    if (!failure) return answer;
    // Full jitter, so that clients that failed together do not come back together.
    const backOffMs = Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
    const waitMs = failure.retryAfterMs ?? backOffMs;
    spentMs += performance.now() - startedAt + waitMs;
    const isLast = attempt >= options.retries || spentMs >= options.deadlineMs;
    if (isLast || !failure.isRetryable) throw failure;
    await pause(waitMs, init.signal);
  }
}

/** Makes one attempt. It never throws: where no answer came, `failure` says why. */
async function attemptOnce(options: TransportOptions, url: string, init: Init): Promise<Answer> {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  try {
    const { status, headers, body } = await options.fetch(url, { ...init, signal });
    // The time limit includes the body: it may stop half-way.
    return { status, headers: new Headers(headers), text: await new Response(body).text() };
  } catch (cause) {
    const facts = { requestId: String(init.headers.get('x-request-id')), cause };
    const kind = timeout.aborted ? TimedOut : ConnectionFailed;
    const reason = timeout.aborted ? `no answer in ${options.timeoutMs} ms` : reasonOf(cause);
    const failure = new kind(`${new URL(url).host}: ${reason}`, facts);
    return { status: 0, headers: new Headers(), text: '', failure };
  }
}

/** The error for an answer; none for a successful one of the service. @param isKnown whether a 304 was asked for */
function failureOf({ status, headers, text }: Answer, requestId: string, isKnown: boolean) {
  const type = headers.get('content-type') ?? '';
  const body = objectOf(text);
  if ((status === 304 && isKnown) || (status < 300 && /json/.test(type) && body)) return undefined;
  const facts = { requestId, status, retryAfterMs: retryAfterMs(headers) };
  if (status < 400 || typeof body?.code !== 'string') {
    const firstBytes = text.slice(0, FIRST_LENGTH);
    const said = `${status} ${headers.get('location') ?? type}`.trim();
    const advice = 'is baseUrl right, or does the network ask for a sign-in first?';
    const message = `not the service answered, but ${said} "${firstBytes}": ${advice}`;
    return new UnexpectedAnswer(message, { ...facts, firstBytes });
  }
  const { code, field, title, detail = title, errors = [], conflicts = [] } = body;
  const kind = PROBLEM_CLASSES[code] ?? RunningOrderError;
  const message = detail ?? `the service answered ${status} ${code}`;
  return new kind(message, { ...facts, code, field: field ?? undefined, errors, conflicts });
}

/** The JSON object in a text: the service sends nothing else. @returns `undefined` for any other text */
function objectOf(text: string): Partial<Problem> | undefined {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value) ? (value ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}

/** `Retry-After` in milliseconds from now; the header has seconds, or a date as some proxies write it. */
function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - clockOf(headers);
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

function placesOf(headers: Headers) {
  const { remaining, reset } = rateLimitOf(headers);
  return reset === 0 ? undefined : { remaining, freeInMs: reset * 1000 - clockOf(headers) };
}

/** The time by the clock of the service, because the clock of a timing computer may be wrong by hours. */
function clockOf(headers: Headers): number {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? Date.now() : date;
}

/** The message of the innermost `cause`: an outer one such as `fetch failed` gives no reason. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}
