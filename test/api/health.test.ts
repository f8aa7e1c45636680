/** `/livez` and `/readyz`: what a proxy or an orchestrator asks before it sends requests. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { CURRENT_VERSION } from '../../src/storage/migrations/migrations.ts';
import { readMetrics } from '../support/metrics.ts';
import { anyProblem, exchange, head, headerOf, problem } from '../support/raw-http.ts';
import { type Reply, startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const service = await startTestService({ READS_PER_MINUTE: '1' });

function assertNotReady(reply: Reply, detail: RegExp): void {
  assert.equal(reply.status, 503, reply.text);
  const document = anyProblem(reply);
  assert.equal(document.code, 'internal_error');
  assert.match(document.detail ?? '', detail);
  assert.match(headerOf(reply, 'retry-after') ?? '', /^[1-9]\d*$/);
  assert.equal(headerOf(reply, 'cache-control'), 'no-store');
}

/** Asks until the answer has this status, because an earlier answer is kept for a moment; at most for 60 s. */
async function readyAgain(status: number): Promise<Reply> {
  for (const deadline = Date.now() + 60_000; ; await delay(20)) {
    const reply = await service.send('GET', '/readyz');
    if (reply.status === status || Date.now() > deadline) return reply;
  }
}

async function execute(statement: string): Promise<void> {
  await service.database.write((tx) => sql.raw(statement).execute(tx));
}

test('a service that can work is alive and ready, whoever asks and however often', async () => {
  for (const [path, document] of [
    ['/livez', { status: 'ok' }],
    ['/readyz', { status: 'ready' }],
  ] as const) {
    for (const headers of [{}, {}, { authorization: 'Bearer nonsense' }]) {
      const reply = await service.send('GET', path, { headers });
      assert.equal(reply.status, 200);
      assert.deepEqual(reply.json, document);
      assert.equal(reply.headers.get('content-type'), 'application/json');
      assert.equal(reply.headers.get('cache-control'), 'no-store');
      assert.equal(reply.headers.get('x-ratelimit-limit'), null);
      assert.match(reply.headers.get('x-request-id') ?? '', /^[\w-]+$/);
    }
    const short = await exchange(service.url, head('HEAD', path), 'HEAD');
    assert.equal(short.status, 200);
    assert.equal(Number(short.headers['content-length']), JSON.stringify(document).length);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      const refused = await exchange(service.url, head(method, path));
      problem(refused, 'method_not_allowed');
      assert.equal(refused.headers.allow, 'GET, HEAD');
    }
  }
});

test('a database of another version: not ready, and both versions are named', async () => {
  const other = CURRENT_VERSION + 1;
  await execute(`update schema_version set version = ${other}`);
  const reply = await readyAgain(503);
  await execute(`update schema_version set version = ${CURRENT_VERSION}`);
  assertNotReady(
    reply,
    new RegExp(`\\bversion ${other}\\b.* \\bneeds (version )?${CURRENT_VERSION}\\b`),
  );
  assert.equal((await service.send('GET', '/livez')).status, 200);
  assert.equal((await readyAgain(200)).status, 200);
});

test('a database that fails: not ready, and nothing of what went wrong inside', async () => {
  await execute('alter table schema_version rename to elsewhere');
  const reply = await readyAgain(503);
  const short = await exchange(service.url, head('HEAD', '/readyz'), 'HEAD');
  await execute('alter table elsewhere rename to schema_version');
  assertNotReady(reply, /^The database cannot be reached\.$/);
  assert.equal(short.status, 503);
  assert.equal((await readyAgain(200)).status, 200);
});

/** The read connections of a process, the same number with each database. */
const READ_CONNECTIONS = 4;

test('a database that hangs: a flood of checks is one query, answered although it hangs', async () => {
  const reads = () => service.database.connections.poolStates().find((p) => p.pool === 'reads');
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const holders = Array.from({ length: READ_CONNECTIONS }, () =>
    service.database.snapshot(() => held),
  );
  try {
    while (reads()?.used !== READ_CONNECTIONS) await delay(5);
    // An answer is kept for half a second, so after this delay the next check makes a new query.
    await delay(600);
    const askedAt = performance.now();
    const flood = Promise.all(Array.from({ length: 100 }, () => service.send('GET', '/readyz')));
    await until('the query waits', () => reads()?.waiting === 1);
    assert.equal((await service.send('GET', '/livez')).status, 200);
    assert.equal(reads()?.waiting, 1);
    for (const reply of await flood) assertNotReady(reply, /cannot be reached/);
    assert.ok(performance.now() - askedAt < 20_000, `${performance.now() - askedAt} ms`);
    await delay(600);
    assertNotReady(await service.send('GET', '/readyz'), /cannot be reached/);
    assert.equal(reads()?.waiting, 1, 'a query that hangs is not sent again');
  } finally {
    letGo();
    // A database server may have ended these long transactions, which then fail.
    await Promise.allSettled(holders);
  }
  assert.equal((await readyAgain(200)).status, 200);
});

test('an answer is kept for a moment', async () => {
  // On a busy machine the moment may have passed before the checks, so there are several attempts.
  for (let attempt = 0; attempt < 10; attempt++) {
    assert.equal((await readyAgain(200)).status, 200);
    await execute('update schema_version set version = version + 1');
    const replies = await Promise.all([1, 2, 3].map(() => service.send('GET', '/readyz')));
    await execute('update schema_version set version = version - 1');
    if (replies.every((reply) => reply.status === 200)) return;
  }
  assert.fail('every check asks the database');
});

test('"not ready" is an answer, not a request that was turned away', async () => {
  const code = { code: 'internal_error' };
  const before = await readMetrics(service.url);
  await execute('update schema_version set version = version + 1');
  await readyAgain(503);
  await execute('update schema_version set version = version - 1');
  const after = await readMetrics(service.url);
  const name = 'running_order_rejected_requests_total';
  assert.equal(after.get(name, code) - before.get(name, code), 0);
  await readyAgain(200);
});
