/** Kills the service a few times in the middle of bulk pushes; `npm run test:faults` does it many more times. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOnServer, newDatabase } from '../support/databases.ts';
import { killService } from './kill.ts';

test('faults: the service is killed, nothing is partial and nothing acknowledged is lost', async () => {
  const { url: databaseUrl, drop } = await newDatabase();
  const database = isOnServer ? 'PostgreSQL' : 'SQLite';
  const processes = isOnServer ? 2 : 1;
  const { broken } = await killService({ database, databaseUrl, processes, kills: 3 });
  await drop();
  assert.deepEqual(broken, []);
});
