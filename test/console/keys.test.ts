/** API keys in the console: created, used, revoked; and the list of requests that were made with them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { MAX_LIVE_KEYS } from '../../src/contract/limits.ts';
import { insertUser, setRole } from '../../src/storage/accounts/accounts.ts';
import { updatePerson } from '../../src/storage/accounts/people.ts';
import { signIn, visitor } from '../support/console.ts';
import { isOnServer, newDatabase } from '../support/databases.ts';
import { mintKey } from '../support/keys.ts';
import { addPerson } from '../support/people.ts';
import { raw } from '../support/raw.ts';
import { refused } from '../support/refused.ts';
import { type Reply, startTestService } from '../support/service.ts';

const KEYS = '/account/keys';
const QUARTER_HOUR_MILLIS = 15 * 60_000;

const service = await startTestService();

const me = (key: string, url = service.url) =>
  fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${key}` } });

test('a key is shown once, used, and dead at the next request after it was revoked', async () => {
  const { userId } = await service.provision();
  const { send } = await signIn(service, userId);
  const minted = await send('POST', KEYS, { label: '  Finish tower ' });
  assert.equal(minted.status, 201, minted.text);
  assert.equal(minted.headers.get('cache-control'), 'no-store');
  const { key, keyPrefix, label, createdAt, ...others } = minted.json;
  assert.deepEqual([label, others], ['Finish tower', {}]);
  assert.match(key, /^ro_[0-9A-Za-z]{36}$/);
  assert.equal(keyPrefix, key.slice(0, 9));
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000);
  assert.equal((await me(key)).status, 200);

  const list = await send('GET', KEYS);
  assert.equal(list.json.mayMint, true);
  assert.deepEqual(
    list.json.keys.map((item: { label: string }) => item.label),
    ['Finish tower', 'Timing'],
  );
  assert.deepEqual(Object.keys(list.json.keys[0]).sort(), [
    ...['createdAt', 'keyPrefix', 'label', 'lastUsedAt', 'revokedAt'],
  ]);
  assert.doesNotMatch(list.text, new RegExp(key.slice(9)));

  const revoked = await send('DELETE', `${KEYS}/${keyPrefix}`);
  assert.deepEqual([revoked.status, revoked.text], [204, '']);
  assert.equal((await me(key)).status, 401);
  const after = await send('GET', `${KEYS}/${keyPrefix}`);
  const { revokedAt } = after.json;
  assert.ok(revokedAt);
  assert.equal((await send('DELETE', `${KEYS}/${keyPrefix}`)).status, 204);
  assert.equal((await send('GET', `${KEYS}/${keyPrefix}`)).json.revokedAt, revokedAt);
});

test('a key that is revoked in one process is dead in the other at the next request', {
  skip: isOnServer ? false : 'one process serves a file',
}, async () => {
  const other = await startTestService({ DATABASE_URL: service.databaseUrl });
  try {
    const { userId } = await service.provision();
    const { send } = await signIn(service, userId);
    const { key, keyPrefix } = (await send('POST', KEYS, { label: 'Tower' })).json;
    assert.equal((await me(key, other.url)).status, 200);
    assert.equal((await send('DELETE', `${KEYS}/${keyPrefix}`)).status, 204);
    assert.equal((await me(key, other.url)).status, 401);
  } finally {
    await other.stop();
  }
});

test('minting needs a role and a fresh proof; revoking needs neither', async () => {
  const { userId, clubId, key } = await service.provision();
  const old = await signIn(service, userId, QUARTER_HOUR_MILLIS);
  const stale = await old.send('POST', KEYS, { label: 'x' });
  refused(stale, 403, 'forbidden');
  assert.match(stale.json.detail, /proof/);
  await service.database.write((tx) => setRole(tx, userId, clubId, 'member'));
  const list = await old.send('GET', KEYS);
  assert.equal(list.json.mayMint, false);
  const low = await (await signIn(service, userId)).send('POST', KEYS, '{');
  refused(low, 403, 'forbidden');
  assert.match(low.json.detail, /admin/);
  assert.equal((await old.send('DELETE', `${KEYS}/${key.slice(0, 9)}`)).status, 204);
  assert.equal((await me(key)).status, 401);
});

test('a key of somebody else is not there, whoever asks', async () => {
  const [own, other] = [await service.provision(), await service.provision()];
  const adminId = await service.database.write(async (tx) => {
    const id = await insertUser(tx, 'Admin', null, Date.now());
    await setRole(tx, id, own.clubId, 'admin');
    return id;
  });
  const path = `${KEYS}/${own.key.slice(0, 9)}`;
  for (const userId of [other.userId, adminId]) {
    const { send } = await signIn(service, userId);
    refused(await send('GET', path), 404, 'not_found');
    refused(await send('DELETE', path), 404, 'not_found');
  }
  assert.equal((await me(own.key)).status, 200);
  const { send } = await signIn(service, own.userId);
  for (const prefix of ['ro_nobody', '%00', '%F0%9F%9A%A3', 'x'.repeat(3000)]) {
    refused(await send('GET', `${KEYS}/${prefix}`), 404, 'not_found');
  }
  refused(await visitor(service).send('GET', KEYS), 401, 'missing_credentials');
  refused(await visitor(service).send('POST', KEYS, { label: 'x' }), 401, 'missing_credentials');
  const foreign = { 'sec-fetch-site': 'cross-site' };
  refused(await send('DELETE', path, undefined, foreign), 403, 'forbidden');
});

test('a request that is repeated makes no second key, invitation or person, and shows no secret again', async () => {
  const { userId, clubId } = await service.provision();
  await service.database.write(async (tx) => {
    await setRole(tx, userId, clubId, 'admin');
    await updatePerson(tx, userId, { isOperator: true });
  });
  const { send } = await signIn(service, userId);
  for (const [path, body, other] of [
    [KEYS, { label: 'Finish' }, { label: 'Start' }],
    [`/clubs/${clubId}/invitations`, { role: 'member' }, { role: 'admin' }],
    ['/people', { name: 'Bob' }, { name: 'Bea' }],
    [`/people/${userId}/links`, undefined, undefined],
  ] as const) {
    const headers = { 'idempotency-key': `once ${path}` };
    assert.equal((await send('POST', path, body, headers)).status, 201);
    const again = await send('POST', path, body, headers);
    assert.deepEqual([again.status, again.json.code], [409, 'conflict'], again.text);
    assert.match(again.json.detail, /was made already/);
    if (!other) continue;
    assert.equal((await send('POST', path, other, headers)).json.field, 'Idempotency-Key');
  }
  const bob = await addPerson(service.database);
  const headers = { 'idempotency-key': `once /people/${userId}/links` };
  const ofBob = await send('POST', `/people/${bob.userId}/links`, undefined, headers);
  assert.equal(
    ofBob.json.field,
    'Idempotency-Key',
    'the same for somebody else is another request',
  );
  const { keys } = (await send('GET', KEYS)).json;
  assert.equal(keys.filter(({ label }: { label: string }) => label !== 'Timing').length, 1);
});

test('what is sent for a label is checked', async () => {
  const { userId } = await service.provision();
  const { send } = await signIn(service, userId);
  const wrong: [unknown, string][] = [
    [{}, 'label'],
    [{ label: '' }, 'label'],
    [{ label: ' \t ' }, 'label'],
    [{ label: 'x'.repeat(101) }, 'label'],
    [{ label: null }, 'label'],
    [{ label: 7 }, 'label'],
    [{ label: ['x'] }, 'label'],
    [{ label: 'a\0b' }, 'label'],
    [{ Label: 'x' }, 'Label'],
    [[], 'body'],
    ['"x"', 'body'],
    ['null', 'body'],
  ];
  for (const [body, field] of wrong) {
    refused(await send('POST', KEYS, body), 422, 'validation_failed', field);
  }
  refused(await send('POST', KEYS, '{'), 400, 'malformed_json');
  refused(await send('POST', KEYS), 400, 'malformed_json');
  refused(await send('POST', KEYS, `{"label":"${'x'.repeat(70_000)}"}`), 413, 'payload_too_large');
  assert.equal((await send('GET', KEYS)).json.keys.length, 1);
  for (const label of ['x', 'é'.repeat(100), '🚣'.repeat(100), '<b>&"']) {
    const minted = await send('POST', KEYS, { label });
    assert.deepEqual([minted.status, minted.json.label], [201, label]);
  }
});

test('a person has so many live keys, and one more once one is revoked', async () => {
  const { userId, key } = await service.provision();
  await service.database.write(async (tx) => {
    for (let n = 1; n < MAX_LIVE_KEYS; n++) await mintKey(tx, userId, `Key ${n}`);
  });
  const { send } = await signIn(service, userId);
  const full = await send('POST', KEYS, { label: 'One more' });
  refused(full, 409, 'conflict');
  assert.match(full.json.detail, /revoke/);
  await send('DELETE', `${KEYS}/${key.slice(0, 9)}`);
  assert.equal((await send('POST', KEYS, { label: 'One more' })).status, 201);
});

interface Noted {
  at: string;
  operation: string;
  eventId: number | null;
  status: number;
  code: string | null;
}

async function requestsOf(
  send: (method: string, path: string) => Promise<Reply>,
  key: string,
  isEnough: (requests: Noted[]) => boolean,
): Promise<Noted[]> {
  for (const deadline = Date.now() + 60_000; ; await delay(100)) {
    const { json } = await send('GET', `${KEYS}/${key.slice(0, 9)}`);
    if (isEnough(json.requests)) return json.requests;
    assert.ok(Date.now() < deadline, JSON.stringify(json.requests));
  }
}

test('a key shows its last requests, what was refused included', async () => {
  const limited = await startTestService({ WRITES_PER_MINUTE: '3' });
  try {
    const own = await limited.provision();
    const other = await limited.provision();
    const { send } = await signIn(limited, own.userId);
    await own.send('POST', '/schedule');
    await own.send('PUT', '/teams', [{ externalId: 'c' }]);
    await own.send('PUT', '/races/unknown/results', []);
    await own.send('PUT', '/teams', []);
    const { headers } = await own.send('GET', '/schedule');
    const etag = headers.get('etag') ?? '';
    await own.send('GET', '/schedule', undefined, { 'if-none-match': etag });
    const path = `/v1/events/${other.eventId}/teams`;
    await limited.send('GET', path, { key: own.key });
    await limited.send('GET', '/v1/me?secret=1', { key: own.key });
    const requests = await requestsOf(send, own.key, ({ length }) => length >= 8);
    assert.deepEqual(
      requests.map(({ at: _, ...request }) => Object.values(request)),
      [
        ['GET /v1/me', null, 200, null],
        ['GET /v1/events/:eventId/teams', other.eventId, 404, 'event_not_found'],
        ['GET /v1/events/:eventId/schedule', own.eventId, 304, null],
        ['GET /v1/events/:eventId/schedule', own.eventId, 200, null],
        ['PUT /v1/events/:eventId/teams', own.eventId, 429, 'rate_limited'],
        ['PUT /v1/events/:eventId/races/:externalId/results', own.eventId, 404, 'race_not_found'],
        ['PUT /v1/events/:eventId/teams', own.eventId, 422, 'validation_failed'],
        ['POST /v1/events/:eventId/schedule', own.eventId, 201, null],
      ],
    );
    await send('DELETE', `${KEYS}/${own.key.slice(0, 9)}`);
    await limited.send('GET', '/v1/me', { key: own.key });
    const [newest] = await requestsOf(send, own.key, ({ length }) => length >= 9);
    assert.deepEqual([newest?.status, newest?.code], [401, 'invalid_credentials'], 'revoked');
    for (const { at } of requests) assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000);
    const others = await signIn(limited, other.userId);
    const { json } = await others.send('GET', `${KEYS}/${other.key.slice(0, 9)}`);
    assert.deepEqual([json.requests, json.lastUsedAt], [[], null]);
  } finally {
    await limited.stop();
  }
});

test('fifty requests of a key are kept, also when a process stops that has not written them', async () => {
  const { userId, key } = await service.provision();
  const own = isOnServer ? await startTestService({ DATABASE_URL: service.databaseUrl }) : service;
  const { send } = await signIn(service, userId);
  for (let n = 0; n < 130; n++) await me(key, own.url);
  await own.send('GET', '/v1/events', { key });
  if (own !== service) await own.stop();
  const requests = await requestsOf(send, key, (found) => found[0]?.operation === 'GET /v1/events');
  assert.equal(requests.length, 50);
  await me(key);
  const later = await requestsOf(send, key, (found) => found[0]?.operation === 'GET /v1/me');
  assert.deepEqual(later.slice(1), requests.slice(0, 49));
  const [row] = await raw(
    service.databaseUrl,
    `select count(*) as count from key_requests join api_keys on api_keys.id = key_id
       where user_id = ${userId}`,
  );
  assert.equal(Number(row?.count), 50);
});

test('what a process has not written yet it writes when it stops', async () => {
  const made = await newDatabase();
  try {
    const own = await startTestService({ DATABASE_URL: made.url });
    const { key } = await own.provision();
    await own.send('GET', '/v1/me', { key });
    await own.stop();
    const rows = await raw(
      made.url,
      'select operation, status, last_used_at = at as same from key_requests join api_keys on api_keys.id = key_id',
    );
    assert.deepEqual(
      rows.map(({ operation, status, same }) => [operation, status, Boolean(same)]),
      [['GET /v1/me', 200, true]],
    );
  } finally {
    await made.drop();
  }
});

test('no secret is stored, in whatever table', async () => {
  const { userId } = await service.provision();
  const { send, cookie } = await signIn(service, userId);
  const { key } = (await send('POST', KEYS, { label: 'Secret' })).json;
  await me(key);
  await requestsOf(send, key, ({ length }) => length > 0);
  const tables = ['api_keys', 'key_requests', 'account_history', 'sessions', 'history'] as const;
  for (const table of tables) {
    const rows = await service.database.reads.selectFrom(table).selectAll().execute();
    const text = JSON.stringify(rows);
    for (const secret of [key, cookie.split('=')[1] ?? '']) {
      assert.ok(!text.includes(secret), table);
    }
  }
  const entries = await service.database.reads
    .selectFrom('account_history')
    .where('user_id', '=', userId)
    .selectAll()
    .execute();
  assert.deepEqual(
    entries.map(({ operation, subject_id, details }) => [operation, subject_id, details]),
    [['mint-key', userId, JSON.stringify({ keyPrefix: key.slice(0, 9), label: 'Secret' })]],
  );
});
