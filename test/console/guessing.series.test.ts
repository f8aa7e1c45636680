/** Thousands of guessed passwords: how many the service hashes, and that other people can still sign in. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOnServer } from '../support/databases.ts';
import { readMetrics } from '../support/metrics.ts';
import { addPerson, Browser, PASSWORD } from '../support/people.ts';
import { type Reply, startTestService } from '../support/service.ts';

/** Attempts in each test; fewer on PostgreSQL, because the throttling counts in the same way there. */
const ATTEMPTS = isOnServer ? 1000 : 2000;

const service = await startTestService({ TRUSTED_PROXIES: '1' });

async function hashes(): Promise<number> {
  const metrics = await readMetrics(service.url);
  return metrics.get('running_order_password_hashes_total');
}

const at = (address: string) => new Browser(service, { 'x-forwarded-for': address });

/** The n-th of many IPv4 addresses. */
const address = (n: number) => `198.${18 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`;

/** The n-th of IPv4 addresses that are in different wider networks. */
const network = (n: number) => `203.${n & 127}.${n >> 7}.1`;

/** Sends `count` requests, 20 at a time. @returns their statuses */
async function many(count: number, send: (n: number) => Promise<Reply>): Promise<number[]> {
  const statuses: number[] = [];
  let next = 0;
  const work = async () => {
    while (next < count) statuses.push((await send(next++)).status);
  };
  await Promise.all(Array.from({ length: 20 }, work));
  return statuses;
}

/** The most passwords hashed since: `free` without a wait, then after 1, 2, 4, 8, 16 and 32 s, then one a minute. */
function looksSince(startedAt: number, free: number): number {
  return free + 6 + Math.ceil((performance.now() - startedAt) / 60_000);
}

test('Throttling: thousands of passwords for one account from as many addresses: a dozen are looked at', async () => {
  const { email } = await addPerson(service.database);
  const known = at('192.0.2.1');
  await known.signIn(email);
  const before = await hashes();
  const startedAt = performance.now();
  const statuses = await many(ATTEMPTS, (n) => at(address(n)).signIn(email, `guess ${n}`));
  const looked = (await hashes()) - before;
  assert.ok(looked >= 6 && looked <= looksSince(startedAt, 6), `${looked} looks`);
  assert.equal(statuses.filter((status) => status === 401).length, looked);
  assert.equal(statuses.filter((status) => status === 429).length, ATTEMPTS - looked);
  assert.equal((await known.signIn(email)).status, 200, 'who belongs there is let in');
});

test('Throttling: thousands of passwords for as many accounts from one address: some twenty are looked at', async () => {
  const guesser = '203.0.113.7';
  const before = await hashes();
  const startedAt = performance.now();
  const statuses = await many(ATTEMPTS, (n) => at(guesser).signIn(`n${n}@example.org`, PASSWORD));
  const looked = (await hashes()) - before;
  assert.ok(looked >= 20 && looked <= looksSince(startedAt, 20), `${looked} looks`);
  assert.equal(statuses.filter((status) => status === 429).length, ATTEMPTS - looked);
  const { email } = await addPerson(service.database);
  assert.equal((await at('192.0.2.2').signIn(email)).status, 200, 'others notice nothing');
});

for (const [wide, addressIn] of [
  ['an IPv6 /48', (n: number) => `2001:db8:7:${n.toString(16)}::1`],
  ['an IPv4 /24', (n: number) => `192.0.2.${n}`],
] as const) {
  test(`Throttling: one password from each network of ${wide}: some eighty are looked at`, async () => {
    const before = await hashes();
    const startedAt = performance.now();
    const statuses = await many(250, (n) => at(addressIn(n)).signIn(`${wide}${n}@example.org`));
    const looked = (await hashes()) - before;
    assert.ok(looked >= 80 && looked <= looksSince(startedAt, 80), `${looked} looks`);
    assert.equal(statuses.filter((status) => status === 429).length, 250 - looked);
  });
}

test('Passwords: a flood from networks that fail leaves room for known browsers and other networks', async () => {
  const { email } = await addPerson(service.database);
  const other = await addPerson(service.database);
  const known = at(network(1000));
  await known.signIn(email);
  const floodFrom = async (n: number) =>
    (await at(network(2000 + (n % 10))).signIn(`f${n}@example.org`)).status;
  for (let n = 0; n < 10; n++) assert.equal(await floodFrom(n), 401);
  const flood = Array.from({ length: 60 }, (_, n) => floodFrom(10 + n));
  // The first answer is a refusal, and says that all places of the queue that are open to everybody are taken.
  await Promise.race(flood);
  const [ofKnown, ofClean] = await Promise.all([
    known.signIn(email),
    at(network(3000)).signIn(other.email),
  ]);
  assert.deepEqual([ofKnown.status, ofClean.status], [200, 200], ofKnown.text + ofClean.text);
  assert.deepEqual([...new Set(await Promise.all(flood))].sort(), [401, 503]);
});

test('Passwords: more at once than can be computed soon are refused with Retry-After, and no other error', async () => {
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, n) => at(network(n)).signIn(`q${n}@example.org`)),
  );
  const busy = replies.filter(({ status }) => status === 503);
  assert.ok(replies.every(({ status }) => status === 401 || status === 503));
  assert.ok(busy.length > 0 && busy.length < 200, `${busy.length} were refused`);
  for (const { headers } of busy) assert.ok(Number(headers.get('retry-after')) >= 1);
});

test('Passwords: known and unknown addresses take the same work', async () => {
  const { email } = await addPerson(service.database);
  const without = await addPerson(service.database);
  await service.database.write((tx) =>
    tx.updateTable('users').set({ password_hash: null }).where('id', '=', without.userId).execute(),
  );
  const addresses = [email, without.email, 'nobody@example.org', 'no address', ''];
  for (const [n, each] of addresses.entries()) {
    const before = await hashes();
    const reply = await at(address(90_000 + n)).signIn(each, 'wrong');
    assert.equal(reply.status, 401, each);
    assert.equal((await hashes()) - before, 1, each);
  }
});

test('Passwords: a megabyte is 413 and 513 characters 422, and neither is hashed', async () => {
  const { email } = await addPerson(service.database);
  const ann = at('192.0.2.3');
  await ann.signIn(email);
  const before = await hashes();
  const bodies: [method: string, path: string, body: (password: string) => object][] = [
    ['POST', '/session', (password) => ({ email, password })],
    ['POST', '/session/proof', (password) => ({ password })],
    ['PUT', '/account/password', (next) => ({ current: PASSWORD, next })],
    ['PUT', '/account/password', (current) => ({ current, next: PASSWORD })],
    ['POST', '/set-up', (password) => ({ token: 'x', name: 'x', email, clubName: 'x', password })],
    ['POST', '/links/redeem', (password) => ({ token: 'x', name: 'x', email, password })],
  ];
  for (const [method, path, body] of bodies) {
    assert.equal((await ann.send(method, path, body('x'.repeat(1_000_000)))).status, 413, path);
    const long = await ann.send(method, path, body('x'.repeat(513)));
    assert.equal(long.status, 422, path);
  }
  assert.equal(await hashes(), before);
});
