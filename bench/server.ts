/** The rows of PostgreSQL: a private server on this machine, one process of the service or two. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startServer } from '../test/support/server.ts';
import { BareRacePush, pgbenchRate } from './bare-transactions.ts';
import { Meter } from './limit.ts';
import { interleave, median, type Result, readTarget, requestRate, round } from './measure.ts';
import { racePushesOf, resultPushes } from './pushes.ts';
import {
  addEvent,
  type Client,
  PUSHED_RACES,
  provision,
  pushLargeRegatta,
  pushUndrawnRaces,
  send,
  startProcess,
  startScript,
  stopProcess,
  writeInto,
} from './service.ts';

const CLIENTS = 8;
const EVENTS = 8;
const SECONDS = 3;
const UNSHARED = 'bench/unshared-service.ts';

/** @param folder for files */
export async function serverRows(folder: string): Promise<{ version: string; results: Result[] }> {
  const server = await startServer();
  try {
    const { rows } = await query(server.url, 'show server_version');
    await query(server.url, 'create database bench');
    const url = server.url.replace(/\/postgres$/, '/bench');
    const { clients, undrawn } = await prepareDatabase(url, folder);
    await query(url, 'vacuum analyze');
    const results = [
      ...(await compareReads(url, clients, folder)),
      ...(await compareResultPushes(url, clients, folder)),
      await compareRacePushes(url, undrawn),
      await compareProcesses(url, clients[0] as Client),
    ];
    return { version: rows[0].server_version, results };
  } finally {
    await server.stop();
  }
}

/** Large regattas of one owner, each with 100 drawn and timed races; and one that is not drawn yet. */
async function prepareDatabase(
  url: string,
  folder: string,
): Promise<{ clients: Client[]; undrawn: Client }> {
  const { key, ids } = await writeInto(url, async (tx) => {
    const { key, eventId } = await provision(tx);
    const ids = [eventId];
    while (ids.length <= EVENTS) ids.push(await addEvent(tx, 1, 1));
    return { key, ids };
  });
  const service = await startProcess(url);
  const [undrawn, ...clients] = ids
    .reverse()
    .map((id) => ({ url: service.url, key, eventId: id })) as [Client, ...Client[]];
  for (const client of clients) await pushLargeRegatta(client);
  const schedule = await send(clients[0] as Client, 'GET', '/schedule');
  writeFileSync(join(folder, 'server-schedule.json'), Buffer.from(await schedule.arrayBuffer()));
  await pushUndrawnRaces(undrawn);
  await stopProcess(service.process);
  return { clients: clients.reverse(), undrawn };
}

async function compareReads(url: string, [client]: Client[], folder: string): Promise<Result[]> {
  const service = await startProcess(url);
  const { path } = await readTarget({ ...(client as Client), url: service.url });
  const headers = { authorization: `Bearer ${client?.key}` };
  const load = (at: string) => ({ url: at + path, headers });

  const bare = await startScript('bench/bare-server.ts', join(folder, 'server-schedule.json'), url);
  const ofReads = new Meter([service.process]);
  const reads = await interleave(
    () => ofReads.requestRate(load(service.url)),
    () => requestRate({ url: bare.url }),
  );
  await stopProcess(bare.process);

  const unshared = await startScript(UNSHARED, '', url);
  await requestRate(load(unshared.url));
  const ofShared = new Meter([service.process]);
  const shared = await interleave(
    () => ofShared.requestRate(load(service.url)),
    () => requestRate(load(unshared.url)),
  );
  await stopProcess(unshared.process);
  await stopProcess(service.process);
  return [
    {
      work: '`GET schedule`, 178 KB',
      ours: `${round(reads.ours)} requests/s`,
      comparedWith: `${round(reads.other)} requests/s, bare \`node:http\` and \`pg\``,
      ratio: (reads.ours / reads.other).toFixed(2),
      target: '≥ 0.75',
      limit: ofReads.verdict(),
    },
    {
      work: 'the same: exact windows shared by all processes',
      ours: `${round(shared.ours)} requests/s`,
      comparedWith: `${round(shared.other)} requests/s, windows not shared`,
      ratio: (shared.ours / shared.other).toFixed(2),
      target: '≥ 0.75',
      limit: ofShared.verdict(),
    },
  ];
}

async function compareResultPushes(
  url: string,
  clients: Client[],
  folder: string,
): Promise<Result[]> {
  const service = await startProcess(url);
  const results: Result[] = [];
  for (const events of [1, EVENTS]) {
    const targets = clients.slice(0, events).map((client) => ({ ...client, url: service.url }));
    const script = resultPushes(...(targets as [Client, ...Client[]]));
    const meter = new Meter([service.process]);
    const { ours, other } = await interleave(
      () => meter.requestRate({ url: service.url, script, connections: CLIENTS }),
      () => pgbenchRate(url, folder, { clients: CLIENTS, events, seconds: SECONDS }),
    );
    results.push({
      work: `\`PUT results\`, 8 lanes, ${CLIENTS} connections, ${events === 1 ? 'one event' : `${events} events`}`,
      ours: `${round(ours)} pushes/s`,
      comparedWith: `${round(other)} transactions/s, \`pgbench\``,
      ratio: `${(ours / other).toFixed(2)} of its rate`,
      target: '≥ 0.50',
      limit: meter.verdict(),
    });
  }
  await stopProcess(service.process);
  return results;
}

async function compareRacePushes(url: string, client: Client): Promise<Result> {
  const service = await startProcess(url);
  const bare = new BareRacePush(url, client.eventId);
  await bare.open();
  const load = { url: service.url, script: racePushesOf(client), connections: 1 };
  let step = 0;
  const meter = new Meter([service.process]);
  const { ours, other } = await interleave(
    async () => 1000 / (await meter.requestRate(load)),
    async () => {
      const samples: number[] = [];
      while (samples.length < 100) samples.push(await bare.push(++step));
      return median(samples);
    },
  );
  await bare.close();
  await stopProcess(service.process);
  return {
    work: `\`PUT races\`, ${PUSHED_RACES} races, all changed, from one connection`,
    ours: `${ours.toFixed(2)} ms`,
    comparedWith: `${other.toFixed(2)} ms, one transaction by \`unnest\``,
    ratio: `${(ours / other).toFixed(2)} × its time`,
    target: '≤ 2.5 ×',
    limit: meter.verdict(),
  };
}

/** Load on both of two processes, compared with the same load on one. */
async function compareProcesses(url: string, client: Client): Promise<Result> {
  const one = await startProcess(url);
  const two = await startProcess(url);
  const { path } = await readTarget({ ...client, url: one.url });
  const headers = { authorization: `Bearer ${client.key}` };
  const load = (at: string, connections: number) => ({ url: at + path, headers, connections });
  const meter = new Meter([one.process, two.process]);
  const { ours, other } = await interleave(
    async () => {
      const both = [one, two].map(({ url }) => meter.requestRate(load(url, 16)));
      const [first = 0, second = 0] = await Promise.all(both);
      return first + second;
    },
    () => requestRate(load(one.url, 32)),
  );
  await stopProcess(one.process);
  await stopProcess(two.process);
  return {
    work: 'the first row with two processes',
    ours: `${round(ours)} requests/s`,
    comparedWith: `${round(other)} requests/s with one`,
    ratio: (ours / other).toFixed(2),
    target: '–',
    limit: meter.verdict(),
  };
}

async function query(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}
