/**
 * A database server that goes away for a while: the service goes on running, answers 503 meanwhile
 * and serves again at once when the server is back.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Ledger } from './ledger.ts';
import { Load, type Request } from './load.ts';
import type { PostgresServer } from './postgres-server.ts';
import { type Finding, ledgerFaults, millis, processFaults, statusFaults } from './proof.ts';
import { Proxy } from './proxy.ts';
import { makeRegattas } from './regatta.ts';
import { ServiceProcess } from './service-process.ts';
import { judgeHistory } from './stored.ts';

/** A request is answered within this time, whatever happens. */
const MAX_ANSWER_MILLIS = 20_000;
/** Once the database is back, all is well after this time. */
const MAX_RECOVERY_MILLIS = 2000;
/** Some time before and after each fault. */
const CALM_MILLIS = 1000;

const PUSHES = ['races', 'crews', 'draw', 'results', 'delay', 'refused'] as const;

export interface Means {
  server: PostgresServer;
  proxy: Proxy;
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
    ['all connections reset', async ({ proxy }) => proxy.reset()],
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
  return async ({ proxy }) => {
    proxy.silence();
    await wait();
    proxy.resume({ forget });
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
  [name, harm]: [name: string, harm: Harm],
): Promise<Finding> {
  const database = `fault_${Math.random().toString(36).slice(2)}`;
  const direct = await server.newDatabase(database);
  const proxy = await Proxy.to(server.port);
  const databaseUrl = direct.replace(`:${server.port}/`, `:${proxy.port}/`);
  const regattas = await makeRegattas(direct, 2, 30);
  const service = await ServiceProcess.start(databaseUrl);
  try {
    const ledger = new Ledger();
    for (const regatta of regattas) await regatta.prepare(service.url, ledger);
    const services = [service];
    const load = new Load({ regattas, services, ledger, writers: 6, readers: 4, pushes: PUSHES });
    await delay(CALM_MILLIS);
    const begun = performance.now();
    await harm({ server, proxy });
    const back = performance.now();
    await delay(MAX_RECOVERY_MILLIS + CALM_MILLIS);
    await load.stop();
    const { faults, lost } = await judgeHistory(direct, regattas, ledger);
    const { measured, broken } = judgeAnswers(load.requests, begun, back);
    return {
      proof: name,
      database: 'PostgreSQL',
      measured,
      broken: [
        ...processFaults(services),
        ...statusFaults(load.requests, [503]),
        ...broken,
        ...ledgerFaults(ledger),
        ...faults,
        ...(lost.length > 0 ? [`${lost.length} acknowledged writes are lost`] : []),
      ],
    };
  } finally {
    await service.kill();
    await proxy.close();
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
