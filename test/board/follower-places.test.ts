/** The limited number of devices, over real HTTP: no visitor takes all places, and a new device gets one. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { CHANGES_PER_MINUTE } from '../../src/board/follow-service.ts';
import { AddressLimits } from '../../src/http/limits/rate-limits.ts';
import { newDatabase, type TestDatabase } from '../support/databases.ts';
import { readMetrics } from '../support/metrics.ts';
import { type Device, startPushService } from '../support/push-service.ts';
import { raw } from '../support/raw.ts';
import { type Provisioned, startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const HOUR = 3_600_000;
const EVICTED = 'running_order_evicted_devices_total';

let made: TestDatabase;
let service: TestService;
let event: Provisioned;
let crews: number[];

const push = await startPushService();
beforeEach(async () => {
  made = await newDatabase();
  service = await start();
  event = await service.provision({ timezone: null });
  await event.send('POST', '/schedule');
  const sent = Array.from({ length: 200 }, (_, n) => ({ externalId: `c${n}`, name: `Crew ${n}` }));
  await event.send('PUT', '/teams', sent);
  const scheduledAt = new Date().toISOString();
  await event.send('PUT', '/races', [{ externalId: 'r', raceNumber: 1, scheduledAt }]);
  await event.send('PUT', '/races/r/entries', [{ position: 1, teamExternalId: 'c0' }]);
  await event.send('POST', '/schedule/publish');
  crews = (await raw(made.url, 'select id from teams order by id')).map(({ id }) => Number(id));
});
afterEach(async () => {
  await service.stop();
  await made.drop();
});

const start = () =>
  startTestService({
    DATABASE_URL: made.url,
    PUSH_ORIGINS: push.origin,
    NOTIFY_SETTLE_SECONDS: '0',
    // The service takes a device's network from the header of a trusted proxy.
    TRUSTED_PROXIES: '1',
  });

/** Stores devices that followed earlier, and restarts the service, so that it counts them. */
async function fill(...given: { count: number; network: string; columns?: object }[]) {
  await service.stop();
  for (const { count, network, columns = {} } of given) {
    const usual = { created_at: Date.now() - HOUR, follow_count: 1, delivered_at: 'null' };
    const { created_at, follow_count, delivered_at } = { ...usual, ...columns };
    const name = `'https://invented.example/${network}/${created_at}/${follow_count}/' || i`;
    await raw(
      made.url,
      `insert into devices (endpoint, identity, p256dh, auth, language, network, created_at, follow_count, delivered_at)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
        select ${name}, ${name}, 'p', 'a', 'en', '${network}', ${created_at} + i, ${follow_count}, ${delivered_at} from n`,
    );
  }
  service = await start();
}

/** Devices that take this many places of a network, most of them 100 places each. */
function filling(network: string, places: number, columns: object = {}) {
  return [
    { count: Math.floor(places / 100), network, columns: { ...columns, follow_count: 1000 } },
    { count: places % 100, network, columns },
  ].filter(({ count }) => count > 0);
}

function put(device: Device, from: string, fields: object = {}) {
  const { subscription } = device;
  const { eventId } = event;
  return service.send('PUT', '/board/api/follows', {
    body: { subscription, eventId, wholeEvent: true, crews: [], races: [], ...fields },
    headers: { 'x-forwarded-for': from },
  });
}

async function taken(device: Device, from: string, fields: object = {}): Promise<void> {
  const reply = await put(device, from, fields);
  assert.equal(reply.status, 200, reply.text);
}

async function countOf(where: string): Promise<number> {
  const [row] = await raw(made.url, `select count(*) as n from devices where ${where}`);
  return Number(row?.n);
}

describe('a crowd', () => {
  test('of 3,000 phones that come behind one address in ten minutes is let through', () => {
    const limits = new AddressLimits(CHANGES_PER_MINUTE);
    const start = Math.floor(performance.now());
    for (let phone = 0; phone < 3000; phone++) {
      // In bursts of 300 a minute, as people follow when a race is announced.
      const at = start + Math.floor(phone / 300) * 60_000;
      assert.ok(limits.take('192.0.2.1', at).isAllowed, `phone ${phone}`);
    }
  });

  test('of which 2,700 have come already: the other 300 come at once, and nobody has to go', async () => {
    await fill({ count: 2700, network: '192.0.2.0/24' });
    // Not all at once, because on a busy machine some would wait in the queue until they are refused.
    for (let come = 0; come < 300; come += 30) {
      const devices = Array.from({ length: 30 }, () => push.subscribe());
      const replies = await Promise.all(devices.map((device) => put(device, '192.0.2.1')));
      assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200]);
    }
    assert.equal(await countOf('1 = 1'), 3000);
  });
});

describe('one network', () => {
  test('that has used up its share for the day gets new places for its own invented devices', async () => {
    await fill(
      { count: 10_000, network: '192.0.2.0/24' },
      { count: 3, network: '192.0.2.0/24', columns: { created_at: 1, delivered_at: 2 } },
      { count: 3, network: '198.51.100.0/24', columns: { created_at: 1 } },
    );
    const device = push.subscribe();
    for (const from of ['192.0.2.77', '192.0.2.255']) await taken(push.subscribe(), from);
    await taken(device, '192.0.2.1');
    assert.equal(await countOf(`network = '192.0.2.0/24'`), 10_003);
    assert.equal(await countOf('delivered_at = 2'), 3, 'those that messages reach stay');
    assert.equal(await countOf(`network = '198.51.100.0/24'`), 3, 'strangers stay');
    const invented = `identity like 'https://invented.example/192.0.2.0/24/%' and created_at > 9`;
    const [oldest] = await raw(
      made.url,
      `select min(created_at) as at, max(created_at) as newest from devices where ${invented}`,
    );
    assert.equal(Number(oldest?.newest) - Number(oldest?.at), 9996, 'the oldest went first');
    await taken(device, '192.0.2.1', { crews });
    await taken(push.subscribe(), '203.0.113.1');
    assert.equal((await readMetrics(service.url)).get(EVICTED), 3 + 20);
  });

  test('of IPv6 is a /48', async () => {
    await fill({ count: 10_000, network: '2001:db8:7::/48' });
    await taken(push.subscribe(), '2001:db8:7:1::1');
    await taken(push.subscribe(), '2001:db8:7:ffff::1');
    assert.equal(await countOf(`network = '2001:db8:7::/48'`), 10_000);
    await taken(push.subscribe(), '2001:db8:8::1');
    assert.equal(await countOf('1 = 1'), 10_001);
  });

  test('whose devices messages do reach is a large crowd: all are taken, up to a quarter', async () => {
    await fill(...filling('192.0.2.0/24', 49_999, { delivered_at: 2 }));
    await taken(push.subscribe(), '192.0.2.1');
    assert.equal(await countOf('delivered_at is null'), 1);
    await raw(made.url, 'update devices set delivered_at = 3 where delivered_at is null');
    const reply = await put(push.subscribe(), '192.0.2.2');
    assert.equal(reply.status, 503, reply.text);
    await taken(push.subscribe(), '198.51.100.1');
  });
});

describe('all places taken', () => {
  test('by invented devices: a newcomer is taken, and no device goes that a message has reached', async () => {
    await fill(
      ...[1, 2, 3].flatMap((n) => filling(`192.0.${n}.0/24`, 40_000)),
      ...filling('198.51.100.0/24', 40_000, { created_at: 2 }),
      ...filling('198.51.101.0/24', 30_000, { created_at: 1 }),
      ...filling('203.0.113.0/24', 10_000, { created_at: 1, delivered_at: 2 }),
    );
    const device = push.subscribe();
    await taken(device, '10.0.0.1');
    await taken(push.subscribe(), '10.0.0.1');
    assert.equal(await countOf('delivered_at = 2'), 100);
    assert.equal(await countOf(`network = '198.51.101.0/24'`), 300, 'the largest give way');
    assert.equal(await countOf('1 = 1'), 2000 - 1 + 2);
    // A device that is known can still change what it follows.
    await taken(device, '10.0.0.1', { crews });
    const metrics = await readMetrics(service.url);
    assert.equal(metrics.get('running_order_follower_devices', { state: 'reached' }), 100);
    assert.ok(metrics.get('running_order_follower_places_ratio') > 0.99);
    assert.equal(metrics.get(EVICTED), 1, 'room is made for a hundred at a time');
  });

  test('by devices that messages reach: 503; those that are known go on', async () => {
    const device = push.subscribe();
    await taken(device, '192.0.2.1');
    await raw(made.url, 'update devices set delivered_at = 1');
    const columns = { delivered_at: 2 };
    await fill(
      ...[1, 2, 3, 4].flatMap((n) => filling(`10.0.${n}.0/24`, 49_999, columns)),
      ...filling('10.0.5.0/24', 3, columns),
    );
    const reply = await put(push.subscribe(), '192.0.2.2');
    assert.equal(reply.status, 503);
    assert.equal(reply.json.code, 'internal_error');
    assert.equal(reply.headers.get('retry-after'), '3600');
    assert.match(reply.json.detail, /no room for more devices/);
    await taken(device, '192.0.2.1', { crews: crews.slice(0, 9) });
    assert.equal(await countOf('delivered_at = 2'), 4 * (499 + 99) + 3);
  });
});

describe('what one device follows', () => {
  test('counts: a place is for ten things, and 1,000 is the most', async () => {
    await fill({ count: 249, network: '192.0.2.0/24', columns: { follow_count: 400 } });
    // 9,960 places of 10,000 are taken; this one takes 21.
    await taken(push.subscribe(), '192.0.2.1', { crews });
    assert.equal(await countOf('1 = 1'), 250);
    await taken(push.subscribe(), '192.0.2.1', { crews });
    assert.equal(await countOf('1 = 1'), 250, 'one of the invented went');
    const device = push.subscribe();
    await taken(device, '198.51.100.1');
    await raw(
      made.url,
      `insert into follows (device_id, event_id, kind, target_id)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < 800)
        select d.id, ${(await service.provision()).eventId}, 'crew', i from n, devices d
        where d.endpoint = '${device.endpoint}'`,
    );
    await taken(device, '198.51.100.1', { wholeEvent: false, crews });
    const reply = await put(device, '198.51.100.1', { crews });
    assert.equal(reply.status, 422);
    assert.deepEqual(
      reply.json.errors.map(({ field }: { field: string }) => field),
      ['crews'],
    );
    assert.match(reply.json.detail, /at most 1000 things/);
    const clubs = Array.from({ length: 50 }, (_, n) => `Club ${n}`);
    const some = crews.slice(0, 150);
    await taken(device, '198.51.100.1', { wholeEvent: false, crews: some, clubs });
    const [row] = await raw(
      made.url,
      `select follow_count from devices where endpoint = '${device.endpoint}'`,
    );
    assert.equal(row?.follow_count, 1000);
    const many = await put(device, '198.51.100.1', { crews: some, clubs });
    assert.deepEqual([many.status, many.json.field], [422, 'crews']);
  });

  test('is told by the metrics', async () => {
    const device = push.subscribe();
    await taken(device, '192.0.2.1', { crews: crews.slice(0, 9) });
    await taken(push.subscribe(), '192.0.2.1');
    const read = async () => {
      const metrics = await readMetrics(service.url);
      const state = 'unreached';
      return [
        metrics.get('running_order_follower_devices', { state }),
        metrics.get('running_order_follows'),
      ];
    };
    assert.deepEqual(await read(), [2, 11]);
    await taken(device, '192.0.2.1', { wholeEvent: false });
    assert.deepEqual(await read(), [1, 1]);
  });
});

describe('one subscription', () => {
  /** Other spellings of the same endpoint, as no browser writes it. */
  function spellings({ endpoint }: Device): string[] {
    const first = endpoint.at(-1) ?? '';
    const escaped = `%${first.charCodeAt(0).toString(16)}`;
    return [
      `${endpoint}?1`,
      `${endpoint}?1&2`,
      endpoint.replace('/push/', '//push//'),
      `${endpoint}/`,
      endpoint.slice(0, -1) + escaped,
      endpoint.slice(0, -1) + escaped.toUpperCase(),
    ];
  }

  test('is one device however it is written, and hears once', async () => {
    const device = push.subscribe();
    for (const endpoint of [...spellings(device), device.endpoint]) {
      const subscription = { ...device.subscription, endpoint };
      await taken({ ...device, subscription }, '192.0.2.1');
    }
    assert.equal(await countOf('1 = 1'), 1);
    await event.send('PUT', '/races/r/results', [{ position: 1, finishTimeMillis: 400_000 }]);
    await push.arrived(1);
    await delay(500);
    assert.equal(push.messagesTo(device).length, 1);
  });

  test('is forgotten however it is written', async () => {
    const device = push.subscribe();
    for (const endpoint of spellings(device)) {
      await taken(device, '192.0.2.1');
      const reply = await service.send('DELETE', '/board/api/follows', { body: { endpoint } });
      assert.equal(reply.status, 204);
      assert.equal(await countOf('1 = 1'), 0, endpoint);
    }
  });
});

test('a device counts as reached once its push service has taken a message', async () => {
  const [reached, refused, failing] = [push.subscribe(), push.subscribe(), push.subscribe()];
  push.answer(refused, { status: 400 });
  push.answer(failing, { status: 500 });
  for (const device of [reached, refused, failing]) await taken(device, '192.0.2.1');
  await event.send('PUT', '/races/r/results', [{ position: 1, finishTimeMillis: 400_000 }]);
  await until('reached', async () => (await countOf('delivered_at is not null')) > 0);
  await delay(500);
  const rows = await raw(made.url, 'select endpoint from devices where delivered_at is not null');
  assert.deepEqual(
    rows.map(({ endpoint }) => endpoint),
    [reached.endpoint],
  );
});
