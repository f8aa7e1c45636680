/** A person's own account: name, address, language, password, and where they are signed in. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newToken, tokenHash } from '../../src/domain/accounts/sessions.ts';
import { addPerson, Browser, holdWaits, PASSWORD } from '../support/people.ts';
import { startTestService } from '../support/service.ts';

const NEXT = 'a boat for eight and one';

const service = await startTestService({ TRUSTED_PROXIES: '1' });

let networks = 0;

function browser(): Browser {
  networks++;
  const address = `10.1.${Math.floor(networks / 250)}.${(networks % 250) + 1}`;
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  return new Browser(service, { 'x-forwarded-for': address, 'user-agent': agent });
}

/** A new person who is signed in. */
async function somebody(): Promise<{ ann: Browser; userId: number; email: string }> {
  const person = await addPerson(service.database);
  const ann = browser();
  assert.equal((await ann.signIn(person.email)).status, 200);
  return { ann, ...person };
}

/** Makes the proof of all sessions of a person this many milliseconds old. */
function ageProof(userId: number, millis: number): Promise<unknown> {
  const before = Date.now() - millis;
  return service.database.write((tx) =>
    tx.updateTable('sessions').set({ proved_at: before }).where('user_id', '=', userId).execute(),
  );
}

test('account: shows who one is', async () => {
  const { ann, userId, email } = await somebody();
  const reply = await ann.send('GET', '/account');
  assert.equal(reply.status, 200);
  const person = { id: userId, name: 'Ann Smith', email, language: null, operator: false };
  assert.deepEqual(reply.json, { ...person, hasPassword: true });
});

test('account: name, address and language are changed, and what is left out stays', async () => {
  const { ann, userId, email } = await somebody();
  const steps: [sent: object, changed: object][] = [
    [{}, {}],
    [{ name: '  Anne <b>Smith</b> ' }, { name: 'Anne <b>Smith</b>' }],
    [{ language: 'DE-ch' }, { language: 'de-CH' }],
    [{ email: ` New.${email.toUpperCase()}` }, { email: `new.${email}` }],
    [{ language: null }, { language: null }],
  ];
  let expected = (await ann.send('GET', '/account')).json;
  for (const [sent, changed] of steps) {
    const reply = await ann.send('PATCH', '/account', sent);
    expected = { ...expected, ...changed };
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(reply.json, expected);
  }
  assert.equal((await browser().signIn(email)).status, 401);
  assert.equal((await browser().signIn(`new.${email}`)).status, 200);
  const entries = await service.database.reads
    .selectFrom('account_history')
    .where('subject_id', '=', userId)
    .where('operation', '=', 'edit-person')
    .orderBy('id')
    .selectAll()
    .execute();
  assert.deepEqual(
    entries.map((entry) => Object.keys(JSON.parse(entry.details))),
    [['name'], ['language'], ['email'], ['language']],
  );
});

test('account: an address that somebody has is 409', async () => {
  const { ann } = await somebody();
  const other = await addPerson(service.database);
  const reply = await ann.send('PATCH', '/account', { name: 'New', email: other.email });
  assert.equal(reply.status, 409);
  assert.equal((await ann.send('GET', '/account')).json.name, 'Ann Smith', 'nothing in part');
});

test('account: what is wrong is named', async () => {
  const { ann } = await somebody();
  const wrong: [field: string, value: unknown][] = [
    ['name', ''],
    ['name', null],
    ['name', 7],
    ['name', 'x'.repeat(201)],
    ['email', 'nobody'],
    ['email', ['a@b']],
    ['email', null],
    ['language', 'no language'],
    ['language', ''],
    ['language', `de-${'x'.repeat(40)}`],
  ];
  for (const [field, value] of wrong) {
    const reply = await ann.send('PATCH', '/account', { [field]: value });
    assert.equal(reply.status, 422, `${field} ${String(value)}`);
    assert.equal(reply.json.field, field);
  }
});

test('Fresh proof: another address needs one, a name does not', async () => {
  const { ann, userId, email } = await somebody();
  await ageProof(userId, 15 * 60_000);
  const refused = await ann.send('PATCH', '/account', { email: `other.${email}` });
  assert.equal(refused.status, 403);
  assert.match(refused.json.detail, /proof/);
  assert.equal((await ann.send('PATCH', '/account', { name: 'Anne', email })).status, 200);
  await ann.send('POST', '/session/proof', { password: PASSWORD });
  assert.equal((await ann.send('PATCH', '/account', { email: `other.${email}` })).status, 200);
});

test('account: another address withdraws the links that were mailed to the old one', async () => {
  const { ann, userId, email } = await somebody();
  const token = await signInLink(userId);
  await ann.send('PATCH', '/account', { email: `moved.${email}` });
  assert.equal((await browser().send('POST', '/links/redeem', { token })).status, 401);
});

test('Links: a new password ends other sessions, known browsers and unused sign-in links', async () => {
  const { ann, userId, email } = await somebody();
  const phone = browser();
  await phone.signIn(email);
  const token = await signInLink(userId);
  const reply = await ann.send('PUT', '/account/password', { current: PASSWORD, next: NEXT });
  assert.equal(reply.status, 204, reply.text);
  assert.equal((await ann.send('GET', '/session')).status, 200, 'this session goes on');
  assert.equal((await phone.send('GET', '/session')).json.code, 'invalid_credentials');
  assert.equal((await browser().send('POST', '/links/redeem', { token })).status, 401);
  assert.equal((await browser().signIn(email)).status, 401);
  for (let failure = 2; failure <= 6; failure++) await browser().signIn(email, 'wrong');
  await holdWaits(service.database);
  assert.equal((await phone.signIn(email, NEXT)).status, 429, 'the browser is known no more');
  assert.equal((await ann.signIn(email, NEXT)).status, 200, 'that of the change is known');
});

test('Links: a new password is taken once it is long, uncommon and nobody can guess it', async () => {
  const { ann, email } = await somebody();
  const refused = ['', 'x'.repeat(9), 'x'.repeat(129), 'password123', 'qwertyuiop', email, null, 7];
  for (const next of refused) {
    const reply = await ann.send('PUT', '/account/password', { current: PASSWORD, next });
    assert.equal(reply.status, 422, String(next));
    assert.equal(reply.json.field, 'next');
  }
  const missing = await ann.send('PUT', '/account/password', { current: PASSWORD });
  assert.equal(missing.json.field, 'next');
});

test('Links: the wrong current password is 422 on current, and counts for throttling', async () => {
  const { ann, email } = await somebody();
  for (const current of ['wrong', '', undefined]) {
    const reply = await ann.send('PUT', '/account/password', { current, next: NEXT });
    assert.equal(reply.status, 422);
    assert.equal(reply.json.field, 'current');
  }
  for (let failure = 2; failure <= 6; failure++) await browser().signIn(email, 'wrong');
  await holdWaits(service.database);
  assert.equal((await browser().signIn(email)).status, 429);
});

test('Links: current may be left out when the session began with a link not older than 15 minutes', async () => {
  const { userId } = await addPerson(service.database);
  const ann = browser();
  const redeemed = await ann.send('POST', '/links/redeem', { token: await signInLink(userId) });
  assert.equal(redeemed.status, 200, redeemed.text);
  const began = (millis: number) =>
    service.database.write((tx) =>
      tx
        .updateTable('sessions')
        .set({ created_at: Date.now() - millis })
        .where('user_id', '=', userId)
        .execute(),
    );
  await began(15 * 60_000);
  const late = await ann.send('PUT', '/account/password', { next: NEXT });
  assert.equal(late.json.field, 'current');
  await began(14 * 60_000);
  assert.equal((await ann.send('PUT', '/account/password', { next: NEXT })).status, 204);
});

test('Links: current may be left out when there is no password', async () => {
  const { ann, userId, email } = await somebody();
  await service.database.write((tx) =>
    tx.updateTable('users').set({ password_hash: null }).where('id', '=', userId).execute(),
  );
  const proof = await ann.send('POST', '/session/proof', { password: PASSWORD });
  assert.equal(proof.status, 409);
  assert.equal((await browser().signIn(email)).status, 401);
  assert.equal((await ann.send('PUT', '/account/password', { next: NEXT })).status, 204);
  assert.equal((await browser().signIn(email, NEXT)).status, 200);
});

test('Passwords: an account without an address takes none, because nobody could sign in with it', async () => {
  const { ann, userId } = await somebody();
  await service.database.write((tx) =>
    tx
      .updateTable('users')
      .set({ email: null, password_hash: null })
      .where('id', '=', userId)
      .execute(),
  );
  const reply = await ann.send('PUT', '/account/password', { next: NEXT });
  assert.deepEqual([reply.status, reply.json.code], [409, 'conflict'], reply.text);
});

test('Passwords: what is no JSON is not quoted in the answer', async () => {
  const body = '{"email":"a@example.org","password":hunter2secret}';
  const reply = await browser().send('POST', '/session', body);
  assert.equal(reply.status, 400);
  assert.doesNotMatch(reply.text, /hunter2/);
});

test('Fresh proof: a new password needs one', async () => {
  const { ann, userId } = await somebody();
  await ageProof(userId, 15 * 60_000);
  const reply = await ann.send('PUT', '/account/password', { current: PASSWORD, next: NEXT });
  assert.equal(reply.status, 403);
  await ageProof(userId, 14 * 60_000);
  const fresh = await ann.send('PUT', '/account/password', { current: PASSWORD, next: NEXT });
  assert.equal(fresh.status, 204);
});

test('Passwords: of two changes at once from the same one, one is made', async () => {
  const { ann } = await somebody();
  const change = (next: string) =>
    ann.send('PUT', '/account/password', { current: PASSWORD, next });
  const statuses = (await Promise.all([change(NEXT), change(`${NEXT}, too`)])).map(
    ({ status }) => status,
  );
  assert.deepEqual(statuses.sort(), [204, 422]);
});

test('Sessions: are listed with device and time, and each can be ended', async () => {
  const { ann, email } = await somebody();
  const phone = browser();
  await phone.signIn(email);
  const { sessions } = (await ann.send('GET', '/account/sessions')).json;
  assert.deepEqual(
    sessions.map(({ device, current }: { device: string; current: boolean }) => [device, current]),
    [
      ['Firefox on Linux', false],
      ['Firefox on Linux', true],
    ],
  );
  assert.ok(Math.abs(Date.parse(sessions[0].lastSeenAt) - Date.now()) < 60_000);
  const [other, own] = sessions;
  assert.equal((await ann.send('DELETE', `/account/sessions/${other.id}`)).status, 204);
  assert.equal((await phone.send('GET', '/session')).status, 401);
  assert.equal((await ann.send('DELETE', `/account/sessions/${other.id}`)).status, 404);
  const last = await ann.send('DELETE', `/account/sessions/${own.id}`);
  assert.equal(last.status, 204);
  assert.equal(ann.cookies.has('__Host-running-order'), false);
});

test('Sessions: ending one needs no proof; and none of somebody else can be ended', async () => {
  const { ann, userId } = await somebody();
  const { ann: bob } = await somebody();
  await ageProof(userId, 3_600_000);
  const [own] = (await ann.send('GET', '/account/sessions')).json.sessions;
  const refused = await bob.send('DELETE', `/account/sessions/${own.id}`);
  assert.equal(refused.status, 404);
  assert.equal(refused.json.code, 'not_found');
  assert.equal((await ann.send('GET', '/session')).status, 200);
  assert.equal((await ann.send('DELETE', `/account/sessions/${own.id}`)).status, 204);
});

test('Sessions: a closed account ends them', async () => {
  const { ann, userId } = await somebody();
  await service.database.write((tx) =>
    tx.updateTable('users').set({ closed_at: Date.now() }).where('id', '=', userId).execute(),
  );
  assert.equal((await ann.send('GET', '/account')).json.code, 'invalid_credentials');
});

/** Stores a sign-in link for a person. @returns its token */
async function signInLink(userId: number): Promise<string> {
  const token = newToken();
  const now = Date.now();
  await service.database.write((tx) =>
    tx
      .insertInto('links')
      .values({
        kind: 'sign-in',
        token_hash: tokenHash(token),
        user_id: userId,
        is_mailed: 0,
        created_at: now,
        expires_at: now + 60_000,
      })
      .execute(),
  );
  return token;
}
