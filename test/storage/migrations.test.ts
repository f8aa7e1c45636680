/** How a database is migrated to this program's version, and which databases are refused. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { afterEach, beforeEach, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { endpointIdentity } from '../../src/domain/following/followers.ts';
import { insertClub } from '../../src/storage/accounts/accounts.ts';
import { Database } from '../../src/storage/engine/database.ts';
import { DatabaseRefused } from '../../src/storage/engine/dialect.ts';
import { findRemoved, listHistory } from '../../src/storage/history/history.ts';
import { CURRENT_VERSION } from '../../src/storage/migrations/migrations.ts';
import { isOnServer, newBlankDatabase, type TestDatabase } from '../support/databases.ts';
import { raw } from '../support/raw.ts';
import { provisionOn } from '../support/service.ts';
import { stepsBackTo } from './steps-back.ts';

let made: TestDatabase;

beforeEach(async () => {
  made = await newBlankDatabase();
});
afterEach(() => made.drop());

/** The structure of the database, as its own catalogue describes it. */
function structure() {
  return raw(
    made.url,
    isOnServer
      ? `select table_name || '.' || column_name as name, data_type || is_nullable as sql
           from information_schema.columns where table_schema = 'public'
         union all select indexname, indexdef from pg_indexes where schemaname = 'public'
         order by 1`
      : 'select name, sql from sqlite_schema order by name',
  );
}

async function goBackTo(version: number): Promise<void> {
  for (const statement of stepsBackTo(version)) await raw(made.url, statement);
}

async function assertRefused(message: RegExp): Promise<void> {
  await assert.rejects(Database.open(made.url), (error) => {
    assert.ok(error instanceof DatabaseRefused, String(error));
    assert.match(error.message, message);
    assert.doesNotMatch(error.message, /\n/);
    return true;
  });
}

test('migrations: the second time changes nothing', async () => {
  const first = await Database.open(made.url);
  assert.deepEqual([first.from, first.to > 0], [0, true]);
  await first.database.write((tx) => insertClub(tx, 'Club', 1));
  await first.database.close();
  const before = await structure();
  assert.ok(before.length > 20);
  const second = await Database.open(made.url);
  await second.database.close();
  assert.deepEqual([second.from, second.to], [first.to, first.to]);
  assert.deepEqual(await structure(), before);
  assert.deepEqual(await raw(made.url, 'select name from clubs'), [{ name: 'Club' }]);
});

for (let from = 1; from < CURRENT_VERSION; from++) {
  test(`migrations: a database of version ${from} comes through with its rows`, async () => {
    const { database, to } = await Database.open(made.url);
    await database.write((tx) => insertClub(tx, 'Club', 1));
    await database.close();
    const fresh = await structure();
    await goBackTo(from);
    const opened = await Database.open(made.url);
    await opened.database.close();
    assert.deepEqual([opened.from, opened.to], [from, to]);
    assert.deepEqual(await structure(), fresh);
    assert.deepEqual(await raw(made.url, 'select name from clubs'), [{ name: 'Club' }]);
  });
}

test('migrations: a database of version 2 keeps its history', async () => {
  const { database, to } = await Database.open(made.url);
  await database.close();
  const fresh = await structure();
  await goBackTo(2);
  for (const statement of [
    "insert into users (display_name, created_at) values ('A', 1)",
    "insert into clubs (name, created_at) values ('C', 1)",
    `insert into events (club_id, creator_id, name, start_date, end_date, city, country_code, created_at)
       values (1, 1, 'E', '2026-06-13', '2026-06-13', '', '', 1)`,
    `insert into events (club_id, creator_id, name, start_date, end_date, city, country_code, created_at)
       values (1, 1, 'F', '2026-06-13', '2026-06-13', '', '', 1)`,
    "insert into history (event_id, at, user_id, operation, changes) values (1, 7, 1, 'x', '[]')",
    "insert into history (event_id, at, operation, changes) values (2, 7, 'x', '[]')",
    "insert into history (event_id, at, operation, changes) values (1, 8, 'y', '[]')",
  ]) {
    await raw(made.url, statement);
  }
  const opened = await Database.open(made.url);
  const entries = await listHistory(opened.database.reads, 1);
  const numbers = await raw(made.url, 'select event_id, number from history order by id');
  await opened.database.close();
  assert.deepEqual([opened.from, opened.to], [2, to]);
  assert.deepEqual(await structure(), fresh);
  assert.deepEqual(
    entries.map(({ at, displayName, loginName }) => [at, displayName, loginName]),
    [
      [8, null, null],
      [7, 'A', null],
    ],
  );
  assert.deepEqual(
    numbers.map((row) => [Number(row.event_id), row.number]),
    [
      [1, 1],
      [2, 1],
      [1, 2],
    ],
    'each entry has its number within its event',
  );
});

test('migrations: a database of version 2 comes through, and its devices have an identity', async () => {
  const { database, to } = await Database.open(made.url);
  const { eventId } = await provisionOn(database);
  await database.close();
  const fresh = await structure();
  await goBackTo(2);
  const endpoint = 'https://fcm.googleapis.com/fcm/send/aSecretOfTwentyCharacters';
  // More than a page of others, and three ways to write one.
  await raw(
    made.url,
    `insert into devices (endpoint, p256dh, auth, language, created_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 1500)
      select 'https://push.example/' || i, 'p', 'a', 'en', 1 from n`,
  );
  for (const spelling of ['?1', '/', '']) {
    await raw(
      made.url,
      `insert into devices (endpoint, p256dh, auth, language, created_at)
        values ('${endpoint}${spelling}', 'p', 'a', 'en', 1)`,
    );
  }
  await raw(
    made.url,
    `insert into follows (device_id, event_id, kind, target_id)
      select id, ${eventId}, 'crew', t from devices, (select 1 as t union select 2) as targets`,
  );
  const opened = await Database.open(made.url);
  assert.deepEqual([opened.from, opened.to], [2, to]);
  assert.deepEqual(await structure(), fresh);
  const { reads } = opened.database;
  const devices = await reads
    .selectFrom('devices')
    .orderBy('id')
    .select(['endpoint', 'identity', 'network', 'follow_count', 'delivered_at'])
    .execute();
  assert.equal(devices.length, 1501);
  for (const device of devices) {
    assert.equal(device.identity, endpointIdentity(device.endpoint));
    assert.deepEqual([device.follow_count, device.network, device.delivered_at], [2, '', null]);
  }
  assert.equal(devices.at(-1)?.endpoint, endpoint, 'the newest one is kept');
  assert.equal((await reads.selectFrom('follows').selectAll().execute()).length, 3002);
  await opened.database.close();
});

test('migrations: version 6 comes through with follows and news; its results came when the schedule last changed', async () => {
  const { database, to } = await Database.open(made.url);
  const { eventId } = await provisionOn(database);
  await database.close();
  await goBackTo(6);
  await raw(
    made.url,
    `insert into schedules (event_id, status, default_result_mode, default_result_visibility, revision, updated_at)
      values (${eventId}, 'published', 'timed', 'full', 3, 1234)`,
  );
  for (const [id, status] of [
    [1, 'dns'],
    [2, 'assigned'],
  ]) {
    await raw(
      made.url,
      `insert into races (id, event_id, race_number, scheduled_at, result_mode, revision)
        values (${id}, ${eventId}, ${id}, 5, 'timed', 2)`,
    );
    await raw(
      made.url,
      `insert into lanes (race_id, position, status) values (${id}, 1, '${status}')`,
    );
  }
  await raw(
    made.url,
    "insert into devices (endpoint, p256dh, auth, language, created_at) values ('e', 'p', 'a', 'de', 1)",
  );
  await raw(
    made.url,
    `insert into follows (device_id, event_id, kind, target_id)
      select id, ${eventId}, 'race', 1 from devices`,
  );
  await raw(
    made.url,
    `insert into outbox (event_id, kind, subject, due_at, state_before, told_to)
      values (${eventId}, 'results-posted', '1', 5, '', 0)`,
  );
  const opened = await Database.open(made.url);
  await opened.database.close();
  assert.deepEqual([opened.from, opened.to], [6, to]);
  assert.deepEqual(await raw(made.url, 'select kind, remind_minutes from follows'), [
    { kind: 'race', remind_minutes: null },
  ]);
  const [news] = await raw(made.url, 'select due_at, latest_at from outbox');
  assert.deepEqual([Number(news?.due_at), Number(news?.latest_at)], [5, 0]);
  assert.deepEqual(await raw(made.url, 'select * from reminders'), []);
  const races = await raw(made.url, 'select results_at from races order by id');
  assert.deepEqual(
    races.map((row) => row.results_at && Number(row.results_at)),
    [1234, null],
  );
});

test('migrations: version 8 comes through; what was published has the plan of now as its first', async () => {
  const { database, to } = await Database.open(made.url);
  const { eventId } = await provisionOn(database);
  await database.close();
  await goBackTo(8);
  for (const [id, publishedAt] of [
    [eventId, '1234'],
    [eventId + 1, 'null'],
  ]) {
    if (id !== eventId) {
      await raw(
        made.url,
        `insert into events (id, club_id, creator_id, name, start_date, end_date, city, country_code, created_at)
          select ${id}, club_id, creator_id, name, start_date, end_date, city, country_code, 1
          from events where id = ${eventId}`,
      );
    }
    await raw(
      made.url,
      `insert into schedules (event_id, status, default_result_mode, default_result_visibility, revision, updated_at, published_at)
        values (${id}, 'draft', 'timed', 'full', 3, 1234, ${publishedAt})`,
    );
    await raw(
      made.url,
      `insert into races (event_id, race_number, scheduled_at, result_mode, revision)
        values (${id}, 1, 5678, 'timed', 2)`,
    );
    await raw(
      made.url,
      `insert into delays (event_id, venue_day, delay_minutes) values (${id}, '2026-06-13', 5)`,
    );
  }
  const opened = await Database.open(made.url);
  await opened.database.close();
  assert.deepEqual([opened.from, opened.to], [8, to]);
  const races = await raw(made.url, 'select first_published_at from races order by event_id');
  assert.deepEqual(
    races.map((row) => row.first_published_at && Number(row.first_published_at)),
    [5678, null],
  );
  const delays = await raw(made.url, 'select delay_minutes, until_at from delays');
  assert.deepEqual(delays.map(Object.values), Array(2).fill([5, null]), 'they hold all day');
});

test('migrations: version 11 comes through; of no history was anything removed', async () => {
  const { database, to } = await Database.open(made.url);
  const { eventId } = await provisionOn(database);
  await database.close();
  await goBackTo(11);
  const opened = await Database.open(made.url);
  assert.deepEqual(await findRemoved(opened.database.reads, eventId), { to: 0, oldestId: null });
  await opened.database.close();
  assert.deepEqual([opened.from, opened.to], [11, to]);
  assert.deepEqual(await raw(made.url, 'select task from daily_runs'), []);
});

test('migrations: a database of a newer program is refused and left as it is', async () => {
  const { database, to } = await Database.open(made.url);
  await database.write((tx) => insertClub(tx, 'Club', 1));
  await database.close();
  await raw(made.url, 'update schema_version set version = version + 1');
  const before = await structure();
  await assertRefused(new RegExp(`version ${to + 1}, .*\\b${to}: install the newer`));
  assert.deepEqual(await raw(made.url, 'select version from schema_version'), [
    { version: to + 1 },
  ]);
  assert.deepEqual(await structure(), before);
  assert.deepEqual(await raw(made.url, 'select name from clubs'), [{ name: 'Club' }]);
});

for (const [whose, ...statements] of [
  ['with tables of other names', 'create table invoices (id integer)'],
  ['with a table of versions alone', 'create table schema_version (version integer)'],
  [
    'that looks somewhat like ours',
    'create table schema_version (version integer not null)',
    'insert into schema_version values (1)',
    'create table races (id integer)',
  ],
] as const) {
  test(`migrations: a database of another program is refused: one ${whose}`, async () => {
    for (const statement of statements) await raw(made.url, statement);
    const before = await structure();
    await assertRefused(/another program \(.+\): name a database of its own in DATABASE_URL/);
    assert.deepEqual(await structure(), before);
  });
}

test('migrations: one that fails leaves nothing of it, and the next start does it all', async () => {
  // The migration cannot make a table of that name, and a view does not count as a table of another program.
  await raw(made.url, 'create view history as select 1 as one');
  const before = await structure();
  await assert.rejects(Database.open(made.url), /history/);
  assert.deepEqual(await structure(), before);
  await raw(made.url, 'drop view history');
  const { database, from } = await Database.open(made.url);
  await database.close();
  assert.equal(from, 0);
});

/** Opens one new database after the other, each at the same moment as the other threads do. */
const OPENER = `
  import { parentPort, workerData } from 'node:worker_threads';
  import { Database } from ${JSON.stringify(source('storage/engine/database.ts'))};
  import { insertClub } from ${JSON.stringify(source('storage/accounts/accounts.ts'))};
  const outcomes = [];
  for (const [round, url] of workerData.urls.entries()) {
    while (Date.now() < workerData.start + round * workerData.pause);
    try {
      const { database, from } = await Database.open(url);
      await database.write((tx) => insertClub(tx, 'Club', 1));
      await database.close();
      outcomes.push(from === 0 ? 'migrated' : 'found migrated');
    } catch (error) {
      outcomes.push(error.message);
    }
  }
  parentPort.postMessage(outcomes);
`;

function source(path: string): string {
  return new URL(`../../src/${path}`, import.meta.url).href;
}

test('migrations: a new database may be opened by several at the same moment', async () => {
  const databases = await Promise.all(
    Array.from({ length: isOnServer ? 8 : 30 }, () => newBlankDatabase()),
  );
  const urls = databases.map(({ url }) => url);
  const workerData = { urls, start: Date.now() + 800, pause: isOnServer ? 400 : 50 };
  const code = new URL(`data:text/javascript,${encodeURIComponent(OPENER)}`);
  const outcomes = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const [ofThread] = await once(new Worker(code, { workerData }), 'message');
      return ofThread as string[];
    }),
  );
  for (const [round, url] of urls.entries()) {
    const ofRound = outcomes.map((ofThread) => ofThread[round]).sort();
    assert.deepEqual(ofRound, ['found migrated', 'found migrated', 'migrated']);
    assert.equal((await raw(url, 'select id from clubs')).length, 3);
    assert.equal((await raw(url, 'select * from schema_version')).length, 1);
  }
  for (const database of databases) await database.drop();
});
