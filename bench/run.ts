/**
 * How fast the service is, held against the least that could do the same work, in one run.
 *
 *     npm run -s bench > docs/benchmarks.md
 *
 * Needs Linux, `wrk` and `pgbench` (Debian: `apt-get install wrk postgresql`). Everything runs on
 * this machine, on loopback, on databases in a temporary folder and on a private server; it takes
 * some twelve minutes and stops what it started.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedRows } from './embedded.ts';
import { fairnessRow } from './fairness.ts';
import { type Result, ROUNDS } from './measure.ts';
import { notificationRows } from './notifications.ts';
import { preparePublished, publicRows } from './public.ts';
import { serverRows } from './server.ts';

const folder = mkdtempSync(join(tmpdir(), 'running-order-bench-'));
try {
  const embedded = await embeddedRows(folder);
  const { version, results } = await serverRows(folder);
  const published = await preparePublished(folder);
  const forAll = [
    ...(await notificationRows(published, folder)),
    ...(await publicRows(published, folder)),
    await fairnessRow(published, folder),
  ];
  print({ embedded, server: results, version, forAll });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

interface Printed {
  embedded: Result[];
  server: Result[];
  /** Of the server. */
  version: string;
  /** What the public and devices notice. */
  forAll: Result[];
}

function print({ embedded, server, version, forAll }: Printed): void {
  const [cpu] = cpus();
  const lines = [
    '# Benchmarks',
    '',
    `Printed by \`npm run -s bench\` on ${new Date().toISOString().slice(0, 10)}: ` +
      `${cpus().length} × ${cpu?.model ?? 'unknown processor'}, Node.js ${process.versions.node}, Linux, load and service on the same machine.`,
    `Each figure is the median of ${ROUNDS} rounds, taken in turn with what it is held against.`,
    '',
    '## SQLite',
    '',
    ...tableOf(embedded),
    '',
    'Reads: 100 races of 8 lanes, drawn and timed; `wrk` with 32 keep-alive connections; every request is',
    'authenticated, counted by the limiter and checked for permission. Writes: `wrk` as well, every push',
    'changes what it names, is news to crews, and is durable (`synchronous=FULL`) before it is answered; the',
    'bare transaction writes the same rows with prepared statements, history and news included, without',
    'HTTP, JSON, validation, rules or an answer. Pushes that arrive together share a commit. The limits are',
    'lifted, the limiter runs, and so does what tells the news, of which nobody follows any.',
    '',
    `## PostgreSQL ${version}`,
    '',
    ...tableOf(server),
    '',
    'The same load; the server runs on the same two cores, with its settings as they come. The bare server',
    'asks one prepared query for one row per request and sends the same bytes. `pgbench` sends the',
    'statements of the push in one transaction (`bench/bare-transactions.ts`), with as many clients. The',
    'look-ups and counts of requests that arrive together are asked together, and pushes to one event that',
    'arrive together share a commit.',
    '',
    '## Board and notifications',
    '',
    ...tableOf(forAll),
    '',
    'On SQLite, with news that settle for the usual 10 seconds, which are part of the time. The first four',
    'rows are single runs. The push service is a process of its own on the same two cores; it checks every',
    'signature and decrypts one message in a hundred, and none was refused, left out or sent twice. The',
    'processor time is that of the whole service from before the push until two seconds after the last',
    'message. The live connections come from four addresses; the time ends when a connection is told of the',
    'change (reading the board is not part of it), over 20 changes. Spectators ask at a fixed rate, whether',
    'they are answered or not, and get the whole board with gzip each time, which changes with every push,',
    'because those that come back with its tag would cost less; the pushes come from one connection, at the',
    'same pace with spectators and without. The last row is a single run as well: the large pushes come all',
    'at once from 500 connections, the results at their times from 40, answered or not.',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function tableOf(results: Result[]): string[] {
  return [
    '| Work | Running Order | Held against | Ratio | Reach |',
    '|---|---|---|---|---|',
    ...results.map(
      ({ work, ours, against, ratio, reach }) =>
        `| ${work} | ${ours} | ${against} | ${ratio} | ${reach} |`,
    ),
  ];
}
