/**
 * A server that does not confirm its commits because its synchronous standby is away: every write is
 * answered soon, with what is known of it, and everything else goes on.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { readMetrics } from '../../support/metrics.ts';
import { rawClient } from '../../support/raw.ts';
import { anyProblem } from '../../support/raw-http.ts';
import { startServer } from '../../support/server.ts';
import { type Provisioned, type Reply, startTestService } from '../../support/service.ts';
import { stopAtEndOfFile } from '../../support/started.ts';

/** `docs/operations.md` promises six seconds, which a busy machine cannot keep; without a limit no answer would come. */
const MAX_ANSWER_MILLIS = 20_000;

const server = await startServer();
const administrator = await rawClient(server.url);
await administrator.query('create database subject');
const url = new URL(server.url);
url.pathname = '/subject';
/** Two processes, as far as the server can tell. */
const service = await startTestService({ DATABASE_URL: url.href });
const other = await startTestService({ DATABASE_URL: url.href });
stopAtEndOfFile(confirmAgain);
after(async () => {
  await administrator.end();
  await server.stop();
});

async function confirmNothing(): Promise<void> {
  await administrator.query('create table probe (n integer)');
  await administrator.query("alter system set synchronous_standby_names = 'nobody'");
  await administrator.query('select pg_reload_conf()');
  // The setting applies once the server has read it: then a commit hangs, here that of a probe.
  for (;;) {
    const probe = await rawClient(server.url);
    const isEnded = probe.query('insert into probe values (1)').then(
      () => true,
      () => true,
    );
    const hangs = !(await Promise.race([isEnded, delay(300).then(() => false)]));
    const { rows } = await administrator.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'",
    );
    await probe.end();
    if (hangs && rows.length > 0) return;
  }
}

async function confirmAgain(): Promise<void> {
  await administrator.query('alter system reset synchronous_standby_names');
  await administrator.query('select pg_reload_conf()');
}

interface Answered {
  millis: number;
  reply: Reply;
}

/** Sends a push after `inMillis`. @returns the answer, and how long it took */
async function push(event: Provisioned, name: string, inMillis = 0): Promise<Answered> {
  await delay(inMillis);
  const start = performance.now();
  const reply = await event.send('PUT', '/teams', [{ externalId: name, name }]);
  return { millis: performance.now() - start, reply };
}

function assertUnavailable({ reply, millis }: Answered, detail: RegExp): void {
  assert.equal(reply.status, 503, reply.text);
  const { code, detail: told } = anyProblem(reply);
  assert.equal(code, 'internal_error');
  assert.match(told ?? '', detail);
  assert.match(reply.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  assert.ok(millis < MAX_ANSWER_MILLIS, `answered after ${Math.round(millis)} ms`);
}

test('commits that hang: 503, whatever a write had to wait for', async (t) => {
  const event = await service.provision();
  assert.equal((await event.send('POST', '/schedule')).status, 201);
  const elsewhere = {
    ...event,
    send: (method: string, path: string, body?: unknown) =>
      other.send(method, `/v1/events/${event.eventId}${path}`, { key: event.key, body }),
  };
  await confirmNothing();
  const hanging = push(event, 'first');
  const behindIt = [200, 1500, 4000].map((millis) => push(event, `behind ${millis}`, millis));
  const atItsLock = push(elsewhere, 'elsewhere', 400);

  let slowestRead = 0;
  for (let n = 0; n < 20; n++) {
    const start = performance.now();
    assert.equal((await event.send('GET', '/schedule')).status, 200);
    assert.deepEqual((await event.send('GET', '/teams')).json.teams, [], 'nothing is confirmed');
    slowestRead = Math.max(slowestRead, performance.now() - start);
    await delay(100);
  }
  assert.ok(slowestRead < 4000, `reads go on: ${slowestRead} ms`);

  const [first, locked, ...queued] = await Promise.all([hanging, atItsLock, ...behindIt]);
  const all = [first, locked, ...queued].map(({ millis }) => Math.round(millis));
  t.diagnostic(`answered after ${all.join(', ')} ms; slowest reads ${Math.round(slowestRead)} ms`);
  assertUnavailable(first, /may or may not have been made.*again is safe/);
  assertUnavailable(locked, /nothing was written/i);
  for (const answer of queued) assertUnavailable(answer, /nothing was written/i);

  assert.match((await service.send('GET', '/readyz')).json.warning, /not confirmed/);
  assert.equal((await readMetrics(service.url)).get('running_order_database_writable'), 0);

  await confirmAgain();
  const names = ['first', 'behind 200', 'behind 1500', 'behind 4000', 'elsewhere'];
  for (const name of names) {
    assert.equal((await push(event, name)).reply.status, 200, 'pushing again is safe');
  }
  const { teams } = (await event.send('GET', '/teams')).json;
  assert.deepEqual(teams.map((team: { name: string }) => team.name).sort(), names.toSorted());
});
