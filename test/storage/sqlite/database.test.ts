/** What only the embedded database has: its settings, and writers of other processes. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { insertClub } from '../../../src/storage/accounts/accounts.ts';
import { Database, type Queries, type Write } from '../../../src/storage/engine/database.ts';
import { newFolder } from '../../support/started.ts';

const folder = newFolder();
let file: string;
let count = 0;

beforeEach(() => {
  file = join(folder, `${++count}.db`);
});

async function opened(work: (database: Database) => Promise<void>): Promise<void> {
  const { database } = await Database.open(`sqlite:${file}`);
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

async function pragma(db: Queries | Write, name: string): Promise<unknown> {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db);
  return Object.values(rows[0] ?? {})[0];
}

async function clubs(db: Queries): Promise<string[]> {
  const rows = await db.selectFrom('clubs').orderBy('id').select('name').execute();
  return rows.map((row) => row.name);
}

/** Runs as many snapshots at once as there may be connections, each on one of its own. */
async function onEveryReader(database: Database, work: (db: Queries) => Promise<void>) {
  let waiting = 0;
  let open: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  // The snapshots that do not get a connection wait for one; a moment is enough for the others.
  setTimeout(() => open(), 100);
  await Promise.all(
    Array.from({ length: 8 }, () =>
      database.snapshot(async (db) => {
        waiting++;
        await work(db);
        await gate;
      }),
    ),
  );
  assert.equal(waiting, 8);
}

test('storage: every connection writes ahead, syncs in full and keeps foreign keys', async () => {
  await opened(async (database) => {
    const judge = async (db: Queries) => {
      assert.equal(await pragma(db, 'journal_mode'), 'wal');
      assert.equal(await pragma(db, 'synchronous'), 2);
      assert.equal(await pragma(db, 'foreign_keys'), 1);
    };
    await judge(database.reads);
    await onEveryReader(database, judge);
    await database.write(judge);
    // The look-up of every request has a connection of its own.
    for (const [name, expected] of Object.entries({ journal_mode: 'wal', synchronous: 2 })) {
      const query = sql.raw<object>(`pragma ${name}`).compile(database.reads);
      const row = await database.connections.prepareLookUp({ ...query, name }, [])([]);
      assert.deepEqual(Object.values(row ?? {}), [expected]);
    }
    await assert.rejects(
      database.write((tx) =>
        tx.insertInto('memberships').values({ club_id: 9, user_id: 9, role: 'member' }).execute(),
      ),
      /FOREIGN KEY/,
    );
  });
});

test('storage: a write waits for another process’s transaction and then succeeds', async () => {
  await opened(async (database) => {
    const other = new DatabaseSync(file);
    other.exec("begin immediate; insert into clubs (name, created_at) values ('Other', 1)");
    const write = database.write((tx) => insertClub(tx, 'Mine', 1));
    await new Promise((resolve) => setTimeout(resolve, 700));
    assert.deepEqual(await clubs(database.reads), [], 'reads do not wait');
    other.exec('commit');
    await write;
    assert.deepEqual(await clubs(database.reads), ['Other', 'Mine']);
    other.close();
  });
});

test('storage: while a write waits for another process, reads are not held up', async () => {
  await opened(async (database) => {
    const other = new DatabaseSync(file);
    other.exec('begin immediate');
    const write = database.write((tx) => insertClub(tx, 'Mine', 1));
    const millis: number[] = [];
    while (millis.length < 41) {
      const startedAt = performance.now();
      await clubs(database.reads);
      millis.push(performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    other.exec('commit');
    await write;
    other.close();
    // A read that is held up waits a tenth of a second each time.
    const median = millis.sort((a, b) => a - b)[20] ?? 0;
    assert.ok(median < 50, `${median} ms for a read`);
  });
});

test('storage: a database can be opened while another process writes to it', async () => {
  await opened(async () => {
    const other = new DatabaseSync(file);
    other.exec("begin immediate; insert into clubs (name, created_at) values ('Other', 1)");
    const opening = Database.open(`sqlite:${file}`);
    await new Promise((resolve) => setTimeout(resolve, 400));
    other.exec('commit');
    const { database } = await opening;
    assert.deepEqual(await clubs(database.reads), ['Other']);
    await database.close();
    other.close();
  });
});

test('storage: what was committed is there for another process at once, and sound', async () => {
  await opened(async (database) => {
    for (let n = 0; n < 20; n++) await database.write((tx) => insertClub(tx, `Club ${n}`, 1));
    const raw = new DatabaseSync(file, { readOnly: true });
    assert.equal(raw.prepare('pragma integrity_check').get()?.integrity_check, 'ok');
    assert.equal(raw.prepare('select count(*) as n from clubs').get()?.n, 20);
    raw.close();
  });
});
