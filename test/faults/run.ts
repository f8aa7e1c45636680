/**
 * Exposes the service to every fault that it promises to survive, often enough to be sure, and prints a table of the findings.
 * The exit status says whether every promise was kept.
 *
 *     npm run test:faults              everything, some twenty-five minutes
 *     npm run test:faults -- WORD      only what has the word in its name
 *
 * It connects to this machine only, and stops what it has started.
 */
import { join } from 'node:path';
import { newFolder } from '../support/started.ts';
import { failOver } from './fail-over.ts';
import { killServer, killService } from './kill.ts';
import { PostgresServer } from './postgres-server.ts';
import type { Finding } from './proof.ts';
import { faultsOf, sufferFaults } from './server-faults.ts';
import { killWorker } from './worker.ts';
import { writeTogether } from './writers.ts';

const SERVICE_KILLS = 100;
const SERVER_KILLS = 20;
const TOGETHER_SECONDS = 60;
const WORKER_KILLS = { kills: 20, lifeMillis: 2000, devices: 300, isHurried: false };
const AWAY_SECONDS = 5;
/** Longer than a service waits for any answer of the database. */
const LONG_AWAY_SECONDS = 25;
/** A run that takes longer hangs, and fails. */
const MAX_MILLIS = 45 * 60_000;
const MAX_SHOWN = 10;

const word = process.argv[2] ?? '';
const alarm = setTimeout(() => {
  process.stderr.write('The fault tests did not end in time.\n');
  process.exit(1);
}, MAX_MILLIS);

const server = await PostgresServer.create(['max_connections=50']);
const onFile = (name: string, processes = 1) => ({
  database: 'SQLite',
  databaseUrl: `sqlite:${join(newFolder(), `${name}.db`)}`,
  processes,
});
const onServer = async (processes: number) => ({
  database: 'PostgreSQL',
  databaseUrl: await server.newDatabase(),
  processes,
});

const proofs: [name: string, prove: () => Promise<Finding>][] = [
  ['writers', () => writeTogether({ ...onFile('writers'), seconds: TOGETHER_SECONDS })],
  ['writers', async () => writeTogether({ ...(await onServer(2)), seconds: TOGETHER_SECONDS })],
  ['kill', () => killService({ ...onFile('killed'), kills: SERVICE_KILLS })],
  ['kill', async () => killService({ ...(await onServer(2)), kills: SERVICE_KILLS })],
  ['kill', async () => killServer(server, { ...(await onServer(2)), kills: SERVER_KILLS })],
  ['worker', () => killWorker({ ...onFile('worker'), ...WORKER_KILLS })],
  ['worker', async () => killWorker({ ...(await onServer(2)), ...WORKER_KILLS })],
  ...Object.values(faultsOf(AWAY_SECONDS)).map(proofOf),
  ...[faultsOf(LONG_AWAY_SECONDS).silent, faultsOf(LONG_AWAY_SECONDS).forgotten].map(proofOf),
  ['fail-over', () => failOver({ isSynchronous: true, isQuiet: false, processes: 2 })],
  ['fail-over', () => failOver({ isSynchronous: false, isQuiet: false, processes: 2 })],
  ['fail-over', () => failOver({ isSynchronous: false, isQuiet: true, processes: 2 })],
];

function proofOf(fault: Parameters<typeof sufferFaults>[1][number]): (typeof proofs)[number] {
  return [`fault: ${fault.name}`, () => sufferFaults(server, [fault])];
}

process.stdout.write('| What was done | On | What came of it | Promises |\n|---|---|---|---|\n');
let areKept = true;
for (const [name, prove] of proofs) {
  if (!name.includes(word)) continue;
  const { proof, database, measured, broken } = await prove();
  const verdict = broken.length === 0 ? 'kept' : '**broken**';
  process.stdout.write(`| ${proof} | ${database} | ${measured} | ${verdict} |\n`);
  for (const fault of broken.slice(0, MAX_SHOWN)) process.stderr.write(`  ${fault}\n`);
  areKept &&= broken.length === 0;
}
await server.remove();
clearTimeout(alarm);
process.exit(areKept ? 0 : 1);
