/** One division of 600 boats: what each finish costs, and how large the board document is (racing, "Scale"). */
import { brotliCompressSync, constants } from 'node:zlib';
import { buildBoard, loadBoard } from '../src/documents/build-board.ts';
import { Database } from '../src/storage/engine/database.ts';
import { ALONE, median, percentile, type Result } from './measure.ts';
import type { Published } from './public.ts';
import {
  addEvent,
  boardPath,
  type Client,
  copyOf,
  send,
  startProcess,
  stopProcess,
} from './service.ts';

const BOATS = 600;
const BOATS_IN = 240;
const ROUNDS = 200;
const INTERVAL_MILLIS = 15_000;
const CATEGORIES = 20;
/** As the service compresses the board of so many lanes. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const START = Math.floor(Date.now() / 60_000) * 60_000 - 150 * 60_000;

/** @param folder for files */
export async function headRaceRows(published: Published, folder: string): Promise<Result[]> {
  const databaseUrl = copyOf(published.file, folder, 'head-race');
  const { database } = await Database.open(databaseUrl);
  const eventId = await database.write((tx) => addEvent(tx, 1, 1));
  const service = await startProcess(databaseUrl);
  const client = { ...published.client, url: service.url, eventId };
  await fill(client);
  const pushes: number[] = [];
  const builds: number[] = [];
  let before = await boardOf(database, eventId, undefined);
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now();
    await patch(client, { entries: [finishOf(BOATS_IN + round)] });
    pushes.push(performance.now() - startedAt);
    const loadedAt = performance.now();
    before = await boardOf(database, eventId, before);
    builds.push(performance.now() - loadedAt);
  }
  const answer = await fetch(service.url + boardPath(client));
  const document = await answer.text();
  await stopProcess(service.process);
  await database.close();
  const of = `${BOATS} boats, ${BOATS_IN + ROUNDS} of them in at the end`;
  return [
    {
      work: `a head race of ${of}: a boat comes in by \`PATCH\` under \`/timing/v1\``,
      ours: `p99 ${percentile(pushes, 0.99).toFixed(1)} ms, median ${median(pushes).toFixed(1)} ms`,
      ...ALONE,
      target: 'p99 ≤ 25 ms',
    },
    {
      work: 'its board document is made anew after that, rows read included',
      ours: `median ${median(builds).toFixed(1)} ms, p99 ${percentile(builds, 0.99).toFixed(1)} ms`,
      ...ALONE,
      target: '≤ 10 ms',
    },
    {
      work: 'its board document, compressed with Brotli',
      ours: `${kilobytes(brotliCompressSync(document, QUALITY).length)} of ${kilobytes(document.length)}`,
      ...ALONE,
      target: '≤ 20 KB',
    },
  ];
}

async function boardOf(
  database: Database,
  eventId: number,
  before: Awaited<ReturnType<typeof buildBoard>> | undefined,
) {
  const loaded = await database.snapshot((tx) => loadBoard(tx, eventId, before));
  if (!loaded) throw new Error('the event has no board');
  return buildBoard(loaded, before);
}

async function fill(client: Client): Promise<void> {
  const bows = Array.from({ length: BOATS }, (_, index) => index + 1);
  await send(client, 'POST', '/schedule');
  const crews = bows.map((bow) => ({
    ...{ externalId: `b${bow}`, name: `Rowing club ${bow}`, clubId: `club-${bow % 120}` },
  }));
  await send(client, 'PUT', '/teams', crews);
  const scheduledAt = new Date(START).toISOString();
  await send(client, 'PUT', '/races', [{ externalId: 'head', raceNumber: 1, scheduledAt }]);
  const entries = bows.map((bow) => ({ position: bow, teamExternalId: `b${bow}` }));
  await send(client, 'PUT', '/races/head/entries', entries);
  await send(client, 'POST', '/schedule/publish');
  await patch(client, {
    startIntervalSeconds: INTERVAL_MILLIS / 1000,
    entries: bows.map((position) => ({ position, category: `Class ${position % CATEGORIES}` })),
  });
  // One by one, as on the day of the race. This also warms up the service, which is slower when it has just started.
  for (const bow of bows.slice(0, BOATS_IN - 1)) await patch(client, { entries: [finishOf(bow)] });
}

/** When a boat starts and finishes, the same in every run. */
function finishOf(bow: number) {
  const startedAt = START + bow * INTERVAL_MILLIS + ((bow * 379) % 900);
  const finishedAt = startedAt + 1_080_000 + ((bow * 7919) % 300_000);
  const written = (at: number) => new Date(at).toISOString();
  return { position: bow, startedAt: written(startedAt), finishedAt: written(finishedAt) };
}

async function patch({ url, key, eventId }: Client, body: object): Promise<void> {
  const answer = await fetch(`${url}/timing/v1/events/${eventId}/races/head`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.status !== 200) throw new Error(`timing was answered with ${await answer.text()}`);
  await answer.arrayBuffer();
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}
