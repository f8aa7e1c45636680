/** What pages of races and crews cost that are not cached, and how a walk over all of them delays other requests. */
import { PUSH_MILLIS, PUSHES_PER_ROUND, pushRound } from './fixed-rate-pushes.ts';
import { HelperProcess } from './helper-process.ts';
import { Meter } from './limit.ts';
import { compareLongestRead } from './longest-read.ts';
import { interleave, median, percentile, type Result, round } from './measure.ts';
import type { HasWalked, Walk, WalkQuestion } from './page-walk.ts';
import type { Published } from './public.ts';
import {
  boardPath,
  type Client,
  copyOf,
  resultsOf,
  send,
  startProcess,
  stopProcess,
} from './service.ts';

const COLD_MILLIS = 1;
/** The same target as while an import is previewed. */
const MAX_MILLIS = 100;

/** @param folder for files */
export async function coldPageRows(published: Published, folder: string): Promise<Result[]> {
  const databaseUrl = copyOf(published.file, folder, 'cold-pages');
  const service = await startProcess(databaseUrl, { TRUSTED_PROXIES: '1' });
  const client = { ...published.client, url: service.url };
  const walker = new HelperProcess('bench/page-walk.ts');
  const { paths, documentBytes } = await pathsOf(client);

  // A warm-up on other pages: a service that has been up for a minute has compiled the code that it runs.
  const others = await pathsOf({ ...published.other, url: service.url });
  await ask(walker, { walk: { url: client.url, paths: others.paths, isEndless: false } });

  const once = { url: client.url, paths, isEndless: false } satisfies Walk;
  const quietMeter = new Meter([service.process]);
  const cold = await quietMeter.during(() => ask(walker, { walk: once }));
  const warm = await ask(walker, { walk: once });

  const pushes = () => pushRound(client, 0.95);
  await pushes();
  const meter = new Meter([service.process]);
  const walked: number[] = [];
  const { ours, other: alone } = await interleave(async () => {
    await walker.ask({ walk: { ...once, isEndless: true } } satisfies WalkQuestion);
    const p95 = await meter.during(pushes);
    walked.push((await ask(walker, { stop: true })).millis.length);
    return p95;
  }, pushes);
  let changes = 0;
  const walkAnew = async () => {
    // After a change, all pages are cold again.
    await send(client, 'PUT', '/races/race-1/results', resultsOf(++changes));
    await ask(walker, { walk: once });
  };
  const longest = await compareLongestRead(client, service.process, walkAnew, 'nobody walks');
  await walker.stop();
  await stopProcess(service.process);
  return [
    {
      work: `a cold page of a race or a crew, ${round(paths.length)} of them one after the other, with a document of ${round(documentBytes / 1024)} KB`,
      ours: `median ${median(cold.millis).toFixed(2)} ms, p99 ${percentile(cold.millis, 0.99).toFixed(2)} ms`,
      comparedWith: `median ${median(warm.millis).toFixed(2)} ms, asked for again`,
      ratio: `${(median(cold.millis) / median(warm.millis)).toFixed(2)} ×`,
      target: `median ≤ ${COLD_MILLIS} ms`,
      limit: quietMeter.verdict(),
    },
    {
      work: `p95 of \`PUT results\`, ${1000 / PUSH_MILLIS} a second, beside a walk over all pages of races and crews, ${round(median(walked))} in ${(PUSHES_PER_ROUND * PUSH_MILLIS) / 1000} s`,
      ours: `${ours.toFixed(1)} ms`,
      comparedWith: `${alone.toFixed(1)} ms, nobody walks`,
      ratio: `${(ours / alone).toFixed(2)} ×`,
      target: '≤ 3 ×',
      limit: meter.verdict(),
    },
    {
      work: `the longest that \`GET /v1/me\` waits during a walk over these ${round(paths.length)} pages, all of them cold`,
      ...longest,
      target: `≤ ${MAX_MILLIS} ms`,
    },
  ];
}

async function pathsOf(client: Client): Promise<{ paths: string[]; documentBytes: number }> {
  const text = await (await fetch(client.url + boardPath(client))).text();
  const { races, crews } = JSON.parse(text) as {
    races: { raceNumber: number }[];
    crews: { id: number }[];
  };
  const event = `/events/${client.eventId}`;
  const paths = [
    ...races.map(({ raceNumber }) => `${event}/races/${raceNumber}`),
    ...crews.map(({ id }) => `${event}/crews/${id}`),
  ];
  return { paths, documentBytes: Buffer.byteLength(text) };
}

/** @throws when a page was not whole */
async function ask(walker: HelperProcess, question: WalkQuestion): Promise<HasWalked> {
  const walked = await walker.ask<HasWalked>(question);
  if (walked.failures > 0) throw new Error(`${walked.failures} pages were not whole`);
  return walked;
}
