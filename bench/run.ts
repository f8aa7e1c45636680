/**
 * How fast the service is, held against the least that could do the same work, in one run.
 *
 *     npm run -s bench > docs/benchmarks.md
 *
 * Needs Linux, `wrk` and `pgbench` (Debian: `apt-get install wrk postgresql`). Everything runs on
 * this machine, on loopback, on databases in a temporary folder and on a private server; it takes
 * some eight minutes and stops what it started.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedRows } from './embedded.ts';
import { type Result, ROUNDS } from './measure.ts';
import { serverRows } from './server.ts';

const folder = mkdtempSync(join(tmpdir(), 'running-order-bench-'));
try {
  const embedded = await embeddedRows(folder);
  const { version, results } = await serverRows(folder);
  print(embedded, results, version);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function print(embedded: Result[], server: Result[], version: string): void {
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
    'changes what it names and is durable (`synchronous=FULL`) before it is answered; the bare transaction',
    'writes the same rows with prepared statements, history included, without HTTP, JSON, validation, rules',
    'or an answer. Pushes that arrive together share a commit. The limits are lifted, the limiter runs.',
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
