/** After the clock was set back, rows of the queues that are due too far in the future come due, and no others do. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { isDue, LONGEST_NEWS_WAIT_MILLIS } from '../../src/domain/queue-rules.ts';
import { createSchedule } from '../../src/operations/pushes/schedule.ts';
import { insertAll } from '../../src/storage/engine/rows.ts';
import { mayWaitTooLong, shortenWaits } from '../../src/storage/queue/clock-set-back.ts';
import { putOffDeliveries, takeDeliveries } from '../../src/storage/queue/deliveries.ts';
import { newDatabase, openDatabase } from '../support/databases.ts';
import { performOn } from '../support/perform.ts';
import { provisionOn } from '../support/service.ts';

const NOW = Date.UTC(2026, 5, 13, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LEASE = 40_000;
/** How far in the future rows are due, in milliseconds, around every limit of the rule. */
const AWAY = [-1, 0, 1, MINUTE, 2 * MINUTE, 2 * MINUTE + 1, 71 * MINUTE, 72 * MINUTE, 1e10];
const WAITS = [0, 5000, LEASE, 70 * MINUTE];

const database = await openDatabase((await newDatabase()).url);
const { eventId } = await provisionOn(database);
const settings = {
  laneScheme: null,
  defaultResultMode: 'timed',
  defaultResultVisibility: 'full',
} as const;
await performOn({ database }, eventId, createSchedule, settings);
beforeEach(() =>
  database.write(async (tx) => {
    await tx.deleteFrom('outbox').execute();
    await tx.deleteFrom('deliveries').execute();
  }),
);

const news = (subject: string, due_at: number) => ({
  event_id: eventId,
  kind: 'results-posted' as const,
  subject,
  due_at,
  state_before: '',
  told_to: 0,
});

const delivery = (device_id: number, due_at: number, wait_millis: number) => ({
  ...{ event_id: eventId, kind: 'results-posted' as const, subject: '1', device_id, due_at },
  ...{ wait_millis, expires_at: NOW + HOUR, attempts: 0, version: 1 },
});

test('put right: the news and deliveries that the rule calls due, and no others', async () => {
  const rows = AWAY.flatMap((away) => WAITS.map((wait) => ({ dueAt: NOW + away, wait })));
  await database.write(async (tx) => {
    await insertAll(
      tx,
      'outbox',
      AWAY.map((away, index) => news(String(index), NOW + away)),
    );
    await insertAll(
      tx,
      'deliveries',
      rows.map(({ dueAt, wait }, index) => delivery(index, dueAt, wait)),
    );
  });
  assert.equal(await mayWaitTooLong(database.reads, NOW), true);
  await database.write((tx) => shortenWaits(tx, NOW, LEASE));
  const told = await database.reads.selectFrom('outbox').select(['subject', 'due_at']).execute();
  assert.equal(told.length, AWAY.length);
  for (const { subject, due_at } of told) {
    const dueAt = NOW + (AWAY[Number(subject)] ?? 0);
    const isLost = dueAt > NOW && isDue(dueAt, NOW, LONGEST_NEWS_WAIT_MILLIS);
    assert.equal(due_at, isLost ? NOW : dueAt);
  }
  const sent = await database.reads
    .selectFrom('deliveries')
    .orderBy('device_id')
    .select('due_at')
    .execute();
  for (const [index, { dueAt, wait }] of rows.entries()) {
    const isLost = dueAt > NOW && isDue(dueAt, NOW, wait);
    // A worker that has taken this delivery may still be sending it.
    const expected = isLost ? NOW + Math.min(wait, LEASE) : dueAt;
    assert.equal(sent[index]?.due_at, expected, `${dueAt - NOW} after ${wait}`);
  }
});

test('put right: there is nothing to do while everything is in reach', async () => {
  assert.equal(await mayWaitTooLong(database.reads, NOW), false);
  await database.write(async (tx) => {
    await insertAll(tx, 'outbox', [news('1', NOW + MINUTE), news('2', NOW - HOUR)]);
    await insertAll(tx, 'deliveries', [delivery(1, NOW + LEASE, LEASE)]);
  });
  assert.equal(await mayWaitTooLong(database.reads, NOW), false);
  assert.equal(await mayWaitTooLong(database.reads, NOW - HOUR), true);
});

test('put right: a lease and a back-off are known by what they were, as the clock now is', async () => {
  const deliveries = [1, 2, 3].map((device) => delivery(device, NOW, 0));
  await database.write((tx) => insertAll(tx, 'deliveries', deliveries));
  const taken = await database.write((tx) => takeDeliveries(tx, NOW, 10, LEASE));
  const [leased, busy, failed] = taken;
  assert.ok(leased && busy && failed);
  await database.write((tx) =>
    putOffDeliveries(tx, [
      { delivery: busy, dueAt: NOW + HOUR, attempts: 1 },
      { delivery: failed, dueAt: NOW + 5000, attempts: 1 },
    ]),
  );
  const dueAfter = async (now: number) => {
    await database.write((tx) => shortenWaits(tx, now, LEASE));
    const rows = await database.reads
      .selectFrom('deliveries')
      .orderBy('device_id')
      .select('due_at')
      .execute();
    return rows.map(({ due_at }) => due_at - now);
  };
  assert.deepEqual(await dueAfter(NOW), [LEASE, HOUR, 5000]);
  assert.deepEqual(await dueAfter(NOW - HOUR), [LEASE, LEASE, 5000]);
});
