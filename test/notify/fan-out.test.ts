/** How news in the outbox become deliveries, one for each device. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fanOut } from '../../src/notify/news/fan-out.ts';
import { insertAll } from '../../src/storage/engine/rows.ts';
import type { FollowKind } from '../../src/storage/migrations/tables.ts';
import {
  endDeliveries,
  putOffDeliveries,
  takeDeliveries,
} from '../../src/storage/queue/deliveries.ts';
import { closeNews, listDueNews, type News, saveProgress } from '../../src/storage/queue/outbox.ts';
import { type Provisioned, startTestService } from '../support/service.ts';
import { regattaOfOneRace } from './one-race.ts';

// News settle for so long that the service's own worker does not take them during a test.
const service = await startTestService({ NOTIFY_SETTLE_SECONDS: '45' });

const FAR = Date.now() + 100_000;
const BOARD = 'https://regatta.example';
const reads = () => service.database.reads;

interface Regatta extends Provisioned {
  crewId: number;
  raceId: number;
}

async function regatta(): Promise<Regatta> {
  const event = await regattaOfOneRace(service);
  const find = async (table: 'teams' | 'races') => {
    const query = reads().selectFrom(table).where('event_id', '=', event.eventId).select('id');
    return (await query.executeTakeFirstOrThrow()).id;
  };
  return { ...event, crewId: await find('teams'), raceId: await find('races') };
}

/** Stores devices, each of which follows everything in the list. @returns their ids */
async function followers(
  { eventId }: Regatta,
  count: number,
  ...follows: [FollowKind, number][]
): Promise<number[]> {
  return service.database.write(async (tx) => {
    const endpoints = Array.from({ length: count }, () => `https://push.example/${Math.random()}`);
    const device = { p256dh: '', auth: '', language: 'en', created_at: 0 };
    await insertAll(
      tx,
      'devices',
      endpoints.map((endpoint) => ({ endpoint, ...device })),
    );
    const made = await tx
      .selectFrom('devices')
      .where('endpoint', 'in', endpoints)
      .orderBy('id')
      .select('id')
      .execute();
    const ids = made.map(({ id }) => id);
    const rows = ids.flatMap((device_id) =>
      follows.map(([kind, target_id]) => ({ device_id, event_id: eventId, kind, target_id })),
    );
    await insertAll(tx, 'follows', rows);
    return ids;
  });
}

async function post(event: Regatta, finishTimeMillis: number): Promise<void> {
  const reply = await event.send('PUT', '/races/r/results', [{ position: 1, finishTimeMillis }]);
  assert.equal(reply.status, 200, reply.text);
}

async function newsOf({ eventId }: Regatta): Promise<News | undefined> {
  const news = await listDueNews(reads(), FAR, 100);
  return news.find((each) => each.eventId === eventId);
}

async function deliveriesOf({ eventId }: Regatta) {
  return reads()
    .selectFrom('deliveries')
    .where('event_id', '=', eventId)
    .orderBy('device_id')
    .select(['device_id', 'version', 'attempts'])
    .execute();
}

async function notify(event: Regatta): Promise<void> {
  const news = await newsOf(event);
  assert.ok(news);
  // The deliveries are due so late that the service's own worker leaves them alone.
  await fanOut(service.database, news, BOARD, () => FAR);
}

test('fan-out: one delivery for each of thousands of devices, however much each follows', async () => {
  const event = await regatta();
  const { eventId, crewId, raceId } = event;
  const all = await followers(event, 1700, ['event', eventId], ['crew', crewId], ['race', raceId]);
  const some = await followers(event, 800, ['crew', crewId]);
  const others = await followers(event, 10, ['crew', crewId + 1000], ['race', raceId + 1000]);
  await post(event, 400_000);
  await notify(event);
  const ids = (await deliveriesOf(event)).map(({ device_id }) => device_id);
  assert.deepEqual(ids, [...all, ...some]);
  assert.ok(!ids.some((id) => others.includes(id)));
  assert.equal(await newsOf(event), undefined);
});

test('fan-out: news without followers are closed', async () => {
  const event = await regatta();
  await post(event, 400_000);
  await notify(event);
  assert.equal(await newsOf(event), undefined);
  assert.deepEqual(await deliveriesOf(event), []);
});

test('fan-out: a change in the middle of it starts it again', async () => {
  const event = await regatta();
  const [first = 0] = await followers(event, 3, ['event', event.eventId]);
  await post(event, 400_000);
  const read = await newsOf(event);
  assert.ok(read);
  assert.equal(await service.database.write((tx) => saveProgress(tx, read, first)), true);
  await post(event, 401_000);
  const now = await newsOf(event);
  assert.equal(now?.doneUpTo, 0);
  assert.ok((now?.dueAt ?? 0) > read.dueAt);
  // A fan-out that began before this change notices that the row has changed.
  const page = { ...read, doneUpTo: first };
  assert.equal(await service.database.write((tx) => saveProgress(tx, page, first + 1)), false);
  await service.database.write((tx) => closeNews(tx, page));
  assert.ok(await newsOf(event));
});

test('fan-out: going back in the middle of it to what only some devices know notifies all', async () => {
  const event = await regatta();
  const [first = 0] = await followers(event, 3, ['event', event.eventId]);
  await post(event, 400_000);
  const read = await newsOf(event);
  assert.ok(read);
  await service.database.write((tx) => saveProgress(tx, read, first));
  await post(event, 401_000);
  await post(event, 400_000);
  await notify(event);
  assert.equal((await deliveriesOf(event)).length, 3);
});

test('fan-out: a change before it has begun joins the row', async () => {
  const event = await regatta();
  await post(event, 400_000);
  const read = await newsOf(event);
  await post(event, 401_000);
  assert.deepEqual(await newsOf(event), read);
});

test('fan-out: a delivery that has a newer version is not ended', async () => {
  const event = await regatta();
  const devices = await followers(event, 2, ['event', event.eventId]);
  await post(event, 400_000);
  await notify(event);
  const { database } = service;
  const take = () => database.write((tx) => takeDeliveries(tx, FAR, 10_000, 40_000));
  const failed = (await take()).map((delivery) => ({ delivery, dueAt: Date.now(), attempts: 4 }));
  await database.write((tx) => putOffDeliveries(tx, failed));
  const ours = (await take()).filter(({ eventId }) => eventId === event.eventId);
  assert.equal(ours.length, devices.length);
  await post(event, 401_000);
  await notify(event);
  await database.write((tx) => endDeliveries(tx, ours, Date.now()));
  assert.deepEqual(
    (await deliveriesOf(event)).map(({ version, attempts }) => [version, attempts]),
    // The push service works, so the new version starts with no attempts.
    [2, 2].map((version) => [version, 0]),
  );
  const again = await take();
  await database.write((tx) => endDeliveries(tx, again, Date.now()));
  assert.deepEqual(await deliveriesOf(event), []);
});

test('fan-out: a delivery is not taken again before its lease has ended', async () => {
  const event = await regatta();
  await followers(event, 5, ['event', event.eventId]);
  await post(event, 400_000);
  await notify(event);
  const { database } = service;
  const now = FAR + 1000;
  const take = (at: number) => database.write((tx) => takeDeliveries(tx, at, 10_000, 40_000));
  const ofEvent = (deliveries: { eventId: number }[]) =>
    deliveries.filter(({ eventId }) => eventId === event.eventId).length;
  assert.equal(ofEvent(await take(now)), 5);
  assert.equal(ofEvent(await take(now + 39_999)), 0);
  assert.equal(ofEvent(await take(now + 40_000)), 5);
});
