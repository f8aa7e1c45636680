/** A migration of a large installation: it takes longer than any other statement may. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Database } from '../../../src/storage/engine/database.ts';
import { CURRENT_VERSION } from '../../../src/storage/migrations/migrations.ts';
import { newServerDatabase } from '../../support/databases.ts';
import { raw } from '../../support/raw.ts';
import { stepsBackTo } from '../steps-back.ts';

/** Longer than a write waits for a lock, and than it waits for an answer. */
const LONG_MILLIS = 9000;

const made = await newServerDatabase();
for (const statement of stepsBackTo(6)) await raw(made.url, statement);

test('migration: two processes wait for one that takes long, and only one does it', async () => {
  const other = new pg.Client({ connectionString: made.url });
  await other.connect();
  await other.query('begin');
  await other.query('lock table history in access exclusive mode');
  const opening = Promise.all([Database.open(made.url), Database.open(made.url)]);
  const [opened] = await Promise.allSettled([opening, delay(LONG_MILLIS).then(() => other.end())]);
  if (opened.status === 'rejected') throw opened.reason;
  const versions = opened.value.map(({ from, to }) => [from, to]).sort(([a = 0], [b = 0]) => a - b);
  for (const { database } of opened.value) await database.close();
  assert.deepEqual(versions, [
    [6, CURRENT_VERSION],
    [CURRENT_VERSION, CURRENT_VERSION],
  ]);
});
