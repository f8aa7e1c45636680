/** Whom a message goes to is found as fast among many followers as among few. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Database } from '../../src/storage/database.ts';
import { findAddressees } from '../../src/storage/deliveries.ts';
import { replaceFollows } from '../../src/storage/followers.ts';
import { newDatabase } from '../support/databases.ts';
import { isFile } from '../support/raw.ts';
import { provisionOn } from '../support/service.ts';

const MANY = 20_000;
const ASKED = 20;
const ROUNDS = 30;

test('addressees: those of a batch are found without looking at all followers', async (t) => {
  const made = await newDatabase();
  t.after(() => made.drop());
  if (!isFile(made.url)) {
    t.skip('adding the followers takes too long');
    return;
  }
  const { database } = await Database.open(made.url);
  t.after(() => database.close());
  const events = await Promise.all(
    [MANY, ASKED].map(async (count) => {
      const { eventId } = await provisionOn(database);
      await database.write(async (tx) => {
        for (let index = 0; index < count; index++) {
          const endpoint = `https://push.example/${eventId}/${index}`;
          const device = { endpoint, p256dh: 'p', auth: 'a', language: 'en' };
          const following = { eventId, wholeEvent: true, crews: [], races: [] };
          await replaceFollows(tx, device, following, 0);
        }
      });
      const rows = await database.reads
        .selectFrom('follows')
        .where('event_id', '=', eventId)
        .orderBy('device_id')
        .limit(ASKED)
        .select('device_id')
        .execute();
      return { eventId, ids: rows.map(({ device_id }) => device_id), millis: [] as number[] };
    }),
  );
  for (let round = 0; round < ROUNDS; round++) {
    for (const { eventId, ids, millis } of events) {
      const startedAt = performance.now();
      const found = await findAddressees(database.reads, eventId, ids);
      millis.push(performance.now() - startedAt);
      assert.deepEqual([...found.keys()], ids);
      assert.deepEqual(found.get(ids[0] ?? 0)?.follows, [{ kind: 'event', targetId: eventId }]);
    }
  }
  const [many = 0, few = 0] = events.map(({ millis }) => millis.sort((a, b) => a - b)[ROUNDS >> 1]);
  assert.ok(many < 4 * few, `${many} ms among many, ${few} ms among few`);
});
