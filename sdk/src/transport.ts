/**
 * The `fetch` of the client: it repeats what may succeed later, keeps to deadlines and below the rate limits that the
 * service names in its answers, remembers what it has read, and throws an error of its own class for every answer that is
 * none of success.
 */
import { ConnectionFailed, RunningOrderError, TimedOut, UnexpectedAnswer } from './errors.ts';
import type { Problem } from './generated/client.schemas.ts';
import { PROBLEM_CLASSES } from './generated/problems.ts';

/** Unless a program says otherwise: for an attempt, for a call in all, and more attempts after the first. */
export const DEFAULTS = { timeoutMs: 10_000, deadlineMs: 60_000, retries: 3 };

/** What an answer says of the limit of its kind of request. */
export interface RateLimit {
  /** How many requests the key has in any 60 seconds. */
  limit: number;
  /** How many more would have been accepted when the answer was made. */
  remaining: number;
  /** When a place becomes free again, in seconds since 1970 by the clock of the service. */
  reset: number;
}

/** More at a time would only wait for each other in the service. */
const MAX_AT_ONCE = 8;

/** Keeps requests of one kind, reads or writes, below the limit that the service names. */
export class Pace {
  /** How many more may start. Before the first answer nothing is known, so one goes ahead. */
  #left = 1;
  /** When a place becomes free, by `performance.now()`. */
  #freeAt = 0;
  #running = 0;
  /** The number of the latest request, and of the latest whose answer counted. */
  #started = 0;
  #answered = 0;
  /** First come, first served. */
  #waiting = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Waits for a place. @returns the number of the turn, to end it with @throws the reason of the signal */
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

  /** @param places what the answer said, `freeInMs` from now; left out where none came */
  end(turn: number, places?: { remaining: number; freeInMs: number }): void {
    this.#running--;
    // Those under way may be counted in it or not; here they are taken for not counted.
    const left = (places?.remaining ?? 0) - this.#running;
    // Answers overtake each other: an old one must not give back what newer ones have taken.
    if (places && (turn >= this.#answered || left < this.#left)) {
      this.#answered = Math.max(turn, this.#answered);
      this.#left = left;
      this.#freeAt = performance.now() + places.freeInMs;
    }
    this.#startNext();
  }

  #startNext(): void {
    // Nothing is under way, so no answer will say more: one asks once a place is free.
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

/** The wait before the first repeat is up to the first, and doubles with each. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** No timer is longer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** How much is told of an answer that is not the service's. */
const FIRST_LENGTH = 200;
/** How many documents are remembered: what one program watches, and a few more. */
const MAX_REMEMBERED = 20;

/** @returns a `fetch` that resolves to answers of success only */
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

/** Waits, not longer than until the signal. */
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

/** @returns zeros where the answer says nothing */
export function rateLimitOf(headers: Headers): RateLimit {
  const number = (name: string) => Number(headers.get(`x-ratelimit-${name}`) ?? 0);
  return { limit: number('limit'), remaining: number('remaining'), reset: number('reset') };
}

/** Makes attempts until one succeeds, or another would not help or come too late. */
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

/** One request. It never throws: where no answer came, it says why. */
async function attemptOnce(options: TransportOptions, url: string, init: Init): Promise<Answer> {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  try {
    const { status, headers, body } = await options.fetch(url, { ...init, signal });
    // The body counts, too: it may stop half-way.
    return { status, headers: new Headers(headers), text: await new Response(body).text() };
  } catch (cause) {
    const facts = { requestId: String(init.headers.get('x-request-id')), cause };
    const kind = timeout.aborted ? TimedOut : ConnectionFailed;
    const reason = timeout.aborted ? `no answer in ${options.timeoutMs} ms` : reasonOf(cause);
    const failure = new kind(`${new URL(url).host}: ${reason}`, facts);
    return { status: 0, headers: new Headers(), text: '', failure };
  }
}

/** What is wrong with an answer; nothing with one of the service's own that is of success. */
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

/** Whatever the service sends is a JSON object. @returns nothing for a text that is none */
function objectOf(text: string): Partial<Problem> | undefined {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value) ? (value ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}

/** Seconds, or a date as some proxies write it. */
function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - clockOf(headers);
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

function placesOf(headers: Headers) {
  const { remaining, reset } = rateLimitOf(headers);
  return reset === 0 ? undefined : { remaining, freeInMs: reset * 1000 - clockOf(headers) };
}

/** The clock of the service, because that of a timing computer may be wrong by hours. */
function clockOf(headers: Headers): number {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? Date.now() : date;
}

/** The innermost message: `fetch failed` says nothing. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}
