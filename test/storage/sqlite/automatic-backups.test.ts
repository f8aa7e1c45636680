/** `BACKUP_FOLDER`: a back-up each day and before a migration, which is checked; a failure is reported. */
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, test } from 'node:test';
import { readSettings } from '../../../src/settings.ts';
import { insertClub } from '../../../src/storage/accounts/accounts.ts';
import { Database } from '../../../src/storage/engine/database.ts';
import type { Disk } from '../../../src/storage/engine/dialect.ts';
import { CURRENT_VERSION } from '../../../src/storage/migrations/migrations.ts';
import { readMetrics } from '../../support/metrics.ts';
import { failedLine, json, run } from '../../support/program.ts';
import { fileOf, raw } from '../../support/raw.ts';
import { startTestService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { stepsBackTo } from '../steps-back.ts';

let parent: string;
let folder: string;
let url: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'running-order-backups-'));
  folder = join(parent, 'backups');
  url = `sqlite:${join(parent, 'regatta.db')}`;
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const DAILY = /^regatta-\d{8}T\d{6}Z\.db$/;

/** A database at an earlier version, with a club in it. */
async function makeDatabaseOf(version: number): Promise<void> {
  const { database } = await Database.open(url);
  await database.write((tx) => insertClub(tx, 'Club', 1));
  await database.close();
  const file = new DatabaseSync(fileOf(url));
  file.exec(stepsBackTo(version).join(';'));
  file.close();
}

test('a service makes a back-up when it starts, and none where one is not a day old', async () => {
  const settings = { DATABASE_URL: url, BACKUP_FOLDER: folder };
  const service = await startTestService(settings);
  const event = await service.provision();
  await until(
    'it happens',
    () => existsSync(folder) && readdirSync(folder).some((name) => DAILY.test(name)),
  );
  const samples = await readMetrics(service.url);
  const madeAt = samples.get('running_order_backup_timestamp_seconds');
  assert.ok(Math.abs(madeAt - Date.now() / 1000) < 60, String(madeAt));
  assert.equal(samples.get('running_order_backup_failed'), 0);
  assert.deepEqual((await service.send('GET', '/readyz')).json, { status: 'ready' });
  await event.send('POST', '/schedule', {});
  await service.stop();
  const again = await startTestService(settings);
  await again.stop();
  const [name = '', ...others] = readdirSync(folder);
  assert.match(name, DAILY);
  assert.deepEqual(others, []);
  if (process.platform !== 'win32') {
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600);
  }
  const restored = await startTestService({ DATABASE_URL: `sqlite:${join(folder, name)}` });
  assert.equal((await restored.send('GET', '/readyz')).status, 200);
  await restored.stop();
});

test('the newest back-ups stay, and what is none of them is left alone', async () => {
  mkdirSync(folder);
  const stay = [
    'regatta-20260102T000000Z.db',
    'regatta-20260101T000000Z-before-upgrade-from-3.db',
    'other-20260101T000000Z.db',
    'regatta.db',
    'regatta-20260102T000001Z.db.unfinished',
  ];
  const go = ['regatta-20260101T000000Z.db', 'regatta-20260101T000001Z.db.unfinished'];
  for (const name of [...stay, ...go]) writeFileSync(join(folder, name), '');
  const longAgo = new Date('2026-01-01T00:00:01Z');
  utimesSync(join(folder, go[1] as string), longAgo, longAgo);
  const service = await startTestService({
    DATABASE_URL: url,
    BACKUP_FOLDER: folder,
    BACKUP_KEEP: '2',
  });
  await until('it happens', () => !existsSync(join(folder, go[1] as string)));
  await service.stop();
  const names = readdirSync(folder);
  assert.deepEqual(
    names.filter((name) => !stay.includes(name)).map((name) => DAILY.test(name)),
    [true],
  );
  for (const name of stay) assert.ok(names.includes(name), name);
});

test('a folder of back-ups that can be none is refused in one sentence', () => {
  writeFileSync(folder, 'no folder');
  const read = () => readSettings({ DATABASE_URL: url, BACKUP_FOLDER: folder });
  assert.throws(read, /^Error: BACKUP_FOLDER must be a folder, .+ is a file/);
  for (const path of [parent, join(parent, 'new'), join(parent, 'no', 'parent')]) {
    assert.equal(readSettings({ BACKUP_FOLDER: path }).backups?.folder, path);
  }
});

test('a back-up that fails is told without a stack, and the service goes on', async () => {
  const lines: string[] = [];
  const service = await startTestService(
    { DATABASE_URL: url, BACKUP_FOLDER: join(folder, 'no-parent'), LOG_LEVEL: 'error' },
    {},
    { write: (line) => lines.push(line) },
  );
  try {
    const hasFailed = async () =>
      (await readMetrics(service.url)).get('running_order_backup_failed') === 1;
    await until('it happens', hasFailed);
    const ready = await service.send('GET', '/readyz');
    assert.equal(ready.status, 200);
    assert.match(ready.json.warning, /automatic back-up failed/);
    const event = await service.provision();
    assert.equal((await event.send('POST', '/schedule', {})).status, 201);
  } finally {
    await service.stop();
  }
  const [line = '', ...others] = lines;
  const { reason, msg, err } = JSON.parse(line);
  assert.deepEqual([msg, err, others], ['the automatic back-up failed', undefined, []]);
  assert.match(reason, /no-parent of BACKUP_FOLDER cannot be made: ENOENT/);
});

test('a database is copied as it is before it is migrated', async () => {
  await makeDatabaseOf(1);
  const document = await json(['migrate'], { DATABASE_URL: url, BACKUP_FOLDER: folder });
  assert.deepEqual(document, { from: 1, to: CURRENT_VERSION });
  const [name = '', ...others] = readdirSync(folder);
  assert.match(name, /^regatta-\d{8}T\d{6}Z-before-upgrade-from-1\.db$/);
  assert.deepEqual(others, []);
  const copy = `sqlite:${join(folder, name)}`;
  assert.deepEqual(await raw(copy, 'select version from schema_version'), [{ version: 1 }]);
  assert.deepEqual(await raw(copy, 'select name from clubs'), [{ name: 'Club' }]);
});

test('a database is not migrated where it cannot be copied', async () => {
  await makeDatabaseOf(1);
  writeFileSync(folder, 'no folder');
  await assert.rejects(
    Database.open(url, { backups: { folder, keep: 7 } }),
    /^Error: The database has not been migrated, .+before-upgrade-from-1\.db: .+\. Mend that, or leave/,
  );
  assert.deepEqual(await raw(url, 'select version from schema_version'), [{ version: 1 }]);
});

test('a back-up by hand leaves an earlier version as it is', async () => {
  await makeDatabaseOf(1);
  const file = join(parent, 'copy.db');
  await json(['backup', '--to', file], { DATABASE_URL: url });
  for (const each of [url, `sqlite:${file}`]) {
    assert.deepEqual(await raw(each, 'select version from schema_version'), [{ version: 1 }]);
  }
});

test('no copy takes the space that the next writes need', async () => {
  const { database } = await Database.open(url);
  const file = join(parent, 'copy.db');
  (database.connections.disk as Disk).reserveBytes = 1e18;
  await assert.rejects(
    database.connections.copyTo(file, () => {}),
    /it takes \d+ MB, and the disk of .+ has \d+ MB left\.$/,
  );
  await database.close();
  assert.deepEqual(readdirSync(parent).sort(), ['regatta.db']);
});

test('a damaged database gives no back-up', async () => {
  const { database } = await Database.open(url);
  for (let n = 0; n < 200; n++) {
    await database.write((tx) => insertClub(tx, `Club ${n} ${'x'.repeat(500)}`, 1));
  }
  await database.close();
  const clubs = "select rootpage from sqlite_schema where name = 'clubs'";
  const [{ rootpage } = { rootpage: 0 }] = await raw(url, clubs);
  const handle = openSync(join(parent, 'regatta.db'), 'r+');
  // Overwrites the number of cells of the table's first page: rows are out of reach, and no query notices.
  writeSync(handle, Buffer.from([0, 1]), 0, 2, (Number(rootpage) - 1) * 4096 + 3);
  const opened = await Database.open(url);
  const file = join(parent, 'copy.db');
  await assert.rejects(
    opened.database.connections.copyTo(file, () => {}),
    /damaged; check the disk|malformed/,
  );
  await opened.database.close();
  assert.deepEqual(readdirSync(parent).sort(), ['regatta.db']);
});

test('what was never opened gives no back-up', async () => {
  const ended = await run(['backup', '--to', join(parent, 'copy.db')], { DATABASE_URL: url });
  assert.match(failedLine(ended), /copy\.db: there is nothing in the database yet\.$/);
});
