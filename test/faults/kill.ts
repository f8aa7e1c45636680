/**
 * Kills in the middle of bulk pushes: nothing may be there in part, and nothing that was acknowledged
 * may be lost.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { HttpClient } from './http-client.ts';
import { Ledger } from './ledger.ts';
import { Load } from './load.ts';
import type { PostgresServer } from './postgres-server.ts';
import {
  counts,
  type Finding,
  ledgerFaults,
  median,
  millis,
  processFaults,
  statusFaults,
} from './proof.ts';
import { makeRegattas, type Regatta } from './regatta.ts';
import { ServiceProcess } from './service-process.ts';
import { judgeHistory } from './stored.ts';

const BATCH = 150;
const PUSHES = ['races', 'races', 'crews', 'results', 'draw'] as const;

/** Kills a service process again and again. @param processes more than one take turns */
export async function killService(
  database: string,
  databaseUrl: string,
  { kills, processes }: { kills: number; processes: number },
): Promise<Finding> {
  const readyMillis: number[] = [];
  const proof = `kill -9 of the service, ${kills} times`;
  return underLoad({ proof, database, databaseUrl, processes }, async (services, regattas) => {
    for (let n = 0; n < kills; n++) {
      await delay(60 + Math.random() * 240);
      const service = services[n % processes] as ServiceProcess;
      await service.kill();
      const begun = performance.now();
      await service.start();
      await firstAnswer(service, regattas[0] as Regatta);
      readyMillis.push(performance.now() - begun);
    }
    return { measured: ready(readyMillis), excused: [0] };
  });
}

/** Kills a database server and all its processes again and again, while the service runs on. */
export async function killServer(
  server: PostgresServer,
  databaseUrl: string,
  { kills }: { kills: number },
): Promise<Finding> {
  const readyMillis: number[] = [];
  const proof = `kill -9 of the database server, ${kills} times`;
  const setting = { proof, database: 'PostgreSQL', databaseUrl, processes: 1 };
  return underLoad(setting, async (services, regattas) => {
    for (let n = 0; n < kills; n++) {
      await delay(200 + Math.random() * 500);
      await server.kill();
      const begun = performance.now();
      await server.start();
      await firstAnswer(services[0] as ServiceProcess, regattas[0] as Regatta);
      readyMillis.push(performance.now() - begun);
    }
    return { measured: ready(readyMillis), excused: [503] };
  });
}

interface Setting {
  proof: string;
  database: string;
  databaseUrl: string;
  processes: number;
}

/** Does harm while bulk pushes are under way, and judges what is left. */
async function underLoad(
  { proof, database, databaseUrl, processes }: Setting,
  harm: (
    services: ServiceProcess[],
    regattas: Regatta[],
  ) => Promise<{ measured: string; excused: number[] }>,
): Promise<Finding> {
  const regattas = await makeRegattas(databaseUrl, 2, BATCH);
  const services: ServiceProcess[] = [];
  try {
    for (let n = 0; n < processes; n++) services.push(await ServiceProcess.start(databaseUrl));
    const ledger = new Ledger();
    for (const regatta of regattas)
      await regatta.prepare((services[0] as ServiceProcess).url, ledger);
    const load = new Load({ regattas, services, ledger, writers: 4, readers: 1, pushes: PUSHES });
    const { measured, excused } = await harm(services, regattas);
    await load.stop();
    const { faults, lost } = await judgeHistory(databaseUrl, regattas, ledger);
    const broken = [
      ...processFaults(services),
      ...statusFaults(load.requests, excused),
      ...ledgerFaults(ledger),
      ...faults,
      ...(lost.length > 0 ? [`${lost.length} acknowledged writes are lost`] : []),
    ];
    return { proof, database, measured: `${measured}; ${counts(load)}`, broken };
  } finally {
    for (const service of services) await service.kill();
  }
}

/** Asks until there is an answer. */
async function firstAnswer({ url }: ServiceProcess, { path, key }: Regatta): Promise<void> {
  const client = new HttpClient();
  for (;;) {
    const { status } = await client.send('GET', `${url}${path}/schedule`, key);
    if (status === 200) break;
    await delay(5);
  }
  client.close();
}

function ready(values: readonly number[]): string {
  return `ready again after ${millis(median(values))} (median), ${millis(Math.max(...values))} (worst)`;
}
