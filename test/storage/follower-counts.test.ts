/** How devices are counted, and which are removed to make room for others. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { placesOf } from '../../src/domain/following/followers.ts';
import { insertAll } from '../../src/storage/engine/rows.ts';
import {
  countFollowers,
  countNetwork,
  findLargestUnreached,
  freePlaces,
} from '../../src/storage/following/follower-counts.ts';
import { newDatabase, openDatabase } from '../support/databases.ts';

const NOW = Date.UTC(2026, 5, 13, 12);
const HOUR = 3_600_000;

const database = await openDatabase((await newDatabase()).url);
beforeEach(() => database.write(async (tx) => void (await tx.deleteFrom('devices').execute())));

let count = 0;

interface Given {
  network?: string;
  created_at?: number;
  follow_count?: number;
  delivered_at?: number | null;
}

/** @returns the ids of the devices, in the order given */
async function devices(...given: Given[]): Promise<number[]> {
  const rows = given.map((each) => {
    const endpoint = `https://push.example/${++count}`;
    const device = { endpoint, identity: endpoint, p256dh: 'p', auth: 'a', language: 'en' };
    const usual = { network: 'a', created_at: NOW, follow_count: 1, delivered_at: null };
    return { ...device, ...usual, ...each };
  });
  await database.write((tx) => insertAll(tx, 'devices', rows));
  return idsOf(rows.map(({ endpoint }) => endpoint));
}

async function idsOf(endpoints: string[]): Promise<number[]> {
  const rows = await database.reads.selectFrom('devices').select(['id', 'endpoint']).execute();
  const ids = new Map(rows.map(({ id, endpoint }) => [endpoint, id]));
  return endpoints.map((endpoint) => ids.get(endpoint) ?? -1);
}

async function left(): Promise<number[]> {
  const rows = await database.reads.selectFrom('devices').orderBy('id').select('id').execute();
  return rows.map(({ id }) => id);
}

test('counts: none at all', async () => {
  const nothing = { devices: 0, reached: 0, follows: 0, places: 0 };
  assert.deepEqual(await countFollowers(database.reads), nothing);
  assert.deepEqual(await countNetwork(database.reads, 'a', NOW), { places: 0, today: 0 });
  assert.equal(await findLargestUnreached(database.reads), undefined);
});

test('counts: places are those of the rule', async () => {
  for (const follow_count of [0, 1, 9, 10, 11, 20, 21, 401, 1000]) {
    await database.write(async (tx) => void (await tx.deleteFrom('devices').execute()));
    await devices({ follow_count });
    const { places, follows } = await countFollowers(database.reads);
    assert.deepEqual([places, follows], [placesOf(follow_count), follow_count]);
  }
});

test('counts: of a network, in all and of the last 24 hours', async () => {
  await devices(
    { follow_count: 11 },
    { created_at: NOW - 24 * HOUR + 1, delivered_at: NOW },
    { created_at: NOW - 24 * HOUR, follow_count: 400 },
    // The clock was ahead when this device was added.
    { created_at: NOW + 1 },
    { network: 'b' },
  );
  assert.deepEqual(await countNetwork(database.reads, 'a', NOW), { places: 44, today: 3 });
  const { reached } = await countFollowers(database.reads);
  assert.equal(reached, 1);
});

test('freeing: the oldest of the network that nothing has reached, until it is enough', async () => {
  const [newer, oldest, reached, other, asking, newest] = await devices(
    { created_at: NOW - 2 },
    { created_at: NOW - 9, follow_count: 15 },
    { created_at: NOW - 99, delivered_at: NOW - 1 },
    { created_at: NOW - 99, network: 'b' },
    { created_at: NOW - 99 },
    { created_at: NOW - 1 },
  );
  const free = (places: number) =>
    database.write((tx) => freePlaces(tx, 'a', places, asking as number));
  assert.deepEqual(await free(2), { devices: 1, follows: 15, places: 2 });
  assert.ok(!(await left()).includes(oldest as number));
  assert.deepEqual(await free(1), { devices: 1, follows: 1, places: 1 });
  assert.ok(!(await left()).includes(newer as number));
  assert.deepEqual(await free(100), { devices: 1, follows: 1, places: 1 });
  assert.deepEqual(await free(100), { devices: 0, follows: 0, places: 0 });
  const stay = [reached, other, asking].toSorted((a, b) => Number(a) - Number(b));
  assert.deepEqual(await left(), stay);
  assert.ok(!(await left()).includes(newest as number));
});

test('freeing: the network with most places that nothing has reached', async () => {
  await devices(
    ...Array.from({ length: 3 }, () => ({ network: 'a' })),
    { network: 'b', follow_count: 40 },
    ...Array.from({ length: 9 }, () => ({ network: 'c', delivered_at: NOW })),
  );
  assert.equal(await findLargestUnreached(database.reads), 'b');
});
