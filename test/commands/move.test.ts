/** `move`: an installation that grows takes its data along. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';

const folder = mkdtempSync(join(tmpdir(), 'running-order-move-'));
const from = join(folder, 'from.db');
const TABLES = [
  'users',
  'memberships',
  'api_keys',
  'events',
  'schedules',
  'races',
  'lanes',
  'history',
];

before(async () => {
  assert.equal((await run(['demo'], from)).status, 0);
});
after(() => rmSync(folder, { recursive: true, force: true }));

test('every row arrives as it was, and is counted', async () => {
  const to = join(folder, 'to.db');
  const moved = await run(['move', '--from', `sqlite:${from}`, '--to', `sqlite:${to}`, '--json']);
  assert.equal(moved.status, 0, moved.stderr);
  const { rows } = JSON.parse(moved.stdout);
  for (const table of TABLES) assert.deepEqual(rowsOf(to, table), rowsOf(from, table), table);
  assert.ok(rows >= TABLES.reduce((sum, table) => sum + rowsOf(from, table).length, 0));
  const history = await run(['history', '--event', '1', '--json'], to);
  assert.ok(JSON.parse(history.stdout).changes.length > 20, 'the copy is a working installation');
});

test('a database that is not empty, or nothing to move, is refused and left alone', async () => {
  const before = rowsOf(from, 'races');
  const again = await run(['move', '--from', `sqlite:${from}`, '--to', `sqlite:${from}`]);
  assert.deepEqual([again.status, again.stdout], [1, '']);
  const full = join(folder, 'to.db');
  const refused = await run(['move', '--from', `sqlite:${from}`, '--to', `sqlite:${full}`]);
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /^[^\n]*is not empty[^\n]*\n$/);
  const empty = join(folder, 'empty.db');
  const nothing = await run(['move', '--from', `sqlite:${empty}`, '--to', `sqlite:${empty}2`]);
  assert.match(nothing.stderr, /^There is nothing to move[^\n]*\n$/);
  assert.deepEqual(rowsOf(from, 'races'), before);
});

function rowsOf(file: string, table: string): unknown[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare(`select * from ${table} order by 1, 2`).all();
  } finally {
    database.close();
  }
}

function run(words: string[], file?: string) {
  const env = { ...process.env, ...(file && { DATABASE_URL: `sqlite:${file}` }) };
  return new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      ['bin/running-order.js', ...words],
      { env },
      (error, stdout, stderr) => {
        resolve({ status: Number(error?.code ?? 0), stdout, stderr });
      },
    );
  });
}
