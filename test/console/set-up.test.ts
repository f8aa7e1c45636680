/** Setting up the first person, an operator: the row "First start" of the contract of the console. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { tokenHash } from '../../src/domain/accounts/sessions.ts';
import { makeSetUpLink } from '../../src/operations/accounts/installation.ts';
import { Browser } from '../support/people.ts';
import { startTestService, type TestService } from '../support/service.ts';

const ANN = {
  name: 'Ann Smith',
  email: 'Ann@Example.org ',
  password: 'turbulent oars at dawn',
  clubName: 'Saline Rowing',
};

/** A service without an operator, and the token of a link that makes the first one. */
async function newInstallation(t: TestContext): Promise<{ service: TestService; token: string }> {
  const service = await startTestService();
  t.after(() => service.stop());
  return { service, token: await linkOf(service) };
}

async function linkOf({ database }: TestService): Promise<string> {
  const token = await makeSetUpLink(database);
  assert.ok(token !== undefined);
  return token;
}

test('First start: the link makes an operator, admin of the first club, who is signed in', async (t) => {
  const { service, token } = await newInstallation(t);
  const ann = new Browser(service);
  const reply = await ann.send('POST', '/set-up', { token, ...ANN });
  assert.equal(reply.status, 200, reply.text);
  const { person } = reply.json;
  assert.deepEqual(person, {
    id: person.id,
    name: 'Ann Smith',
    email: 'ann@example.org',
    language: null,
    operator: true,
    hasPassword: true,
  });
  assert.deepEqual((await ann.send('GET', '/session')).json, { person });
  const [club, ...others] = (await ann.send('GET', '/clubs')).json.clubs;
  assert.deepEqual([club.name, club.role, others], ['Saline Rowing', 'admin', []]);
  assert.equal((await new Browser(service).signIn('ann@example.org')).status, 200);
  const entries = await service.database.reads
    .selectFrom('account_history')
    .orderBy('id')
    .select(['operation', 'user_id', 'subject_id', 'club_id'])
    .execute();
  assert.deepEqual(entries.slice(0, 2), [
    { operation: 'set-up', user_id: person.id, subject_id: person.id, club_id: club.id },
    { operation: 'sign-in', user_id: person.id, subject_id: person.id, club_id: null },
  ]);
});

test('First start: a link works once, and none works once there is an operator', async (t) => {
  const { service, token } = await newInstallation(t);
  const another = await linkOf(service);
  await new Browser(service).send('POST', '/set-up', { token, ...ANN });
  for (const each of [token, another]) {
    const later = { token: each, ...ANN, email: 'bob@example.org' };
    const reply = await new Browser(service).send('POST', '/set-up', later);
    assert.equal(reply.status, 401);
    assert.equal(reply.json.code, 'invalid_credentials');
  }
  assert.equal(await makeSetUpLink(service.database), undefined);
});

test('First start: every link that was printed keeps its 24 hours, and no longer', async (t) => {
  const { service, token } = await newInstallation(t);
  const later = await linkOf(service);
  const read = (each: string) => new Browser(service).send('POST', '/links/read', { token: each });
  assert.equal((await read(token)).json.kind, 'set-up');
  const { expires_at: expiresAt } = await linkRow(service, token);
  assert.ok(Math.abs(expiresAt - Date.now() - 24 * 3_600_000) < 60_000);
  await service.database.write((tx) =>
    tx
      .updateTable('links')
      .set({ expires_at: Date.now() - 1 })
      .where('token_hash', '=', tokenHash(token))
      .execute(),
  );
  const dead = await new Browser(service).send('POST', '/set-up', { token, ...ANN });
  assert.equal(dead.json.code, 'invalid_credentials');
  const reply = await new Browser(service).send('POST', '/set-up', { token: later, ...ANN });
  assert.equal(reply.status, 200);
});

test('First start: of several at once, one wins', async (t) => {
  const { service, token } = await newInstallation(t);
  const another = await linkOf(service);
  const attempts = [token, token, another, another].map((each, index) =>
    new Browser(service).send('POST', '/set-up', {
      ...ANN,
      token: each,
      email: `person${index}@example.org`,
    }),
  );
  const statuses = (await Promise.all(attempts)).map(({ status }) => status);
  assert.deepEqual(statuses.sort(), [200, 401, 401, 401]);
  for (const table of ['users', 'clubs', 'memberships', 'sessions'] as const) {
    assert.equal((await service.database.reads.selectFrom(table).selectAll().execute()).length, 1);
  }
});

test('First start: what is wrong is named, and the link can be used again', async (t) => {
  const { service, token } = await newInstallation(t);
  const wrong: [field: string, value: unknown][] = [
    ['name', ''],
    ['name', 'x'.repeat(201)],
    ['email', 'ann'],
    ['password', 'too short'],
    ['password', '1234567890'],
    ['password', 'Saline  rowing'],
    ['password', 'ann@example.org'],
    ['clubName', '   '],
    ['clubName', null],
  ];
  for (const [field, value] of wrong) {
    const body = { token, ...ANN, [field]: value };
    const reply = await new Browser(service).send('POST', '/set-up', body);
    assert.equal(reply.status, 422, reply.text);
    assert.equal(reply.json.field, field);
  }
  const allWrong = { token, name: '', email: 'ann', password: '1234567890', clubName: null };
  const { json } = await new Browser(service).send('POST', '/set-up', allWrong);
  const fields = json.errors.map(({ field }: { field: string }) => field);
  assert.deepEqual(
    fields,
    ['name', 'email', 'password', 'clubName'],
    'all at once, in their order',
  );
  assert.equal((await linkRow(service, token)).used_at, null);
  assert.equal((await new Browser(service).send('POST', '/set-up', { token, ...ANN })).status, 200);
});

test('First start: an address that somebody has is 409, and nothing is written', async (t) => {
  const { service, token } = await newInstallation(t);
  await service.database.write((tx) =>
    tx
      .insertInto('users')
      .values({ display_name: 'Bob', email: 'ann@example.org', created_at: Date.now() })
      .execute(),
  );
  const reply = await new Browser(service).send('POST', '/set-up', { token, ...ANN });
  assert.equal(reply.status, 409);
  assert.equal((await linkRow(service, token)).used_at, null);
  assert.deepEqual(await service.database.reads.selectFrom('clubs').selectAll().execute(), []);
});

test('First start: a token that is shortened, lengthened, or of another kind opens nothing', async (t) => {
  const { service, token } = await newInstallation(t);
  const made = await new Browser(service).send('POST', '/set-up', { token, ...ANN });
  assert.equal(made.status, 200);
  const fresh = await newInstallation(t);
  const shapes = [token, '', fresh.token.slice(0, -1), `${fresh.token}A`, ` ${fresh.token}`];
  for (const each of [...shapes, tokenHash(fresh.token)]) {
    const body = { token: each, ...ANN };
    const reply = await new Browser(fresh.service).send('POST', '/set-up', body);
    assert.equal(reply.status, 401, each);
  }
  const redeemed = await new Browser(fresh.service).send('POST', '/links/redeem', {
    ...ANN,
    token: fresh.token,
  });
  assert.equal(redeemed.status, 401, 'a set-up link is no invitation');
});

async function linkRow({ database }: TestService, token: string) {
  return database.reads
    .selectFrom('links')
    .where('token_hash', '=', tokenHash(token))
    .selectAll()
    .executeTakeFirstOrThrow();
}
