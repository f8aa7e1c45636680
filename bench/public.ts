/** The rows of the public board: spectators with live pages and without, and pushes meanwhile. */
import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PUSH_MILLIS, PUSHES_PER_ROUND, pushRevisions, pushRound } from './fixed-rate-pushes.ts';
import { HelperProcess } from './helper-process.ts';
import { Meter } from './limit.ts';
import type { LiveQuestion } from './live-load.ts';
import { ALONE, interleave, percentile, type Result, requestRate, round } from './measure.ts';
import type { HasRead, ReaderQuestion } from './readers.ts';
import {
  boardPath,
  type Client,
  copyOf,
  pushLargeRegatta,
  startOnNewFile,
  startProcess,
  startScript,
  stopProcess,
} from './service.ts';
import type { Load } from './wrk.ts';

const CONNECTIONS = 2000;
const CHANGES = 20;
const CHANGE_MILLIS = 300;
const SPECTATORS_PER_SECOND = 200;

/** A database file with two published regattas of one owner. */
export interface Published {
  file: string;
  client: Client;
  other: Client;
}

/** @param folder for files */
export async function preparePublished(folder: string): Promise<Published> {
  const file = join(folder, 'published.db');
  const { process, client, other } = await startOnNewFile(file);
  await pushLargeRegatta(client);
  await pushLargeRegatta(other);
  await stopProcess(process);
  return { file, client, other };
}

/** @param folder for files */
export async function publicRows(published: Published, folder: string): Promise<Result[]> {
  const service = await startProcess(copyOf(published.file, folder, 'public'));
  const client = { ...published.client, url: service.url };
  const results = [
    await timeLiveChanges(client, service.process),
    await comparePushesUnderSpectators(client, service.process),
    await compareBoard(client, service.process, folder),
  ];
  await stopProcess(service.process);
  return results;
}

/** The time from the sending of a push to the live pages. */
async function timeLiveChanges(client: Client, service: ChildProcess): Promise<Result> {
  const live = new HelperProcess('bench/live-load.ts');
  const { port } = new URL(client.url);
  const question: LiveQuestion = {
    connect: CONNECTIONS,
    port: Number(port),
    path: `${boardPath(client)}/live`,
  };
  await live.ask(question);
  const board = await fetch(client.url + boardPath(client));
  const { revision } = (await board.json()) as { revision: number };
  const meter = new Meter([service], { hasFixedRate: true });
  const rate = { pushes: CHANGES, pauseMillis: CHANGE_MILLIS };
  const pushes = await meter.during(() => pushRevisions(client, revision, rate));
  await delay(1000);
  const millis = await live.ask<number[]>({ pushes } satisfies LiveQuestion);
  await live.stop();
  const missing = millis.filter((value) => value < 0).length;
  if (missing > 0) throw new Error(`live connections did not receive ${missing} changes`);
  const last = Math.max(...millis);
  return {
    work: `${round(CONNECTIONS)} live connections: from \`PUT results\` to the change in the browser`,
    ours: `p99 ${round(percentile(millis, 0.99))} ms, last ${round(last)} ms`,
    ...ALONE,
    target: 'p99 < 2 s',
    limit: meter.verdict(),
  };
}

/** How spectators delay the pushes of timing computers. */
async function comparePushesUnderSpectators(
  client: Client,
  service: ChildProcess,
): Promise<Result> {
  const spectators = new HelperProcess('bench/readers.ts');
  const url = client.url + boardPath(client);
  const pushes = () => pushRound(client, 0.99);
  await pushes();
  const meter = new Meter([service], { hasFixedRate: true });
  const { ours, other: alone } = await interleave(async () => {
    const read = { url, perSecond: SPECTATORS_PER_SECOND };
    await spectators.ask({ read } satisfies ReaderQuestion);
    const p99 = await meter.during(pushes);
    checkSpectators(await spectators.ask<HasRead>({ stop: true } satisfies ReaderQuestion));
    return p99;
  }, pushes);
  await spectators.stop();
  return {
    work: `p99 of \`PUT results\`, ${1000 / PUSH_MILLIS} a second, while ${SPECTATORS_PER_SECOND} spectators a second read the board`,
    ours: `${ours.toFixed(1)} ms`,
    comparedWith: `${alone.toFixed(1)} ms, nobody reads`,
    ratio: `${(ours / alone).toFixed(2)} ×`,
    target: '≤ 2 ×',
    limit: meter.verdict(),
  };
}

function checkSpectators({ answers, failures, changes }: HasRead): void {
  const least = ((PUSHES_PER_ROUND * PUSH_MILLIS) / 1000) * SPECTATORS_PER_SECOND * 0.9;
  if (failures > 0 || answers < least || changes < 10) {
    throw new Error(`spectators: ${answers} answers, ${failures} failures, ${changes} changes`);
  }
}

/** The board document, compressed. */
async function compareBoard(
  client: Client,
  service: ChildProcess,
  folder: string,
): Promise<Result> {
  const load = { url: client.url + boardPath(client), headers: { 'accept-encoding': 'gzip' } };
  const { kilobytes, ...compared } = await compareWithBareAnswer(load, service, folder);
  return { work: `the board document, ${kilobytes} KB of gzip`, ...compared, target: '≥ 0.85' };
}

/** Compares how fast a document is answered with a bare server that only sends the same answer. */
export async function compareWithBareAnswer(
  { url, headers }: Required<Pick<Load, 'url' | 'headers'>>,
  service: ChildProcess,
  folder: string,
): Promise<Omit<Result, 'work' | 'target'> & { kilobytes: string }> {
  const { fields, body } = await readAnswer(url, headers);
  const file = join(folder, 'answer.json');
  writeFileSync(file, JSON.stringify({ fields, body: body.toString('base64') }));
  const bare = await startScript('bench/bare-answer.ts', file);
  const meter = new Meter([service]);
  const { ours, other } = await interleave(
    () => meter.requestRate({ url, headers }),
    () => requestRate({ url: bare.url, headers }),
  );
  await stopProcess(bare.process);
  return {
    kilobytes: round(body.length / 1024),
    ours: `${round(ours)} requests/s`,
    comparedWith: `${round(other)} requests/s, bare \`node:http\`, same bytes and header fields`,
    ratio: (ours / other).toFixed(2),
    limit: meter.verdict(),
  };
}

/** An answer as it comes, with the header fields that the service itself gave it. */
function readAnswer(
  url: string,
  headers: Record<string, string>,
): Promise<{ fields: string[]; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { headers }, async (answer) => {
      const chunks = await answer.toArray();
      const fields = Object.entries(answer.headersDistinct).flatMap(([name, [value = ''] = []]) =>
        OF_NODE.includes(name) ? [] : [name, value],
      );
      resolve({ fields, body: Buffer.concat(chunks) });
    });
    request.once('error', reject);
  });
}

/** Header fields that Node.js adds by itself. */
const OF_NODE = ['date', 'connection', 'keep-alive'];
