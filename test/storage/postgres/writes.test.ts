/** Writes on a server that others use as well: who waits for whom, what is tried again, and what fails. */
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { removeRace } from '../../../src/operations/remove.ts';
import { replaceFollows } from '../../../src/storage/following/followers.ts';
import { newServerDatabase } from '../../support/databases.ts';
import { performOn } from '../../support/perform.ts';
import { raw, rawClient } from '../../support/raw.ts';
import { anyProblem } from '../../support/raw-http.ts';
import { type Provisioned, type Reply, startTestService } from '../../support/service.ts';
import { stopAtEndOfFile } from '../../support/started.ts';

const made = await newServerDatabase();
const service = await startTestService({ DATABASE_URL: made.url });
const other = await rawClient(made.url);
stopAtEndOfFile(() => other.end());

function crews(...names: string[]) {
  return names.map((name) => ({ externalId: `id of ${name}`, name }));
}

async function namesOf(event: Provisioned): Promise<string[]> {
  const { json } = await event.send('GET', '/teams');
  return json.teams.map((team: { name: string }) => team.name);
}

/** Waits for work. @returns the milliseconds that it took, and its value */
async function timed<Value>(work: Promise<Value>): Promise<[number, Value]> {
  const start = performance.now();
  const value = await work;
  return [performance.now() - start, value];
}

function assertUnavailable(reply: Reply): void {
  assert.equal(reply.status, 503, reply.text);
  assert.equal(anyProblem(reply).code, 'internal_error');
  assert.match(reply.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
}

describe('the lock of an event', () => {
  afterEach(() => other.query('rollback'));

  async function held(): Promise<Provisioned> {
    const event = await service.provision();
    await other.query('begin');
    await other.query('select pg_advisory_xact_lock($1)', [event.eventId]);
    return event;
  }

  test('a push to the event waits for it, everything else goes on', async () => {
    const event = await held();
    const another = await service.provision();
    const push = timed(event.send('PUT', '/teams', crews('Waiting')));
    await delay(50);
    for (let n = 0; n < 5; n++) {
      const [pushMillis, pushed] = await timed(another.send('PUT', '/teams', crews(`Crew ${n}`)));
      assert.equal(pushed.status, 200);
      const [readMillis, read] = await timed(event.send('GET', '/teams'));
      assert.deepEqual([read.status, read.json.teams], [200, []]);
      assert.ok(Math.max(pushMillis, readMillis) < 4000, `${pushMillis} and ${readMillis} ms`);
    }
    await delay(400);
    await other.query('commit');
    const [waitedMillis, pushed] = await push;
    assert.equal(pushed.status, 200);
    assert.ok(waitedMillis > 400, `it waited ${waitedMillis} ms`);
    assert.deepEqual(await namesOf(event), ['Waiting']);
  });

  test('writes of many other events do not wait either', async () => {
    await held();
    const others = await Promise.all(Array.from({ length: 12 }, () => service.provision()));
    const [millis, replies] = await timed(
      Promise.all(others.map((event) => event.send('PUT', '/teams', crews('One', 'Two')))),
    );
    for (const reply of replies) assert.equal(reply.status, 200);
    assert.ok(millis < 4500, `${millis} ms`);
  });

  test('after some five seconds of waiting the answer is 503, and nothing was written', async () => {
    const event = await held();
    const [millis, replies] = await timed(
      Promise.all([
        event.send('PUT', '/teams', crews('One')),
        event.send('PUT', '/teams', crews('Two')),
      ]),
    );
    for (const reply of replies) {
      assertUnavailable(reply);
      assert.match(anyProblem(reply).detail ?? '', /nothing was written/);
    }
    assert.ok(millis > 4000 && millis < 20_000, `${millis} ms`);
    await other.query('commit');
    assert.deepEqual(await namesOf(event), []);
    assert.equal((await event.send('PUT', '/teams', crews('Three'))).status, 200);
    assert.deepEqual(await namesOf(event), ['Three'], 'what was refused is not written later');
  });
});

describe('a write that is given up while it waits', () => {
  afterEach(() => other.query('rollback'));

  test('is not made later, when its turn comes after all', async () => {
    const event = await service.provision();
    await other.query('begin');
    await other.query('select pg_advisory_xact_lock($1)', [event.eventId]);
    const first = event.send('PUT', '/teams', crews('First'));
    // The second write comes to the lock when the first has given up, and still waits when its own time is over.
    await delay(1000);
    const [millis, second] = await timed(event.send('PUT', '/teams', crews('Second')));
    assertUnavailable(await first);
    assertUnavailable(second);
    assert.ok(millis > 4000 && millis < 20_000, `${millis} ms`);
    const waits =
      "select from pg_stat_activity where wait_event = 'advisory' and datname = current_database()";
    assert.equal((await other.query(waits)).rows.length, 1, 'its transaction still waits');
    await other.query('commit');
    assert.equal((await event.send('PUT', '/teams', crews('Third'))).status, 200);
    assert.deepEqual(await namesOf(event), ['Third']);
  });
});

describe('what the server refuses in the middle of a write', () => {
  /** Lets a statement on a table fail for one event: the first `times` times, or whenever a name is written. */
  async function sabotage({
    table = 'history',
    event,
    sqlState = 'P0001',
    times,
    name,
  }: {
    table?: string;
    event: Provisioned;
    sqlState?: string;
    times?: number;
    name?: string;
  }): Promise<void> {
    await other.query('create sequence if not exists failures');
    await other.query("select setval('failures', 1, false)");
    const isMeant = [
      `new.event_id = ${event.eventId}`,
      ...(times === undefined ? [] : [`nextval('failures') <= ${times}`]),
      ...(name === undefined ? [] : [`new.name = '${name}'`]),
    ].join(' and ');
    await other.query(`create or replace function fail() returns trigger language plpgsql as $$
      begin
        if ${isMeant} then raise exception 'sabotage' using errcode = '${sqlState}'; end if;
        return new;
      end $$`);
    await other.query(
      `create trigger sabotage before insert or update on ${table}
         for each row execute function fail()`,
    );
  }
  afterEach(async () => {
    for (const table of ['history', 'teams']) {
      await other.query(`drop trigger if exists sabotage on ${table}`);
    }
  });

  /** How often the sabotaged statement was tried. */
  async function attempts(): Promise<number> {
    const { rows } = await other.query('select last_value as n from failures');
    return Number(rows[0].n);
  }

  const conflicts = { 'a serialisation failure': '40001', 'a deadlock': '40P01' };
  for (const [what, sqlState] of Object.entries(conflicts)) {
    test(`${what} is tried again, up to five times`, async () => {
      const event = await service.provision();
      await sabotage({ event, sqlState, times: 5 });
      const reply = await event.send('PUT', '/teams', crews('One', 'Two'));
      assert.equal(reply.status, 200, reply.text);
      assert.equal(reply.json.teams.length, 2);
      assert.equal(await attempts(), 6);
      assert.deepEqual(await namesOf(event), ['One', 'Two']);
      const history = `select id from history where event_id = ${event.eventId}`;
      assert.equal((await raw(made.url, history)).length, 1, 'it counts as one write');
    });

    test(`${what} that does not end is 503, and nothing was written`, async () => {
      const event = await service.provision();
      await sabotage({ event, sqlState, times: 1000 });
      assertUnavailable(await event.send('PUT', '/teams', crews('One', 'Two')));
      assert.equal(await attempts(), 6);
      assert.deepEqual(await namesOf(event), []);
    });
  }

  test('a real deadlock with another client is resolved and both get through', async () => {
    const event = await service.provision();
    await event.send('POST', '/schedule');
    await event.send('PUT', '/teams', crews('One'));
    const [{ id: teamId } = { id: 0 }] = await raw(
      made.url,
      `select id from teams where event_id = ${event.eventId}`,
    );
    // The push takes the event's lock, then the crew; the other client the other way round.
    await other.query('begin');
    await other.query(`update teams set club_id = 'x' where id = ${teamId}`);
    const push = event.send('PUT', '/teams', [{ externalId: 'id of One', name: 'Two' }]);
    await delay(300);
    // After a second the server ends whichever client has waited longest for the other: here the push, which runs again.
    const lock = other.query('select pg_advisory_xact_lock($1)', [event.eventId]).then(
      () => other.query('commit'),
      () => other.query('rollback'),
    );
    const [reply] = await Promise.all([push, lock]);
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(
      await raw(made.url, `select name, club_id from teams where id = ${teamId}`),
      [{ name: 'Two', club_id: 'x' }],
      'the push was run again on what the other has written',
    );
  });

  test('a removal and a device that follows something meanwhile do not get in each other’s way', async () => {
    const event = await service.provision();
    const { eventId } = event;
    await event.send('POST', '/schedule');
    const races = [1, 2, 3].map((n) => ({
      externalId: `r${n}`,
      raceNumber: n,
      scheduledAt: '2026-06-13T09:00:00Z',
    }));
    await event.send('PUT', '/races', races);
    const ids = await raw(
      made.url,
      `select id from races where event_id = ${eventId} order by race_number`,
    );
    const [first = 0, second = 0, third = 0] = ids.map(({ id }) => Number(id));
    const device = { endpoint: 'https://push.example/1', p256dh: '', auth: '', language: 'en' };
    const follow = (race: number) =>
      service.database.write((tx) =>
        replaceFollows(tx, device, { eventId, wholeEvent: false, crews: [], races: [race] }, 0),
      );
    const followed = `select d.id, f.target_id from devices d join follows f on f.device_id = d.id`;
    await follow(first);
    const [{ id } = { id: 0 }] = await raw(made.url, followed);

    // The device follows another race just before its last one is removed.
    await other.query('begin');
    await other.query(`insert into follows values (${id}, ${eventId}, 'race', ${second})`);
    const removal = performOn(service, eventId, removeRace, { raceNumber: 1 });
    await delay(300);
    await Promise.all([other.query('commit'), removal]);
    // A device that follows a removed race follows it again once the removal is undone.
    assert.deepEqual(await raw(made.url, `${followed} order by f.target_id`), [
      { id, target_id: first },
      { id, target_id: second },
    ]);

    // The device follows another race just after it was deleted.
    await other.query('begin');
    await other.query(`delete from follows where device_id = ${id}`);
    await other.query(`delete from devices where id = ${id}`);
    const following = follow(third);
    await delay(300);
    await Promise.all([other.query('commit'), following]);
    const [now] = await raw(made.url, followed);
    assert.equal(now?.target_id, third);
    assert.notEqual(now?.id, id);
  });

  test('a write that fails in its middle is 500, and nothing of it is written', async () => {
    const event = await service.provision();
    await event.send('PUT', '/teams', crews('Before'));
    const before = await raw(made.url, `select * from teams where event_id = ${event.eventId}`);
    await sabotage({ event, table: 'teams', name: 'Third' });
    const reply = await event.send('PUT', '/teams', [
      { externalId: 'id of Before', name: 'Renamed' },
      ...crews('First', 'Second', 'Third', 'Fourth'),
    ]);
    assert.equal(reply.status, 500, reply.text);
    assert.equal(anyProblem(reply).code, 'internal_error');
    assert.equal(reply.headers.get('retry-after'), null);
    assert.ok(!reply.text.includes('sabotage'), 'what went wrong inside is nobody’s business');
    assert.deepEqual(
      await raw(made.url, `select * from teams where event_id = ${event.eventId}`),
      before,
    );
    const history = `select id from history where event_id = ${event.eventId}`;
    assert.equal((await raw(made.url, history)).length, 1);
    assert.equal((await event.send('PUT', '/teams', crews('Next'))).status, 200, 'the next works');
  });

  test('of several writes that share a commit the others succeed, each whole', async () => {
    const event = await service.provision();
    await event.send('POST', '/schedule');
    await sabotage({ event, table: 'teams', name: 'Crew 5, second' });
    // Held up together, so that the seven behind the first share one commit.
    await other.query('begin');
    await other.query('select pg_advisory_xact_lock($1)', [event.eventId]);
    const pushes = Array.from({ length: 8 }, (_, n) =>
      event.send('PUT', '/teams', crews(`Crew ${n}, first`, `Crew ${n}, second`)),
    );
    await delay(300);
    await other.query('commit');
    const statuses = (await Promise.all(pushes)).map(({ status }) => status);
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 500, 200, 200]);
    const whole = [0, 1, 2, 3, 4, 6, 7].flatMap((n) => [`Crew ${n}, first`, `Crew ${n}, second`]);
    assert.deepEqual((await namesOf(event)).sort(), whole);
    const rows = await raw(
      made.url,
      `select changes from history where event_id = ${event.eventId} and operation = 'push-teams'`,
    );
    const told = rows.map(({ changes }) =>
      JSON.parse(String(changes)).map((change: { name: string }) => change.name),
    );
    assert.deepEqual(told.flat().sort(), whole);
    assert.ok(told.every((names) => names.length === 2));
  });
});
