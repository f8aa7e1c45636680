/** Passkeys: added, used to sign in and as a proof, removed, and refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Authenticator, type Faults } from '../support/authenticator.ts';
import { addPerson, Browser } from '../support/people.ts';
import { PUBLIC_URL, startTestService } from '../support/service.ts';

const service = await startTestService({ TRUSTED_PROXIES: '1' });

let networks = 0;
const browser = () => new Browser(service, { 'x-forwarded-for': `10.2.0.${++networks}` });

/** A new person who is signed in. */
async function somebody(): Promise<{ ann: Browser; userId: number; email: string }> {
  const person = await addPerson(service.database);
  const ann = browser();
  await ann.signIn(person.email);
  return { ann, ...person };
}

async function add(ann: Browser, device: Authenticator, faults: Faults = {}) {
  const options = await ann.send('POST', '/account/passkeys/options', {});
  assert.equal(options.status, 200, options.text);
  const response = device.create(options.json, faults);
  return ann.send('POST', '/account/passkeys', { label: ' My phone ', response });
}

async function signIn(visitor: Browser, device: Authenticator, faults: Faults = {}) {
  const options = await visitor.send('POST', '/session/passkey/options', {});
  assert.equal(options.status, 200, options.text);
  return visitor.send('POST', '/session/passkey', { response: device.get(options.json, faults) });
}

/** A new person who is signed in and has a passkey. */
async function withPasskey() {
  const person = await somebody();
  const device = new Authenticator(PUBLIC_URL);
  const added = await add(person.ann, device);
  assert.equal(added.status, 201, added.text);
  return { ...person, device, passkeyId: added.json.id as number };
}

function ageProof(userId: number): Promise<unknown> {
  const before = Date.now() - 15 * 60_000;
  return service.database.write((tx) =>
    tx.updateTable('sessions').set({ proved_at: before }).where('user_id', '=', userId).execute(),
  );
}

test('Ways in: a passkey', async () => {
  const { ann, userId, device } = await withPasskey();
  const phone = browser();
  const reply = await signIn(phone, device);
  assert.equal(reply.status, 200, reply.text);
  assert.equal(reply.json.person.id, userId);
  assert.deepEqual((await phone.send('GET', '/session')).json, reply.json);
  const [item, ...others] = (await ann.send('GET', '/account/passkeys')).json.passkeys;
  assert.deepEqual([item.label, others], ['My phone', []]);
  assert.ok(Math.abs(Date.parse(item.lastUsedAt) - Date.now()) < 60_000);
  const { began_with: beganWith } = await service.database.reads
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .select('began_with')
    .executeTakeFirstOrThrow();
  assert.equal(beganWith, 'passkey');
});

test('passkeys: the browser is asked for one that knows its person, and none that it has already', async () => {
  const { ann, device, email } = await withPasskey();
  const { json } = await ann.send('POST', '/account/passkeys/options', {});
  assert.deepEqual(json.rp, { id: 'regatta.example', name: 'Running Order' });
  assert.equal(json.user.name, email);
  assert.equal(json.attestation, 'none');
  const { residentKey, userVerification } = json.authenticatorSelection;
  assert.deepEqual([residentKey, userVerification], ['required', 'required']);
  const [known] = json.excludeCredentials;
  assert.equal(known.id, device.credentialId.toString('base64url'));
  const asked = (await browser().send('POST', '/session/passkey/options', {})).json;
  assert.deepEqual([asked.rpId, asked.userVerification], ['regatta.example', 'required']);
  assert.equal(asked.allowCredentials, undefined, 'nobody learns which passkeys there are');
});

const FAULTS: [why: string, faults: Faults][] = [
  ['another origin', { origin: 'https://regatta.example.evil' }],
  ['another host', { rpId: 'evil.example' }],
  ['no verification of the person', { isUnverified: true }],
  ['a challenge that was never given', { challenge: 'A'.repeat(43) }],
  ['a challenge that is none', { challenge: '' }],
];

for (const [why, faults] of FAULTS) {
  test(`passkeys: none is added with ${why}`, async () => {
    const { ann } = await somebody();
    const reply = await add(ann, new Authenticator(PUBLIC_URL), faults);
    assert.deepEqual([reply.status, reply.json.field], [422, 'response'], 'the session is good');
    assert.deepEqual((await ann.send('GET', '/account/passkeys')).json, { passkeys: [] });
  });
}

for (const [why, faults] of [
  ...FAULTS,
  ['a signature of something else', { isForged: true }],
  ['the handle of somebody else', { userHandle: 'B'.repeat(43) }],
] satisfies typeof FAULTS) {
  test(`passkeys: nobody is let in with ${why}, and all are told the same`, async () => {
    const { device } = await withPasskey();
    const visitor = browser();
    const reply = await signIn(visitor, device, faults);
    assert.equal(reply.status, 401);
    const unknown = await signIn(browser(), new Authenticator(PUBLIC_URL));
    assert.deepEqual(reply.json, unknown.json);
    assert.equal(visitor.cookies.size, 0);
    assert.equal((await signIn(browser(), device)).status, 200, 'the device is not shut out');
  });
}

test('passkeys: one whose counter goes back may be a copy, and lets nobody in', async () => {
  const { device } = await withPasskey();
  assert.equal((await signIn(browser(), device, { signCount: 9 })).status, 200);
  assert.equal((await signIn(browser(), device, { signCount: 9 })).status, 401);
  assert.equal((await signIn(browser(), device, { signCount: 10 })).status, 200);
});

test('passkeys: a challenge is used once, within five minutes, and for what it was given', async () => {
  const { ann, device } = await withPasskey();
  const visitor = browser();
  const { json: options } = await visitor.send('POST', '/session/passkey/options', {});
  const post = (response: unknown) => visitor.send('POST', '/session/passkey', { response });
  assert.equal((await post(device.get(options))).status, 200);
  assert.equal((await post(device.get(options))).status, 401, 'a second time');

  const { json: late } = await visitor.send('POST', '/session/passkey/options', {});
  await service.database.write((tx) =>
    tx.updateTable('passkey_challenges').set({ expires_at: Date.now() }).execute(),
  );
  assert.equal((await post(device.get(late))).status, 401, 'too late');

  const { json: ofAnn } = await ann.send('POST', '/account/passkeys/options', {});
  const crossed = device.get({ ...options, challenge: ofAnn.challenge });
  assert.equal((await post(crossed)).status, 401, 'given to add one');
  const { json: open } = await visitor.send('POST', '/session/passkey/options', {});
  const made = new Authenticator(PUBLIC_URL).create({ ...ofAnn, challenge: open.challenge });
  const added = await ann.send('POST', '/account/passkeys', { label: 'x', response: made });
  assert.equal(added.status, 422, 'given to sign in');
});

test('passkeys: of two answers at once to one challenge, one is taken', async () => {
  const { device } = await withPasskey();
  const visitor = browser();
  const { json: options } = await visitor.send('POST', '/session/passkey/options', {});
  const response = device.get(options);
  const replies = await Promise.all(
    [1, 2, 3].map(() => visitor.send('POST', '/session/passkey', { response })),
  );
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 401, 401]);
});

test('passkeys: a challenge of somebody else adds none', async () => {
  const { ann } = await somebody();
  const { ann: bob } = await somebody();
  const { json: options } = await bob.send('POST', '/account/passkeys/options', {});
  const response = new Authenticator(PUBLIC_URL).create(options);
  const reply = await ann.send('POST', '/account/passkeys', { label: 'x', response });
  assert.equal(reply.status, 422);
});

test('passkeys: one belongs to one account', async () => {
  const { device } = await withPasskey();
  const { ann: bob } = await somebody();
  assert.equal((await add(bob, device)).status, 409);
});

test('Fresh proof: a passkey needs one to be added, none to be removed', async () => {
  const { ann, userId, device, passkeyId } = await withPasskey();
  await ageProof(userId);
  assert.equal((await ann.send('POST', '/account/passkeys/options', {})).status, 403);
  const response = device.create({ user: { id: '' }, rp: { id: 'x' }, challenge: 'x' });
  const refused = await ann.send('POST', '/account/passkeys', { label: 'x', response });
  assert.equal(refused.status, 403);
  assert.equal((await ann.send('DELETE', `/account/passkeys/${passkeyId}`)).status, 204);
  assert.equal((await signIn(browser(), device)).status, 401);
  assert.equal((await ann.send('DELETE', `/account/passkeys/${passkeyId}`)).status, 404);
});

test('Fresh proof: a passkey is one, if it is of this account', async () => {
  const { ann, userId, device } = await withPasskey();
  const { device: another } = await withPasskey();
  await ageProof(userId);
  const prove = async (each: Authenticator) => {
    const { json: options } = await ann.send('POST', '/session/passkey/options', {});
    return ann.send('POST', '/session/proof', { passkey: each.get(options) });
  };
  assert.equal((await prove(another)).status, 401);
  assert.equal((await ann.send('POST', '/account/passkeys/options', {})).status, 403);
  assert.equal((await prove(device)).status, 204);
  assert.equal((await ann.send('POST', '/account/passkeys/options', {})).status, 200);
  for (const body of [{}, { password: 'x', passkey: device.get({ rpId: 'x', challenge: 'x' }) }]) {
    assert.equal((await ann.send('POST', '/session/proof', body)).status, 422);
  }
});

test('passkeys: nobody removes one of somebody else', async () => {
  const { passkeyId } = await withPasskey();
  const { ann: bob } = await somebody();
  assert.equal((await bob.send('DELETE', `/account/passkeys/${passkeyId}`)).status, 404);
});

test('passkeys: of every wrong shape is 422', async () => {
  const { ann, device } = await withPasskey();
  const { json: options } = await ann.send('POST', '/session/passkey/options', {});
  const { response, ...rest } = device.get(options);
  const shapes: unknown[] = [
    ...[null, 7, 'x', [], {}, rest, { ...rest, response: null }, { ...rest, response: [] }],
    { ...rest, response: { ...response, signature: undefined } },
    { ...rest, response: { ...response, clientDataJSON: 7 } },
    { ...rest, response: { ...response, signature: 'x'.repeat(20_000) } },
    { ...rest, type: 'password', response },
  ];
  for (const shape of shapes) {
    const reply = await browser().send('POST', '/session/passkey', { response: shape });
    assert.equal(reply.status, 422, JSON.stringify(shape));
    assert.match(reply.json.field, /^response/);
  }
});

test('passkeys: bytes that are nonsense let nobody in', async () => {
  const { device } = await withPasskey();
  for (const property of ['clientDataJSON', 'authenticatorData', 'signature'] as const) {
    for (const nonsense of ['', '%%%', 'AAAA', 'e30', 'bnVsbA']) {
      const visitor = browser();
      const { json: options } = await visitor.send('POST', '/session/passkey/options', {});
      const answer = device.get(options);
      const response = { ...answer, response: { ...answer.response, [property]: nonsense } };
      const reply = await visitor.send('POST', '/session/passkey', { response });
      assert.equal(reply.status, 401, `${property} ${nonsense}: ${reply.text}`);
    }
  }
});

test('passkeys: an address asks for sixty challenges in a minute', async () => {
  const crowd = browser();
  for (let asked = 1; asked <= 60; asked++) {
    assert.equal((await crowd.send('POST', '/session/passkey/options', {})).status, 200);
  }
  const reply = await crowd.send('POST', '/session/passkey/options', {});
  assert.equal(reply.status, 429);
  assert.ok(Number(reply.headers.get('retry-after')) >= 1);
});

test('passkeys: work on localhost, and not where browsers have none', async () => {
  const local = await startTestService({ PUBLIC_URL: 'http://localhost:8090' });
  const plain = await startTestService({ PUBLIC_URL: 'http://192.168.1.7:8090' });
  try {
    const { email } = await addPerson(local.database);
    const ann = new Browser(local);
    await ann.signIn(email);
    const device = new Authenticator('http://localhost:8090');
    const { json: options } = await ann.send('POST', '/account/passkeys/options', {});
    const response = device.create(options);
    const added = await ann.send('POST', '/account/passkeys', { label: 'x', response });
    assert.equal(added.status, 201, added.text);

    const { email: another } = await addPerson(plain.database);
    const bob = new Browser(plain);
    await bob.signIn(another);
    const refusals = [
      await bob.send('POST', '/account/passkeys/options', {}),
      await bob.send('POST', '/account/passkeys', { label: 'x', response }),
      await bob.send('POST', '/session/passkey/options', {}),
    ];
    for (const { status, json } of refusals) {
      assert.equal(status, 409);
      assert.match(json.detail, /https:.*localhost/);
    }
  } finally {
    await local.stop();
    await plain.stop();
  }
});

test('passkeys: they are asked for and tried so often from one address, and no more', async () => {
  const visitor = browser();
  visitor.headers['x-forwarded-for'] = '198.51.100.77';
  const statuses = [];
  for (let n = 0; n < 61; n++) {
    statuses.push((await visitor.send('POST', '/session/passkey/options', {})).status);
  }
  assert.deepEqual(statuses.slice(-2), [200, 429]);
  const { device } = await withPasskey();
  const response = device.get((await browser().send('POST', '/session/passkey/options', {})).json);
  const refused = await visitor.send('POST', '/session/passkey', { response });
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
});
