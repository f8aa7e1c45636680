/** Which devices, follows and reminders are removed, and which stay. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Following,
  findDevice,
  forgetDevices,
  forgetEndpoints,
  forgetOldFollows,
  replaceFollows,
} from '../../src/storage/following/followers.ts';
import { forgetOldReminders } from '../../src/storage/following/reminders.ts';
import { raw } from '../support/raw.ts';
import { type Provisioned, startTestService } from '../support/service.ts';

const DAY = 24 * 3_600_000;
/** The last day of the regattas that tests provision. */
const END = Date.parse('2026-06-14T00:00:00Z');

const service = await startTestService();
const database = service.database;

let count = 0;

function newEndpoint(): string {
  return `https://fcm.googleapis.com/fcm/send/${++count}`;
}

async function follow(endpoint: string, { eventId }: Provisioned, crews: number[] = []) {
  const device = { endpoint, p256dh: 'p', auth: 'a', language: 'en' };
  const following: Following = {
    ...{ eventId, wholeEvent: crews.length === 0, crews, races: [] },
    remindMinutes: crews.length === 2 ? 20 : null,
  };
  await database.write((tx) => replaceFollows(tx, device, following, 1));
}

async function idOf(endpoint: string): Promise<number | undefined> {
  return (await findDevice(database.reads, endpoint))?.id;
}

test('forgetting devices leaves the others alone, and nothing on its way', async () => {
  const event = await service.provision();
  await event.send('POST', '/schedule');
  const endpoints = Array.from({ length: 5 }, newEndpoint);
  for (const endpoint of endpoints) await follow(endpoint, event);
  const ids = await Promise.all(endpoints.map(idOf));
  for (const id of ids) {
    await database.write((tx) =>
      tx
        .insertInto('deliveries')
        .values({
          event_id: event.eventId,
          kind: 'results-posted',
          subject: '1',
          device_id: id as number,
          due_at: Date.now() + DAY,
          expires_at: Date.now() + DAY,
          attempts: 0,
          version: 1,
        })
        .execute(),
    );
  }
  const gone = [ids[0], ids[0], ids[3], 999_999] as number[];
  await database.write((tx) => forgetDevices(tx, gone));
  await database.write((tx) => forgetDevices(tx, []));
  const left = [ids[1], ids[2], ids[4]];
  for (const [table, column] of [
    ['devices', 'id'],
    ['follows', 'device_id'],
    ['deliveries', 'device_id'],
  ]) {
    const rows = await raw(service.databaseUrl, `select ${column} as id from ${table} order by 1`);
    assert.deepEqual(
      rows.map(({ id }) => Number(id)),
      left,
      table,
    );
  }
  const nobody = 'https://fcm.googleapis.com/fcm/send/nobody';
  await database.write((tx) => forgetEndpoints(tx, [nobody, ...endpoints]));
  await database.write((tx) => forgetEndpoints(tx, []));
  assert.deepEqual(await raw(service.databaseUrl, 'select id from devices'), []);
});

test('follows are forgotten 30 days after the last day of their event, and not before', async () => {
  const old = await service.provision();
  const young = await service.provision();
  await raw(
    service.databaseUrl,
    `update events set end_date = '2026-07-01' where id = ${young.eventId}`,
  );
  const [both, one] = [newEndpoint(), newEndpoint()];
  await follow(both, old);
  await follow(both, young, [3, 4]);
  await follow(one, old, [5, 6, 7]);
  assert.equal(await database.write((tx) => forgetOldFollows(tx, END + 30 * DAY)), 0);
  assert.equal(await database.write((tx) => forgetOldFollows(tx, END + 31 * DAY)), 4);
  const rows = await raw(service.databaseUrl, 'select kind, target_id from follows order by 2');
  assert.deepEqual(
    rows.map(({ kind, target_id }) => [kind, Number(target_id)]),
    [
      ['crew', 3],
      ['crew', 4],
    ],
  );
  assert.equal(await idOf(one), undefined);
  assert.notEqual(await idOf(both), undefined);
  assert.equal(await database.write((tx) => forgetOldFollows(tx, END + 31 * DAY)), 0);
  assert.equal(await database.write((tx) => forgetOldFollows(tx, END + 99 * DAY)), 2);
  assert.equal(await idOf(both), undefined);
});

test('reminders are forgotten a day after the start for which they were sent', async () => {
  const { eventId, send } = await service.provision();
  await send('POST', '/schedule');
  const columns = { event_id: eventId, minutes: 20, crew_ids: '[]' };
  const starts = [END - DAY - 1, END - DAY, END + DAY];
  await database.write(async (tx) => {
    const rows = starts.map((start_at, race_id) => ({ ...columns, race_id, start_at }));
    await tx.insertInto('reminders').values(rows).execute();
    await forgetOldReminders(tx, END);
  });
  const left = await raw(service.databaseUrl, 'select race_id from reminders order by 1');
  assert.deepEqual(
    left.map((row) => Number(row.race_id)),
    [1, 2],
  );
});

test('of very many, some are forgotten at a time', async () => {
  const event = await service.provision();
  const crews = Array.from({ length: 6000 }, (_, index) => index + 1);
  const endpoint = newEndpoint();
  await follow(endpoint, event, crews);
  const forget = () => database.write((tx) => forgetOldFollows(tx, END + 99 * DAY));
  assert.equal(await forget(), 5000);
  assert.notEqual(await idOf(endpoint), undefined);
  assert.equal(await forget(), 1000);
  assert.equal(await idOf(endpoint), undefined);
});
