/** The rows of the embedded database: one process, one file. */
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BareWriter } from './bare-writes.ts';
import { growDatabase } from './growth.ts';
import { Meter } from './limit.ts';
import {
  interleave,
  measure,
  medianOf,
  megabytes,
  type Result,
  readTarget,
  requestRate,
  round,
} from './measure.ts';
import { racePushesOf, resultPushes } from './pushes.ts';
import { PutClient } from './put-client.ts';
import {
  type Client,
  copyOf,
  PUSHED_RACES,
  pushLargeRegatta,
  pushUndrawnRaces,
  racesOf,
  residentBytes,
  send,
  startOnNewFile,
  startProcess,
  startScript,
  stopProcess,
} from './service.ts';

const WARM_UP_PUSHES = 300;
const MEMORY_READS = 1_000_000;

const results: Result[] = [];
let folder: string;
let file: string;
let documentFile: string;
let copies = 0;

/** @param inFolder an empty folder for databases */
export async function embeddedRows(inFolder: string): Promise<Result[]> {
  folder = inFolder;
  file = join(folder, 'service.db');
  documentFile = join(folder, 'schedule.json');
  const { client, other } = await prepareDatabase();
  await compareReads(client);
  await compareWrites(client, other);
  await compareReadsUnderWrites(client, other);
  await compareGrowth(client);
  await compareMemory(client);
  return results;
}

/** A schedule to read, and another of the same owner to push to. */
async function prepareDatabase(): Promise<{ client: Client; other: Client }> {
  const { process, client, other } = await startOnNewFile(file);
  await pushLargeRegatta(client);
  await pushUndrawnRaces(other);
  const schedule = await send(client, 'GET', '/schedule');
  writeFileSync(documentFile, Buffer.from(await schedule.arrayBuffer()));
  await stopProcess(process);
  return { client, other };
}

/** A new copy of the prepared database, so that no row is measured on data that another has left behind. */
function freshCopy(): string {
  return copyOf(file, folder, `copy-${++copies}`);
}

/** Reads of a schedule's document: plain, compressed, and answered with 304. */
async function compareReads(client: Client): Promise<void> {
  const service = await startProcess(freshCopy());
  const bare = await startScript('bench/bare-http.ts', documentFile);
  const { etag, path } = await readTarget({ ...client, url: service.url });
  const authorization = `Bearer ${client.key}`;
  const kinds = [
    { work: '`GET schedule`, 178 KB', route: '/plain', headers: {}, target: 0.6 },
    { work: 'the same, gzip', route: '/gzip', headers: { 'accept-encoding': 'gzip' }, target: 0.5 },
    {
      work: 'the same, `If-None-Match`',
      route: '/304',
      headers: { 'if-none-match': etag },
      target: 0.4,
    },
  ];
  for (const { work, route, headers, target } of kinds) {
    const meter = new Meter([service.process]);
    const { ours, other } = await interleave(
      () => meter.requestRate({ url: service.url + path, headers: { authorization, ...headers } }),
      () => requestRate({ url: bare.url + route }),
    );
    results.push({
      work,
      ours: `${round(ours)} requests/s`,
      comparedWith: `${round(other)} requests/s, bare \`node:http\``,
      ratio: (ours / other).toFixed(2),
      target: `≥ ${target.toFixed(2)}`,
      limit: meter.verdict(),
    });
  }
  await stopProcess(bare.process);
  await stopProcess(service.process);
}

/** Pushes that are durable before they are answered. */
async function compareWrites(client: Client, other: Client): Promise<void> {
  const copy = join(folder, 'bare.db');
  copyFileSync(file, copy);
  const service = await startProcess(freshCopy());
  const bare = new BareWriter(copy, client.eventId);
  const bareOther = new BareWriter(copy, other.eventId);
  const rows = bareOther.rows();
  let step = 0;

  const script = resultPushes(client);
  const load = { url: service.url, script, connections: 8 };
  const together = new Meter([service.process]);
  const oneResult = await interleave(
    () => together.requestRate(load),
    async () => 1000 / medianOf(500, (i) => bare.results((i % 100) + 1, 400_000 + ++step)),
  );
  results.push({
    work: '`PUT results`, 8 lanes, from 8 connections',
    ours: `${round(oneResult.ours)} pushes/s`,
    comparedWith: `${round(oneResult.other)} bare transactions/s`,
    ratio: `${(oneResult.ours / oneResult.other).toFixed(2)} of its rate`,
    target: '≥ 0.50',
    limit: together.verdict(),
  });
  const alone = new Meter([service.process]);
  const rateAlone = await alone.requestRate({ ...load, connections: 1 });
  results.push({
    work: 'the same from one connection, each push after the answer to the last',
    ours: `${round(rateAlone)} pushes/s`,
    comparedWith: `${round(oneResult.other)} bare transactions/s`,
    ratio: `${(rateAlone / oneResult.other).toFixed(2)} of its rate`,
    target: '–',
    limit: alone.verdict(),
  });

  const racePushes = { url: service.url, script: racePushesOf(other), connections: 1 };
  const large = new Meter([service.process]);
  const manyRaces = await interleave(
    async () => 1000 / (await large.requestRate(racePushes)),
    async () => medianOf(100, () => bareOther.races(rows, ++step)),
  );
  results.push({
    work: `\`PUT races\`, ${PUSHED_RACES} races, all changed, from one connection`,
    ours: `${manyRaces.ours.toFixed(2)} ms`,
    comparedWith: `${manyRaces.other.toFixed(2)} ms, one bare transaction`,
    ratio: `${(manyRaces.ours / manyRaces.other).toFixed(2)} × its time`,
    target: '≤ 3 ×',
    limit: large.verdict(),
  });
  bare.close();
  bareOther.close();
  await stopProcess(service.process);
}

/** How pushes without pause delay reads. */
async function compareReadsUnderWrites(client: Client, other: Client): Promise<void> {
  const service = await startProcess(freshCopy());
  const { path } = await readTarget({ ...client, url: service.url });
  const put = new PutClient(service.url, client.key);
  const load = { url: service.url + path, headers: { authorization: `Bearer ${client.key}` } };
  let step = 10_000;
  // The first pushes of a process are slow: their code is still being compiled.
  for (let i = 0; i < WARM_UP_PUSHES; i++) {
    await put.send(other.eventId, '/races', racesOf(PUSHED_RACES, ++step));
  }
  const meter = new Meter([service.process]);
  const { ours, other: alone } = await interleave(
    async () => {
      let isReading = true;
      const pushing = (async () => {
        while (isReading) {
          await put.send(other.eventId, '/races', racesOf(PUSHED_RACES, ++step));
        }
      })();
      const measured = await meter.measure(load);
      isReading = false;
      await pushing;
      return measured.p99Millis;
    },
    async () => (await measure(load)).p99Millis,
  );
  results.push({
    work: `p99 of reads while another pushes ${PUSHED_RACES} races without pause`,
    ours: `${ours.toFixed(1)} ms`,
    comparedWith: `${alone.toFixed(1)} ms, reads alone`,
    ratio: `${(ours / alone).toFixed(2)} ×`,
    target: '≤ 3 ×',
    limit: meter.verdict(),
  });
  put.close();
  await stopProcess(service.process);
}

/** The first row again, in a database with a federation's history in it. */
async function compareGrowth(client: Client): Promise<void> {
  const grownFile = join(folder, 'grown.db');
  copyFileSync(file, grownFile);
  growDatabase(grownFile, { events: 20_000, racesPerEvent: 40, keys: 10_000 });
  const small = await startProcess(freshCopy());
  const grown = await startProcess(`sqlite:${grownFile}`);
  const { path } = await readTarget({ ...client, url: small.url });
  const headers = { authorization: `Bearer ${client.key}` };
  const meter = new Meter([grown.process]);
  const { ours, other } = await interleave(
    () => meter.requestRate({ url: grown.url + path, headers }),
    () => requestRate({ url: small.url + path, headers }),
  );
  results.push({
    work: 'the first row with 20,000 events of 40 races and 10,000 keys',
    ours: `${round(ours)} requests/s`,
    comparedWith: `${round(other)} requests/s with two events`,
    ratio: (ours / other).toFixed(2),
    target: '0.90 to 1.10',
    limit: meter.verdict(),
  });
  await stopProcess(small.process);
  await stopProcess(grown.process);
}

/** Whether a process that has answered a million reads has grown. */
async function compareMemory(client: Client): Promise<void> {
  const service = await startProcess(freshCopy());
  const { path } = await readTarget({ ...client, url: service.url });
  const headers = { authorization: `Bearer ${client.key}` };
  const url = service.url + path;
  const meter = new Meter([service.process]);
  let reads = 0;
  const readFor = async (seconds: number) => {
    reads += (await meter.measure({ url, headers, seconds })).requests;
  };
  while (reads < 10_000) await readFor(1);
  const early = residentBytes(service.process);
  while (reads < MEMORY_READS) await readFor(10);
  const late = residentBytes(service.process);
  results.push({
    work: `memory of the process after ${round(reads)} reads`,
    ours: megabytes(late),
    comparedWith: `${megabytes(early)} after ten thousand`,
    ratio: (late / early).toFixed(2),
    target: '≤ 1.10',
    limit: meter.verdict(),
  });
  await stopProcess(service.process);
}
