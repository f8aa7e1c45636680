/**
 * Kills the service or its database server in the middle of bulk pushes: no push may be stored in part, and no acknowledged
 * push may be lost.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { HttpClient } from './http-client.ts';
import type { PostgresServer } from './postgres-server.ts';
import { type Finding, median, millis } from './proof.ts';
import type { Regatta } from './regatta.ts';
import type { ServiceProcess } from './service-process.ts';
import { type Scene, underLoad } from './under-load.ts';

const BULK = {
  events: 2,
  batch: 150,
  writers: 4,
  readers: 1,
  pushes: ['races', 'races', 'crews', 'results', 'draw'],
} as const;

/** Limit from the restart of the database server to the first answer of the service. */
const MAX_RECOVERY_MILLIS = 2000;

export interface Kills {
  database: string;
  databaseUrl: string;
  kills: number;
  /** Number of service processes; `killService` kills them in turn. */
  processes: number;
}

/** Kills a service process again and again. */
export async function killService({ kills, ...where }: Kills): Promise<Finding> {
  const setting = { proof: `kill -9 of the service, ${kills} times`, ...where, ...BULK };
  return underLoad(setting, async (scene) => {
    const { measured } = await again(kills, scene, async (n) => {
      const service = scene.services[n % where.processes] as ServiceProcess;
      await service.kill();
      return { service, restart: () => service.start() };
    });
    return { measured, excused: [0] };
  });
}

/** Kills a database server and all its processes again and again, while the service runs on. */
export async function killServer(
  server: PostgresServer,
  { kills, ...where }: Kills,
): Promise<Finding> {
  const setting = { proof: `kill -9 of the database server, ${kills} times`, ...where, ...BULK };
  return underLoad(setting, async (scene) => {
    const { measured, servedMillis } = await again(kills, scene, async () => {
      await server.kill();
      return { service: scene.services[0] as ServiceProcess, restart: () => server.start() };
    });
    const late = servedMillis.filter((value) => value > MAX_RECOVERY_MILLIS);
    const broken = late.map((value) => `the first answer came ${millis(value)} after the return`);
    return { measured, excused: [503], broken };
  });
}

/** Kills, restarts, and measures how long it takes until the service has given an answer. */
async function again(
  kills: number,
  { regattas }: Scene,
  kill: (n: number) => Promise<{ service: ServiceProcess; restart: () => Promise<unknown> }>,
): Promise<{ measured: string; servedMillis: number[] }> {
  const startMillis: number[] = [];
  const servedMillis: number[] = [];
  for (let n = 0; n < kills; n++) {
    await delay(100 + Math.random() * 400);
    const { service, restart } = await kill(n);
    const begun = performance.now();
    await restart();
    const started = performance.now();
    await firstAnswer(service, regattas[0] as Regatta);
    startMillis.push(started - begun);
    servedMillis.push(performance.now() - started);
  }
  const measured = `started in ${spread(startMillis)}, first answer ${spread(servedMillis)} later`;
  return { measured, servedMillis };
}

function spread(values: readonly number[]): string {
  return `${millis(median(values))} (worst ${millis(Math.max(...values))})`;
}

/** Reads a schedule again and again until the service answers with 200. */
async function firstAnswer({ url }: ServiceProcess, { path, key }: Regatta): Promise<void> {
  const client = new HttpClient();
  for (;;) {
    const { status } = await client.send('GET', `${url}${path}/schedule`, key);
    if (status === 200) break;
    await delay(5);
  }
  client.close();
}
