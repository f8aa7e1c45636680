/** Signing in with a password: the rows "Ways in", "Sessions" and "Throttling" of the contract of the console. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenHash } from '../../src/domain/accounts/sessions.ts';
import { addPerson, Browser, endWaits, holdWaits, PASSWORD } from '../support/people.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService({ TRUSTED_PROXIES: '1' });

let networks = 0;

/** A browser with a network address of its own, so that the throttling of one test does not slow down another. */
function browser(headers: Record<string, string> = {}): Browser {
  const address = `10.0.${Math.floor(networks / 250)}.${(networks++ % 250) + 1}`;
  return new Browser(service, { 'x-forwarded-for': address, ...headers });
}

test('Ways in: e-mail address and password', async () => {
  const { userId, email } = await addPerson(service.database);
  const ann = browser();
  const reply = await ann.signIn(`  ${email.toUpperCase()} `);
  assert.equal(reply.status, 200, reply.text);
  const person = { id: userId, name: 'Ann Smith', email, language: null, operator: false };
  assert.deepEqual(reply.json, { person: { ...person, hasPassword: true } });
  assert.equal(reply.headers.get('cache-control'), 'no-store');
  const who = await ann.send('GET', '/session');
  assert.deepEqual(who.json, reply.json);
});

test('Ways in: nobody is signed in without a cookie', async () => {
  const reply = await browser().send('GET', '/session');
  assert.equal(reply.status, 401);
  assert.equal(reply.json.code, 'missing_credentials');
});

test('Ways in: a wrong password, an unknown address and nonsense get the same answer', async () => {
  const { email } = await addPerson(service.database);
  const answers = await Promise.all([
    browser().signIn(email, 'a wrong password'),
    browser().signIn('nobody@example.org', 'a wrong password'),
    browser().signIn('nonsense', ''),
  ]);
  const [first] = answers;
  for (const { status, json, headers } of answers) {
    assert.equal(status, 401);
    assert.equal(json.code, 'invalid_credentials');
    assert.deepEqual(json, first?.json);
    assert.deepEqual(headers.getSetCookie(), []);
  }
});

test('Sessions: the cookie of https is __Host-, Secure, HttpOnly, SameSite=Lax, Path=/', async () => {
  const { email } = await addPerson(service.database);
  const reply = await browser().signIn(email);
  const [session = '', known = ''] = reply.headers.getSetCookie();
  const attributes = 'HttpOnly; SameSite=Lax; Secure';
  assert.match(session, /^__Host-running-order=[\w-]{43}; /);
  assert.ok(session.endsWith(`; Path=/; Max-Age=${30 * 24 * 3600}; ${attributes}`), session);
  assert.match(known, /^__Host-running-order-browser=[\w-]{43}; /);
  assert.ok(known.endsWith(`; Path=/; Max-Age=${365 * 24 * 3600}; ${attributes}`), known);
});

test('Sessions: the cookie of http names the port and is not Secure', async () => {
  const plain = await startTestService({ PUBLIC_URL: 'http://192.168.1.7:8090' });
  try {
    const { email } = await addPerson(plain.database);
    const reply = await new Browser(plain).signIn(email);
    const [session = '', known = ''] = reply.headers.getSetCookie();
    assert.match(session, /^running-order-8090=[\w-]{43}; Path=\/; /);
    assert.match(known, /^running-order-browser-8090=/);
    for (const each of [session, known]) {
      assert.match(each, /HttpOnly; SameSite=Lax$/);
      assert.doesNotMatch(each, /Secure/);
    }
  } finally {
    await plain.stop();
  }
});

test('Sessions: stored as SHA-256, and a session that a browser brought is never used', async () => {
  const { email, userId } = await addPerson(service.database);
  const ann = browser();
  const planted = 'A'.repeat(43);
  ann.cookies.set('__Host-running-order', planted);
  await ann.signIn(email);
  const token = ann.cookies.get('__Host-running-order') ?? '';
  assert.notEqual(token, planted);
  const rows = await service.database.reads
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .selectAll()
    .execute();
  assert.deepEqual(
    rows.map((row) => row.token_hash),
    [tokenHash(token)],
  );
  const fixed = browser();
  fixed.cookies.set('__Host-running-order', planted);
  assert.equal((await fixed.send('GET', '/session')).json.code, 'invalid_credentials');
});

test('Sessions: every sign-in makes a new one, ends that of the same browser, and leaves others alone', async () => {
  const { email } = await addPerson(service.database);
  const [phone, laptop] = [browser(), browser()];
  await phone.signIn(email);
  await laptop.signIn(email);
  const old = laptop.cookies.get('__Host-running-order') ?? '';
  await laptop.signIn(email);
  assert.notEqual(laptop.cookies.get('__Host-running-order'), old);
  const stolen = browser();
  stolen.cookies.set('__Host-running-order', old);
  assert.equal((await stolen.send('GET', '/session')).status, 401);
  assert.equal((await laptop.send('GET', '/session')).status, 200);
  assert.equal((await phone.send('GET', '/session')).status, 200);
});

test('Sessions: signing out ends the session and removes the cookie', async () => {
  const { email } = await addPerson(service.database);
  const ann = browser();
  await ann.signIn(email);
  const token = ann.cookies.get('__Host-running-order') ?? '';
  const reply = await ann.send('DELETE', '/session');
  assert.equal(reply.status, 204);
  assert.equal(ann.cookies.has('__Host-running-order'), false);
  ann.cookies.set('__Host-running-order', token);
  assert.equal((await ann.send('GET', '/session')).json.code, 'invalid_credentials');
});

test('Sessions: who has none is signed out already, and other sites sign nobody out', async () => {
  const { email } = await addPerson(service.database);
  const nobody = browser();
  assert.equal((await nobody.send('DELETE', '/session')).status, 204);
  const ann = browser();
  await ann.signIn(email);
  const token = ann.cookies.get('__Host-running-order') ?? '';
  const forged = { 'sec-fetch-site': 'cross-site' };
  assert.equal((await ann.send('DELETE', '/session', undefined, forged)).status, 403);
  assert.equal((await ann.send('DELETE', '/session')).status, 204);
  ann.cookies.set('__Host-running-order', token);
  assert.equal((await ann.send('DELETE', '/session')).status, 204);
  assert.equal(ann.cookies.has('__Host-running-order'), false, 'the dead cookie goes');
});

test('Sessions: a person has thirty, and the oldest ends', async () => {
  const { email, userId } = await addPerson(service.database);
  const first = browser();
  await first.signIn(email);
  const later = Array.from({ length: 30 }, () => browser());
  for (const each of later) assert.equal((await each.signIn(email)).status, 200);
  assert.equal((await first.send('GET', '/session')).status, 401);
  assert.equal((await later[0]?.send('GET', '/session'))?.status, 200);
  const { count } = await service.database.reads
    .selectFrom('known_browsers')
    .where('user_id', '=', userId)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  assert.equal(Number(count), 30);
});

test('Sessions: seven days without a request end one, and so do thirty days whatever happens', async () => {
  const { email, userId } = await addPerson(service.database);
  const ann = browser();
  const DAY = 24 * 3_600_000;
  const cases: [begunAgo: number, seenAgo: number, status: number][] = [
    [6.9 * DAY, 6.9 * DAY, 200],
    [7 * DAY, 7 * DAY, 401],
    [29.9 * DAY, 0, 200],
    [30 * DAY, 0, 401],
  ];
  for (const [begunAgo, seenAgo, status] of cases) {
    await ann.signIn(email);
    const now = Date.now();
    const times = { created_at: now - begunAgo, last_seen_at: now - seenAgo };
    await service.database.write((tx) =>
      tx.updateTable('sessions').set(times).where('user_id', '=', userId).execute(),
    );
    assert.equal((await ann.send('GET', '/session')).status, status, `${begunAgo} ${seenAgo}`);
  }
});

test('Sessions: what a person may do is looked up at every request', async () => {
  const { email, userId } = await addPerson(service.database);
  const ann = browser();
  await ann.signIn(email);
  assert.equal((await ann.send('POST', '/clubs', { name: 'Milan' })).status, 403);
  const become = (isOperator: number) =>
    service.database.write((tx) =>
      tx.updateTable('users').set({ is_operator: isOperator }).where('id', '=', userId).execute(),
    );
  await become(1);
  assert.equal((await ann.send('POST', '/clubs', { name: 'Milan' })).status, 201);
  await become(0);
  assert.equal((await ann.send('POST', '/clubs', { name: 'Saline' })).status, 403);
});

test('Sessions: the history says who signed in, with what, and from where', async () => {
  const { email, userId } = await addPerson(service.database);
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  await browser({ 'user-agent': agent, 'x-forwarded-for': '2001:db8:1:2:3:4:5:6' }).signIn(email);
  const entry = await service.database.reads
    .selectFrom('account_history')
    .where('subject_id', '=', userId)
    .selectAll()
    .executeTakeFirstOrThrow();
  assert.equal(entry.operation, 'sign-in');
  assert.equal(entry.user_id, userId);
  const device = 'Firefox on Linux';
  const details = { device, network: '2001:db8:1:2', beganWith: 'password' };
  assert.deepEqual(JSON.parse(entry.details), details);
});

test('Passwords: hashed again at sign-in when parameters have risen', async () => {
  const { email, userId } = await addPerson(service.database);
  const weak = await weakHash();
  await setHash(userId, weak);
  assert.equal((await browser().signIn(email)).status, 200);
  const stored = await hashOf(userId);
  assert.notEqual(stored, weak);
  assert.match(stored, /\$m=19456,t=2,p=1\$/);
  assert.equal((await browser().signIn(email)).status, 200);
  assert.equal(await hashOf(userId), stored);
});

test('Throttling: from the 6th failure in a row an account waits, the right password too, until the wait is over', async () => {
  const { email } = await addPerson(service.database);
  for (let failure = 1; failure <= 6; failure++) {
    assert.equal((await browser().signIn(email, 'wrong')).status, 401, `failure ${failure}`);
  }
  await holdWaits(service.database);
  const right = await browser().signIn(email);
  assert.equal(right.status, 429);
  assert.equal(right.json.code, 'rate_limited');
  assert.equal(right.headers.get('retry-after'), '1');
  assert.deepEqual(right.headers.getSetCookie(), []);
  await endWaits(service.database, 1000);
  assert.equal((await browser().signIn(email, 'wrong')).status, 401, 'after the wait');
  await holdWaits(service.database);
  assert.equal((await browser().signIn(email)).headers.get('retry-after'), '2');
  await endWaits(service.database, 2000);
  assert.equal((await browser().signIn(email)).status, 200);
  assert.equal((await browser().signIn(email, 'wrong')).status, 401, 'a success has ended it');
  assert.equal((await browser().signIn(email)).status, 200);
});

test('Throttling: an address that nobody has waits as well', async () => {
  const email = 'nobody.at.all@example.org';
  for (let failure = 1; failure <= 6; failure++) {
    assert.equal((await browser().signIn(email)).status, 401);
  }
  await holdWaits(service.database);
  const reply = await browser().signIn(email);
  assert.equal(reply.status, 429);
  assert.equal(reply.headers.get('retry-after'), '1');
});

test('Throttling: all ways to write an address are one account', async () => {
  const { email } = await addPerson(service.database);
  const ways = [email, email.toUpperCase(), ` ${email}`, `${email}\t`, email.replace('@', '＠')];
  for (const way of [...ways, email]) assert.equal((await browser().signIn(way, 'x')).status, 401);
  await holdWaits(service.database);
  assert.equal((await browser().signIn(email)).status, 429);
});

test('Throttling: from the 20th failure a network waits, of IPv6 all of a /64', async () => {
  const at = (host: string) => browser({ 'x-forwarded-for': `2001:db8:5:5::${host}` });
  for (let failure = 1; failure <= 20; failure++) {
    const reply = await at(failure.toString(16)).signIn(`nobody${failure}@example.net`, 'wrong');
    assert.equal(reply.status, 401, `failure ${failure}`);
  }
  const { email } = await addPerson(service.database);
  await holdWaits(service.database);
  assert.equal((await at('abcd').signIn(email)).status, 429);
  const neighbour = browser({ 'x-forwarded-for': '2001:db8:5:6::1' });
  assert.equal((await neighbour.signIn(email)).status, 200);
});

test('Throttling: a browser that has signed in to the account before is let in meanwhile, and no other', async () => {
  const { email } = await addPerson(service.database);
  const { email: another } = await addPerson(service.database);
  const [known, stranger] = [browser(), browser()];
  await known.signIn(email);
  await known.send('DELETE', '/session');
  await stranger.signIn(another);
  for (let failure = 1; failure <= 6; failure++) await browser().signIn(email, 'wrong');
  await holdWaits(service.database);
  assert.equal((await stranger.signIn(email)).status, 429, 'known to another account');
  assert.equal((await known.signIn(email, 'wrong')).status, 401);
  assert.equal((await known.signIn(email)).status, 200);
  assert.equal((await browser().signIn(email)).status, 200, 'a success ends it for all');
});

test('Throttling: several people may share a known browser', async () => {
  const [ann, bob] = [await addPerson(service.database), await addPerson(service.database)];
  const shared = browser();
  await shared.signIn(ann.email);
  await shared.signIn(bob.email);
  for (const { email } of [ann, bob]) {
    for (let failure = 1; failure <= 6; failure++) await browser().signIn(email, 'wrong');
    assert.equal((await shared.signIn(email)).status, 200);
  }
});

test('Throttling: the cookie of a known browser opens no session', async () => {
  const { email } = await addPerson(service.database);
  const ann = browser();
  await ann.signIn(email);
  const known = ann.cookies.get('__Host-running-order-browser') ?? '';
  const other = browser();
  other.cookies.set('__Host-running-order-browser', known);
  assert.equal((await other.send('GET', '/session')).json.code, 'missing_credentials');
  other.cookies.set('__Host-running-order', known);
  assert.equal((await other.send('GET', '/session')).json.code, 'invalid_credentials');
});

test('Throttling: a browser that is known has its limit, too', async () => {
  const { email } = await addPerson(service.database);
  const known = browser();
  await known.signIn(email);
  await service.database.write((tx) =>
    tx
      .insertInto('sign_in_failures')
      .values({
        subject: `browser ${tokenHash(known.cookies.get('__Host-running-order-browser') ?? '')}`,
        failures: 100,
        last_at: Date.now() + 3_600_000,
      })
      .execute(),
  );
  assert.equal((await known.signIn(email)).status, 429);
});

test('Throttling: of forty attempts at once after a wait, one is looked at', async () => {
  const { email } = await addPerson(service.database);
  for (let failure = 1; failure <= 6; failure++) await browser().signIn(email, 'wrong');
  await service.database.write((tx) =>
    tx.updateTable('sign_in_failures').set({ failures: 50 }).execute(),
  );
  await endWaits(service.database, 60_000);
  const replies = await Promise.all(
    Array.from({ length: 40 }, () => browser().signIn(email, 'wrong')),
  );
  const count = (status: number) => replies.filter((reply) => reply.status === status).length;
  assert.deepEqual([count(401), count(429)], [1, 39]);
  assert.equal(replies.find(({ status }) => status === 429)?.headers.get('retry-after'), '60');
});

test('Fresh proof: a password proves it again, and wrong ones count', async () => {
  const { email, userId } = await addPerson(service.database);
  const ann = browser();
  await ann.signIn(email);
  const hourAgo = Date.now() - 3_600_000;
  await service.database.write((tx) =>
    tx.updateTable('sessions').set({ proved_at: hourAgo }).where('user_id', '=', userId).execute(),
  );
  const provedAt = async () =>
    (
      await service.database.reads
        .selectFrom('sessions')
        .where('user_id', '=', userId)
        .select('proved_at')
        .executeTakeFirstOrThrow()
    ).proved_at;
  const wrong = await ann.send('POST', '/session/proof', { password: 'wrong' });
  assert.equal(wrong.status, 401);
  assert.equal(wrong.json.code, 'invalid_credentials');
  assert.equal(await provedAt(), hourAgo);
  for (let failure = 2; failure <= 6; failure++) await browser().signIn(email, 'wrong');
  await holdWaits(service.database);
  assert.equal((await browser().signIn(email)).status, 429, 'the wrong proof was counted');
  assert.equal((await ann.send('POST', '/session/proof', { password: PASSWORD })).status, 204);
  assert.ok((await provedAt()) > hourAgo);
});

test('Sessions: the history of accounts keeps sign-ins for a year, and all else', async () => {
  const { userId, email } = await addPerson(service.database);
  const { userId: otherId } = await addPerson(service.database);
  const day = 24 * 3_600_000;
  const old = Date.now() - 366 * day;
  const rows = [
    { at: old, operation: 'sign-in', subject_id: userId },
    { at: old + 2 * day, operation: 'sign-in', subject_id: userId },
    { at: old, operation: 'edit-person', subject_id: userId },
    { at: old, operation: 'sign-in', subject_id: otherId },
  ] as const;
  await service.database.write((tx) =>
    tx
      .insertInto('account_history')
      .values(rows.map((row) => ({ ...row, user_id: null, club_id: null, details: '{}' })))
      .execute(),
  );
  assert.equal((await browser().signIn(email)).status, 200);
  const kept = await service.database.reads
    .selectFrom('account_history')
    .where('subject_id', 'in', [userId, otherId])
    .orderBy('id')
    .select(['operation', 'subject_id'])
    .execute();
  assert.deepEqual(kept, [
    { operation: 'sign-in', subject_id: userId },
    { operation: 'edit-person', subject_id: userId },
    { operation: 'sign-in', subject_id: otherId },
    { operation: 'sign-in', subject_id: userId },
  ]);
});

async function weakHash(): Promise<string> {
  const { argon2Sync } = await import('node:crypto');
  const nonce = Buffer.alloc(16, 1);
  const work = { memory: 8192, passes: 1, parallelism: 1, tagLength: 32 };
  const tag = argon2Sync('argon2id', { message: PASSWORD, nonce, ...work });
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=8192,t=1,p=1$${base64(nonce)}$${base64(tag)}`;
}

function setHash(userId: number, hash: string): Promise<unknown> {
  return service.database.write((tx) =>
    tx.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute(),
  );
}

async function hashOf(userId: number): Promise<string> {
  const row = await service.database.reads
    .selectFrom('users')
    .where('id', '=', userId)
    .select('password_hash')
    .executeTakeFirstOrThrow();
  return row.password_hash ?? '';
}
