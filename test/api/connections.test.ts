/** Connections of clients without a key: how many there may be, and how long they may take. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type RequestListener, type Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type ConnectionLimits,
  type CutReason,
  connectionLimits,
  createLimitedServer,
} from '../../src/http/limits/connections.ts';
import { NetworkCounts, networkOf } from '../../src/http/limits/networks.ts';
import { head, RawConnection } from '../support/raw-http.ts';
import { until } from '../support/until.ts';

let server: Server | undefined;
let cuts: CutReason[] = [];

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
  cuts = [];
});

async function start(limits: Partial<ConnectionLimits>, listener: RequestListener) {
  server = createLimitedServer(listener, {
    limits: { ...connectionLimits(0), ...limits },
    responses: ServerResponse,
    cut: (reason) => cuts.push(reason),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const answer: RequestListener = (request, response) => {
  if (request.method === 'GET') response.end('ok');
  else request.resume().once('end', () => response.end('ok'));
};

/** How long the service keeps a connection, in milliseconds. */
async function lifeOf(connection: RawConnection): Promise<number> {
  const start = performance.now();
  await connection.rest();
  return performance.now() - start;
}

test('a head, and a body, that take too long are cut soon after their time', async () => {
  const url = await start({ headersMillis: 500, requestMillis: 1500 }, answer);
  const [slowHead, silent, slowBody] = await Promise.all(
    [1, 2, 3].map(() => RawConnection.open(url)),
  );
  assert.ok(slowHead && silent && slowBody);
  slowHead.write('GET / HTTP/1.1\r\nHost: a\r\n');
  slowBody.write(head('PUT', '/', 'Content-Length: 100'));
  const trickle = setInterval(() => {
    slowHead.write('x: y\r\n');
    slowBody.write('x');
  }, 100);
  const lives = await Promise.all([slowHead, silent, slowBody].map(lifeOf));
  clearInterval(trickle);
  for (const [i, least] of [500, 500, 1500].entries()) {
    const life = lives[i] ?? 0;
    // Node.js checks once a second for connections that have taken too long.
    assert.ok(life > least - 50 && life < least + 2500, `${lives}`);
  }
});

test('a reader who takes nothing is cut, one who takes a little at a time is not', async () => {
  const body = Buffer.alloc(32 * 1024 * 1024);
  const url = await start({ silenceMillis: 700 }, (_request, response) => response.end(body));
  const [deaf, slow] = await Promise.all([RawConnection.open(url), RawConnection.open(url)]);
  for (const { socket } of [deaf, slow]) socket.pause().write(head('GET', '/'));
  deaf.socket.removeAllListeners('data');
  slow.socket.removeAllListeners('data');
  let received = 0;
  slow.socket.on('data', (bytes) => {
    received += bytes.length;
    slow.socket.pause();
  });
  const sip = setInterval(() => slow.socket.resume(), 2);
  await delay(4000);
  clearInterval(sip);
  assert.deepEqual(cuts, ['silence']);
  const before = received;
  assert.ok(before > 0);
  slow.socket.removeAllListeners('data');
  slow.socket.on('data', (bytes) => {
    received += bytes.length;
  });
  slow.socket.resume();
  await until('all bytes', () => received >= body.length);
  deaf.close();
  slow.close();
});

test('a stream that says something now and then is kept', async () => {
  const url = await start({ silenceMillis: 800 }, (_request, response) => {
    response.writeHead(200, { connection: 'close' });
    const timer = setInterval(() => response.write(':\n\n'), 500);
    response.once('close', () => clearInterval(timer));
  });
  const listener = await RawConnection.open(url);
  listener.write(head('GET', '/'));
  assert.equal(await Promise.race([lifeOf(listener), delay(3000)]), undefined);
  assert.deepEqual(cuts, []);
  listener.close();
});

test('a connection between two requests is kept for its own time', async () => {
  const url = await start({ silenceMillis: 300, idleMillis: 1500 }, answer);
  const connection = await RawConnection.open(url);
  for (let round = 0; round < 2; round++) {
    connection.write(head('GET', '/'));
    assert.equal((await connection.reply()).status, 200);
    await delay(900);
  }
  assert.ok((await lifeOf(connection)) < 4000);
  assert.deepEqual(cuts, []);
});

test('so many connections of one address, so many in all, and a closed one makes room', async () => {
  const url = await start({ connections: 5, connectionsOfNetwork: 3 }, answer);
  const open = async (count: number) =>
    Promise.all(Array.from({ length: count }, () => RawConnection.open(url)));
  const works = async (connection: RawConnection | undefined) => {
    connection?.write(head('GET', '/'));
    return (await connection?.maybeReply())?.status === 200;
  };
  const [one, ...others] = await open(3);
  for (const each of [one, ...others]) assert.ok(await works(each));
  const [refused] = await open(1);
  assert.ok(!(await works(refused)));
  assert.deepEqual(cuts, ['network']);
  one?.close();
  let next: RawConnection | undefined;
  for (const deadline = Date.now() + 60_000; !(await works(next)); [next] = await open(1)) {
    assert.ok(Date.now() < deadline, 'there is no room for another');
  }
  for (const each of [next, ...others]) each?.close();
});

test('behind a proxy all connections come from one address, and only all of them are counted', async () => {
  assert.equal(connectionLimits(1).connectionsOfNetwork, undefined);
  const url = await start({ connections: 5, connectionsOfNetwork: undefined }, answer);
  const connections = await Promise.all(Array.from({ length: 7 }, () => RawConnection.open(url)));
  const answered = await Promise.all(
    connections.map((each) => {
      each.write(head('GET', '/'));
      return each.maybeReply();
    }),
  );
  assert.equal(answered.filter((reply) => reply?.status === 200).length, 5);
  assert.deepEqual(cuts, ['all', 'all']);
  for (const each of connections) each.close();
});

test('of IPv6 a /64 has its share, and a /48 that of four', () => {
  const counts = new NetworkCounts(3);
  const add = (address: string) => counts.add(networkOf(address));
  const fill = (address: string) => [1, 2, 3, 4].filter(() => add(address)).length;
  assert.equal(fill('2001:db8:1:1::1'), 3);
  assert.equal(fill('2001:db8:1:1::2'), 0);
  assert.deepEqual(
    [2, 3, 4, 5, 6].map((subnet) => fill(`2001:db8:1:${subnet}::1`)),
    [3, 3, 3, 0, 0],
  );
  assert.equal(fill('2001:db8:2:1::1'), 3);
  counts.remove(networkOf('2001:db8:1:4::9'));
  assert.equal(fill('2001:db8:1:5::1'), 1);
  assert.equal(fill('203.0.113.7'), 3);
  assert.equal(fill('::ffff:203.0.113.7'), 0);
  assert.equal(fill('203.0.113.8'), 3);
});
