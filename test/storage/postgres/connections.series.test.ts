/** Connections that break, and a server that goes away and comes back: the service survives both. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { newServerDatabase, type TestDatabase } from '../../support/databases.ts';
import { endWithin, type Running, serve } from '../../support/program.ts';
import { raw, rawClient } from '../../support/raw.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { startTestService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

/** A service as a process of its own, with an event in it. */
interface Subject extends Running {
  url: string;
  databaseUrl: string;
  eventId: number;
  key: string;
  send(method: string, path: string, body?: unknown): Promise<{ status: number; text: string }>;
}

async function startSubject(databaseUrl: string): Promise<Subject> {
  const setup = await startTestService({ DATABASE_URL: databaseUrl });
  const { eventId, key, send } = await setup.provision();
  assert.equal((await send('POST', '/schedule')).status, 201);
  await setup.stop();
  const running = await serve({ DATABASE_URL: databaseUrl });
  return {
    ...running,
    databaseUrl,
    eventId,
    key,
    send: async (method, path, body) => {
      const reply = await fetch(`${running.url}/v1/events/${eventId}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await reply.text();
      if (reply.status === 503) {
        assert.match(reply.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
        assert.equal(JSON.parse(text).code, 'internal_error');
      }
      return { status: reply.status, text };
    },
  };
}

/** Reads and writes without a pause until `stop`; nothing but 200 and 503 may come back. */
function keepBusy(subject: Subject) {
  const statuses = new Map<number, number>();
  const acknowledged: string[] = [];
  let isStopped = false;
  let sent = 0;
  const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const reading = async (path: string) => {
    while (!isStopped) count((await subject.send('GET', path)).status);
  };
  const writing = async () => {
    while (!isStopped) {
      const name = `Crew ${++sent}`;
      const { status } = await subject.send('PUT', '/teams', [{ externalId: name, name }]);
      count(status);
      if (status === 200) acknowledged.push(name);
    }
  };
  const all = Promise.all([reading('/schedule'), reading('/teams'), writing(), writing()]);
  return {
    acknowledged,
    stop: async () => {
      isStopped = true;
      await all;
      return statuses;
    },
  };
}

/** Limit for the service to recover, which takes two seconds on a quiet machine. */
const SOON_MILLIS = 10_000;

/** Asks until every answer is 200 again. @returns after how many milliseconds that was */
async function recovered(subject: Subject): Promise<number> {
  const start = performance.now();
  for (;;) {
    const replies = await Promise.all([
      ...Array.from({ length: 10 }, () => subject.send('GET', '/schedule')),
      ...Array.from({ length: 10 }, () => subject.send('GET', '/teams')),
      ...Array.from({ length: 3 }, () => subject.send('PUT', '/teams', [])),
    ]);
    for (const { status, text } of replies) assert.ok([200, 503].includes(status), text);
    if (replies.every(({ status }) => status === 200)) return performance.now() - start;
    assert.ok(performance.now() - start < 60_000, 'it does not come back');
    await delay(20);
  }
}

async function assertStored(subject: Subject, acknowledged: readonly string[]): Promise<void> {
  const rows = await raw(
    subject.databaseUrl,
    `select name from teams where event_id = ${subject.eventId}`,
  );
  const stored = new Set(rows.map(({ name }) => name));
  assert.deepEqual(
    acknowledged.filter((name) => !stored.has(name)),
    [],
    'acknowledged and not there',
  );
}

describe('connections that the server ends', () => {
  let made: TestDatabase;
  let subject: Subject;

  before(async () => {
    made = await newServerDatabase();
    subject = await startSubject(made.url);
  });
  after(async () => {
    subject.child.kill('SIGTERM');
    assert.equal(await endWithin(60, subject), 0, subject.output.stderr);
    await made.drop();
  });

  const END_ALL = `select count(pg_terminate_backend(pid)) as n from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;

  test('idle ones: the next requests are answered', async () => {
    assert.equal((await subject.send('GET', '/schedule')).status, 200);
    await delay(100);
    const [ended] = await raw(made.url, END_ALL);
    assert.ok(Number(ended?.n) >= 2, `${ended?.n} connections were ended`);
    const millis = await recovered(subject);
    assert.ok(millis < SOON_MILLIS, `after ${millis} ms`);
    assert.equal(subject.child.exitCode, null);
  });

  test('busy ones, again and again: 200 or 503, and what was acknowledged is there', async () => {
    const busy = keepBusy(subject);
    const client = await rawClient(made.url);
    let ended = 0;
    for (let n = 0; n < 12; n++) {
      await delay(150);
      const { rows } = await client.query(END_ALL);
      ended += rows[0].n;
    }
    await client.end();
    const statuses = await busy.stop();
    assert.ok(ended > 12, `${ended} connections were ended`);
    assert.deepEqual([...statuses.keys()].sort(), [200, 503], 'some were hit');
    const millis = await recovered(subject);
    assert.ok(millis < SOON_MILLIS, `after ${millis} ms`);
    assert.equal(subject.child.exitCode, null);
    await assertStored(subject, busy.acknowledged);
  });

  test('one that waits for a lock', async () => {
    const client = await rawClient(made.url);
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [subject.eventId]);
    const push = subject.send('PUT', '/teams', [{ externalId: 'lost', name: 'Lost' }]);
    await until('it waits, and is ended', async () => {
      const { rows } = await client.query(`${END_ALL} and wait_event_type = 'Lock'`);
      return Number(rows[0].n) === 1;
    });
    assert.equal((await push).status, 503);
    await client.query('commit');
    await client.end();
    const rows = await raw(made.url, "select name from teams where name = 'Lost'");
    assert.deepEqual(rows, []);
    assert.ok((await recovered(subject)) < SOON_MILLIS);
  });
});

describe('a server that goes away and comes back', () => {
  let server: TestServer;
  let subject: Subject;

  before(async () => {
    server = await startServer();
    subject = await startSubject(server.url);
  });
  after(async () => {
    subject.child.kill('SIGTERM');
    assert.equal(await endWithin(60, subject), 0, subject.output.stderr);
    await server.stop();
  });

  for (const how of ['properly', 'at once'] as const) {
    test(`it is stopped ${how}: 503 until it is back, then 200 soon`, async () => {
      const busy = keepBusy(subject);
      await delay(300);
      await server.pause(how);
      await delay(500);
      const refused = await subject.send('GET', '/schedule');
      assert.equal(refused.status, 503);
      assert.match(refused.text, /The database is out of reach/);
      assert.equal((await subject.send('PUT', '/teams', [])).status, 503);
      assert.equal(subject.child.exitCode, null);
      await server.resume();
      const millis = await recovered(subject);
      const statuses = await busy.stop();
      assert.deepEqual([...statuses.keys()].sort(), [200, 503]);
      assert.ok(millis < SOON_MILLIS, `after ${millis} ms`);
      await assertStored(subject, busy.acknowledged);
    });
  }

  test('it is away when the service is told to stop: the service stops all the same', async () => {
    const running = await serve({ DATABASE_URL: server.url });
    const authorization = `Bearer ${subject.key}`;
    assert.equal((await fetch(`${running.url}/v1/me`, { headers: { authorization } })).status, 200);
    await server.pause();
    running.child.kill('SIGTERM');
    assert.equal(await endWithin(60, running), 0, running.output.stderr);
    await server.resume();
    assert.ok((await recovered(subject)) < SOON_MILLIS);
  });
});
