/** The rows of the race office: its document, its stream, and how open offices delay pushes. */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { insertUser, setRole } from '../src/storage/accounts/accounts.ts';
import type { Write } from '../src/storage/engine/database.ts';
import { PUSHES_PER_SECOND, pushAtRate, pushRevisions } from './fixed-rate-pushes.ts';
import { HelperProcess } from './helper-process.ts';
import { Meter } from './limit.ts';
import { ALONE, inTurns, percentile, type Result, round } from './measure.ts';
import type { HasWatched, OfficeQuestion } from './office-load.ts';
import { compareWithBareAnswer, type Published } from './public.ts';
import {
  addEvent,
  addSession,
  type Client,
  cookieOf,
  copyOf,
  pushRegatta,
  startProcess,
  stopProcess,
  writeInto,
} from './service.ts';

const RACES = 140;
const OFFICES = 20;
const SECONDS = 5;
const WARM_UP_SECONDS = 2;
const CHANGES = 40;
const CHANGE_MILLIS = 200;

interface Bench {
  client: Client;
  process: ChildProcess;
  /** The address of the event, below `/console/api`. */
  url: string;
  /** The session cookies of people who manage the event. */
  cookies: string[];
  folder: string;
}

/** @param folder for files */
export async function officeRows(published: Published, folder: string): Promise<Result[]> {
  const databaseUrl = copyOf(published.file, folder, 'office');
  const { eventId, tokens } = await writeInto(databaseUrl, async (tx) => ({
    eventId: await addEvent(tx, 1, 1),
    tokens: await addManagers(tx),
  }));
  const service = await startProcess(databaseUrl);
  const client = { ...published.client, url: service.url, eventId };
  await pushRegatta(client, RACES);
  const bench: Bench = {
    client,
    process: service.process,
    url: `${service.url}/console/api/events/${eventId}`,
    cookies: tokens.map((token) => cookieOf(service.url, token)),
    folder,
  };
  const rows = [await compareDocument(bench), await timeChanges(bench), await comparePushes(bench)];
  await stopProcess(service.process);
  return rows;
}

async function addManagers(tx: Write): Promise<string[]> {
  const tokens: string[] = [];
  while (tokens.length < OFFICES) {
    const userId = await insertUser(tx, 'Office', null, Date.now());
    await setRole(tx, userId, 1, 'schedule_manager');
    tokens.push(await addSession(tx, userId));
  }
  return tokens;
}

/** The document, compressed. */
async function compareDocument({ url, process, cookies, folder }: Bench): Promise<Result> {
  const headers = { 'accept-encoding': 'gzip', cookie: cookies[0] ?? '' };
  const load = { url: `${url}/office`, headers };
  const { kilobytes, ...compared } = await compareWithBareAnswer(load, process, folder);
  const work = `the race office's document, ${RACES} races of 8 lanes, ${kilobytes} KB of gzip`;
  return { work, ...compared, target: '≥ 0.50' };
}

/** From the sending of a push to the streams of offices that read the document at each change. */
async function timeChanges({ client, url, process, cookies }: Bench): Promise<Result> {
  const offices = new HelperProcess('bench/office-load.ts');
  await offices.ask({ open: { url, cookies } } satisfies OfficeQuestion);
  const document = await fetch(`${url}/office`, { headers: { cookie: cookies[0] ?? '' } });
  const { revision } = (await document.json()) as { revision: number };
  const meter = new Meter([process], { hasFixedRate: true });
  const rate = { pushes: CHANGES, pauseMillis: CHANGE_MILLIS };
  const pushes = await meter.during(() => pushRevisions(client, revision, rate));
  await delay(1000);
  const { told } = await stopped(offices);
  await offices.stop();
  const millis = pushes.flatMap(({ revision, sentAt }) =>
    told.map((changes) => {
      // One event may stand for several changes that came shortly after each other.
      const first = changes.find((change) => change.revision >= revision);
      if (!first) throw new Error(`an office was not told of revision ${revision}`);
      return first.at - sentAt;
    }),
  );
  return {
    work: `${OFFICES} race offices open: from \`PUT results\` to the change in the browser`,
    ours: `p99 ${round(percentile(millis, 0.99))} ms, last ${round(Math.max(...millis))} ms`,
    ...ALONE,
    target: 'p99 ≤ 2 s',
    limit: meter.verdict(),
  };
}

/** How open offices delay the pushes of timing computers. */
async function comparePushes({ client, url, process, cookies }: Bench): Promise<Result> {
  const offices = new HelperProcess('bench/office-load.ts');
  const meter = new Meter([process], { hasFixedRate: true });
  await pushAtRate(client, WARM_UP_SECONDS);
  const { ours, other } = await inTurns(
    async () => {
      await offices.ask({ open: { url, cookies } } satisfies OfficeQuestion);
      const millis = await meter.during(() => pushAtRate(client, SECONDS));
      const { reads } = await stopped(offices);
      if (reads < OFFICES * SECONDS) throw new Error(`the offices have read only ${reads} times`);
      return millis;
    },
    () => pushAtRate(client, SECONDS),
  );
  await offices.stop();
  const [p99, p99Alone] = [ours, other].map((rounds) => percentile(rounds.flat(), 0.99));
  return {
    work: `p99 of \`PUT results\`, ${PUSHES_PER_SECOND} a second, while ${OFFICES} race offices read each change`,
    ours: `${p99?.toFixed(1)} ms`,
    comparedWith: `${p99Alone?.toFixed(1)} ms, no office is open`,
    ratio: `${(Number(p99) / Number(p99Alone)).toFixed(2)} ×`,
    target: '≤ 2 ×',
    limit: meter.verdict(),
  };
}

async function stopped(offices: HelperProcess): Promise<HasWatched> {
  const has = await offices.ask<HasWatched>({ stop: true } satisfies OfficeQuestion);
  if (has.failures > 0) throw new Error(`offices: ${has.failures} of ${has.reads} reads failed`);
  return has;
}
