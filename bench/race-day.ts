/**
 * The rows of a race day: how long pushes of results take while others read the schedule, and while people
 * watch the board of an event of 20,000 lanes.
 */
import { PUSHES_PER_SECOND, pushAtRate } from './fixed-rate-pushes.ts';
import { HelperProcess } from './helper-process.ts';
import { Meter } from './limit.ts';
import type { LiveQuestion } from './live-load.ts';
import { inTurns, percentile, type Result } from './measure.ts';
import type { Published } from './public.ts';
import type { HasRead, ReaderQuestion } from './readers.ts';
import {
  addOffice,
  boardPath,
  type Client,
  copyOf,
  pushRegatta,
  startProcess,
  stopProcess,
  writeInto,
} from './service.ts';

const SECONDS = 5;
const WARM_UP_SECONDS = 2;
const READS_PER_SECOND = 100;
/** With 8 lanes each: as many lanes as an event may have. */
const LARGE_EVENT_RACES = 2500;
const STREAMS = 100;
/** Fewer than there are live connections: a board of this size is large, and caches share it. */
const BOARDS_PER_SECOND = 10;

/** @param folder for files */
export async function raceDayRows(published: Published, folder: string): Promise<Result[]> {
  const databaseUrl = copyOf(published.file, folder, 'race-day');
  const { eventId } = await writeInto(databaseUrl, addOffice);
  const service = await startProcess(databaseUrl);
  const client = { ...published.client, url: service.url };
  const readers = new HelperProcess('bench/readers.ts');
  const beside = new Meter([service.process], { hasFixedRate: true });
  const rows = [await comparePushesBesideReads(client, readers, beside)];
  const large = { ...client, eventId };
  await pushRegatta(large, LARGE_EVENT_RACES);
  const watched = new Meter([service.process], { hasFixedRate: true });
  rows.push(await compareSizes({ large, small: client, readers, meter: watched }));
  await readers.stop();
  await stopProcess(service.process);
  return rows;
}

async function comparePushesBesideReads(
  client: Client,
  readers: HelperProcess,
  meter: Meter,
): Promise<Result> {
  await pushAtRate(client, WARM_UP_SECONDS);
  const read = {
    url: `${client.url}/v1/events/${client.eventId}/schedule`,
    headers: { authorization: `Bearer ${client.key}` },
    perSecond: READS_PER_SECOND,
  };
  const { ours, other } = await inTurns(
    () => whileRead(readers, read, () => meter.during(() => pushAtRate(client, SECONDS))),
    () => pushAtRate(client, SECONDS),
  );
  return {
    work: `\`PUT results\`, ${PUSHES_PER_SECOND} a second, beside ${READS_PER_SECOND} \`GET schedule\` a second of the same event`,
    ours: timesOf(ours),
    comparedWith: `${timesOf(other)}, nobody reads`,
    ratio: ratioOfP99(ours, other),
    target: '–',
    limit: meter.verdict(),
  };
}

interface Sizes {
  large: Client;
  small: Client;
  readers: HelperProcess;
  meter: Meter;
}

async function compareSizes({ large, small, readers, meter }: Sizes): Promise<Result> {
  const streams = new HelperProcess('bench/live-load.ts');
  const port = Number(new URL(large.url).port);
  for (const client of [large, small]) {
    const path = `${boardPath(client)}/live`;
    await streams.ask({ connect: STREAMS, port, path } satisfies LiveQuestion);
    await pushAtRate(client, WARM_UP_SECONDS);
  }
  const pushWatched = (client: Client) => {
    const read = { url: client.url + boardPath(client), perSecond: BOARDS_PER_SECOND };
    return whileRead(readers, read, () => pushAtRate(client, SECONDS));
  };
  const { ours, other } = await inTurns(
    () => meter.during(() => pushWatched(large)),
    () => pushWatched(small),
  );
  await streams.stop();
  return {
    work: `\`PUT results\`, ${PUSHES_PER_SECOND} a second, to an event of ${LARGE_EVENT_RACES.toLocaleString('en-GB')} races with ${STREAMS} live connections and ${BOARDS_PER_SECOND} reads of the board a second`,
    ours: timesOf(ours),
    comparedWith: `${timesOf(other)}, an event of 100 races`,
    ratio: ratioOfP99(ours, other),
    target: 'p99 ≤ 49 ms',
    limit: meter.verdict(),
  };
}

/** @throws when a read fails, or fewer were answered than asked */
async function whileRead(
  readers: HelperProcess,
  read: Extract<ReaderQuestion, { read: unknown }>['read'],
  work: () => Promise<number[]>,
): Promise<number[]> {
  await readers.ask({ read } satisfies ReaderQuestion);
  const millis = await work();
  const { answers, failures } = await readers.ask<HasRead>({ stop: true } satisfies ReaderQuestion);
  if (failures > 0 || answers < 0.9 * SECONDS * read.perSecond) {
    throw new Error(`readers: ${answers} answers, ${failures} failures`);
  }
  return millis;
}

/** @param rounds the samples of each round */
function timesOf(rounds: readonly number[][]): string {
  const [p50, p99] = [0.5, 0.99].map((part) => percentile(rounds.flat(), part).toFixed(1));
  return `p50 ${p50} ms, p99 ${p99} ms`;
}

function ratioOfP99(ours: readonly number[][], other: readonly number[][]): string {
  return `${(percentile(ours.flat(), 0.99) / percentile(other.flat(), 0.99)).toFixed(2)} × of p99`;
}
