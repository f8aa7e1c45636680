/** `/metrics`: what the service counts about itself. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { PROBLEM_CODES } from '../../src/contract/problem.ts';
import { isOnServer } from '../support/databases.ts';
import { readMetrics, type Samples } from '../support/metrics.ts';
import { exchange, head, problem, RawConnection } from '../support/raw-http.ts';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const DURATION = 'http_server_request_duration_seconds';
const REJECTED = 'running_order_rejected_requests_total';
const LIMITED = 'running_order_limited_requests_total';
const ACTIVE = 'http_server_active_requests';
/** Longer than a busy machine keeps a process waiting for the processor. */
const BLOCKED_MILLIS = 600;

const service = await startTestService();
const event = await service.provision();
await event.send('POST', '/schedule');

const read = () => readMetrics(service.url);

function labelsOf(method: string, route: string, status: number) {
  return {
    http_request_method: method,
    http_route: route,
    http_response_status_code: String(status),
  };
}

/** How many requests of a kind lie between two readings. */
function requests(earlier: Samples, later: Samples, ...kind: Parameters<typeof labelsOf>): number {
  const [name, labels] = [`${DURATION}_count`, labelsOf(...kind)];
  return later.get(name, labels) - earlier.get(name, labels);
}

test('it is Prometheus text for everybody, not kept by caches; other methods get 405', async () => {
  const reply = await service.send('GET', '/metrics');
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
  assert.equal(reply.headers.get('cache-control'), 'no-store');
  const short = await exchange(service.url, head('HEAD', '/metrics'), 'HEAD');
  assert.equal(short.status, 200);
  assert.ok(Number(short.headers['content-length']) > 1000);
  const refused = await service.send('POST', '/metrics');
  problem(refused, 'method_not_allowed');
  assert.equal(refused.headers.get('allow'), 'GET, HEAD');
  const { text } = await read();
  const names = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name]) => name);
  assert.equal(new Set(names).size, names.length);
  for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('#'))) {
    const name = line.replace(/[{ ].*$/, '').replace(/_(bucket|sum|count)$/, '');
    const isNamed = names.includes(name) || names.includes(line.replace(/[{ ].*$/, ''));
    assert.ok(isNamed, line);
  }
});

test('the operations guide lists every metric with its labels', async () => {
  const { text } = await read();
  const served = new Map<string, Set<string>>();
  for (const [, name = ''] of text.matchAll(/^# TYPE (\S+) /gm)) served.set(name, new Set());
  for (const [, sample = '', labels = ''] of text.matchAll(/^([a-z]\w+)\{(.*)\} /gm)) {
    const found = served.get(sample) ?? served.get(sample.replace(/_(bucket|sum|count)$/, ''));
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) if (label !== 'le') found?.add(label);
  }
  const guide = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const listed = new Map<string, Set<string>>();
  for (const [, names = '', labels = ''] of guide.matchAll(/^\| (`\w+_[^|]*) \| ([^|]*)\|/gm)) {
    const labelNames = [...labels.matchAll(/`(\w+)`(?=[,:; ]|$)/g)].map(([, label = '']) => label);
    for (const [, name = ''] of names.matchAll(/`(\w+)`/g)) listed.set(name, new Set(labelNames));
  }
  assert.deepEqual([...listed.keys()].sort(), [...served.keys()].sort());
  for (const [name, labels] of served) {
    for (const label of labels) assert.ok(listed.get(name)?.has(label), `${name} has ${label}`);
  }
});

test('requests are counted by method, route and status, never by the path that was sent', async () => {
  const earlier = await read();
  const schedule = await event.send('GET', '/schedule');
  const etag = schedule.headers.get('etag') ?? '';
  for (let i = 0; i < 3; i++) {
    const held = await event.send('GET', '/schedule', undefined, { 'if-none-match': etag });
    assert.equal(held.status, 304);
  }
  const headers = [`Authorization: Bearer ${event.key}`];
  await exchange(service.url, head('HEAD', '/v1/me', ...headers), 'HEAD');
  await event.send('PUT', '/races/secret-race/results', []);
  await event.send('PUT', '/teams', 'no JSON');
  await event.send('PUT', '/teams', [{ externalId: 'a', name: 'A' }]);
  await service.send('GET', '/v1/me');
  await service.send('GET', '/v1/secret-path?x=1');
  await service.send('GET', '/v1/me/%zz');
  await service.send('DELETE', '/v1/me');
  await exchange(service.url, head('PROPFIND', '/v1/me'));
  await exchange(service.url, head('LOCK', '/v1/me'));
  await service.send('GET', '/problems/conflict');
  await exchange(service.url, 'GET /v1/me HTTP/1.1\r\n\r\n');
  const later = await read();

  const [full, teams] = ['/v1/events/:eventId/schedule', '/v1/events/:eventId/teams'];
  const results = '/v1/events/:eventId/races/:externalId/results';
  for (const [count, method, route, status] of [
    [1, 'GET', full, 200],
    [3, 'GET', full, 304],
    [1, 'HEAD', '/v1/me', 200],
    [1, 'PUT', results, 404],
    [1, 'PUT', teams, 400],
    [1, 'PUT', teams, 200],
    [1, 'GET', '/v1/me', 401],
    [2, 'GET', '', 404],
    [1, 'DELETE', '/v1/me', 405],
    [2, '_OTHER', '/v1/me', 405],
    [1, 'GET', '/problems/conflict', 200],
    [1, 'GET', '/v1/me', 400],
    [1, 'GET', '/metrics', 200],
  ] as const) {
    const seen = requests(earlier, later, method, route, status);
    assert.equal(seen, count, `${method} ${route} ${status}`);
  }
  assert.doesNotMatch(later.text, /secret|\/events\/\d|PROPFIND|LOCK|%/);
});

test('durations are told in the buckets that the convention advises', async () => {
  const route = '/v1/events/:eventId/teams';
  const earlier = await read();
  const connection = await RawConnection.open(service.url);
  const body = '[{"externalId":"slow","name":"Slow"}]';
  const lines = [
    `Authorization: Bearer ${event.key}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  const startedAt = performance.now();
  connection.write(head('PUT', `/v1/events/${event.eventId}/teams`, ...lines));
  await delay(300);
  connection.write(body);
  assert.equal((await connection.reply()).status, 200);
  const seconds = (performance.now() - startedAt) / 1000;
  connection.close();
  const later = await read();

  const labels = labelsOf('PUT', route, 200);
  const grown = (name: string, more: Record<string, string> = {}) =>
    later.get(name, { ...labels, ...more }) - earlier.get(name, { ...labels, ...more });
  const bounds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
  assert.deepEqual(
    [...later.labelsOf(`${DURATION}_bucket`, 'le')],
    [...bounds.map(String), '+Inf'],
  );
  for (const bound of bounds) {
    if (bound <= 0.25) assert.equal(grown(`${DURATION}_bucket`, { le: String(bound) }), 0);
    if (bound >= seconds) assert.equal(grown(`${DURATION}_bucket`, { le: String(bound) }), 1);
  }
  assert.equal(grown(`${DURATION}_bucket`, { le: '+Inf' }), 1);
  assert.equal(grown(`${DURATION}_count`), 1);
  const sum = grown(`${DURATION}_sum`);
  assert.ok(sum > 0.25 && sum <= seconds, `${sum} of ${seconds} s`);
});

test('requests under way are told, also when their client goes away', async () => {
  // The request that reads the metrics is under way as well.
  assert.equal((await read()).get(ACTIVE), 1);
  const uploads = await Promise.all([1, 2].map(() => RawConnection.open(service.url)));
  const lines = [
    `Authorization: Bearer ${event.key}`,
    'Content-Type: application/json',
    'Content-Length: 2',
  ];
  for (const upload of uploads) {
    upload.write(head('PUT', `/v1/events/${event.eventId}/teams`, ...lines));
  }
  const becomes = (count: number) =>
    until(`${count} requests are under way`, async () => (await read()).get(ACTIVE) === count);
  await becomes(3);
  uploads[0]?.write('[]');
  await becomes(2);
  uploads[1]?.close();
  await becomes(1);
  uploads[0]?.close();
});

test('problems are counted by their code, from the first reading on', async () => {
  const earlier = await read();
  for (const code of PROBLEM_CODES) assert.ok(earlier.has(REJECTED, { code }), code);
  await service.send('GET', '/v1/me');
  await service.send('GET', '/nowhere');
  await service.send('POST', '/v1/me');
  await event.send('PUT', '/races', [{}]);
  await event.send('PUT', '/races', '{');
  await exchange(service.url, 'this is not HTTP\r\n\r\n');
  await event.send('GET', '/schedule');
  const later = await read();
  const grown = PROBLEM_CODES.map((code) => [
    code,
    later.get(REJECTED, { code }) - earlier.get(REJECTED, { code }),
  ]).filter(([, count]) => count !== 0);
  assert.deepEqual(Object.fromEntries(grown), {
    missing_credentials: 1,
    route_not_found: 1,
    method_not_allowed: 1,
    validation_failed: 1,
    malformed_json: 2,
  });
});

test('requests over the limit are counted by their kind', async () => {
  const limited = await startTestService({ READS_PER_MINUTE: '2', WRITES_PER_MINUTE: '1' });
  try {
    const own = await limited.provision();
    assert.ok((await readMetrics(limited.url)).has(LIMITED, { kind: 'reads' }));
    for (let i = 0; i < 5; i++) await own.send('GET', '/teams');
    for (let i = 0; i < 3; i++) await own.send('PUT', '/teams', []);
    const samples = await readMetrics(limited.url);
    assert.equal(samples.get(LIMITED, { kind: 'reads' }), 3);
    assert.equal(samples.get(LIMITED, { kind: 'writes' }), 2);
    assert.equal(samples.get(REJECTED, { code: 'rate_limited' }), 5);
    const others = await read();
    assert.equal(others.get(LIMITED, { kind: 'reads' }), 0, 'each service counts its own');
  } finally {
    await limited.stop();
  }
});

test('an event loop that was blocked shows, until it has been read', async () => {
  await read();
  await delay(100);
  const end = performance.now() + BLOCKED_MILLIS;
  while (performance.now() < end);
  await delay(100);
  const blocked = await read();
  const max = blocked.get('nodejs_eventloop_delay_max_seconds');
  assert.ok(max > (0.9 * BLOCKED_MILLIS) / 1000, `${max} s`);
  const p50 = blocked.get('nodejs_eventloop_delay_p50_seconds');
  const p99 = blocked.get('nodejs_eventloop_delay_p99_seconds');
  assert.ok(p50 > 0.005 && p50 < p99 && p99 <= max, `${p50} < ${p99} <= ${max}`);
  const utilization = blocked.get('nodejs_eventloop_utilization_ratio');
  assert.ok(utilization > 0.2 && utilization <= 1, `${utilization}`);
  // A busy machine may keep the process waiting as well, but not in every interval.
  const isCalm = async () => {
    await delay(600);
    const calm = await read();
    return (
      calm.get('nodejs_eventloop_delay_max_seconds') < max &&
      calm.get('nodejs_eventloop_utilization_ratio') < utilization
    );
  };
  for (let interval = 1; !(await isCalm()); interval++) assert.ok(interval < 20, 'still not calm');
});

test('processor time and memory are those of the process', async () => {
  const earlier = await read();
  const spentMicros = () => process.cpuUsage().user + process.cpuUsage().system;
  const enough = spentMicros() + 100_000;
  while (spentMicros() < enough);
  const later = await read();
  const cpu = 'process_cpu_seconds_total';
  assert.ok(later.get(cpu) - earlier.get(cpu) >= 0.1);
  assert.ok(later.get(cpu) <= spentMicros() / 1e6);
  const { rss, heapUsed } = process.memoryUsage();
  const close = (seen: number, real: number) => seen > real / 2 && seen < real * 2;
  assert.ok(close(later.get('process_resident_memory_bytes'), rss));
  const heap = 'v8js_memory_heap_used_bytes';
  const spaces = [...later.labelsOf(heap, 'v8js_heap_space_name')];
  assert.ok(spaces.includes('old_space'));
  const used = spaces.map((name) => later.get(heap, { v8js_heap_space_name: name }));
  assert.ok(
    close(
      used.reduce((sum, bytes) => sum + bytes),
      heapUsed,
    ),
  );
});

test('the connections to the database are told: in use, free, and waited for', async () => {
  const connections = (samples: Samples, pool: string) => {
    const count = (state: string) =>
      samples.get('db_client_connection_count', {
        db_client_connection_pool_name: pool,
        db_client_connection_state: state,
      });
    const pending = samples.get('db_client_connection_pending_requests', {
      db_client_connection_pool_name: pool,
    });
    return { used: count('used'), idle: count('idle'), pending };
  };
  // Writes of the test before may still be going on.
  await until('calm', async () => connections(await read(), 'writes').used === 0);
  const calm = await read();
  // Connections to a database file are all open from the start, those to a server are opened when they are needed.
  const idle = (pool: string, open: number) => (isOnServer ? connections(calm, pool).idle : open);
  assert.deepEqual(connections(calm, 'reads'), { used: 0, idle: idle('reads', 4), pending: 0 });
  assert.deepEqual(connections(calm, 'writes'), { used: 0, idle: idle('writes', 1), pending: 0 });
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const { database } = service;
  const work = [
    database.write(() => held),
    ...Array.from({ length: 6 }, () => database.snapshot(() => held)),
  ];
  await until('all wait', async () => connections(await read(), 'reads').pending === 2);
  const busy = await read();
  letGo();
  await Promise.all(work);
  assert.deepEqual(connections(busy, 'reads'), { used: 4, idle: 0, pending: 2 });
  assert.deepEqual(connections(busy, 'writes'), { used: 1, idle: 0, pending: 0 });
  await sql`select 1`.execute(database.reads);
  assert.deepEqual(connections(await read(), 'reads'), { used: 0, idle: 4, pending: 0 });
});
