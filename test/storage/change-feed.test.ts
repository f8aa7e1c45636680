/** Hints that events have changed: in this process, and in others that share the database. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../src/domain/refusal.ts';
import { insertClub } from '../../src/storage/accounts/accounts.ts';
import { Database, type Write } from '../../src/storage/engine/database.ts';
import { isOnServer, newDatabase, onServer } from '../support/databases.ts';
import { until } from '../support/until.ts';

async function opened(count: number, work: (databases: Database[], url: string) => Promise<void>) {
  const { url, drop } = await newDatabase();
  const databases: Database[] = [];
  try {
    while (databases.length < count) databases.push((await Database.open(url)).database);
    await work(databases, url);
  } finally {
    for (const database of databases) await database.close();
    await drop();
  }
}

/** Collects the hints of a database's change feed. */
function heard(database: Database) {
  const events: number[] = [];
  const counts = { all: 0 };
  const stop = database.changes.subscribe((eventIds) => {
    if (eventIds === 'all') counts.all++;
    else events.push(...eventIds);
  });
  return { events, counts, stop };
}

const change = (tx: Write) => insertClub(tx, 'Club', 1);

test('listeners are notified of a change after its commit, not of a write that was rolled back or changed nothing', async () => {
  await opened(1, async ([database]) => {
    assert.ok(database);
    const { events, stop } = heard(database);
    await database.writeEvent(7, change);
    await database.writeEvent(8, async () => 'nothing');
    await database.writeEvent(9, async (tx) => {
      await change(tx);
      return new Refusal('conflict');
    });
    const failing = database.writeEvent(10, async (tx) => {
      await change(tx);
      throw new Error('broken');
    });
    await assert.rejects(failing, /broken/);
    await database.writeEvent(11, change);
    await until('all are told', () => events.length >= 2);
    assert.deepEqual(events, [7, 11]);
    stop();
    await database.writeEvent(12, change);
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(events, [7, 11], 'who has stopped listening hears no more');
  });
});

if (isOnServer) {
  test('other processes are notified of a change, each once', async () => {
    await opened(3, async (databases) => {
      const feeds = databases.map(heard);
      await until('all are told', () => feeds.every(({ counts }) => counts.all > 0));
      await databases[0]?.writeEvent(5, change);
      await until('all are told', () => feeds.every(({ events }) => events.length > 0));
      await new Promise((resolve) => setTimeout(resolve, 50));
      assert.deepEqual(
        feeds.map(({ events }) => events),
        [[5], [5], [5]],
      );
      for (const { stop } of feeds) stop();
    });
  });

  test('a process that ends right after its commit, as a command does, tells the others first', async () => {
    await opened(1, async ([service], url) => {
      assert.ok(service);
      const { events, counts, stop } = heard(service);
      await until('all are told', () => counts.all === 1);
      const { database: command } = await Database.open(url);
      await command.writeEvent(4, change);
      await command.close();
      await until('all are told', () => events.length > 0, 2000);
      assert.deepEqual(events, [4]);
      stop();
    });
  });

  test('after its connection was lost, a process looks at everything and hears again', async () => {
    await opened(2, async ([one, other], url) => {
      assert.ok(one && other);
      const feed = heard(other);
      const ours = heard(one);
      await until('all are told', () => feed.counts.all === 1 && ours.counts.all === 1);
      await onServer(
        url,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'running-order notifications'`,
      );
      await until('all are told', () => feed.counts.all === 2);
      assert.equal(feed.counts.all, 2);
      await one.writeEvent(6, change);
      await until('all are told', () => feed.events.length > 0);
      assert.deepEqual(feed.events, [6]);
      feed.stop();
      ours.stop();
    });
  });
}
