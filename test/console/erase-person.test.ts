/** Erasing a person, and exporting all that is stored about one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiKeyHash } from '../../src/domain/accounts/api-key.ts';
import { insertKey } from '../../src/storage/accounts/accounts.ts';
import { clubWithRoles, join, somebody } from '../support/club.ts';
import { isOnServer } from '../support/databases.ts';
import { hasName, storedText } from '../support/erasure.ts';
import { officeOf } from '../support/office.ts';
import { addPerson, Browser, PASSWORD } from '../support/people.ts';
import { refused } from '../support/refused.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();

test('erasing a person: the account is closed, and a number stands in place of the name', async () => {
  const { operator, admin, clubId, at } = await clubWithRoles(service);
  const email = 'Hedwig.Quitte@example.org'.toLowerCase();
  const made = await operator.send('POST', '/people', { name: 'Hedwig Quitte', email });
  const { id: userId } = made.json.person;
  const browser = new Browser(service);
  const token = made.json.link.split('#')[1];
  await browser.send('POST', '/links/redeem', { token });
  await join(service, clubId, userId, 'schedule_manager');
  await browser.send('PATCH', '/account', { name: 'Hedwig Quitte-Kürbis', language: 'de' });
  const minted = await browser.send('POST', '/account/keys', { label: 'HEDWIG QUITTE, laptop' });
  assert.equal(minted.status, 201, minted.text);
  const invited = await admin.send('POST', `${at}/invitations`, { role: 'member', email });
  assert.equal(invited.status, 201, invited.text);
  // The person changes an event, so that its history has their name.
  const event = await service.provision();
  await join(service, event.clubId, userId, 'schedule_manager');
  const { path, read } = await officeOf(service, event);
  const crews = [{ id: null, name: 'Amsel' }];
  const written = await browser.send('PUT', `${path}/crews`, {
    crews,
    seen: (await read()).revision,
  });
  assert.equal(written.status, 200, written.text);
  const before = await storedText(service);
  for (const trace of ['Hedwig Quitte', email]) assert.ok(hasName(before, trace), trace);

  const { status, json, text } = await operator.send('POST', `/people/${userId}/erase`);

  const name = `Former member ${userId}`;
  assert.equal(status, 200, text);
  assert.deepEqual([json.userId, json.name, json.backups], [userId, name, []]);
  assert.equal(json.rewritten, !isOnServer);
  const stored = await storedText(service);
  for (const trace of ['Hedwig', 'Kürbis', email]) assert.ok(!hasName(stored, trace), trace);
  assert.equal((await browser.send('GET', '/account')).json.code, 'invalid_credentials');
  const office = await officeOf(service, event);
  const history = (await office.person.send('GET', `${path}/history`)).json.entries;
  assert.equal(history[0].displayName, name);
  const ofClub = (await admin.send('GET', `${at}/history`)).json.entries;
  const erased = ofClub.find(
    ({ operation }: { operation: string }) => operation === 'erase-person',
  );
  assert.deepEqual([erased.subject.name, erased.details.role], [name, 'schedule_manager']);
  const { label } = await service.database.reads
    .selectFrom('api_keys')
    .where('user_id', '=', userId)
    .select('label')
    .executeTakeFirstOrThrow();
  assert.equal(label, `${name}, laptop`);
  // Erasing again returns the same name; the e-mail address is free.
  assert.equal((await operator.send('POST', `/people/${userId}/erase`)).json.name, name);
  assert.equal((await operator.send('POST', '/people', { name: 'Next', email })).status, 201);
});

test('erasing a person: also one whose account was closed before', async () => {
  const { operator, manager } = await clubWithRoles(service);
  await operator.send('DELETE', `/people/${manager.userId}`);
  const { status, json } = await operator.send('POST', `/people/${manager.userId}/erase`);
  assert.deepEqual([status, json.name], [200, `Former member ${manager.userId}`]);
});

test('erasing a person: only operators, and not the last admin or operator', async () => {
  const { operator, admin, manager } = await clubWithRoles(service, 'Möwe');
  const path = `/people/${manager.userId}/erase`;
  refused(await admin.send('POST', path), 403, 'forbidden');
  refused(await operator.send('POST', '/people/999999/erase'), 404, 'not_found');
  const last = await operator.send('POST', `/people/${admin.userId}/erase`);
  refused(last, 409, 'conflict');
  assert.match(last.json.detail, /Möwe/);
  assert.equal((await admin.send('GET', '/account')).json.name, 'Admin');
  const alone = await startTestService();
  try {
    const only = await somebody(alone, { isOperator: true });
    refused(await only.send('POST', `/people/${only.userId}/erase`), 409, 'conflict');
    assert.equal((await only.send('GET', '/account')).json.name, 'Somebody');
  } finally {
    await alone.stop();
  }
});

test('export of a person: everything, in one file, and nothing that lets anybody in', async () => {
  const { userId, email } = await addPerson(service.database);
  const { clubId } = await clubWithRoles(service, 'Seeadler');
  await join(service, clubId, userId, 'schedule_manager');
  const browser = new Browser(service);
  await browser.signIn(email, 'no password of theirs');
  await browser.signIn(email, PASSWORD);
  const { key } = (await browser.send('POST', '/account/keys', { label: 'Timing' })).json;
  await service.send('GET', '/v1/events', { key });
  await service.database.write((tx) =>
    insertKey(tx, {
      ...{ user_id: userId, label: 'Old', key_hash: apiKeyHash(`${key}x`), key_prefix: 'ro_old' },
      ...{ created_at: 1, last_used_at: null, revoked_at: 2 },
    }),
  );
  const made = await browser.send('POST', '/events', {
    ...{ clubId, name: 'Herbst', startDate: '2026-10-01', endDate: '2026-10-02' },
  });
  assert.equal(made.status, 201, made.text);

  const { status, headers, json, text } = await browser.send('GET', '/account/export');

  assert.equal(status, 200, text);
  assert.equal(headers.get('content-type'), 'application/json');
  const file = `attachment; filename="running-order-account-${userId}.json"`;
  assert.equal(headers.get('content-disposition'), file);
  assert.equal(headers.get('cache-control'), 'no-store');
  const { createdAt, ...person } = json.person;
  assert.match(createdAt, /^\d{4}-.*Z$/);
  assert.deepEqual(person, {
    ...{ id: userId, name: 'Ann Smith', email, language: null },
    ...{ operator: false, hasPassword: true, closedAt: null },
  });
  assert.deepEqual(json.clubs, [{ id: clubId, name: 'Seeadler', role: 'schedule_manager' }]);
  assert.equal(json.events[0].name, 'Herbst');
  assert.equal(json.sessions[0].beganWith, 'password');
  assert.equal(json.keys.length, 2);
  assert.ok(json.keys.every((each: object) => 'requests' in each && !('keyHash' in each)));
  assert.ok(json.accountHistory.some((e: { operation: string }) => e.operation === 'mint-key'));
  assert.deepEqual(
    json.changes.map(({ operation }: { operation: string }) => operation),
    ['add-event'],
  );
  for (const list of [
    'places',
    'knownBrowsers',
    'passkeys',
    'links',
    'failedSignIns',
    'requests',
  ]) {
    assert.ok(Array.isArray(json[list]), list);
  }
  const { reads } = service.database;
  const secrets = [
    key,
    apiKeyHash(key),
    (await reads.selectFrom('users').where('id', '=', userId).selectAll().executeTakeFirst())
      ?.password_hash,
    ...(await reads.selectFrom('sessions').selectAll().execute()).map((row) => row.token_hash),
    ...(await reads.selectFrom('known_browsers').selectAll().execute()).map(
      (row) => row.token_hash,
    ),
  ];
  for (const secret of secrets) assert.ok(secret && !text.includes(secret));
  refused(await new Browser(service).send('GET', '/account/export'), 401, 'missing_credentials');
});
