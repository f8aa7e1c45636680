/** Several services on one database behave as one: rate windows, permissions, and what a read sees. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { newServerDatabase } from '../../support/databases.ts';
import { json, type Running, serve } from '../../support/program.ts';
import { raw, rawClient } from '../../support/raw.ts';
import { type Provisioned, startTestService } from '../../support/service.ts';

const PROCESSES = 3;

const made = await newServerDatabase();

type Process = Running & { url: string };

function startProcesses(environment: Record<string, string> = {}): Promise<Process[]> {
  const settings = { DATABASE_URL: made.url, ...environment };
  return Promise.all(Array.from({ length: PROCESSES }, () => serve(settings)));
}

async function stopProcesses(processes: readonly Process[]): Promise<void> {
  for (const { child } of processes) child.kill('SIGTERM');
  for (const { ended, output } of processes) assert.equal(await ended, 0, output.stderr);
}

async function provision(): Promise<Provisioned> {
  const setup = await startTestService({ DATABASE_URL: made.url });
  const event = await setup.provision();
  assert.equal((await event.send('POST', '/schedule')).status, 201);
  await setup.stop();
  return event;
}

/** Sends a request about an event to one of the processes. */
async function ask(
  { url }: Process,
  { key, eventId }: Pick<Provisioned, 'key' | 'eventId'>,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const reply = await fetch(`${url}/v1/events/${eventId}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  const number = (name: string) => Number(reply.headers.get(name) ?? Number.NaN);
  return {
    status: reply.status,
    text,
    etag: reply.headers.get('etag') ?? '',
    remaining: number('x-ratelimit-remaining'),
    reset: number('x-ratelimit-reset'),
    retryAfter: number('retry-after'),
  };
}

describe('L18: the windows of a key are one for all processes', () => {
  const LIMITS = { reads: 40, writes: 15 };
  const PATHS = { reads: ['GET', '/schedule'], writes: ['PUT', '/teams', []] } as const;
  let processes: Process[];

  before(async () => {
    processes = await startProcesses({
      READS_PER_MINUTE: String(LIMITS.reads),
      WRITES_PER_MINUTE: String(LIMITS.writes),
    });
  });
  after(() => stopProcesses(processes));

  /** Sends requests to all processes at once. */
  function fire(event: Provisioned, kind: keyof typeof LIMITS, count: number) {
    const [method, path, body] = PATHS[kind];
    return Promise.all(
      Array.from({ length: count }, (_, n) =>
        ask(processes[n % PROCESSES] as Process, event, method, path, body),
      ),
    );
  }

  type Answers = Awaited<ReturnType<typeof fire>>;

  /** Exactly `room` requests are let through, and each answer has another number of remaining requests. */
  function assertExact(answers: Answers, room: number): void {
    const through = answers.filter(({ status }) => status !== 429);
    assert.deepEqual(
      through.map(({ status }) => status),
      Array(room).fill(200),
    );
    assert.deepEqual(
      through.map(({ remaining }) => remaining).sort((a, b) => b - a),
      Array.from({ length: room }, (_, n) => room - 1 - n),
    );
    const seconds = Date.now() / 1000;
    for (const { status, remaining, reset, retryAfter } of answers) {
      assert.ok(reset > seconds - 1 && reset <= seconds + 61, `Reset ${reset} at ${seconds}`);
      if (status === 429) {
        assert.equal(remaining, 0);
        assert.ok(retryAfter >= 1 && retryAfter <= 60, `Retry-After ${retryAfter}`);
      } else assert.ok(Number.isNaN(retryAfter));
    }
  }

  /** Moves the stored times of the key's requests into the past. */
  async function age(event: Provisioned, millis: number, which = 'true'): Promise<void> {
    const key = `key_id = (select id from api_keys where user_id = ${event.userId})`;
    await raw(
      made.url,
      `with moments as (update rate_moments set at = at - ${millis} where ${key} and ${which})
         update rate_windows set newest_at = newest_at - ${millis} where ${key} and ${which === 'true'}`,
    );
  }

  for (const kind of ['reads', 'writes'] as const) {
    test(`${kind} at once in all of them: exactly the limit is let through`, async () => {
      const event = await provision();
      // Requests of the other kind do not count for this one.
      await fire(event, kind === 'reads' ? 'writes' : 'reads', PROCESSES);
      const before = kind === 'reads' ? 0 : 1; // The schedule was made by another process.
      assertExact(await fire(event, kind, 2 * LIMITS[kind]), LIMITS[kind] - before);
    });
  }

  test('one after the other, in turn: each process goes on where the last one was', async () => {
    const event = await provision();
    for (let n = 1; n <= LIMITS.reads + 2; n++) {
      const [method, path] = PATHS.reads;
      const reply = await ask(processes[n % PROCESSES] as Process, event, method, path);
      assert.equal(reply.remaining, Math.max(0, LIMITS.reads - n));
      assert.equal(reply.status, n <= LIMITS.reads ? 200 : 429);
    }
  });

  test('refused requests count as well', async () => {
    const event = await provision();
    assertExact(await fire(event, 'reads', LIMITS.reads), LIMITS.reads);
    await delay(100);
    assertExact(await fire(event, 'reads', LIMITS.reads), 0);
    // All that was let through has left the window; what was refused since then fills it.
    await age(event, 61_000, `counted_before < ${LIMITS.reads}`);
    for (const { status } of await fire(event, 'reads', PROCESSES)) assert.equal(status, 429);
  });

  test('there is room again when a minute has passed, in all of them and not before', async () => {
    const event = await provision();
    await fire(event, 'reads', 2 * LIMITS.reads);
    await age(event, 50_000);
    for (const { status, retryAfter } of await fire(event, 'reads', PROCESSES)) {
      assert.equal(status, 429);
      assert.ok(retryAfter <= 60);
    }
    // A second more, because the stored time that the processes' clocks follow was moved as well.
    await age(event, 61_000);
    assertExact(await fire(event, 'reads', 2 * LIMITS.reads), LIMITS.reads);
  });

  test('Retry-After follows the request that has to leave', async () => {
    const event = await provision();
    await fire(event, 'reads', LIMITS.reads);
    await age(event, 45_000);
    // Of the newest 40 requests, the oldest 39 are 45 s old: they leave the window in some fifteen seconds.
    const [method, path] = PATHS.reads;
    const reply = await ask(processes[0] as Process, event, method, path);
    assert.equal(reply.status, 429);
    assert.ok(reply.retryAfter >= 10 && reply.retryAfter <= 15, `${reply.retryAfter}`);
    assert.ok(Math.abs(reply.reset - Date.now() / 1000 - reply.retryAfter) <= 2);
  });
});

describe('what one process does, all others know', () => {
  let processes: Process[];
  const [reads, writes] = [
    ['GET', '/schedule', undefined],
    ['PUT', '/teams', []],
  ] as const;

  before(async () => {
    processes = await startProcesses();
  });
  after(() => stopProcesses(processes));

  /** A manager who has not created the event, so that the role is all they have. */
  async function manager(event: Provisioned) {
    const environment = { DATABASE_URL: made.url };
    const { userId } = await json(['user', 'add', '--name', 'Manager'], environment);
    const member = ['--club', String(event.clubId), '--user', userId];
    await json(['member', 'set', ...member, '--role', 'schedule_manager'], environment);
    const minted = await json(['key', 'mint', '--user', userId, '--label', 'Key'], environment);
    return { member, environment, key: minted.key, keyPrefix: minted.keyPrefix };
  }

  async function assertAll(who: { key: string; eventId: number }, status: number): Promise<void> {
    for (const process of processes) {
      for (const [method, path, body] of [reads, writes]) {
        const reply = await ask(process, who, method, path, body);
        assert.equal(reply.status, status, reply.text);
      }
    }
  }

  test('a revoked key is 401 in every process on the very next request', async () => {
    const event = await provision();
    const { key, keyPrefix, environment } = await manager(event);
    const who = { key, eventId: event.eventId };
    await assertAll(who, 200);
    await json(['key', 'revoke', '--prefix', keyPrefix], environment);
    await assertAll(who, 401);
    await assertAll(event, 200);
  });

  test('a role that was taken is 404 in every process, one that was given is 200', async () => {
    const event = await provision();
    const { key, member, environment } = await manager(event);
    const who = { key, eventId: event.eventId };
    await assertAll(who, 200);
    await json(['member', 'remove', ...member], environment);
    await assertAll(who, 404);
    await json(['member', 'set', ...member, '--role', 'admin'], environment);
    await assertAll(who, 200);
  });

  test('a write is seen by the next read in every other process, with one ETag for all', async () => {
    const event = await provision();
    let etag = '';
    for (let n = 0; n < 200; n++) {
      const title = `Title ${n}`;
      const race = { externalId: 'r', raceNumber: 1, scheduledAt: '2026-06-13T09:00:00Z', title };
      const writer = processes[n % PROCESSES] as Process;
      const pushed = await ask(writer, event, 'PUT', '/races', [race]);
      assert.equal(pushed.status, 200, pushed.text);
      const [first, ...others] = await Promise.all(
        processes.map((process) =>
          ask(process, event, 'GET', '/schedule', undefined, { 'if-none-match': etag }),
        ),
      );
      assert.equal(first?.status, 200, 'the tag of before is no longer good');
      assert.equal(JSON.parse(first.text).races[0].title, title);
      for (const other of others)
        assert.deepEqual([other.text, other.etag], [first.text, first.etag]);
      etag = first.etag;
      const again = processes[(n + 1) % PROCESSES] as Process;
      const same = await ask(again, event, 'GET', '/schedule', undefined, {
        'if-none-match': etag,
      });
      assert.deepEqual([same.status, same.text], [304, '']);
    }
  });

  test('pushes of all processes to one event stand one behind the other', async () => {
    const event = await provision();
    const names = Array.from({ length: 60 }, (_, n) => `Crew ${n}`);
    const pushes = await Promise.all(
      names.map((name, n) =>
        ask(processes[n % PROCESSES] as Process, event, 'PUT', '/teams', [
          { externalId: name, name },
        ]),
      ),
    );
    for (const { status, text } of pushes) assert.equal(status, 200, text);
    const rows = await raw(
      made.url,
      `select name, sort_order from teams where event_id = ${event.eventId} order by sort_order`,
    );
    assert.deepEqual(
      rows.map((row) => row.sort_order),
      names.map((_, n) => n),
      'each took its place after the one before',
    );
    assert.deepEqual(rows.map((row) => row.name).sort(), names.toSorted());
  });

  test('one that hangs in the middle of a write holds up the others for seconds only', async () => {
    const event = await provision();
    const [hanging, working] = processes as [Process, Process];
    const push = (process: Process, name: string) =>
      ask(process, event, 'PUT', '/teams', [{ externalId: name, name }]);
    // A first write opens connections and compiles code, which would count as waiting below.
    for (const process of [hanging, working]) assert.equal((await push(process, 'X')).status, 200);
    const other = await rawClient(made.url);
    const waiting = async (waitEvent: string) => {
      const asked = `select pid from pg_stat_activity where datname = current_database()
        and application_name = 'running-order writes' and wait_event = '${waitEvent}'`;
      for (const deadline = Date.now() + 60_000; ; await delay(10)) {
        // On a connection of its own, because inside a transaction the view does not change.
        if ((await raw(made.url, asked)).length > 0) return;
        assert.ok(Date.now() < deadline, `nobody waits for ${waitEvent}`);
      }
    };
    // The process holds the lock of the event and waits for its first answer, so it is stopped in the middle of a write.
    await other.query('begin');
    await other.query('lock table teams in access exclusive mode');
    const hung = push(hanging, 'hung');
    await waiting('relation');
    hanging.child.kill('SIGSTOP');
    try {
      const start = performance.now();
      const held = push(working, 'Y');
      await waiting('advisory');
      // The waiting write began before the server sees the stopped process idle: its limit must leave room for that.
      await delay(500);
      await other.query('commit');
      const reply = await held;
      const millis = performance.now() - start;
      assert.equal(reply.status, 200, reply.text);
      assert.ok(millis > 2000 && millis < 20_000, `it was held up for ${millis} ms`);
    } finally {
      hanging.child.kill('SIGCONT');
      await other.end();
    }
    const lost = await hung;
    assert.equal(lost.status, 503, lost.text);
    const { teams } = JSON.parse((await ask(working, event, 'GET', '/teams')).text);
    assert.deepEqual(
      teams.map(({ name }: { name: string }) => name),
      ['X', 'Y'],
      'it was taken back',
    );
    assert.equal((await push(hanging, 'Z')).status, 200, 'and it goes on itself');
  });
});

test('several may start at the same moment on a database in which there is nothing', async () => {
  const blank = await newServerDatabase('template0');
  const processes = await Promise.all(
    Array.from({ length: PROCESSES }, () => serve({ DATABASE_URL: blank.url })),
  );
  for (const { url, output } of processes) {
    assert.equal((await fetch(`${url}/v1/me`)).status, 401);
    assert.match(output.stderr, /The database is empty/);
    assert.doesNotMatch(output.stderr, /failed|error/i);
  }
  assert.equal((await raw(blank.url, 'select * from schema_version')).length, 1);
  await stopProcesses(processes);
  await blank.drop();
});
