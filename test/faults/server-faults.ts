/**
 * A database server that goes away for a while: the service goes on running, answers 503 meanwhile
 * and serves again at once when the server is back.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Request } from './load.ts';
import type { PostgresServer } from './postgres-server.ts';
import { type Finding, millis } from './proof.ts';
import { BreakableLink } from './breakable-link.ts';
import { underLoad } from './under-load.ts';

/** A request is answered within this time, whatever happens. */
const MAX_ANSWER_MILLIS = 20_000;
/** Once the database is back, all is well after this time. */
const MAX_RECOVERY_MILLIS = 2000;
/** Some time before and after each fault. */
const CALM_MILLIS = 1000;

const LOAD = {
  events: 2,
  batch: 30,
  writers: 6,
  readers: 4,
  pushes: ['races', 'crews', 'draw', 'results', 'delay', 'refused'],
} as const;

export interface Means {
  server: PostgresServer;
  link: BreakableLink;
}

/** @param means of doing harm @returns once the database is back */
type Harm = (means: Means) => Promise<void>;

/** Everything that can happen to a server, each for some seconds. */
export function faults(seconds: number): [name: string, harm: Harm][] {
  const wait = () => delay(seconds * 1000);
  return [
    ['server restarted, mode fast', restart('fast', wait)],
    ['server restarted, mode immediate', restart('immediate', wait)],
    ['all backends terminated', async ({ server }) => server.terminateBackends()],
    ['all connections reset', async ({ link }) => link.reset()],
    ['nothing comes through, then everything', silence(wait, false)],
    ['nothing comes through; the old connections never again', silence(wait, true)],
    ['all connections of the server taken', takeAll(wait)],
  ];
}

function restart(mode: 'fast' | 'immediate', wait: () => Promise<void>): Harm {
  return async ({ server }) => {
    await server.stop(mode);
    await wait();
    await server.start();
  };
}

function silence(wait: () => Promise<void>, forget: boolean): Harm {
  return async ({ link }) => {
    link.silence();
    await wait();
    link.resume({ forget });
  };
}

function takeAll(wait: () => Promise<void>): Harm {
  return async ({ server }) => {
    const giveBack = await server.takeAllConnections();
    await wait();
    await giveBack();
  };
}

/** Does one kind of harm under load. */
export async function sufferFault(
  server: PostgresServer,
  [proof, harm]: [name: string, harm: Harm],
): Promise<Finding> {
  const databaseUrl = await server.newDatabase();
  const link = await BreakableLink.to(server.port);
  const serviceUrl = databaseUrl.replace(`:${server.port}/`, `:${link.port}/`);
  const setting = { proof, database: 'PostgreSQL', databaseUrl, serviceUrl, processes: 1, ...LOAD };
  try {
    return await underLoad(setting, async ({ load }) => {
      await delay(CALM_MILLIS);
      const begun = performance.now();
      await harm({ server, link });
      const back = performance.now();
      await delay(MAX_RECOVERY_MILLIS + CALM_MILLIS);
      // What is still under way is answered when the load has stopped.
      await load.stop();
      return { ...judgeAnswers(load.requests, begun, back), excused: [503] };
    });
  } finally {
    await link.close();
  }
}

/** @param back when the database was there again */
function judgeAnswers(requests: readonly Request[], begun: number, back: number) {
  const during = requests.filter(({ endedAt }) => endedAt >= begun);
  const slowest = Math.max(...during.map(({ startedAt, endedAt }) => endedAt - startedAt));
  const away = during.filter(({ status }) => status >= 500 || status === 0);
  const lastRefusal = Math.max(0, ...away.map(({ endedAt }) => endedAt - back));
  const lastLate = Math.max(0, ...away.map(({ startedAt }) => startedAt - back));
  const served = during.find(({ status, startedAt }) => status === 200 && startedAt >= back);
  const broken: string[] = [];
  if (slowest > MAX_ANSWER_MILLIS) broken.push(`an answer took ${millis(slowest)}`);
  if (lastRefusal > MAX_RECOVERY_MILLIS) {
    broken.push(
      `a request got no 200 ${millis(lastRefusal)} after the return (begun ${millis(lastLate)} after it)`,
    );
  }
  if (!served) broken.push('nothing was served after the return');
  const measured =
    `${during.length} requests, ${away.length} times 503, slowest answer ${millis(slowest)}, ` +
    `last 503 ${millis(lastRefusal)} after the return`;
  return { measured, broken };
}
