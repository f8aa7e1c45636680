/** Finding whom a message goes to, and who is reminded of a race, is as fast among many followers as among few. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Database } from '../../src/storage/engine/database.ts';
import { findAddressees, listFollowers } from '../../src/storage/following/audiences.ts';
import { replaceFollows } from '../../src/storage/following/followers.ts';
import { newDatabase } from '../support/databases.ts';
import { isFile } from '../support/raw.ts';
import { provisionOn } from '../support/service.ts';

const MANY = 20_000;
const ASKED = 20;
const ROUNDS = 30;

test('addressees: those of a batch are found without looking at all who follow or want reminders', async (t) => {
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
          const crews = index < ASKED ? [1, 2] : [];
          const follows = { eventId, wholeEvent: true, crews, races: [] };
          const following = { ...follows, remindMinutes: 20 };
          await replaceFollows(tx, device, following, 0);
        }
      });
      const rows = await database.reads
        .selectFrom('follows')
        .where('event_id', '=', eventId)
        .where('kind', '=', 'event')
        .orderBy('device_id')
        .limit(ASKED)
        .select('device_id')
        .execute();
      const ids = rows.map(({ device_id }) => device_id);
      return { eventId, ids, finding: [] as number[], listing: [] as number[] };
    }),
  );
  for (let round = 0; round < ROUNDS; round++) {
    for (const { eventId, ids, finding, listing } of events) {
      const startedAt = performance.now();
      const found = await findAddressees(database.reads, eventId, ids);
      const foundAt = performance.now();
      finding.push(foundAt - startedAt);
      assert.deepEqual([...found.keys()], ids);
      assert.equal(found.get(ids[0] ?? 0)?.follows.length, 3);
      const of = new Map([['crew' as const, new Set([1, 2, 3, 4, 5, 6])]]);
      const page = { after: 0, limit: 2 * ASKED };
      const listedAt = performance.now();
      const listed = await listFollowers(database.reads, eventId, { of, remindMinutes: 20 }, page);
      listing.push(performance.now() - listedAt);
      assert.deepEqual(listed, ids);
    }
  }
  for (const what of ['finding', 'listing'] as const) {
    const [many = 0, few = 0] = events.map(
      (event) => event[what].sort((a, b) => a - b)[ROUNDS >> 1],
    );
    assert.ok(many < 4 * few, `${what}: ${many} ms among many, ${few} ms among few`);
  }
});
