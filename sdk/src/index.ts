/** The client of Running Order for timing and regatta software; the README beside it says how to use it. */
import { RunningOrderError } from './errors.ts';
import * as api from './generated/client.ts';
import { VERSION } from './generated/version.ts';
import type { RateLimit } from './pace.ts';
import { makeTransport, pause, rateLimitOf } from './transport.ts';

export * from './errors.ts';
export type * from './generated/client.schemas.ts';
export * from './generated/problems.ts';
// The description calls what a conflict lists by the same name.
export { Conflict } from './generated/problems.ts';
export type { RateLimit } from './pace.ts';

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

  /** @throws TypeError for options that cannot work, and in a browser */
  constructor({ baseUrl, key, app, ...options }: Options) {
    refuseBrowsers();
    // Whatever is wrong with a key, no message may show it.
    if (!/^[!-~]+$/.test(key?.trim() ?? '')) throw new TypeError('key is no API key.');
    const program = String(app).replace(/[^ -~]|[()]/g, '?');
    const { timeoutMs = 10_000, deadlineMs = 60_000, retries = 3 } = options;
    const userAgent = `running-order-client/${VERSION} (${program})`;
    const fetch = options.fetch ?? globalThis.fetch;
    this.#service = api.createClient(api.OPERATIONS, {
      serverUrl: serviceAddress(baseUrl),
      auth: { bearer: key.trim() },
      clientHeader: false,
      fetch: makeTransport({ userAgent, fetch, timeoutMs, deadlineMs, retries }),
    });
  }

  /** Whose key this is. */
  me = (options?: CallOptions) => answered(this.#service.getMe({}, init(options)));
  /** The events that the owner of the key manages, newest first. */
  events = (options?: CallOptions) => answered(this.#service.listEvents({}, init(options)));
  /** One event, of which nothing is asked yet. */
  event = (eventId: number): RegattaEvent => eventOf(this.#service, eventId);
}

function eventOf(service: Service, eventId: number) {
  const path = { eventId };
  return {
    /** The whole schedule. While it has not changed, the service does not send it again. */
    schedule: (options?: CallOptions) => answered(service.getSchedule({ path }, init(options))),
    /** The schedule now, and after each change, until the signal ends it. @throws what is no outage */
    watch: (options?: WatchOptions) => watchSchedule(service, eventId, options),
    /** Creates the schedule, a draft; one that exists is answered as it is. */
    createSchedule: (body: api.ScheduleCreate = {}, options?: CallOptions) =>
      answered(service.createSchedule({ path, body }, init(options))),
    /** Shows the schedule to the public. */
    publish: (options?: CallOptions) => answered(service.publishSchedule({ path }, init(options))),
    /** Says how late a day runs, or early with a negative number; 0 for on time. */
    setDelay: (venueDay: string, delayMinutes: number, options?: CallOptions) =>
      answered(service.setDelay({ path, body: { venueDay, delayMinutes } }, init(options))),
    teams: (options?: CallOptions) => answered(service.listTeams({ path }, init(options))),
    /** Adds and changes crews; none is removed. */
    putTeams: (teams: readonly api.TeamWrite[], options?: CallOptions) =>
      answered(service.pushTeams({ path, body: [...teams] }, init(options))),
    /** Adds and changes races; none is removed. */
    putRaces: (races: readonly api.RaceWrite[], options?: CallOptions) =>
      answered(service.pushRaces({ path, body: [...races] }, init(options))),
    /** One race by its `externalId`, whatever characters it has. */
    race: (externalId: string) => {
      const race = { eventId, externalId };
      return {
        /** Sets the complete draw: lanes that are left out are removed. */
        putEntries: (lanes: readonly api.LaneWrite[], options?: CallOptions) =>
          answered(service.pushEntries({ path: race, body: [...lanes] }, init(options))),
        /** Sets results: send all of the race in one call; lanes that are left out keep theirs. */
        putResults: (results: readonly api.ResultWrite[], options?: CallOptions) =>
          answered(service.pushResults({ path: race, body: [...results] }, init(options))),
      };
    },
  };
}

async function* watchSchedule(service: Service, eventId: number, options: WatchOptions = {}) {
  const { everyMs = 5000, signal, onOutage } = options;
  for (let seen: string | null | undefined; !signal?.aborted; await pause(everyMs, signal)) {
    const call = service.getSchedule({ path: { eventId } }, init(options));
    const answer = await call.catch((error: unknown) => {
      if (error instanceof RunningOrderError && error.isRetryable) onOutage?.(error);
      else if (!signal?.aborted) throw error;
    });
    const etag = answer?.response.headers.get('etag');
    if (answer && etag !== seen) yield answered(call);
    if (answer) seen = etag;
  }
}

const init = (from?: CallOptions) => ({ envelope: true as const, signal: from?.signal ?? null });

async function answered<Body extends object>(call: Promise<api.Envelope<Body, unknown>>) {
  const { data, response } = await call;
  const value = rateLimitOf(response.headers);
  return Object.defineProperty(data, 'rateLimit', { value }) as Answer<Body>;
}

/** @returns the address with `/v1` @throws TypeError */
function serviceAddress(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.search + url.hash + url.username === '') {
    return `${(url.origin + url.pathname).replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`;
  }
  throw new TypeError(`baseUrl must be an address like https://regatta.example, not "${baseUrl}".`);
}

/** The service lets no page of another origin call it, and a key in a page is everybody's. */
function refuseBrowsers(): void {
  const has = (name: string) => Reflect.get(globalThis, name) !== undefined;
  const isServer = Reflect.get(globalThis, 'process')?.versions?.node || has('Deno') || has('Bun');
  if (isServer || !has('window') || !has('document')) return;
  throw new TypeError('In a browser everybody could read the key: use Node.js, Deno or Bun.');
}
