/** How the host names of push services are looked up, with a name server that the test runs. */
import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { HostLookup, NO_SUCH_NAME, NOT_PUBLIC } from '../../src/notify/push/host-lookup.ts';
import { type NameAnswer, startNameServer } from '../support/name-server.ts';
import { stopAtEndOfFile } from '../support/started.ts';
import { until } from '../support/until.ts';

const PUBLIC = '142.250.185.74';
const PUBLIC_6 = '2a00:1450:4001:080e:0:0:0:200a';
const KNOWN = 'fcm.googleapis.com';

let hosts: HostLookup;
const zone = new Map<string, NameAnswer>();

const server = await startNameServer((name) => zone.get(name) ?? 'absent');
stopAtEndOfFile(() => hosts.close());

/** Sets what the name server knows, and makes a new `HostLookup` with an empty cache. */
function begin(entries: Record<string, NameAnswer>): void {
  zone.clear();
  for (const [name, answer] of Object.entries(entries)) zone.set(name, answer);
  server.asked.length = 0;
  hosts = new HostLookup([server.address]);
}

type Found = { addresses: string[] } | { code: string | undefined };

function find(name: string, look: LookupFunction, family = 0): Promise<Found> {
  return new Promise((resolve) => {
    look(name, { all: true, family }, (error, found) => {
      const all = Array.isArray(found) ? found.map(({ address }) => address) : [];
      resolve(error ? { code: error.code } : { addresses: all });
    });
  });
}

const questionsFor = (name: string) => server.asked.filter((asked) => asked === name).length;

for (const [what, answer, expected] of [
  ['of both families', [PUBLIC_6, PUBLIC], { addresses: [PUBLIC, '2a00:1450:4001:80e::200a'] }],
  ['of one family', [PUBLIC], { addresses: [PUBLIC] }],
  ['that is private', ['10.0.0.1'], { code: NOT_PUBLIC }],
  ['of which one is private', [PUBLIC, 'fd00:0:0:0:0:0:0:1'], { code: NOT_PUBLIC }],
  ['that is of this machine', ['127.0.0.1'], { code: NOT_PUBLIC }],
  ['that does not exist', 'absent', { code: NO_SUCH_NAME }],
  ['without an address', [], { code: NO_SUCH_NAME }],
] as const) {
  test(`host look-up: one with an address ${what}`, async () => {
    begin({ 'db5p.notify.windows.com': [...answer] as NameAnswer, [KNOWN]: [PUBLIC] });
    if (answer === 'absent') zone.delete('db5p.notify.windows.com');
    assert.deepEqual(await find('db5p.notify.windows.com', hosts.lookUpPublic), expected);
  });
}

test('host look-up: a family that is asked for', async () => {
  begin({ a: [PUBLIC], [KNOWN]: [PUBLIC] });
  assert.deepEqual(await find('a', hosts.lookUpPublic, 4), { addresses: [PUBLIC] });
  assert.ok('code' in (await find('a', hosts.lookUpPublic, 6)));
});

test('host look-up: where no name exists, none is said not to', async () => {
  begin({});
  for (const name of ['a.notify.windows.com', KNOWN]) {
    const found = await find(name, hosts.lookUpPublic);
    assert.ok('code' in found && found.code !== NO_SUCH_NAME, name);
  }
  // A network to which one has not signed in yet may answer every name with an address of its own.
  begin({ [KNOWN]: ['192.168.1.1'] });
  assert.deepEqual(await find('a', hosts.lookUpPublic), { code: NOT_PUBLIC });
});

test('host look-up: a question is asked once, whoever waits for its answer', async () => {
  begin({ a: [PUBLIC], [KNOWN]: [PUBLIC] });
  await Promise.all(Array.from({ length: 50 }, () => find('a', hosts.lookUpPublic)));
  await find('a', hosts.lookUpPublic);
  assert.equal(questionsFor('a'), 2, 'one for each family of addresses');
});

test('host look-up: one that did not exist is asked for again soon', async () => {
  begin({ [KNOWN]: [PUBLIC] });
  assert.deepEqual(await find('a', hosts.lookUpPublic), { code: NO_SUCH_NAME });
  zone.set('a', [PUBLIC]);
  await delay(2100);
  assert.deepEqual(await find('a', hosts.lookUpPublic), { addresses: [PUBLIC] });
});

test('host look-up: while name servers are silent, no thread waits, and others are answered', async () => {
  const silent = Array.from({ length: 40 }, (_, index) => `wns2-xx${index}.notify.windows.com`);
  begin({ ...Object.fromEntries(silent.map((name) => [name, 'silent' as const])), a: [PUBLIC] });
  const asked = silent.map((name) => find(name, hosts.lookUpPublic));
  await until('all are asked for', () => server.asked.length >= 80);
  assert.ok(!process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap'));
  assert.deepEqual(await find('a', hosts.lookUpPublic), { addresses: [PUBLIC] });
  assert.ok('addresses' in (await find('localhost', hosts.lookUpListed)));
  hosts.close();
  for (const found of await Promise.all(asked)) assert.ok('code' in found);
});

test('host look-up: those that the operator has listed come from the system, one at a time', async () => {
  begin({});
  const asked = ['localhost', 'no-such-name.invalid', 'nor-this.invalid'].map((name) =>
    find(name, hosts.lookUpListed),
  );
  await delay(0);
  const threads = process.getActiveResourcesInfo().filter((one) => one === 'GetAddrInfoReqWrap');
  assert.ok(threads.length <= 1, `${threads.length} threads`);
  const [found] = await Promise.all(asked);
  assert.ok(found && 'addresses' in found);
  assert.ok(found.addresses.every((address) => ['127.0.0.1', '::1'].includes(address)));
  assert.deepEqual(server.asked, []);
});

test('host look-up: no connection is made to one that leads somewhere private, whatever it said before', async () => {
  let connections = 0;
  const target = http.createServer((_, response) => response.end());
  target.on('connection', () => connections++);
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const { port } = target.address() as AddressInfo;
  const get = (lookup: LookupFunction, family = 0) =>
    new Promise<Error & { code?: string }>((resolve, reject) => {
      const options = { host: 'rebound', port, family, lookup, timeout: 300 };
      const request = http.get(options, () => reject(new Error('it answered')));
      request.on('error', resolve);
      // No server answers at the public address; it is enough that a connection is tried.
      request.on('timeout', () => request.destroy(new Error('timed out')));
    });

  for (const family of [0, 4]) {
    begin({ rebound: ['127.0.0.1'] });
    assert.equal((await get(hosts.lookUpPublic, family)).code, NOT_PUBLIC);
  }
  begin({ rebound: [PUBLIC] });
  const first = await find('rebound', hosts.lookUpPublic);
  zone.set('rebound', ['127.0.0.1']);
  await get(hosts.lookUpPublic);
  assert.deepEqual(await find('rebound', hosts.lookUpPublic), first);
  assert.equal(connections, 0);
  await new Promise((resolve) => target.close(resolve));
});
