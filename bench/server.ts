/** The rows of PostgreSQL: a private server on this machine, one process of the service or two. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { Database } from '../src/storage/database.ts';
import { startServer } from '../test/support/server.ts';
import { BareRacePush, pgbenchRate } from './bare-transactions.ts';
import { interleave, measure, type Result, readTarget, requestRate, round } from './measure.ts';
import { racePushesOf, resultPushes, resultPushesToMany } from './pushes.ts';
import {
  addEvent,
  type Client,
  provision,
  pushLargeRegatta,
  racesOf,
  send,
  startProcess,
  startScript,
  stopProcess,
} from './service.ts';

const CLIENTS = 8;
const EVENTS = 8;
const PUSHED_RACES = 300;
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
  const { database } = await Database.open(url);
  const { key, eventId } = await provision(database);
  const ids = [eventId];
  while (ids.length <= EVENTS) ids.push(await database.write((tx) => addEvent(tx, 1, 1)));
  await database.close();
  const service = await startProcess(url);
  const [undrawn, ...clients] = ids
    .reverse()
    .map((id) => ({ url: service.url, key, eventId: id })) as [Client, ...Client[]];
  for (const client of clients) await pushLargeRegatta(client);
  const schedule = await send(clients[0] as Client, 'GET', '/schedule');
  writeFileSync(join(folder, 'server-schedule.json'), Buffer.from(await schedule.arrayBuffer()));
  await send(undrawn, 'POST', '/schedule', {});
  await send(undrawn, 'PUT', '/races', racesOf(PUSHED_RACES));
  await send(undrawn, 'POST', '/schedule/publish');
  await stopProcess(service.process);
  return { clients: clients.reverse(), undrawn };
}

async function compareReads(url: string, [client]: Client[], folder: string): Promise<Result[]> {
  const service = await startProcess(url);
  const { path } = await readTarget({ ...(client as Client), url: service.url });
  const headers = { authorization: `Bearer ${client?.key}` };
  const rate = (at: string) => requestRate({ url: at + path, headers });

  const bare = await startScript('bench/bare-server.ts', join(folder, 'server-schedule.json'), url);
  const reads = await interleave(
    () => rate(service.url),
    () => requestRate({ url: bare.url }),
  );
  await stopProcess(bare.process);

  const unshared = await startScript(UNSHARED, '', url);
  await rate(unshared.url);
  const shared = await interleave(
    () => rate(service.url),
    () => rate(unshared.url),
  );
  await stopProcess(unshared.process);
  await stopProcess(service.process);
  return [
    {
      work: '`GET schedule`, 178 KB',
      ours: `${round(reads.ours)} requests/s`,
      against: `${round(reads.against)} requests/s, bare \`node:http\` and \`pg\``,
      ratio: (reads.ours / reads.against).toFixed(2),
      reach: '≥ 0.75',
    },
    {
      work: 'the same: exact windows shared by all processes',
      ours: `${round(shared.ours)} requests/s`,
      against: `${round(shared.against)} requests/s, windows not shared`,
      ratio: (shared.ours / shared.against).toFixed(2),
      reach: '≥ 0.75',
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
    const script = events === 1 ? resultPushes(targets[0] as Client) : resultPushesToMany(targets);
    const { ours, against } = await interleave(
      () => requestRate({ url: service.url, script, connections: CLIENTS }),
      () => pgbenchRate(url, folder, { clients: CLIENTS, events, seconds: SECONDS }),
    );
    results.push({
      work: `\`PUT results\`, 8 lanes, ${CLIENTS} connections, ${events === 1 ? 'one event' : `${events} events`}`,
      ours: `${round(ours)} pushes/s`,
      against: `${round(against)} transactions/s, \`pgbench\``,
      ratio: `${(ours / against).toFixed(2)} of its rate`,
      reach: '≥ 0.50',
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
  const { ours, against } = await interleave(
    async () => 1000 / (await requestRate(load)),
    async () => {
      const samples: number[] = [];
      while (samples.length < 100) samples.push(await bare.push(++step));
      return samples.sort((a, b) => a - b)[50] as number;
    },
  );
  await bare.close();
  await stopProcess(service.process);
  return {
    work: `\`PUT races\`, ${PUSHED_RACES} races, all changed, from one connection`,
    ours: `${ours.toFixed(2)} ms`,
    against: `${against.toFixed(2)} ms, one transaction by \`unnest\``,
    ratio: `${(ours / against).toFixed(2)} × its time`,
    reach: '≤ 2.5 ×',
  };
}

/** Load on both of two processes, against the same load on one. */
async function compareProcesses(url: string, client: Client): Promise<Result> {
  const one = await startProcess(url);
  const two = await startProcess(url);
  const { path } = await readTarget({ ...client, url: one.url });
  const headers = { authorization: `Bearer ${client.key}` };
  const read = async (at: string, connections: number) =>
    (await measure({ url: at + path, headers, connections })).requestsPerSecond;
  const { ours, against } = await interleave(
    async () => {
      const [first = 0, second = 0] = await Promise.all([read(one.url, 16), read(two.url, 16)]);
      return first + second;
    },
    () => read(one.url, 32),
  );
  await stopProcess(one.process);
  await stopProcess(two.process);
  return {
    work: 'the first row with two processes',
    ours: `${round(ours)} requests/s`,
    against: `${round(against)} requests/s with one`,
    ratio: (ours / against).toFixed(2),
    reach: '–',
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
