/**
 * A database server that goes away for a while: the service goes on running, answers 503 meanwhile
 * and serves again at once when the server is back.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { BreakableLink } from './breakable-link.ts';
import type { Request } from './load.ts';
import type { PostgresServer } from './postgres-server.ts';
import { type Finding, millis } from './proof.ts';
import { underLoad } from './under-load.ts';

/** A request is answered within this time, whatever happens. */
const MAX_ANSWER_MILLIS = 20_000;
/** Limit from the return of the database to the last 503. */
const MAX_RECOVERY_MILLIS = 2000;
/** The limit where a connection stays silent for ever: the service has to give it up, whether the database is back or not. */
const MAX_SILENCE_MILLIS = 12_000;
/** Pause before the first fault and after each. */
const CALM_MILLIS = 500;
const BLOWS = 10;

const LOAD = {
  database: 'PostgreSQL',
  processes: 1,
  events: 2,
  batch: 30,
  writers: 6,
  readers: 4,
  pushes: ['races', 'crews', 'draw', 'results', 'delay', 'refused'],
} as const;

interface Means {
  server: PostgresServer;
  link: BreakableLink;
}

export interface Fault {
  name: string;
  maxRecoveryMillis: number;
  /** Resolves once the database is back. */
  happen(means: Means): Promise<void>;
}

/** The faults of a database server. @param seconds for how long it is away */
export function faultsOf(seconds: number) {
  const wait = () => delay(seconds * 1000);
  return {
    fast: fault('server restarted, mode fast', restart('fast', wait)),
    immediate: fault('server restarted, mode immediate', restart('immediate', wait)),
    terminated: fault(
      `all backends terminated, ${BLOWS} times`,
      again(({ server }) => server.terminateBackends()),
    ),
    reset: fault(
      `all connections reset, ${BLOWS} times`,
      again(async ({ link }) => link.reset()),
    ),
    silent: fault(`nothing comes through for ${seconds} s`, silence(wait, {})),
    resetAndSilent: fault(
      `all connections reset, then nothing comes through for ${seconds} s`,
      silence(wait, { reset: true }),
    ),
    forgotten: fault(
      `nothing comes through for ${seconds} s, and never again through the old connections`,
      silence(wait, { forget: true }),
      MAX_SILENCE_MILLIS,
    ),
    taken: fault(`all connections of the server taken for ${seconds} s`, takeAll(wait)),
  };
}

function fault(
  name: string,
  happen: Fault['happen'],
  maxRecoveryMillis = MAX_RECOVERY_MILLIS,
): Fault {
  return { name, happen, maxRecoveryMillis };
}

function again(blow: Fault['happen']): Fault['happen'] {
  return async (means) => {
    for (let n = 0; n < BLOWS; n++) {
      await blow(means);
      await delay(Math.random() * 200);
    }
  };
}

function restart(mode: 'fast' | 'immediate', wait: () => Promise<void>): Fault['happen'] {
  return async ({ server }) => {
    await server.stop(mode);
    await wait();
    await server.start();
  };
}

function silence(wait: () => Promise<void>, { reset = false, forget = false }): Fault['happen'] {
  return async ({ link }) => {
    if (reset) link.reset();
    link.silence();
    await wait();
    link.resume({ forget });
  };
}

function takeAll(wait: () => Promise<void>): Fault['happen'] {
  return async ({ server }) => {
    const giveBack = await server.takeAllConnections();
    await wait();
    await giveBack();
  };
}

/** Lets faults happen under load, one after the other. */
export async function sufferFaults(server: PostgresServer, faults: Fault[]): Promise<Finding> {
  const databaseUrl = await server.newDatabase();
  const link = await BreakableLink.to(server.port);
  const serviceUrl = databaseUrl.replace(`:${server.port}/`, `:${link.port}/`);
  const proof = faults.map(({ name }) => name).join('; ');
  try {
    return await underLoad({ proof, databaseUrl, serviceUrl, ...LOAD }, async ({ load }) => {
      await delay(CALM_MILLIS);
      const windows: Window[] = [];
      for (const fault of faults) {
        const begunAt = performance.now();
        await fault.happen({ server, link });
        const backAt = performance.now();
        await delay(fault.maxRecoveryMillis + CALM_MILLIS);
        windows.push({ fault, begunAt, backAt, endAt: performance.now() });
      }
      // Requests still under way get their answers until the load has stopped; they count for the last fault.
      await load.stop();
      for (const window of windows.slice(-1)) window.endAt = performance.now();
      const judged = windows.map((window) => judge(load.requests, window));
      return {
        measured: judged.map(({ measured }) => measured).join('; '),
        excused: [503],
        broken: judged.flatMap(({ broken }) => broken),
      };
    });
  } finally {
    await link.close();
  }
}

/** The time of one fault. */
interface Window {
  fault: Fault;
  begunAt: number;
  /** When the database was back. */
  backAt: number;
  endAt: number;
}

function judge(requests: readonly Request[], { fault, begunAt, backAt, endAt }: Window) {
  const during = requests.filter(
    ({ startedAt, endedAt }) => endedAt >= begunAt && startedAt < endAt,
  );
  const slowest = Math.max(...during.map(({ startedAt, endedAt }) => endedAt - startedAt));
  // A 503 after `endAt` is due to the next fault.
  const away = during.filter(
    ({ status, endedAt }) => (status >= 500 || status === 0) && endedAt < endAt,
  );
  const last = Math.max(0, ...away.map(({ endedAt }) => endedAt - backAt));
  const served = during.find(({ status, startedAt }) => status === 200 && startedAt >= backAt);
  const broken: string[] = [];
  if (slowest > MAX_ANSWER_MILLIS) broken.push(`an answer took ${millis(slowest)}`);
  if (last > fault.maxRecoveryMillis) broken.push(`a 503 came ${millis(last)} after the return`);
  if (!served) broken.push('nothing was served after the return');
  const measured = `slowest answer ${millis(slowest)}, last 503 ${millis(last)} after the return (limit ${millis(fault.maxRecoveryMillis)})`;
  return { measured, broken };
}
