/** An upgrade from the first version: back-up, migration, the same regatta; and no way back without the back-up. */
import assert from 'node:assert/strict';
import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CURRENT_VERSION } from '../../../src/storage/migrations/migrations.ts';
import { makeFirstVersion, PLACES, placesOf } from '../../support/first-version.ts';
import { endWithin, failedLine, json, run, serve } from '../../support/program.ts';
import { raw } from '../../support/raw.ts';
import { newFolder } from '../../support/started.ts';

const folder = newFolder();
const key = makeFirstVersion(join(folder, 'regatta.db'));
const environment = {
  DATABASE_URL: `sqlite:${join(folder, 'regatta.db')}`,
  BACKUP_FOLDER: join(folder, 'backups'),
};

test('upgrade: the first start copies the database, migrates it, and serves the same regatta', async () => {
  const service = await serve(environment);
  assert.deepEqual(await placesOf(service.url, key), PLACES);
  service.child.kill('SIGTERM');
  assert.equal(await endWithin(20, service), 0);
  const before = readdirSync(environment.BACKUP_FOLDER).filter((name) => /upgrade/.test(name));
  assert.equal(before.length, 1);
  const copy = `sqlite:${join(environment.BACKUP_FOLDER, before[0] as string)}`;
  assert.deepEqual(await raw(copy, 'select version from schema_version'), [{ version: 1 }]);
});

test('upgrade: the copy from before is upgraded again when it is restored', async () => {
  const [name = ''] = readdirSync(environment.BACKUP_FOLDER).filter((each) => /upgrade/.test(each));
  const restored = join(folder, 'restored.db');
  copyFileSync(join(environment.BACKUP_FOLDER, name), restored);
  const DATABASE_URL = `sqlite:${restored}`;
  assert.deepEqual(await json(['migrate'], { DATABASE_URL }), { from: 1, to: CURRENT_VERSION });
  const service = await serve({ DATABASE_URL });
  assert.deepEqual(await placesOf(service.url, key), PLACES);
  service.child.kill('SIGTERM');
  await endWithin(20, service);
});

test('upgrade: an older program refuses what a newer one has migrated, in one sentence', async () => {
  await raw(environment.DATABASE_URL, 'update schema_version set version = version + 1');
  for (const words of [['serve'], ['migrate'], ['user', 'list']]) {
    const line = failedLine(await run(words, environment));
    assert.equal(
      line,
      `The database is at version ${CURRENT_VERSION + 1}, this program knows up to ${CURRENT_VERSION}: install the newer Running Order that wrote it, or restore the back-up from before the upgrade.`,
    );
  }
  const left = await raw(environment.DATABASE_URL, 'select version from schema_version');
  assert.deepEqual(left, [{ version: CURRENT_VERSION + 1 }]);
  const copies = readdirSync(environment.BACKUP_FOLDER).filter((name) => /upgrade/.test(name));
  assert.equal(copies.length, 1, 'what is refused needs no copy');
});
