/**
 * A server whose disk is full and that still answers reads. Triggers raise the error that the server
 * raises then; with a disk that is full for real it was tried by hand.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newServerDatabase } from '../../support/databases.ts';
import { readMetrics } from '../../support/metrics.ts';
import { raw } from '../../support/raw.ts';
import { anyProblem } from '../../support/raw-http.ts';
import { type Provisioned, startTestService } from '../../support/service.ts';

const READS_PER_MINUTE = 60;
const GROWING = ['rate_windows', 'rate_moments', 'teams', 'history', 'devices'];

const made = await newServerDatabase();
const service = await startTestService({
  DATABASE_URL: made.url,
  READS_PER_MINUTE: String(READS_PER_MINUTE),
});

async function fill(): Promise<void> {
  await raw(
    made.url,
    `create or replace function refuse() returns trigger language plpgsql as $$ begin
       raise exception 'could not extend file: No space left on device' using errcode = '53100';
     end $$`,
  );
  for (const table of GROWING) {
    await raw(
      made.url,
      `create trigger full_disk before insert on ${table} for each row execute function refuse()`,
    );
  }
}

async function makeRoom(): Promise<void> {
  for (const table of GROWING) await raw(made.url, `drop trigger full_disk on ${table}`);
}

async function provision(): Promise<Provisioned> {
  const event = await service.provision();
  assert.equal((await event.send('POST', '/schedule')).status, 201);
  assert.equal((await event.send('PUT', '/teams', crews('Before'))).status, 200);
  return event;
}

function crews(...names: string[]) {
  return names.map((name) => ({ externalId: name, name }));
}

/** The server's processes behind the connections on which requests are admitted. */
async function gateBackends(): Promise<unknown[]> {
  return raw(
    made.url,
    "select pid from pg_stat_activity where datname = current_database() and application_name = 'running-order admission' order by pid",
  );
}

test('reads go on and are counted, writes say why they are refused, and the operator is told', async () => {
  const event = await provision();
  const another = await service.provision();
  const readBefore = await event.send('GET', '/teams');
  assert.equal(readBefore.headers.get('x-ratelimit-remaining'), String(READS_PER_MINUTE - 1));
  const backends = await gateBackends();
  await fill();
  try {
    for (let n = 2; n <= 12; n++) {
      const read = await event.send('GET', n % 2 ? '/teams' : '/schedule');
      assert.equal(read.status, 200, read.text);
      assert.equal(read.headers.get('x-ratelimit-remaining'), String(READS_PER_MINUTE - n));
    }
    assert.equal((await service.send('GET', '/v1/me', { key: event.key })).status, 200);
    assert.deepEqual(await gateBackends(), backends, 'its connections are kept');

    const refused = await event.send('PUT', '/teams', crews('After'));
    assert.equal(refused.status, 503, refused.text);
    assert.match(anyProblem(refused).detail ?? '', /cannot be written.*nothing was written/i);
    assert.doesNotMatch(refused.text, /out of reach/);
    assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    assert.match(refused.headers.get('x-ratelimit-remaining') ?? '', /^\d+$/);
    assert.deepEqual(
      (await event.send('GET', '/teams')).json.teams.map(({ name }: { name: string }) => name),
      ['Before'],
    );

    const path = `/v1/events/${event.eventId}/teams`;
    const hidden = await service.send('GET', path, { key: another.key });
    assert.equal(anyProblem(hidden).code, 'event_not_found', 'permission is asked as ever');
    const ready = await service.send('GET', '/readyz');
    assert.equal(ready.status, 200, 'a proxy goes on giving it reads');
    assert.equal(ready.json.status, 'ready');
    assert.match(ready.json.warning, /cannot be written/);
    assert.equal((await readMetrics(service.url)).get('running_order_database_writable'), 0);
  } finally {
    await makeRoom();
  }
  assert.equal((await event.send('PUT', '/teams', crews('After'))).status, 200);
});

test('the limit of a key holds meanwhile, with what was counted before', async () => {
  const event = await provision();
  const half = READS_PER_MINUTE / 2;
  for (let n = 0; n < half; n++) await event.send('GET', '/teams');
  await fill();
  try {
    const statuses = new Map<number, number>();
    for (let n = 0; n < READS_PER_MINUTE; n++) {
      const { status } = await event.send('GET', '/teams');
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    assert.deepEqual(Object.fromEntries(statuses), { 200: half, 429: half });
    await raw(made.url, `update api_keys set revoked_at = 1 where user_id = ${event.userId}`);
    assert.equal((await event.send('GET', '/teams')).status, 401, 'a revoked key is dead at once');
  } finally {
    await makeRoom();
  }
});
