/** How long other requests wait during a large import: neither reading nor planning nor writing blocks the event loop. */
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { MAX_LANES_OF_EVENT } from '../../../src/contract/limits.ts';
import { Refusal } from '../../../src/domain/refusal.ts';
import { eventFileText } from '../../../src/exchange/event-file.ts';
import type { NamedFile } from '../../../src/exchange/reading/reading.ts';
import { commandLine } from '../../../src/operations/actor.ts';
import { loadEvent } from '../../../src/operations/export/load-event.ts';
import { importFiles } from '../../../src/operations/import/import-files.ts';
import { fillEvent } from '../../support/large-event.ts';
import { startTestService } from '../../support/service.ts';

const MOST_MILLIS = 100;
const LOOK_MILLIS = 2;
const RACES = 623;

const service = await startTestService();
const event = await service.provision({ timezone: 'Europe/Berlin' });

/** A row for each of 4,984 boats, with its result. */
function largeTable(): NamedFile {
  const rows = Array.from({ length: RACES * 8 }, (_, index) => {
    const [race, lane] = [Math.floor(index / 8), (index % 8) + 1];
    const minutes = String(race % 60).padStart(2, '0');
    const start = `${String(6 + Math.floor(race / 60)).padStart(2, '0')}:${minutes}`;
    return `${race + 1},2026-06-13,${start},Heat ${race + 1},${lane},Crew ${race}-${lane},6:1${lane}.${race % 10}`;
  });
  const text = ['Race,Date,Start,Title,Lane,Crew,Result', ...rows].join('\n');
  return { name: 'regatta.csv', bytes: new TextEncoder().encode(text) };
}

/**
 * The longest turn of the event loop during the work, in CPU milliseconds of this thread, so that other programs do not count.
 * It is measured every `LOOK_MILLIS`, because measuring in every turn would keep a core busy.
 */
async function longestTurn(work: Promise<unknown>): Promise<number> {
  const state = { isDone: false };
  const done = work.finally(() => {
    state.isDone = true;
  });
  let longestMillis = 0;
  while (!state.isDone) {
    const before = process.threadCpuUsage();
    await delay(LOOK_MILLIS);
    const { user, system } = process.threadCpuUsage(before);
    longestMillis = Math.max(longestMillis, (user + system) / 1000);
  }
  await done;
  return longestMillis;
}

const context = () => ({ database: service.database, settings: { notifySettleSeconds: 10 } });
const actor = commandLine({ userId: null, keyPrefix: null, loginName: 'test' });

function doImport(eventId: number, file: NamedFile, how: { isPreview?: boolean; seen?: string }) {
  const { isPreview = false, seen } = how;
  const request = { files: [file], answers: { dates: 'as-printed' }, seen };
  return importFiles(context(), { actor, eventId, isPreview }, request);
}

/** @param how whether it is only a preview; for a write, the `preview` that was seen */
async function measured(eventId: number, file: NamedFile, how: Parameters<typeof doImport>[2]) {
  const work = doImport(eventId, file, how);
  const millis = await longestTurn(work);
  const document = await work;
  assert.ok(!(document instanceof Refusal), document instanceof Refusal ? document.detail : '');
  assert.deepEqual([document.questions, document.wrong], [[], []]);
  return { millis, document };
}

/** @param turns the longest turn of the event loop during each import, in milliseconds, by a name for the import */
function assertShort(turns: Record<string, number>): void {
  const told = Object.entries(turns).map(([name, millis]) => `${name}: ${millis.toFixed(0)} ms`);
  const isShort = Object.values(turns).every((millis) => millis < MOST_MILLIS);
  assert.ok(isShort, told.join(', '));
}

test('a table of 5,000 rows holds nobody up for 100 ms: looked at, written, and looked at again', async () => {
  const { eventId } = event;
  // The first import also loads code, so it is not measured.
  await doImport(eventId, largeTable(), { isPreview: true });
  const empty = await measured(eventId, largeTable(), { isPreview: true });
  assert.equal(empty.document.counts.new, RACES * 8 * 3 + RACES);
  const written = await measured(eventId, largeTable(), { seen: empty.document.preview });
  assert.ok(written.document.written);
  const full = await measured(eventId, largeTable(), { isPreview: true });
  assert.equal(full.document.counts.same, RACES * 8 * 3 + RACES);
  assertShort({ empty: empty.millis, written: written.millis, full: full.millis });
});

/** Imports a large table into an event. @param onThread called with each thread that is started meanwhile */
async function writeTable(eventId: number, onThread: (worker: Worker) => void): Promise<void> {
  const listener = (message: unknown) => onThread((message as { worker: Worker }).worker);
  subscribe('worker_threads', listener);
  try {
    const document = await doImport(eventId, largeTable(), {});
    assert.ok(!(document instanceof Refusal) && document.written);
  } finally {
    unsubscribe('worker_threads', listener);
  }
}

test('while a thread reads or plans what is to be written, others write', async () => {
  const [{ eventId }, other] = [await service.provision(), await service.provision()];
  const threads: Promise<boolean>[] = [];
  await writeTable(eventId, (worker) => {
    const written = other.send('POST', '/schedule').then(() => true);
    const ended = once(worker, 'exit').then(() => false);
    threads.push(Promise.race([written, ended]));
  });
  assert.deepEqual(await Promise.all(threads), [true, true]);
});

test('what others write into the event meanwhile is planned with', async () => {
  const { eventId, send } = await service.provision({ timezone: 'Europe/Berlin' });
  assert.equal((await send('POST', '/schedule')).status, 201);
  const pushes: Promise<{ status: number }>[] = [];
  await writeTable(eventId, () => {
    const race = { externalId: 'csv:1', raceNumber: 1, scheduledAt: '2026-06-13T04:00:00Z' };
    // The first thread reads the file, the second plans: only the second push changes what the plan was made on.
    pushes.push(
      send('PUT', '/races', [{ ...race, ...(pushes.length > 0 && { notes: 'Pushed' }) }]),
    );
  });
  const statuses = (await Promise.all(pushes)).map(({ status }) => status);
  assert.deepEqual(statuses.slice(0, 2), [200, 200]);
  const { races } = (await send('GET', '/schedule')).json;
  assert.deepEqual([races.length, races[0].notes, races[0].lanes.length], [RACES, 'Pushed', 8]);
});

test('nor does the file of an event of 20,000 lanes', async () => {
  const source = await service.provision();
  assert.equal((await source.send('POST', '/schedule')).status, 201);
  const size = { races: MAX_LANES_OF_EVENT / 8, lanesOfEach: 8, crews: 1000 };
  await fillEvent(service.database, source.eventId, size);
  const whole = await loadEvent(service.database, source.eventId, Date.now());
  assert.ok(whole);
  const bytes = new TextEncoder().encode(eventFileText(whole, Date.now()));
  const file = { name: 'event.json', bytes };
  const seen: number[] = [];
  const written: number[] = [];
  for (let time = 0; time < 3; time++) {
    const { eventId } = await service.provision();
    seen.push((await measured(eventId, file, { isPreview: true })).millis);
    const { document, millis } = await measured(eventId, file, {});
    assert.ok(document.written);
    written.push(millis);
  }
  // The best of three, because garbage may be collected in the middle of an import, and most of it is the test's.
  assertShort({ seen: Math.min(...seen), written: Math.min(...written) });
});
