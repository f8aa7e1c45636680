/** The database file alone, copied while nobody writes, is the whole database. */
import assert from 'node:assert/strict';
import { copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { json } from '../../support/program.ts';
import { startTestService } from '../../support/service.ts';
import { newFolder } from '../../support/started.ts';

/** Two seconds are promised; the rest is for a busy machine. */
const SOON_MILLIS = 60_000;

let copies = 0;

const folder = newFolder();
const service = await startTestService();

const file = () => service.databaseUrl.slice('sqlite:'.length);
const logSize = () => statSync(`${file()}-wal`).size;

/** The name of the newest crew or club in a copy of the file without its log. */
function inCopy(table: 'teams' | 'clubs'): unknown {
  const copy = join(folder, `copy-${++copies}.db`);
  copyFileSync(file(), copy);
  const database = new DatabaseSync(copy);
  try {
    assert.equal(database.prepare('pragma integrity_check').get()?.integrity_check, 'ok');
    const newest = `select name from ${table} order by id desc limit 1`;
    return database.prepare(newest).get()?.name;
  } catch (error) {
    // The tables themselves are still in the log.
    if (error instanceof Error && /no such table/.test(error.message)) return undefined;
    throw error;
  } finally {
    database.close();
  }
}

async function soonInCopy(table: 'teams' | 'clubs', name: string): Promise<void> {
  const startedAt = performance.now();
  await delay(2000);
  while (inCopy(table) !== name) {
    assert.ok(performance.now() - startedAt < SOON_MILLIS, 'it is in the log only');
    await delay(100);
  }
}

test('file: what the service wrote is in the file itself two seconds later', async () => {
  const event = await service.provision();
  await event.send('POST', '/schedule');
  for (const name of ['First', 'Second']) {
    await event.send('PUT', '/teams', [{ externalId: name, name }]);
    await soonInCopy('teams', name);
    // The last use of a key is written some seconds after the request, and is in the file soon after that.
    const endsAt = performance.now() + SOON_MILLIS;
    while (logSize() > 0 && performance.now() < endsAt) await delay(100);
    assert.equal(logSize(), 0, 'nothing is left in the log');
  }
});

test('file: what the command line wrote beside the service is, too', async () => {
  await json(['club', 'add', '--name', 'By hand'], { DATABASE_URL: service.databaseUrl });
  await soonInCopy('clubs', 'By hand');
});

test('file: a reader that takes its time puts it off, and no longer', async () => {
  const reader = new DatabaseSync(file(), { readOnly: true });
  reader.exec('begin');
  reader.prepare('select count(*) from clubs').get();
  const { clubId } = await service.provision();
  assert.ok(clubId > 0);
  await delay(2500);
  assert.ok(logSize() > 0);
  reader.exec('commit');
  reader.close();
  await soonInCopy('clubs', 'Rowing club');
});
