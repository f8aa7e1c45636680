/** The client of Running Order for timing and regatta software; the README beside it says how to use it. */

import { InvalidArgument, RunningOrderError } from './errors.ts';
import * as api from './generated/client.ts';
import { VERSION } from './generated/version.ts';
import {
  DEFAULTS,
  makeTransport,
  pause,
  type RateLimit,
  rateLimitOf,
  reasonOf,
} from './transport.ts';

export * from './errors.ts';
export type * from './generated/client.schemas.ts';
export * from './generated/problems.ts';
// The generated types have a `Conflict` as well: this says that the error class is exported by that name.
export { Conflict } from './generated/problems.ts';
export type { RateLimit } from './transport.ts';
export * from './webhooks.ts';

export interface Options {
  /** The address of the service, with or without `/v1`. */
  baseUrl: string;
  key: string;
  /** Your program and its version, such as `MyTiming/2.1`. */
  app: string;
  fetch?: typeof fetch;
  /** The limit of one attempt, in milliseconds; 10,000 unless given. */
  timeoutMs?: number;
  /** The limit of a call with all its attempts, in milliseconds, not counting waits for the rate limit; 60,000 unless given. */
  deadlineMs?: number;
  /** How many more attempts may follow the first; 3 unless given. */
  retries?: number;
}

export interface CallOptions {
  /** Aborts the call, which then throws the reason of the signal; `watch` ends without an error. */
  signal?: AbortSignal | undefined;
}

export interface WatchOptions extends CallOptions {
  everyMs?: number;
  /** Called each time a read fails with an `isRetryable` error; the next read is `everyMs` (5,000 unless given) later. */
  onOutage?: (error: RunningOrderError) => void;
}

/** What the service answered, and its `rateLimit`, a property that copies and `JSON.stringify` leave out. */
export type Answer<Body> = Body & { readonly rateLimit: RateLimit };
export type RegattaEvent = ReturnType<typeof eventOf>;
type Service = typeof api.client;

/** A client of one service with one API key. It retries calls that fail: every operation can be repeated safely. */
export class RunningOrder {
  readonly #service: Service;

  /** @throws InvalidArgument for options that cannot work, and in a browser */
  constructor(given: Options) {
    refuseBrowsers();
    const { baseUrl, key, app, ...options } = given ?? {};
    const bearer = typeof key === 'string' ? key.trim() : '';
    // Whatever is wrong with a key, no message may show it.
    if (!/^[!-~]+$/.test(bearer)) throw new InvalidArgument('key is no API key.');
    const program = said(app).replace(/[^ -~]|[()]/g, '?');
    const {
      timeoutMs = DEFAULTS.timeoutMs,
      deadlineMs = DEFAULTS.deadlineMs,
      retries = DEFAULTS.retries,
    } = options;
    for (const [name, number] of Object.entries({ timeoutMs, deadlineMs, retries })) {
      refuseUnless(isFromZero(number), `${name} must be a number from 0.`);
    }
    const userAgent = `running-order-client/${VERSION} (${program})`;
    const fetch = options.fetch ?? globalThis.fetch;
    this.#service = api.createClient(api.OPERATIONS, {
      serverUrl: serviceAddress(baseUrl),
      auth: { bearer },
      clientHeader: false,
      fetch: makeTransport({ userAgent, fetch, timeoutMs, deadlineMs, retries }),
    });
  }

  /** The owner of the key, and its label and prefix. */
  me = (options?: CallOptions) => answered(options, (init) => this.#service.getMe({}, init));
  /** The events that the owner of the key manages, newest first, at most 200. */
  events = (options?: CallOptions) =>
    answered(options, (init) => this.#service.listEvents({}, init));
  /** The calls of one event; sends no request itself. @throws InvalidArgument unless `eventId` is a positive integer */
  event = (eventId: number): RegattaEvent => eventOf(this.#service, eventId);
}

function eventOf(service: Service, eventId: number) {
  const isId = Number.isSafeInteger(eventId) && eventId > 0;
  refuseUnless(isId, `The number of an event cannot be ${said(eventId)}.`);
  const path = { eventId };
  return {
    /** Reads the whole schedule. While it has not changed, the service does not send it again. */
    schedule: (options?: CallOptions) =>
      answered(options, (init) => service.getSchedule({ path }, init)),
    /** Yields the schedule now and after each change, until the signal aborts. @throws errors that are not `isRetryable` */
    watch: (options?: WatchOptions) => watchSchedule(service, eventId, options),
    /** Creates the schedule as a draft; where the event has one already, resolves to it unchanged. */
    createSchedule: (body: api.ScheduleCreate = {}, options?: CallOptions) =>
      answered(options, (init) => service.createSchedule({ path, body }, init)),
    /** Shows the schedule to the public. */
    publish: (options?: CallOptions) =>
      answered(options, (init) => service.publishSchedule({ path }, init)),
    /** Sets by how many minutes a venue day, such as `2026-06-13`, runs late; negative: early; 0: on time. */
    setDelay: (venueDay: string, delayMinutes: number, options?: CallOptions) =>
      answered(options, (init) =>
        service.setDelay({ path, body: { venueDay, delayMinutes } }, init),
      ),
    teams: (options?: CallOptions) =>
      answered(options, (init) => service.listTeams({ path }, init)),
    /** Adds and changes crews; none is removed. */
    putTeams: (teams: readonly api.TeamWrite[], options?: CallOptions) =>
      answered(options, (init) => service.pushTeams({ path, body: [...teams] }, init)),
    /** Adds and changes races; none is removed. */
    putRaces: (races: readonly api.RaceWrite[], options?: CallOptions) =>
      answered(options, (init) => service.pushRaces({ path, body: [...races] }, init)),
    /** The calls of one race; do not percent-encode its `externalId`. @throws InvalidArgument for an impossible id */
    race: (externalId: string) => {
      // Empty, `.`, `..` or with a lone surrogate: a path cannot carry these, and no race has such an id.
      if (typeof externalId !== 'string' || /^\.{0,2}$|\p{Surrogate}/u.test(externalId)) {
        throw new InvalidArgument(`The externalId of a race cannot be "${said(externalId)}".`);
      }
      const race = { eventId, externalId };
      return {
        /** Sets the complete draw: lanes that are left out are removed. */
        putEntries: (lanes: readonly api.LaneWrite[], options?: CallOptions) =>
          answered(options, (init) => service.pushEntries({ path: race, body: [...lanes] }, init)),
        /** Sets results: send all results of the race in one call; lanes that are left out keep theirs. */
        putResults: (results: readonly api.ResultWrite[], options?: CallOptions) =>
          answered(options, (init) =>
            service.pushResults({ path: race, body: [...results] }, init),
          ),
        /** Reads the timing of the race: kind, start, categories, allowances, times of day at start and finish. */
        timing: (options?: CallOptions) =>
          answered(options, (init) => service.getRaceTiming({ path: race }, init)),
        /** Writes parts of the timing, of one boat or many; what is left out stays as it is. */
        updateTiming: (timing: api.TimingWrite, options?: CallOptions) =>
          answered(options, (init) => service.updateRaceTiming({ path: race, body: timing }, init)),
      };
    },
  };
}

async function* watchSchedule(service: Service, eventId: number, options?: WatchOptions) {
  const { everyMs = 5000, signal, onOutage } = options ?? {};
  refuseUnless(isFromZero(everyMs), 'everyMs must be a number from 0.');
  const canBeTold = onOutage === undefined || typeof onOutage === 'function';
  refuseUnless(canBeTold, 'onOutage must be a function.');
  for (let seen: string | undefined; !signal?.aborted; await pause(everyMs, signal)) {
    const call = asked(options, (init) => service.getSchedule({ path: { eventId } }, init));
    const answer = await call.catch((error: unknown) => {
      if (error instanceof RunningOrderError && error.isRetryable) onOutage?.(error);
      else if (!signal?.aborted) throw error;
    });
    if (!answer) continue;
    // Some proxies remove the ETag.
    const now = answer.response.headers.get('etag') ?? JSON.stringify(answer.data);
    if (now !== seen) yield withRateLimit(answer);
    seen = now;
  }
}

type Init = { envelope: true; signal: AbortSignal | null };
type Sent<Body> = (init: Init) => Promise<api.Envelope<Body, unknown>>;

/** @throws RunningOrderError, or what the caller's own signal gives as its reason */
async function asked<Body>(options: CallOptions | undefined, send: Sent<Body>) {
  const signal = options?.signal ?? null;
  try {
    return await send({ envelope: true, signal });
  } catch (error) {
    if (error instanceof RunningOrderError || signal?.aborted) throw error;
    // Such as a body that cannot be written as JSON, or an argument that is not a list.
    throw new InvalidArgument(`This call cannot be made: ${reasonOf(error)}`, { cause: error });
  }
}

async function answered<Body extends object>(options: CallOptions | undefined, send: Sent<Body>) {
  return withRateLimit(await asked(options, send));
}

function withRateLimit<Body extends object>({ data, response }: api.Envelope<Body, unknown>) {
  const value = rateLimitOf(response.headers);
  return Object.defineProperty(data, 'rateLimit', { value }) as Answer<Body>;
}

/** @returns the address without `/v1` @throws InvalidArgument unless it is http(s), without query, fragment and user */
function serviceAddress(baseUrl: string): string {
  const address = said(baseUrl);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const none = url && url.search + url.hash + url.username + url.password;
  if (url && /^https?:$/.test(url.protocol) && none === '') {
    return `${(url.origin + url.pathname).replace(/\/+$/, '').replace(/\/v1$/, '')}`;
  }
  throw new InvalidArgument(
    `baseUrl must be an address like https://regatta.example, not "${address.replace(/.*@/s, '…@')}".`,
  );
}

/** @throws InvalidArgument */
function refuseUnless(isPossible: boolean, message: string): void {
  if (!isPossible) throw new InvalidArgument(message);
}

/** Whether a value is a number from 0: a caller without types may pass anything. */
function isFromZero(value: unknown): boolean {
  return typeof value === 'number' && value >= 0;
}

/** A value as text for a message; some objects, such as those without a prototype, cannot be converted. */
function said(value: unknown): string {
  try {
    return String(value);
  } catch {
    return 'an object';
  }
}

/** @throws InvalidArgument in a browser: the service refuses pages of other origins, and everybody could read the key */
function refuseBrowsers(): void {
  const has = (name: string) => Reflect.get(globalThis, name) !== undefined;
  const isServer = Reflect.get(globalThis, 'process')?.versions?.node || has('Deno') || has('Bun');
  if (isServer || !has('window') || !has('document')) return;
  throw new InvalidArgument('In a browser everybody could read the key: use Node.js, Deno or Bun.');
}
