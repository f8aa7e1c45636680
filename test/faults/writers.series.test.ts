/** Many writers and readers for a short time; `npm run test:faults` runs them for a minute. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOnServer, newDatabase } from '../support/databases.ts';
import { writeTogether } from './writers.ts';

test('faults: one order of events explains what many writers wrote and many readers read', async () => {
  const { url: databaseUrl, drop } = await newDatabase();
  const database = isOnServer ? 'PostgreSQL' : 'SQLite';
  const processes = isOnServer ? 2 : 1;
  const { broken } = await writeTogether({ database, databaseUrl, processes, seconds: 3 });
  await drop();
  assert.deepEqual(broken, []);
});
