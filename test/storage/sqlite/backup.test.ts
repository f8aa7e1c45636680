/** `backup`: a copy of the database file while it is in use. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { regattaPush } from '../../../regattas/push-plan.ts';
import { loadRegatta } from '../../../regattas/regatta.ts';
import { json, run } from '../../support/program.ts';
import { type Provisioned, startTestService } from '../../support/service.ts';
import { newFolder } from '../../support/started.ts';

const folder = newFolder();

/** An event whose `count` races fill some megabytes. */
async function fill(event: Provisioned, count: number) {
  await event.send('POST', '/schedule');
  const races = Array.from({ length: count }, (_, index) => ({
    externalId: `r${index}`,
    raceNumber: index + 1,
    scheduledAt: '2026-06-13T09:00:00Z',
    title: 'Generation 0',
    notes: 'x'.repeat(480),
  }));
  assert.equal((await event.send('PUT', '/races', races)).status, 200);
  await event.send('PUT', '/races/r0/entries', [{ position: 1 }]);
  return races;
}

test('backup: while the service writes, the copy is one moment, whole and one file', async () => {
  const service = await startTestService();
  const file = join(folder, 'moment.db');
  let stopped = false;
  try {
    const event = await service.provision();
    const races = (await fill(event, 300)).map(({ notes: _, ...race }) => race);
    let acknowledged = 0;
    const writing = (async () => {
      for (let generation = 1; !stopped; generation++) {
        const title = `Generation ${generation}`;
        const reply = await event.send(
          'PUT',
          '/races',
          races.map((race) => ({ ...race, title })),
        );
        assert.equal(reply.status, 200, reply.text);
        acknowledged = generation;
        // A push now and then, as on a busy day; the other test pushes without a pause.
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    const before = acknowledged;
    const document = await json(['backup', '--to', file], { DATABASE_URL: service.databaseUrl });
    stopped = true;
    await writing;
    assert.deepEqual(document, { file, bytes: statSync(file).size });
    assert.deepEqual(
      readdirSync(dirname(file)).filter((name) => name.startsWith(basename(file))),
      [basename(file)],
      'one file, nothing left beside it',
    );
    const copy = new DatabaseSync(file, { readOnly: true });
    const titles = copy.prepare('select distinct title from races').all();
    assert.equal(titles.length, 1, 'a push is in the copy whole or not at all');
    const generation = Number(String(titles[0]?.title).split(' ')[1]);
    assert.ok(generation >= before && generation <= acknowledged);
    assert.equal(copy.prepare('pragma integrity_check').get()?.integrity_check, 'ok');
    copy.close();
    const restored = await startTestService({ DATABASE_URL: `sqlite:${file}` });
    const path = `/v1/events/${event.eventId}/schedule`;
    const read = await restored.send('GET', path, { key: event.key });
    assert.equal(read.json.races.length, 300);
    await restored.stop();
  } finally {
    stopped = true;
    await service.stop();
  }
});

/** Commits one small write after the other, as fast as a disk without syncing takes them. */
const BUSY_WRITER = `
  import { DatabaseSync } from 'node:sqlite';
  import { workerData } from 'node:worker_threads';
  const database = new DatabaseSync(workerData.file, { timeout: 1000 });
  database.exec('pragma synchronous = off');
  const write = database.prepare('update races set revision = revision + 1 where race_number = 1');
  const stopped = new Int32Array(workerData.stopped);
  while (Atomics.load(stopped, 0) === 0) write.run();
  database.close();
`;

test('backup: it comes to an end however busy the database is', async () => {
  const service = await startTestService();
  const event = await service.provision();
  await fill(event, 1);
  // Enough pages that no copy made in small steps is complete before the next write.
  for (let n = 0; n < 40; n++) {
    const changes = 'x'.repeat(1e6);
    const entry = { event_id: event.eventId, number: 100 + n, at: n, operation: 'fill', changes };
    await service.database.write((tx) => tx.insertInto('history').values(entry).execute());
  }
  const stopped = new SharedArrayBuffer(4);
  const file = service.databaseUrl.slice('sqlite:'.length);
  const writer = new Worker(new URL(`data:text/javascript,${encodeURIComponent(BUSY_WRITER)}`), {
    workerData: { file, stopped },
  });
  try {
    const words = ['backup', '--to', join(folder, 'busy.db'), '--json'];
    // A copy that begins again after each write never ends; a busy machine may need many seconds.
    const { status, stderr } = await run(words, { DATABASE_URL: service.databaseUrl }, 90);
    assert.deepEqual([status, stderr], [0, ''], 'killed after 90 seconds');
  } finally {
    Atomics.store(new Int32Array(stopped), 0, 1);
    await once(writer, 'exit');
    await service.stop();
  }
});

test('backup: a restored regatta reads like the one that was copied', async () => {
  const service = await startTestService();
  const event = await service.provision({ timezone: 'America/New_York' });
  const push = regattaPush(loadRegatta('wy-hi-2023'));
  await event.send('POST', '/schedule', push.schedule);
  await event.send('PUT', '/teams', push.teams);
  await event.send('PUT', '/races', push.races);
  for (const { externalId, lanes } of push.draws) {
    await event.send('PUT', `/races/${externalId}/entries`, lanes);
  }
  const original = await event.send('GET', '/schedule');
  const file = join(folder, 'restored.db');
  await json(['backup', '--to', file], { DATABASE_URL: service.databaseUrl });
  await service.stop();
  const restored = await startTestService({ DATABASE_URL: `sqlite:${file}` });
  const path = `/v1/events/${event.eventId}/schedule`;
  const read = await restored.send('GET', path, { key: event.key });
  await restored.stop();
  assert.equal(read.text, original.text);
});
