/** Kills the process that sends notifications a few times; `npm run test:faults` does it many more times. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOnServer, newDatabase } from '../support/databases.ts';
import { killWorker } from './worker.ts';

test('faults: the process that tells news is killed, everyone hears how each race stands', async () => {
  const { url: databaseUrl, drop } = await newDatabase();
  const { broken } = await killWorker({
    database: isOnServer ? 'PostgreSQL' : 'SQLite',
    databaseUrl,
    processes: isOnServer ? 2 : 1,
    devices: 60,
    kills: 2,
    lifeMillis: 1200,
    isHurried: true,
  });
  await drop();
  assert.deepEqual(broken, []);
});
