/** The stream of changes: which clients get an event, when, and how streams end. */
import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { StreamGroup } from '../../src/http/event-streams.ts';
import { firstTime, Listener, published, times } from '../support/board.ts';
import { isOnServer, newDatabase } from '../support/databases.ts';
import { readMetrics } from '../support/metrics.ts';
import { endWithin, json, serve } from '../support/program.ts';
import { exchange, head, problem, RawConnection } from '../support/raw-http.ts';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const LIVE = 'running_order_live_connections';
const SOON_MILLIS = 10_000;
const MAX_OF_ADDRESS = 1000;

const service = await startTestService({ TRUSTED_PROXIES: '1' });
const event = await published(service);

const listen = (url = service.url, eventId = event.eventId) => Listener.open(url, eventId);
const livePath = () => `/board/api/events/${event.eventId}/live`;
const liveCount = async (of = service) => (await readMetrics(of.url)).get(LIVE);

async function becomes(count: number, of = service): Promise<void> {
  await until(`${count} are live`, async () => (await liveCount(of)) === count);
}

test('live: a stream says the revision at once, and again after each change', async () => {
  const listener = await listen();
  const { status, headers } = listener.response;
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'text/event-stream');
  assert.match(headers.get('cache-control') ?? '', /no-store|no-cache/);
  assert.equal(headers.get('x-accel-buffering'), 'no');
  assert.equal(headers.get('content-encoding'), null);
  assert.ok(headers.get('x-request-id'));
  await listener.until(({ revisions }) => revisions.length === 1);
  assert.match(listener.text, /^retry: \d{4}\n/);
  const { revision } = (await event.board()).json;
  assert.deepEqual(listener.revisions, [revision]);
  for (let round = 1; round <= 3; round++) {
    await event.send('PUT', '/races/r1/results', times(round * 1000));
    await listener.until(({ revisions }) => revisions.length === round + 1);
    assert.equal(listener.revisions.at(-1), revision + round);
  }
  listener.close();
  await becomes(0);
});

test('live: what is told can be read', async () => {
  const listener = await listen();
  await listener.until(({ revisions }) => revisions.length === 1);
  for (let round = 1; round <= 20; round++) {
    const before = listener.revisions.length;
    const write = event.send('PUT', '/races/r2/results', times(round * 1000));
    await listener.until(({ revisions }) => revisions.length > before);
    const { revision, races } = (await event.board()).json;
    assert.ok(revision >= (listener.revisions.at(-1) ?? 0));
    assert.equal(races[1].lanes[0].finishTimeMillis, round * 1000);
    await write;
  }
  listener.close();
});

test('live: what nobody can see is not told, and many changes at once may be one', async () => {
  const [listener, other] = [await listen(), await published(service)];
  await listener.until(({ revisions }) => revisions.length === 1);
  await event.send('PUT', '/teams', [{ externalId: 'c1', name: 'Amsel', boatIndex: 2 }]);
  await other.send('PUT', '/races/r1/results', times(1000));
  await delay(300);
  assert.equal(listener.revisions.length, 1);
  await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      event.send('PUT', '/races', [{ externalId: `x${n}`, raceNumber: 100 + n, ...AT }]),
    ),
  );
  const { revision } = (await event.board()).json;
  await listener.until(({ revisions }) => revisions.at(-1) === revision);
  const told = listener.revisions;
  assert.deepEqual(
    told,
    [...new Set(told)].sort((a, b) => a - b),
    'in order, each once',
  );
  listener.close();
});

const AT = { scheduledAt: '2026-06-13T09:00:00Z' };

test('live: HEAD says what GET would', async () => {
  const reply = await exchange(service.url, head('HEAD', livePath()), 'HEAD');
  assert.equal(reply.status, 200);
  assert.equal(reply.headers['content-type'], 'text/event-stream');
  await becomes(0);
});

test('live: a schedule that is taken back ends its streams, and nobody gets in again', async () => {
  const own = await published(service);
  const listeners = await Promise.all([1, 2, 3].map(() => listen(service.url, own.eventId)));
  for (const each of listeners) await each.until(({ revisions }) => revisions.length === 1);
  const environment = { DATABASE_URL: service.databaseUrl };
  await json(['schedule', 'unpublish', '--event', String(own.eventId)], environment);
  const millis = await Promise.all(listeners.map((each) => each.until(({ isOver }) => isOver)));
  assert.ok(Math.max(...millis) < SOON_MILLIS, `${millis}`);
  problem(await own.board('/live'), 'event_not_found');
  await becomes(0);
});

test('live: changes by other processes are told, by the command line within two seconds', async () => {
  const made = await newDatabase();
  // Only one service can run on an embedded database.
  const services = await Promise.all(
    (isOnServer ? [1, 2] : [1]).map(() => startTestService({ DATABASE_URL: made.url })),
  );
  const [one, other] = [services[0], services.at(-1)];
  assert.ok(one && other);
  try {
    const own = await published(one);
    const listener = await listen(other.url, own.eventId);
    await listener.until(({ revisions }) => revisions.length === 1);
    const millis: number[] = [];
    for (let round = 1; round <= 6; round++) {
      await own.send('PUT', '/races/r1/results', times(round * 1000));
      millis.push(await listener.until(({ revisions }) => revisions.length === round + 1));
      const path = `/board/api/events/${own.eventId}`;
      assert.equal(firstTime(await other.send('GET', path)), round * 1000);
    }
    const median = millis.sort((a, b) => a - b)[2] ?? 0;
    assert.ok(median < SOON_MILLIS, `${millis}`);
    const race = ['race', 'add', '--event', String(own.eventId), '--number', '70'];
    const words = [...race, '--at', '2026-06-13T12:00:00Z'];
    await json(words, { DATABASE_URL: made.url });
    const waited = await listener.until(({ revisions }) => revisions.length === 8);
    assert.ok(waited < SOON_MILLIS, `${waited} ms`);
    listener.close();
  } finally {
    await Promise.all(services.map((each) => each.stop()));
    await made.drop();
  }
});

/** Opens many streams from one address, each as a plain socket. */
async function openMany(count: number, address: string): Promise<Socket[]> {
  const { hostname, port } = new URL(service.url);
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect({ host: hostname, port: Number(port) });
      socket.on('error', () => {});
      socket.write(head('GET', livePath(), `X-Forwarded-For: ${address}`));
      await new Promise((resolve) => socket.once('data', resolve));
      return socket;
    }),
  );
}

test('live: one address has its share and no more, and gets it back', async () => {
  const [address, line] = ['203.0.113.7', 'X-Forwarded-For: 203.0.113.7'];
  const sockets = await openMany(MAX_OF_ADDRESS, address);
  await becomes(MAX_OF_ADDRESS);
  const refused = await exchange(service.url, head('GET', livePath(), line));
  problem(refused, 'rate_limited');
  assert.match(refused.headers['retry-after'] ?? '', /^[1-9]\d*$/);
  const other = await RawConnection.open(service.url);
  other.write(head('GET', livePath(), 'X-Forwarded-For: 203.0.113.8'));
  await becomes(MAX_OF_ADDRESS + 1);
  other.close();
  assert.equal((await event.board('', { 'x-forwarded-for': address })).status, 200);

  // All streams get the change, and a write and a read meanwhile do not wait for that.
  const told = sockets.map((socket) => new Promise((resolve) => socket.once('data', resolve)));
  const { status } = await event.send('PUT', '/races/r1/results', times(123, 456));
  assert.equal(status, 200);
  await Promise.all(told);

  for (const socket of sockets) socket.destroy();
  await becomes(0);
  for (const socket of await openMany(3, address)) socket.destroy();
  await becomes(0);
});

test('live: who does not read is left behind, and nothing is kept for them', async () => {
  const group = new StreamGroup(1);
  const streams: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    response.once('close', () => group.delete(response));
    group.add(response);
    streams.push(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${address.port}`;
  const sleeper = await RawConnection.open(url);
  sleeper.socket.pause();
  const reader = connect(address.port, '127.0.0.1');
  let received = 0;
  reader.on('data', (bytes) => {
    received += bytes.length;
  });
  for (const each of [sleeper, reader]) each.write(head('GET', '/'));
  while (streams.length < 2) await delay(5);
  const text = `:${'x'.repeat(500_000)}\n\n`;
  let sent = 0;
  while (!streams.some((stream) => stream.destroyed)) {
    assert.ok(sent < 100_000_000, 'it is kept in memory');
    await group.write(text);
    sent += text.length;
    while (received < sent) await delay(1);
  }
  assert.equal(streams.filter((stream) => stream.destroyed).length, 1);
  await group.write(text);
  while (received < sent + text.length) await delay(1);
  group.end();
  while (!group.isEmpty) await delay(1);
  server.close();
  server.closeAllConnections();
  sleeper.close();
});

test('live: a service that stops ends its streams at once', async () => {
  const made = await newDatabase();
  const setup = await startTestService({ DATABASE_URL: made.url });
  const own = await published(setup);
  await setup.stop();
  const served = await serve({ DATABASE_URL: made.url });
  const { child, url } = served;
  const listeners = await Promise.all(Array.from({ length: 20 }, () => listen(url, own.eventId)));
  for (const each of listeners) await each.until(({ revisions }) => revisions.length === 1);
  const askedAt = performance.now();
  child.kill('SIGTERM');
  assert.equal(await endWithin(60, served), 0);
  const millis = performance.now() - askedAt;
  // A stop waits up to five seconds for requests under way; streams must not count as such.
  assert.ok(millis < 4500, `${millis} ms`);
  for (const each of listeners) await each.until(({ isOver }) => isOver);
  await made.drop();
});
