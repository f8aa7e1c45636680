/** A database of a version that could give an id a second time keeps its rows, and does so no longer. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { removeRace } from '../../../src/operations/remove.ts';
import { Database } from '../../../src/storage/engine/database.ts';
import { newFileDatabase } from '../../support/databases.ts';
import { performOn } from '../../support/perform.ts';
import { startTestService } from '../../support/service.ts';
import { stepsBackTo } from '../steps-back.ts';

const { url } = await newFileDatabase();
const path = url.replace(/^sqlite:/, '');

type Rows = Record<string, unknown>[];

function on<Result>(work: (db: DatabaseSync) => Result): Result {
  // SQLite allows editing the definitions of tables only with `defensive` off.
  const db = new DatabaseSync(path, { defensive: false });
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** What the tables are made of; a table that was rebuilt has its name in quotes. */
function structure(db: DatabaseSync): Rows {
  const rows = db.prepare('select name, sql from sqlite_schema order by name').all() as Rows;
  return rows.map(({ name, sql }) => ({ name, sql: String(sql).replaceAll('"', '') }));
}

function contents(db: DatabaseSync): Record<string, Rows> {
  return Object.fromEntries(
    ['users', 'clubs', 'events', 'teams', 'races', 'lanes', 'history'].map((table) => [
      table,
      db.prepare(`select * from ${table}`).all() as Rows,
    ]),
  );
}

/** Takes the database back to version 2, and makes it give ids a second time. */
function age(db: DatabaseSync): void {
  for (const statement of stepsBackTo(2)) db.exec(statement);
  db.exec(`
    pragma writable_schema = on;
    update sqlite_schema set sql = replace(sql, ' autoincrement', '');
    delete from sqlite_schema where name = 'sqlite_sequence';
    pragma writable_schema = reset`);
}

test('ids: an older database keeps its rows, and gives no id again', async () => {
  const service = await startTestService({ DATABASE_URL: url });
  const event = await service.provision();
  const push = async (method: string, path: string, body?: unknown) =>
    assert.ok((await event.send(method, path, body)).status < 300);
  const race = (number: number) => ({
    externalId: `r${number}`,
    raceNumber: number,
    scheduledAt: '2026-06-13T09:00:00Z',
  });
  await push('POST', '/schedule');
  await push('PUT', '/teams', [{ externalId: 'a', name: 'Adler' }]);
  await push('PUT', '/races', [race(1), race(2)]);
  await push('PUT', '/races/r1/entries', [{ position: 1, teamExternalId: 'a' }]);
  await service.stop();

  const fresh = on(structure);
  const rows = on(contents);
  on(age);
  assert.doesNotMatch(JSON.stringify(on(structure)), /autoincrement/);

  const { database, from } = await Database.open(url);
  assert.equal(from, 2);
  assert.deepEqual(on(structure), fresh);
  assert.deepEqual(on(contents), rows);
  assert.deepEqual(
    on((db) => db.prepare('pragma foreign_key_check').all()),
    [],
  );
  await performOn({ database }, event.eventId, removeRace, { raceNumber: 2 });
  await database.close();

  const again = await startTestService({ DATABASE_URL: url });
  const { send } = again;
  const pushed = await send('PUT', `/v1/events/${event.eventId}/races`, {
    key: event.key,
    body: [race(3)],
  });
  assert.equal(pushed.status, 200, pushed.text);
  await again.stop();
  const ids = on((db) => db.prepare('select id from races order by id').all() as { id: number }[]);
  assert.deepEqual(
    ids.map(({ id }) => id),
    [1, 3],
  );
});
