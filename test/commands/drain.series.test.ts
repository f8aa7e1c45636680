/** How `serve` stops while it is in use: behind a proxy that has to notice first, and with requests under way. */
import assert from 'node:assert/strict';
import { Agent, type IncomingMessage, request } from 'node:http';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { isOnServer, newDatabase } from '../support/databases.ts';
import { endWithin, type Running, serve as start } from '../support/program.ts';
import { TestProxy } from '../support/proxy.ts';
import { exchange, head, RawConnection } from '../support/raw-http.ts';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const GRACE_MILLIS = 5000;

const made = await newDatabase();
const setup = await startTestService({ DATABASE_URL: made.url });
const event = await setup.provision();
await event.send('POST', '/schedule');
const key = event.key;
const eventPath = `/v1/events/${event.eventId}`;
await setup.stop();

const serve = () => start({ DATABASE_URL: made.url });

const get = (url: string, path: string, ...lines: string[]) =>
  exchange(url, head('GET', path, `Authorization: Bearer ${key}`, ...lines));

/** Sends a signal and waits until the service says that it is about to stop. */
async function terminate({ child, url }: Running & { url: string }): Promise<void> {
  child.kill('SIGTERM');
  await until('it says that it is stopping', async () => {
    const reply = await get(url, '/readyz');
    if (reply.status !== 503) return false;
    assert.match(reply.json.detail, /stopping/);
    assert.match(reply.headers['retry-after'] ?? '', /^[1-9]\d*$/);
    return true;
  });
}

test('drain: for a proxy that asks, SIGTERM leaves time to notice; every answer says goodbye', async () => {
  const served = await serve();
  const idle = await RawConnection.open(served.url);
  idle.write(head('GET', `${eventPath}/schedule`, `Authorization: Bearer ${key}`));
  const earlier = await idle.reply();
  assert.equal(earlier.headers.connection, 'keep-alive');
  assert.equal((await get(served.url, '/readyz')).status, 200);
  await terminate(served);

  const etag = `If-None-Match: ${earlier.headers.etag}`;
  for (const [status, path, ...lines] of [
    [200, '/livez'],
    [200, '/metrics'],
    [200, '/v1/me'],
    [304, `${eventPath}/schedule`, etag],
    [404, '/nowhere'],
    [200, '/problems'],
  ] as const) {
    const reply = await get(served.url, path, ...lines);
    assert.equal(reply.status, status, path);
    assert.equal(reply.headers.connection, 'close', path);
  }
  // A connection from before the signal gets one more answer.
  idle.write(head('GET', `${eventPath}/schedule`, `Authorization: Bearer ${key}`));
  const later = await idle.reply();
  assert.equal(later.status, 200);
  assert.equal(later.headers.connection, 'close');
  assert.equal((await idle.rest()).length, 0);

  served.child.kill('SIGINT');
  assert.equal(await endWithin(60, served), 'SIGINT', 'a second signal ends it at once');
});

test('drain: with nobody asking, SIGTERM stops it at once, idle connections or not', async () => {
  const served = await serve();
  const idle = await RawConnection.open(served.url);
  idle.write(head('GET', '/livez'));
  assert.equal((await idle.reply()).headers.connection, 'keep-alive');
  const askedAt = performance.now();
  served.child.kill('SIGTERM');
  assert.equal(await endWithin(60, served), 0);
  const millis = performance.now() - askedAt;
  assert.ok(millis < GRACE_MILLIS, `${millis} ms`);
  idle.close();
});

test('drain: SIGINT stops it at once, although a proxy asks', async () => {
  const served = await serve();
  assert.equal((await get(served.url, '/readyz')).status, 200);
  const idle = await RawConnection.open(served.url);
  idle.write(head('GET', '/livez'));
  await idle.reply();
  const askedAt = performance.now();
  served.child.kill('SIGINT');
  assert.equal(await endWithin(60, served), 0);
  const millis = performance.now() - askedAt;
  assert.ok(millis < GRACE_MILLIS, `${millis} ms`);
  idle.close();
});

test('drain: a request under way is finished, and nothing new is taken', async () => {
  const served = await serve();
  const body = '[{"externalId":"late","name":"Late"}]';
  const upload = await RawConnection.open(served.url);
  upload.write(
    head(
      'PUT',
      `${eventPath}/teams`,
      `Authorization: Bearer ${key}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Expect: 100-continue',
    ),
  );
  assert.equal((await upload.reply()).status, 100);
  served.child.kill('SIGTERM');
  await until('it listens no more', () =>
    get(served.url, '/livez').then(
      () => false,
      () => true,
    ),
  );
  upload.write(body);
  const reply = await upload.reply();
  assert.equal(reply.status, 200, reply.text);
  assert.equal(reply.headers.connection, 'close');
  assert.equal(await endWithin(60, served), 0);
});

const CLIENTS = 8;
const PAUSE_MILLIS = 4;

/** What a client of the proxy has seen. */
interface Tally {
  answers: number;
  failures: string[];
}

/** Sends one request after the other on one connection, every fourth client writes. */
async function load(url: string, client: number, isOver: () => boolean): Promise<Tally> {
  const tally: Tally = { answers: 0, failures: [] };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let turn = 0; !isOver(); turn++) {
    const crews = [{ externalId: `c${client}`, name: `Crew ${client}, ${turn}` }];
    const work =
      client % 4 === 0
        ? { method: 'PUT', path: '/teams', body: JSON.stringify(crews) }
        : { method: 'GET', path: turn % 2 === 0 ? '/schedule' : '/teams', body: undefined };
    try {
      const { statusCode, text } = await ask(agent, url + eventPath + work.path, work);
      tally.answers++;
      if (statusCode !== 200) tally.failures.push(`${statusCode} ${text}`);
    } catch (error) {
      tally.failures.push(String(error));
    }
    await delay(PAUSE_MILLIS);
  }
  agent.destroy();
  return tally;
}

function ask(
  agent: Agent,
  url: string,
  { method, body }: { method: string; body: string | undefined },
): Promise<{ statusCode: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const sent = request(url, { agent, method, headers }, async (response: IncomingMessage) => {
      try {
        const text = Buffer.concat(await response.toArray()).toString();
        resolve({ statusCode: response.statusCode, text });
      } catch (error) {
        reject(error);
      }
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

test('drain: two services behind a proxy are restarted one after the other, and no request is lost', {
  timeout: 170_000,
  skip: !isOnServer && 'an embedded database has one service',
}, async () => {
  const proxy = new TestProxy();
  let isOver = false;
  try {
    const url = await proxy.listen();
    const enter = async () => {
      const served = await serve();
      const upstream = proxy.add(served.url);
      while (!upstream.isReady) await delay(10);
      return { served, upstream };
    };
    const generation = [await enter(), await enter()];
    const clients = Promise.all(
      Array.from({ length: CLIENTS }, (_, client) => load(url, client, () => isOver)),
    );
    await delay(500);
    /** Waits until a service has answered a request; if it never does, the time-out of the test ends this. */
    const hasServed = async (upstream: { served: number }) => {
      while (upstream.served === 0) await delay(10);
    };
    for (const { served, upstream } of generation) {
      await hasServed(upstream);
      const askedAt = performance.now();
      served.child.kill('SIGTERM');
      assert.equal(await endWithin(60, served), 0);
      const millis = performance.now() - askedAt;
      assert.ok(millis > GRACE_MILLIS - 100, `it left after ${millis} ms`);
      assert.ok(!upstream.isReady);
      const next = await enter();
      await hasServed(next.upstream);
      await delay(300);
    }
    isOver = true;
    const tallies = await clients;
    assert.deepEqual(
      tallies.flatMap((tally) => tally.failures),
      [],
    );
    for (const { answers } of tallies) assert.ok(answers > 100, `${answers} answers`);
  } finally {
    isOver = true;
    proxy.close();
  }
});
