/**
 * Pipelined requests: of each connection one is processed at a time, in order, until all are answered. How
 * long other clients have to wait meanwhile is measured by `bench/hostile.ts`.
 */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { readMetrics } from '../support/metrics.ts';
import { chunked, head, RawConnection, whole } from '../support/raw-http.ts';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const CONNECTIONS = 100;
const REQUESTS = 2000;
/** A document of some 100 KB, so that the buffers of the operating system are soon full. */
const LARGE = '/openapi.json';

const service = await startTestService();
const event = await service.provision();
const auth = `Authorization: Bearer ${event.key}`;

/** How many requests for the large document have been processed. */
async function taken(): Promise<number> {
  const samples = await readMetrics(service.url);
  return samples.get('http_server_request_duration_seconds_count', {
    http_request_method: 'GET',
    http_route: LARGE,
    http_response_status_code: '200',
  });
}

test('who reads no answers gets a few dozen, and costs little', async () => {
  const requests = Buffer.from(head('GET', LARGE).repeat(REQUESTS));
  const { hostname, port } = new URL(service.url);
  const sockets: Socket[] = [];
  const memory = process.memoryUsage().rss;
  try {
    for (let n = 0; n < CONNECTIONS; n++) {
      // A socket without a listener for data reads no answers.
      const socket = connect({ host: hostname, port: Number(port) });
      socket.on('error', () => {});
      socket.write(requests);
      sockets.push(socket);
    }
    for (const end = Date.now() + 3000; Date.now() < end; await delay(100)) {
      assert.equal((await service.send('GET', '/livez')).status, 200);
    }
    const perConnection = (await taken()) / CONNECTIONS;
    assert.ok(perConnection >= 1, `${perConnection} requests of a connection were answered`);
    assert.ok(perConnection < 200, `${perConnection} requests of a connection were taken up`);
    const grownMebibytes = (process.memoryUsage().rss - memory) / 1024 / 1024;
    assert.ok(grownMebibytes < 250, `${grownMebibytes} MiB more, those of this test included`);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});

test('all that is asked for on one connection is answered, in order', async () => {
  const connection = await RawConnection.open(service.url);
  const ids = Array.from({ length: 500 }, (_, n) => `r${n}`);
  const paths = ['/v1/me', '/livez', '/nowhere', '/board/api/events', '/problems/conflict'];
  const requests = ids.map((id, n) =>
    head('GET', paths[n % paths.length] ?? '', auth, `X-Request-Id: ${id}`),
  );
  connection.write(requests.join(''));
  const answered: string[] = [];
  for (const _ of ids) answered.push((await connection.reply()).headers['x-request-id'] ?? '');
  connection.close();
  assert.deepEqual(answered, ids);
});

/** Requests with and without bodies; some bodies contain what looks like the end of a request's head. */
function mixed(): Buffer[] {
  const target = `/v1/events/${event.eventId}/teams`;
  const json = 'Content-Type: application/json';
  const body = '[\r\n\r\n{"externalId":"a","name":"A"}\r\n\r\n]';
  const lines = (id: string) => [auth, json, `X-Request-Id: ${id}`] as const;
  return [
    Buffer.from(head('GET', '/v1/me', auth, 'X-Request-Id: m0')),
    whole('PUT', target, body, ...lines('m1')),
    Buffer.from(`\r\n${head('GET', '/nowhere', 'X-Request-Id: m2')}`),
    Buffer.from(head('PUT', target, ...lines('m3'), 'Transfer-Encoding: chunked')),
    chunked(body.slice(0, 20), body.slice(20)),
    // Refused before its body is read.
    whole('PUT', '/v1/events/999999/teams', body.repeat(50), ...lines('m4')),
    Buffer.from(head('GET', '/livez', 'X-Request-Id: m5')),
  ];
}
const MIXED_ANSWERS = ['m0 200', 'm1 200', 'm2 404', 'm3 200', 'm4 404', 'm5 200'];

test('bodies between them are read as bodies, wherever the bytes are cut', async () => {
  const bytes = Buffer.concat(mixed());
  const cuts = Array.from({ length: 40 }, (_, n) => Math.floor((bytes.length * n) / 40));
  for (const cut of [...cuts, bytes.length]) {
    const connection = await RawConnection.open(service.url);
    connection.write(bytes.subarray(0, cut));
    await delay(2);
    connection.write(bytes.subarray(cut));
    const answers: string[] = [];
    for (const _ of MIXED_ANSWERS) {
      const { headers, status } = await connection.reply();
      answers.push(`${headers['x-request-id']} ${status}`);
    }
    connection.close();
    assert.deepEqual(answers, MIXED_ANSWERS, `cut at ${cut}`);
  }
});

test('many of them in single bytes', async () => {
  const connection = await RawConnection.open(service.url);
  for (const byte of Buffer.concat(mixed())) connection.write(Uint8Array.of(byte));
  for (const _ of MIXED_ANSWERS) await connection.reply();
  connection.close();
});

test('a slow reader gets every byte', async () => {
  const { text } = await service.send('GET', LARGE);
  const connection = await RawConnection.open(service.url);
  connection.socket.pause();
  const count = 100;
  connection.write(head('GET', LARGE).repeat(count));
  await delay(300);
  connection.socket.resume();
  for (let n = 0; n < count; n++) assert.equal((await connection.reply()).text, text);
  connection.close();
});

test('what comes after the last request of a connection is passed over', async () => {
  const connection = await RawConnection.open(service.url);
  connection.write(
    head('GET', '/v1/me', auth, 'Connection: close') + head('GET', '/livez').repeat(50),
  );
  assert.equal((await connection.reply()).status, 200);
  assert.equal((await connection.rest()).length, 0);
});

test('a client that says it is done still gets its answers; one that goes away leaves nothing', async () => {
  const done = await RawConnection.open(service.url);
  done.socket.end(head('GET', '/livez').repeat(200));
  const answers = (await done.rest()).toString().split('HTTP/1.1 200 OK').length - 1;
  assert.equal(answers, 200);
  const gone = await RawConnection.open(service.url);
  gone.socket.pause();
  gone.write(head('GET', LARGE).repeat(REQUESTS));
  await delay(100);
  gone.socket.resetAndDestroy();
  const active = async () => (await readMetrics(service.url)).get('http_server_active_requests');
  await until('nothing is under way', async () => (await active()) <= 1);
});
