/** The rows of the public board: spectators on live pages and without, and who pushes meanwhile. */
import { copyFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Database } from '../src/storage/database.ts';
import { Assistant, wallClock } from './assistant.ts';
import type { LiveQuestion } from './live-load.ts';
import { interleave, percentile, type Result, requestRate, round } from './measure.ts';
import { pushAtPace } from './paced-pushes.ts';
import { PutClient } from './put-client.ts';
import {
  addEvent,
  type Client,
  provision,
  pushLargeRegatta,
  resultsOf,
  startProcess,
  startScript,
  stopProcess,
} from './service.ts';
import type { SpectatorQuestion, Watched } from './spectators.ts';

const CONNECTIONS = 2000;
const CHANGES = 20;
const CHANGE_MILLIS = 300;
const SPECTATORS_PER_SECOND = 200;
const PUSH_MILLIS = 20;
const PUSHES_PER_ROUND = 250;

/** A database file with two published regattas of one owner. */
export interface Published {
  file: string;
  client: Client;
  other: Client;
}

/** @param folder for files */
export async function preparePublished(folder: string): Promise<Published> {
  const file = join(folder, 'published.db');
  const { database } = await Database.open(`sqlite:${file}`);
  const ids = await provision(database);
  const otherId = await database.write((tx) => addEvent(tx, 1, 1));
  await database.close();
  const service = await startProcess(`sqlite:${file}`);
  const client = { url: service.url, ...ids };
  const other = { ...client, eventId: otherId };
  await pushLargeRegatta(client);
  await pushLargeRegatta(other);
  await stopProcess(service.process);
  return { file, client, other };
}

/** @param folder for files */
export async function publicRows(published: Published, folder: string): Promise<Result[]> {
  const copy = join(folder, 'public.db');
  copyFileSync(published.file, copy);
  const service = await startProcess(`sqlite:${copy}`);
  const client = { ...published.client, url: service.url };
  const results = [
    await timeLiveChanges(client),
    await comparePushesUnderSpectators(client),
    await compareBoard(client, folder),
  ];
  await stopProcess(service.process);
  return results;
}

/** From the sending of a push to the live pages. */
async function timeLiveChanges(client: Client): Promise<Result> {
  const live = new Assistant('bench/live-load.ts');
  const { port } = new URL(client.url);
  const question: LiveQuestion = {
    connect: CONNECTIONS,
    port: Number(port),
    path: `${boardPath(client)}/live`,
  };
  await live.ask(question);
  const { revision } = JSON.parse((await readBoard(client, 'identity')).body.toString());
  const put = new PutClient(client.url, client.key);
  const pushes = [];
  for (let n = 1; n <= CHANGES; n++) {
    pushes.push({ revision: revision + n, sentAt: wallClock() });
    await put.send(client.eventId, `/races/race-${n}/results`, resultsOf(500 + n));
    await delay(CHANGE_MILLIS);
  }
  put.close();
  await delay(1000);
  const millis = await live.ask<number[]>({ pushes } satisfies LiveQuestion);
  await live.stop();
  const untold = millis.filter((value) => value < 0).length;
  if (untold > 0) throw new Error(`${untold} changes were not told on live connections`);
  const last = Math.max(...millis);
  return {
    work: `${round(CONNECTIONS)} live connections: from \`PUT results\` to the change in the browser`,
    ours: `p99 ${round(percentile(millis, 0.99))} ms, last ${round(last)} ms`,
    against: '–',
    ratio: '–',
    reach: 'p99 < 2 s',
  };
}

/** What timing computers notice of spectators. */
async function comparePushesUnderSpectators(client: Client): Promise<Result> {
  const spectators = new Assistant('bench/spectators.ts');
  const url = client.url + boardPath(client);
  const pushes = async () => {
    const pushed = await pushAtPace(client, PUSH_MILLIS, (n) => n >= PUSHES_PER_ROUND);
    return percentile(
      pushed.map(({ millis }) => millis),
      0.99,
    );
  };
  await pushes();
  const { ours, against } = await interleave(async () => {
    const watch = { url, perSecond: SPECTATORS_PER_SECOND };
    await spectators.ask({ watch } satisfies SpectatorQuestion);
    const p99 = await pushes();
    const watched = await spectators.ask<Watched>({ stop: true } satisfies SpectatorQuestion);
    checkSpectators(watched);
    return p99;
  }, pushes);
  await spectators.stop();
  return {
    work: `p99 of \`PUT results\`, ${1000 / PUSH_MILLIS} a second, while ${SPECTATORS_PER_SECOND} spectators a second read the board`,
    ours: `${ours.toFixed(1)} ms`,
    against: `${against.toFixed(1)} ms, nobody reads`,
    ratio: `${(ours / against).toFixed(2)} ×`,
    reach: '≤ 2 ×',
  };
}

function checkSpectators({ answers, failures, changes }: Watched): void {
  const least = ((PUSHES_PER_ROUND * PUSH_MILLIS) / 1000) * SPECTATORS_PER_SECOND * 0.9;
  if (failures > 0 || answers < least || changes < 10) {
    throw new Error(`spectators: ${answers} answers, ${failures} failures, ${changes} changes`);
  }
}

/** The board document, compressed, against the same answer out of nothing. */
async function compareBoard(client: Client, folder: string): Promise<Result> {
  const { fields, body } = await readBoard(client, 'gzip');
  const file = join(folder, 'board.json');
  writeFileSync(file, JSON.stringify({ fields, body: body.toString('base64') }));
  const bare = await startScript('bench/bare-answer.ts', file);
  const headers = { 'accept-encoding': 'gzip' };
  const { ours, against } = await interleave(
    () => requestRate({ url: client.url + boardPath(client), headers }),
    () => requestRate({ url: bare.url, headers }),
  );
  await stopProcess(bare.process);
  return {
    work: `the board document, ${round(body.length / 1024)} KB of gzip`,
    ours: `${round(ours)} requests/s`,
    against: `${round(against)} requests/s, bare \`node:http\`, same bytes and header fields`,
    ratio: (ours / against).toFixed(2),
    reach: '≥ 0.85',
  };
}

function boardPath({ eventId }: Client): string {
  return `/board/api/events/${eventId}`;
}

/** The board as it comes, with the header fields that the service itself gave it. */
function readBoard(client: Client, encoding: string): Promise<{ fields: string[]; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': encoding };
    const request = http.get(client.url + boardPath(client), { headers }, async (answer) => {
      const chunks = await answer.toArray();
      const fields = Object.entries(answer.headersDistinct).flatMap(([name, [value = ''] = []]) =>
        OF_NODE.includes(name) ? [] : [name, value],
      );
      resolve({ fields, body: Buffer.concat(chunks) });
    });
    request.once('error', reject);
  });
}

/** Node.js adds these by itself. */
const OF_NODE = ['date', 'connection', 'keep-alive'];
