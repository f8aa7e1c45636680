/** Who may read what the embedded database writes: the user of the service, and nobody else. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Database } from '../../../src/storage/engine/database.ts';
import { json } from '../../support/program.ts';

let folder: string;
let umask: number;

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'running-order-private-'));
  // This mask withholds nothing: every permission that is missing was withheld by the program.
  umask = process.umask(0);
});
after(() => {
  process.umask(umask);
  rmSync(folder, { recursive: true, force: true });
});

// Windows gives access by lists, not by modes.
const skip = process.platform === 'win32';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('a new database, its log and its folders are for their owner alone', { skip }, async () => {
  const inner = join(folder, 'new', 'data');
  const { database } = await Database.open(`sqlite:${join(inner, 'x.db')}`);
  try {
    const files = readdirSync(inner);
    assert.deepEqual(files.sort(), ['x.db', 'x.db-shm', 'x.db-wal']);
    for (const file of files) assert.equal(modeOf(join(inner, file)), '600', file);
    assert.equal(modeOf(inner), '700');
    assert.equal(modeOf(join(folder, 'new')), '700');
  } finally {
    await database.close();
  }
});

test('a back-up is for its owner alone', { skip }, async () => {
  const file = join(folder, 'copy.db');
  const environment = { DATABASE_URL: `sqlite:${join(folder, 'source.db')}` };
  await json(['migrate'], environment);
  await json(['backup', '--to', file], environment);
  assert.equal(modeOf(file), '600');
});

test('folders and files that are there keep the modes that somebody gave them', {
  skip,
}, async () => {
  const shared = join(folder, 'shared');
  mkdirSync(shared);
  chmodSync(shared, 0o750);
  const url = `sqlite:${join(shared, 'x.db')}`;
  await (await Database.open(url)).database.close();
  chmodSync(join(shared, 'x.db'), 0o640);
  const { database } = await Database.open(url);
  try {
    assert.deepEqual([modeOf(shared), modeOf(join(shared, 'x.db'))], ['750', '640']);
    assert.equal(modeOf(join(shared, 'x.db-wal')), '640', 'as SQLite has it');
  } finally {
    await database.close();
  }
});
