/** Some faults of a database server, of a second each; `npm run test:faults` has more. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { killServer } from './kill.ts';
import { PostgresServer } from './postgres-server.ts';
import { faultsOf, sufferFaults } from './server-faults.ts';

const server = await PostgresServer.create(['max_connections=50']);
after(() => server.remove());

test('faults: the server goes away and comes back, the service answers 503 and goes on', async () => {
  const { resetAndSilent, taken } = faultsOf(1);
  const { broken } = await sufferFaults(server, [resetAndSilent, taken]);
  assert.deepEqual(broken, []);
});

test('faults: the server is killed, nothing is partial and nothing acknowledged is lost', async () => {
  const databaseUrl = await server.newDatabase();
  const where = { database: 'PostgreSQL', databaseUrl, processes: 1 };
  assert.deepEqual((await killServer(server, { ...where, kills: 2 })).broken, []);
});
