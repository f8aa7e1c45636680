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
// The description calls what a conflict lists by the same name.
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
  /** For one attempt; 10 s. */
  timeoutMs?: number;
  /** For a call in all, not counting its wait for a place under the rate limit; 60 s. */
  deadlineMs?: number;
  /** How many more attempts may follow the first; 3. */
  retries?: number;
}

export interface CallOptions {
  /** Ends the call, which then throws the reason of the signal. */
  signal?: AbortSignal | undefined;
}

export interface WatchOptions extends CallOptions {
  everyMs?: number;
  /** Told each time the service cannot be asked; the next try is `everyMs` later. */
  onOutage?: (error: RunningOrderError) => void;
}

/** What the service answered, with its rate limit beside it, which no copy and no JSON takes along. */
export type Answer<Body> = Body & { readonly rateLimit: RateLimit };
export type RegattaEvent = ReturnType<typeof eventOf>;
type Service = typeof api.client;

/** One service, as the owner of one key. All calls can be repeated safely, and are. */
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

  /** Whose key this is. */
  me = (options?: CallOptions) => answered(options, (init) => this.#service.getMe({}, init));
  /** The events that the owner of the key manages, newest first. */
  events = (options?: CallOptions) =>
    answered(options, (init) => this.#service.listEvents({}, init));
  /** One event, of which nothing is asked yet. @throws InvalidArgument for what is no number of an event */
  event = (eventId: number): RegattaEvent => eventOf(this.#service, eventId);
}

function eventOf(service: Service, eventId: number) {
  const isId = Number.isSafeInteger(eventId) && eventId > 0;
  refuseUnless(isId, `The number of an event cannot be ${said(eventId)}.`);
  const path = { eventId };
  return {
    /** The whole schedule. While it has not changed, the service does not send it again. */
    schedule: (options?: CallOptions) =>
      answered(options, (init) => service.getSchedule({ path }, init)),
    /** The schedule now, and after each change, until the signal ends it. @throws what is no outage */
    watch: (options?: WatchOptions) => watchSchedule(service, eventId, options),
    /** Creates the schedule, a draft; one that exists is answered as it is. */
    createSchedule: (body: api.ScheduleCreate = {}, options?: CallOptions) =>
      answered(options, (init) => service.createSchedule({ path, body }, init)),
    /** Shows the schedule to the public. */
    publish: (options?: CallOptions) =>
      answered(options, (init) => service.publishSchedule({ path }, init)),
    /** Says how late a day runs, or early with a negative number; 0 for on time. */
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
    /** One race by its `externalId`, whatever characters it has. @throws InvalidArgument for what no id can be */
    race: (externalId: string) => {
      // A path cannot name these, and no race has them.
      if (typeof externalId !== 'string' || /^\.{0,2}$|\p{Surrogate}/u.test(externalId)) {
        throw new InvalidArgument(`The externalId of a race cannot be "${said(externalId)}".`);
      }
      const race = { eventId, externalId };
      return {
        /** Sets the complete draw: lanes that are left out are removed. */
        putEntries: (lanes: readonly api.LaneWrite[], options?: CallOptions) =>
          answered(options, (init) => service.pushEntries({ path: race, body: [...lanes] }, init)),
        /** Sets results: send all of the race in one call; lanes that are left out keep theirs. */
        putResults: (results: readonly api.ResultWrite[], options?: CallOptions) =>
          answered(options, (init) =>
            service.pushResults({ path: race, body: [...results] }, init),
          ),
        /** What is between start and finish: kind, start, categories, allowances, times of day. */
        timing: (options?: CallOptions) =>
          answered(options, (init) => service.getRaceTiming({ path: race }, init)),
        /** Writes some of it, one boat at a time or many; what is left out stays as it is. */
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
    // Some proxies take the ETag away.
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
    // What no JSON can say, or no list is.
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

/** @returns the address without `/v1` @throws InvalidArgument */
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

/** Without types, an argument can be anything. */
function isFromZero(value: unknown): boolean {
  return typeof value === 'number' && value >= 0;
}

/** A value for a message; not every object has a text. */
function said(value: unknown): string {
  try {
    return String(value);
  } catch {
    return 'an object';
  }
}

/** The service lets no page of another origin call it, and a key in a page is everybody's. */
function refuseBrowsers(): void {
  const has = (name: string) => Reflect.get(globalThis, name) !== undefined;
  const isServer = Reflect.get(globalThis, 'process')?.versions?.node || has('Deno') || has('Bun');
  if (isServer || !has('window') || !has('document')) return;
  throw new InvalidArgument('In a browser everybody could read the key: use Node.js, Deno or Bun.');
}
