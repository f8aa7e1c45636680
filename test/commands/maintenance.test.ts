/** `migrate` and `demo`: the database as a whole. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { callIn } from '../../src/commands/demo/demo.ts';
import { newDatabase } from '../support/databases.ts';
import { Browser } from '../support/people.ts';
import { json, run } from '../support/program.ts';
import { allRows, raw } from '../support/raw.ts';
import { startTestService } from '../support/service.ts';
import { newFolder } from '../support/started.ts';

const folder = newFolder();

test('migrate: says from where to where; the second time there is nothing to do', async () => {
  const environment = { DATABASE_URL: `sqlite:${join(folder, 'deep', 'down', 'new.db')}` };
  const first = await json(['migrate'], environment);
  assert.deepEqual(Object.keys(first), ['from', 'to']);
  assert.equal(first.from, 0);
  assert.ok(first.to >= 1);
  assert.deepEqual(await json(['migrate'], environment), { from: first.to, to: first.to });
});

test('move: an address that is none is said of its option', async () => {
  const call = async (from: string, to: string) => {
    const { status, stderr } = await run(['move', '--from', from, '--to', to]);
    assert.equal(status, 1);
    return stderr;
  };
  assert.match(await call('/x.db', 'sqlite:y.db'), /^--from must be sqlite:PATH/);
  const environment = { DATABASE_URL: `sqlite:${join(folder, 'moved.db')}` };
  await json(['user', 'add', '--name', 'Jane'], environment);
  assert.match(await call(environment.DATABASE_URL, 'y.db'), /^--to must be sqlite:PATH/);
});

test('move: also into a database on which a service was once started', async () => {
  const [from, to] = [await newDatabase(), await newDatabase()];
  for (const { url } of [from, to]) {
    await (await startTestService({ DATABASE_URL: url })).stop();
    for (const row of LEFT_BY_A_START) await raw(url, `insert into ${row}`);
  }
  await raw(to.url, "update vapid_keys set public_key = 'another'");
  await json(['user', 'add', '--name', 'Jane'], { DATABASE_URL: from.url });
  const { rows } = await json(['move', '--from', from.url, '--to', to.url]);
  assert.ok(rows > LEFT_BY_A_START.length);
  assert.deepEqual(await allRows(to.url), await allRows(from.url));
});

/** Rows of a new installation, beside its VAPID keys, a day after somebody has opened its console. */
const LEFT_BY_A_START = [
  "links (kind, token_hash, is_mailed, created_at, expires_at) values ('set-up', 'l', 0, 1, 2)",
  "daily_runs (task, began_at, is_over) values ('retention', 1, 1)",
  "sign_in_failures (subject, failures, last_at) values ('network 192.0.2.1', 3, 1)",
  "passkey_challenges (challenge, expires_at) values ('c', 4e12)",
];

test('demo: loads a real regatta into an empty database while the service runs, and no second time', async () => {
  const service = await startTestService();
  try {
    const environment = { DATABASE_URL: service.databaseUrl, PUBLIC_URL: service.url };
    const document = await json(['demo'], environment);
    const names = ['email', 'eventId', 'key', 'password', 'userId'];
    assert.deepEqual(Object.keys(document).sort(), names);
    const { key, eventId, userId, email, password } = document;
    const signedIn = await new Browser(service).signIn(email, password);
    const { id, operator } = signedIn.json.person;
    assert.deepEqual([String(id), operator], [userId, true]);
    const me = await service.send('GET', '/v1/me', { key });
    assert.equal(me.json.userId, userId);
    const path = `/v1/events/${eventId}/schedule`;
    const schedule = await service.send('GET', path, { key });
    assert.equal(schedule.json.races.length, 26);
    const again = await run(['demo', '--json'], environment);
    assert.deepEqual([again.status, again.stdout], [1, '']);
    assert.match(again.stderr, /^[^\n]*empty[^\n]*\n$/);
    assert.equal((await service.send('GET', path, { key })).text, schedule.text);
    assert.equal((await service.send('GET', '/v1/events', { key })).json.events.length, 1);
  } finally {
    await service.stop();
  }
});

test('demo: prints a key and calls that work when they are tried', async () => {
  const service = await startTestService();
  try {
    const environment = { DATABASE_URL: service.databaseUrl, PUBLIC_URL: service.url };
    const { status, stdout, stderr } = await run(['demo'], environment);
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /\bro_[0-9A-Za-z]{36}\b/);
    const calls = stdout.split('\n').filter((line) => line.trim().startsWith('curl '));
    assert.ok(calls.length >= 2, stdout);
    // The calls for PowerShell have the same parts.
    for (const call of calls) {
      const [, key = ''] = /Bearer (\w+)/.exec(call) ?? [];
      const [, json] = /-d '([^']*)'/.exec(call) ?? [];
      const [url = ''] = /http:\S+/.exec(call) ?? [];
      const parts = { url, ...(json !== undefined && { body: JSON.parse(json) }) };
      assert.equal(callIn('posix', key, parts), call.trim());
      assert.equal(
        callIn('powershell', key, parts),
        `Invoke-RestMethod -Headers @{ Authorization = 'Bearer ${key}' } ` +
          (json ? `-Method Put -ContentType 'application/json' -Body '${json}' ` : '') +
          `-Uri '${url}' | ConvertTo-Json -Depth 9`,
      );
    }
    for (const call of calls) {
      const method = /-X (\w+)/.exec(call)?.[1] ?? 'GET';
      const body = /-d '([^']*)'/.exec(call)?.[1];
      const key = /Bearer (\w+)/.exec(call)?.[1] ?? '';
      const [url] = /http:\S+/.exec(call) ?? [];
      const reply = await service.send(method, String(url).slice(service.url.length), {
        key,
        body,
      });
      assert.equal(reply.status, 200, `${call}\n${reply.text}`);
    }
  } finally {
    await service.stop();
  }
});

test('calls: a quote in a text does not end it, in either shell', () => {
  const call = { url: 'http://x.example/v1', body: [{ name: "Saint Mary's" }] };
  assert.ok(callIn('posix', 'k', call).includes(`-d '[{"name":"Saint Mary'\\''s"}]' http:`));
  assert.ok(callIn('powershell', 'k', call).includes(`-Body '[{"name":"Saint Mary''s"}]' -Uri`));
});
