/**
 * `move`: an installation that grows or shrinks takes its data to another database. Each run moves from
 * the kind of database on which the tests run to both kinds.
 */
import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { clubNumber } from '../../src/domain/following/followers.ts';
import {
  newDatabase,
  newFileDatabase,
  newServerDatabase,
  type TestDatabase,
} from '../support/databases.ts';
import { endWithin, failedLine, json, run, start } from '../support/program.ts';
import { allRows, fileOf, isFile, raw, rawClient, TABLES } from '../support/raw.ts';
import { startTestService } from '../support/service.ts';

/** Statements that add rows as sign-ins to the console leave them, and others of the whole installation. */
const ACCOUNTS = [
  `insert into sessions (user_id, token_hash, device, began_with, created_at, last_seen_at, proved_at)
     values (1, 's', 'Firefox on Linux', 'passkey', 1, 2, 1)`,
  `insert into known_browsers (token_hash, user_id, created_at) values ('b', 1, 1)`,
  `insert into passkeys (user_id, credential_id, public_key, sign_count, transports, label, created_at)
     values (1, 'c', 'k', 4, '["usb"]', 'Key ring', 1)`,
  `insert into passkey_challenges (challenge, expires_at) values ('c', 4e12)`,
  `insert into links (kind, token_hash, user_id, is_mailed, created_at, expires_at)
     values ('sign-in', 'l', 1, 0, 1, 4e12)`,
  `insert into sign_in_failures (subject, failures, last_at) values ('network 192.0.2.1', 3, 1)`,
  `insert into idempotency_keys (user_id, idempotency_key, body_hash, result_id, created_at)
     values (1, 'i', 'h', 1, 1)`,
  `insert into daily_runs (task, began_at, is_over) values ('retention', 1, 1)`,
  `insert into removed_history (event_id, to_number) select min(id), 3 from events`,
  `insert into operator_texts (name, text) values ('imprint', 'Rowing club\n\n1 Lake Road')`,
];

/** A database with two events of two clubs, and in the end with rows in every table. */
const source = await newDatabase();
/** The key of the demo, and its event. */
const demo: { key: string; eventId: number } = await json(['demo'], { DATABASE_URL: source.url });
const { key, eventId } = demo;
const service = await startTestService({ DATABASE_URL: source.url });
const other = await service.provision({ timezone: null });
await other.send('POST', '/schedule');
await other.send('PUT', '/teams', [{ externalId: "o'b", name: "O\\'Brien \u2028 “Ä” 🚣" }]);
const at = `/v1/events/${eventId}/schedule`;
const { races } = (await service.send('GET', at, { key })).json;
const body = { venueDay: races[0].scheduledAt.slice(0, 10), delayMinutes: -15 };
assert.equal((await service.send('PUT', `${at}/delay`, { key, body })).status, 200);
await service.stop();
/** The demo's schedule, as a service on the source sends it. */
const answer = await whatItAnswers(source.url);
// Added last, because a service on the source would send the news.
for (const statement of [...followers(eventId), ...ACCOUNTS, ...ofRaceOffice(eventId)])
  await raw(source.url, statement);
const original = await allRows(source.url);
for (const table of TABLES) assert.ok(original[table]?.length, `there is something in ${table}`);

/** Statements that add a device that follows an event, and news that are still to be sent to it. */
function followers(eventId: number): string[] {
  const news = `${eventId}, 'results-posted', '1'`;
  return [
    `delete from outbox`,
    `insert into devices (endpoint, p256dh, auth, language, created_at)
       values ('https://push.example/1', 'p', 'a', 'de', 1)`,
    `insert into follows (device_id, event_id, kind, target_id)
       select id, ${eventId}, 'crew', 1 from devices`,
    `insert into follows (device_id, event_id, kind, target_id, remind_minutes)
       select id, ${eventId}, 'club', ${clubNumber('SAL')}, 20 from devices`,
    `insert into reminders (event_id, race_id, minutes, start_at, crew_ids)
       values (${eventId}, 1, 20, 4e12, '[1,2]')`,
    `insert into outbox (event_id, kind, subject, due_at, state_before, told_to)
       values (${news}, 4e12, '', 0)`,
    `insert into deliveries (event_id, kind, subject, device_id, due_at, expires_at, attempts, version)
       select ${news}, id, 4e12, 4e12, 1, 1 from devices`,
  ];
}

/** Statements that add the other rows that an event may have once its race office is used. */
function ofRaceOffice(eventId: number): string[] {
  return [
    `insert into told (event_id, about, race_id, crew_id, device_id, state, told_at)
       select ${eventId}, 'result', 1, 1, id, 's', 1 from devices`,
    `insert into imports (event_id, layout, answers, results) values (${eventId}, 'l', '{}', '[]')`,
    `insert into logos (event_id, type, picture) values (${eventId}, 'image/png', 'AA==')`,
    `insert into notices (event_id, text, posted_at, until) values (${eventId}, 'Fog', 1, 4e12)`,
    `insert into webhooks (event_id, url, origin, label, kinds, secret, created_at)
       values (${eventId}, 'https://hook.example/1', 'https://hook.example', 'Club', '[]', 's', 1)`,
    `insert into webhook_deliveries
         (event_id, webhook_id, message_id, type, created_at, changed_at, revision, races, due_at)
       select ${eventId}, id, 'm', 'test', 1, 1, 1, '[]', 4e12 from webhooks`,
    `insert into office_places (session_id, event_id, part, at)
       select id, ${eventId}, 'races', 1 from sessions`,
  ];
}

const TARGETS = { 'a file': newFileDatabase, 'a server': newServerDatabase };

for (const [kind, newTarget] of Object.entries(TARGETS)) {
  describe(`move to ${kind}`, () => {
    test('every row arrives as it was, is counted, and the copy is a working installation', async () => {
      const target = await newTarget();
      const { rows } = await json(['move', '--from', source.url, '--to', target.url]);
      await assertHolds(target.url, original);
      await assertHolds(source.url, original);
      const count = Object.values(original).reduce((sum, ofTable) => sum + ofTable.length, 0);
      assert.equal(rows, count);
      assert.equal(await whatItAnswers(target.url), answer);
      await target.drop();
    });

    test('new rows come after those that were moved', async () => {
      const target = await newTarget();
      await json(['move', '--from', source.url, '--to', target.url]);
      const before = await highestIds(target.url);
      const service = await startTestService({ DATABASE_URL: target.url });
      const event = await service.provision();
      assert.equal((await event.send('POST', '/schedule')).status, 201);
      const crews = [1, 2].map((n) => ({ externalId: `c${n}`, name: `Crew ${n}` }));
      assert.equal((await event.send('PUT', '/teams', crews)).status, 200);
      const race = { externalId: 'r', raceNumber: 1, scheduledAt: '2026-06-13T09:00:00Z' };
      assert.equal((await event.send('PUT', '/races', [race])).status, 200);
      await service.stop();
      const added = {
        users: 1,
        clubs: 1,
        api_keys: 1,
        events: 1,
        teams: 2,
        races: 1,
        history: 3,
        devices: 0,
      };
      const expected = Object.entries(added).map(([table, n]) => [table, (before[table] ?? 0) + n]);
      assert.deepEqual(await highestIds(target.url), Object.fromEntries(expected));
      await target.drop();
    });

    test('one that fails in the middle leaves the target empty, and runs again', async () => {
      const target = await newTarget();
      await json(['migrate'], { DATABASE_URL: target.url });
      // The table `history`, which is copied after others, refuses every row.
      for (const statement of isFile(target.url) ? REFUSE_IN_FILE : REFUSE_ON_SERVER) {
        await raw(target.url, statement);
      }
      const failed = await run(['move', '--from', source.url, '--to', target.url]);
      assert.match(failedLine(failed), /no history today/);
      await assertHolds(target.url, EMPTY);
      await raw(target.url, `drop trigger refuse${isFile(target.url) ? '' : ' on history'}`);
      await json(['move', '--from', source.url, '--to', target.url]);
      await assertHolds(target.url, original);
      await target.drop();
    });

    test('one that is killed in the middle leaves the target empty, and runs again', async () => {
      const target = await newTarget();
      await json(['migrate'], { DATABASE_URL: target.url });
      const big = await newBigDatabase();
      const moving = start(['move', '--from', big.url, '--to', target.url]);
      await (isFile(target.url) ? logHasGrown(target.url) : rowsWereInserted(target.url));
      moving.child.kill('SIGKILL');
      assert.equal(await moving.ended, 'SIGKILL', moving.output.stderr);
      await assertHolds(target.url, EMPTY);
      const { rows } = await json(['move', '--from', big.url, '--to', target.url]);
      assert.equal(rows, BIG_ROWS + 9);
      const [count] = await raw(target.url, 'select count(*) as n from history');
      assert.equal(count?.n, BIG_ROWS);
      await big.drop();
      await target.drop();
    });
  });
}

test('a target that is not empty is refused and left alone', async () => {
  const target = await newDatabase();
  await json(['club', 'add', '--name', 'Club'], { DATABASE_URL: target.url });
  const before = await allRows(target.url);
  const refused = await run(['move', '--from', source.url, '--to', target.url]);
  assert.match(failedLine(refused), /is not empty/);
  await assertHolds(target.url, before);
  await assertHolds(source.url, original);
  await target.drop();
});

test('nothing to move, or a target that is the source, is refused', async () => {
  const [empty, target] = [await newDatabase(), await newDatabase()];
  const nothing = await run(['move', '--from', empty.url, '--to', target.url]);
  assert.match(failedLine(nothing), /^There is nothing to move/);
  const file = `${tmpdir()}/nothing-moved.db`;
  await run(['move', '--from', empty.url, '--to', `sqlite:${file}`]);
  assert.ok(!existsSync(file), 'no file is left where nothing was moved');
  const itself = await run(['move', '--from', source.url, '--to', source.url]);
  assert.match(failedLine(itself), /name the same database/);
  await assertHolds(source.url, original);
  await empty.drop();
  await target.drop();
});

test('no password stands in what it prints', async () => {
  const target = await newServerDatabase();
  const address = (databaseUrl: string) => {
    const url = new URL(databaseUrl);
    url.searchParams.set('application_name', 'move');
    return url.href;
  };
  const [from, to] = [source.url, address(target.url)];
  const outputs = [
    await run(['move', '--from', to, '--to', from]),
    await run(['move', '--from', from, '--to', to]),
    await run(['move', '--from', from, '--to', to]),
    await run(['move', '--from', to, '--to', to]),
  ];
  assert.deepEqual(
    outputs.map(({ status }) => status),
    [1, 0, 1, 1],
  );
  const { password } = new URL(target.url);
  assert.ok(password.length > 0);
  for (const { stdout, stderr } of outputs) {
    assert.ok(!(stdout + stderr).includes(`:${password}@`), stdout + stderr);
  }
  await target.drop();
});

test('on a terminal a bar shows how far it has come, and is gone at the end', {
  skip: existsSync('/usr/bin/script') ? false : 'needs script(1) to be a terminal',
}, async () => {
  const target = await newDatabase();
  const { stdout, status } = await onTerminal(['move', '--from', source.url, '--to', target.url]);
  assert.equal(status, 0, stdout);
  const shares = [...stdout.matchAll(/\[(#*)(\.*)\] (\d+) % (\w+)/g)];
  const percent = shares.map(([, , , share]) => Number(share));
  assert.deepEqual(
    percent,
    percent.toSorted((a, b) => a - b),
  );
  assert.equal(percent.at(-1), 100);
  // Every table is copied, then compared.
  const tables = shares.map(([, , , , table]) => table);
  assert.deepEqual(tables, [...tables.slice(0, TABLES.length), ...tables.slice(0, TABLES.length)]);
  assert.deepEqual(new Set(tables), new Set(TABLES));
  for (const [, full = '', empty = ''] of shares) assert.equal(full.length + empty.length, 30);
  // The next line replaces the bar instead of following it.
  const [, last = ''] = stdout.split(`100 % ${tables.at(-1)}`);
  assert.match(last.slice(1), /^.\[KMoved \d+ rows and compared every one\..*\r\n$/);
  await target.drop();
});

/** Asserts that a database has exactly these rows, table by table, so that a difference is readable. */
async function assertHolds(url: string, expected: Record<string, string[]>): Promise<void> {
  const stored = await allRows(url);
  for (const table of TABLES) assert.deepEqual(stored[table], expected[table], table);
}

/** The demo's schedule, as a service on a database sends it. */
async function whatItAnswers(url: string): Promise<string> {
  const service = await startTestService({ DATABASE_URL: url });
  const path = `/v1/events/${demo.eventId}/schedule`;
  const { status, text } = await service.send('GET', path, { key: demo.key });
  await service.stop();
  assert.equal(status, 200);
  return text;
}

const EMPTY = Object.fromEntries(TABLES.map((table) => [table, []]));

const REFUSE_IN_FILE = [
  `create trigger refuse before insert on history begin
     select raise(abort, 'no history today'); end`,
];
const REFUSE_ON_SERVER = [
  `create function refuse() returns trigger language plpgsql as
     $$ begin raise exception 'no history today'; end $$`,
  'create trigger refuse before insert on history for each row execute function refuse()',
];

async function highestIds(url: string): Promise<Record<string, number>> {
  const highest: Record<string, number> = {};
  for (const table of [
    'users',
    'clubs',
    'api_keys',
    'events',
    'teams',
    'races',
    'history',
    'devices',
  ]) {
    const [row] = await raw(url, `select max(id) as id from ${table}`);
    highest[table] = Number(row?.id);
  }
  return highest;
}

const BIG_ROWS = 30_000;

/** A database whose move takes a while; nearly all of its rows are in the table `history`. */
async function newBigDatabase(): Promise<TestDatabase> {
  const big = await newDatabase();
  const service = await startTestService({ DATABASE_URL: big.url });
  const { eventId } = await service.provision();
  await service.stop();
  const [n, numbers] = isFile(big.url)
    ? [
        'value',
        `(with recursive n(value) as (select 1 union all select value + 1 from n
           where value < ${BIG_ROWS}) select value from n) as n`,
      ]
    : ['value', `generate_series(1, ${BIG_ROWS}) as n(value)`];
  await raw(big.url, 'delete from memberships');
  await raw(
    big.url,
    `insert into history (event_id, number, at, operation, changes)
       select ${eventId}, 1000 + ${n}, ${n}, 'fill', '[]${' '.repeat(1000)}' from ${numbers}`,
  );
  await raw(big.url, "insert into memberships (user_id, club_id, role) values (1, 1, 'admin')");
  await raw(
    big.url,
    `insert into schedules (event_id, status, default_result_mode, default_result_visibility,
       revision, updated_at) values (${eventId}, 'draft', 'time', 'full', 1, 1)`,
  );
  return big;
}

/** Waits until 3 MB of rows that are not committed yet have spilled into the write-ahead log. */
async function logHasGrown(url: string): Promise<void> {
  const log = `${fileOf(url)}-wal`;
  for (;;) {
    if (existsSync(log) && statSync(log).size > 3_000_000) return;
    await delay(1);
  }
}

/** Waits until 3 MB of rows are inserted: a table's file grows before the rows are committed. */
async function rowsWereInserted(url: string): Promise<void> {
  const client = await rawClient(url);
  for (;;) {
    const { rows } = await client.query("select pg_relation_size('history') as bytes");
    if (rows[0].bytes > 3_000_000) break;
  }
  await client.end();
}

/** Runs a command whose standard output and error are a terminal. */
async function onTerminal(words: string[]) {
  const quoted = [process.execPath, 'bin/running-order.js', ...words].map((word) => `'${word}'`);
  const { spawn } = await import('node:child_process');
  const child = spawn('script', ['-qec', quoted.join(' '), '/dev/null'], { stdio: 'pipe' });
  child.stdin.end();
  const output = { stdout: '' };
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk;
  });
  const ended = new Promise<number>((resolve) => child.once('close', resolve));
  return {
    status: await endWithin(20, { child, output: { ...output, stderr: '' }, ended }),
    ...output,
  };
}
