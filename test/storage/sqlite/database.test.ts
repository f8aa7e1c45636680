/** What an open database promises, on a real file. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, beforeEach, test } from 'node:test';
import { type CompiledQuery, sql } from 'kysely';
import { Refusal } from '../../../src/domain/refusal.ts';
import { insertClub } from '../../../src/storage/accounts.ts';
import { Database, type Queries, type Write } from '../../../src/storage/database.ts';
import { DatabaseRefused } from '../../../src/storage/dialect.ts';

let folder: string;
let file: string;
let count = 0;

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'running-order-storage-'));
});
beforeEach(() => {
  file = join(folder, `${++count}.db`);
});
after(() => rmSync(folder, { recursive: true, force: true }));

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
      const query = sql.raw(`pragma ${name}`).compile(database.reads) as CompiledQuery<object>;
      const row = await database.connections.prepareLookUp(query, [])([]);
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

test('storage: the read side cannot write', async () => {
  await opened(async (database) => {
    await assert.rejects(insertClub(database.reads as Write, 'Club', 1), /readonly|read-only/i);
    await assert.rejects(
      database.snapshot((db) => insertClub(db as Write, 'Club', 1)),
      /readonly|read-only/i,
    );
    assert.deepEqual(await clubs(database.reads), []);
  });
});

test('storage: migrating twice changes nothing', async () => {
  const first = await Database.open(`sqlite:${file}`);
  assert.equal(first.from, 0);
  await first.database.write((tx) => insertClub(tx, 'Club', 1));
  await first.database.close();
  const schema = () => {
    const raw = new DatabaseSync(file);
    const rows = raw.prepare('select name, sql from sqlite_schema order by name').all();
    raw.close();
    return rows;
  };
  const before = schema();
  const second = await Database.open(`sqlite:${file}`);
  assert.deepEqual([second.from, second.to], [first.to, first.to]);
  assert.deepEqual(await clubs(second.database.reads), ['Club']);
  await second.database.close();
  assert.deepEqual(schema(), before);
});

test('storage: a database of a newer program is refused and left as it is', async () => {
  await opened(async (database) => {
    await database.write((tx) => insertClub(tx, 'Club', 1));
  });
  const raw = new DatabaseSync(file);
  raw.exec('update schema_version set version = version + 1');
  const version = () => raw.prepare('select version from schema_version').all();
  const newer = version();
  await assert.rejects(Database.open(`sqlite:${file}`), (error) => {
    assert.ok(error instanceof DatabaseRefused);
    assert.match(error.message, new RegExp(`\\b${newer[0]?.version}\\b`));
    return true;
  });
  assert.deepEqual(version(), newer);
  assert.equal(raw.prepare('select count(*) as n from clubs').get()?.n, 1);
  raw.close();
});

test('storage: an error inside a write takes everything back', async () => {
  await opened(async (database) => {
    await assert.rejects(
      database.write(async (tx) => {
        await insertClub(tx, 'Lost', 1);
        throw new Error('in the middle');
      }),
      /in the middle/,
    );
    await assert.rejects(
      database.write(async (tx) => {
        await insertClub(tx, 'Lost', 1);
        await sql`insert into nowhere values (1)`.execute(tx);
      }),
    );
    assert.deepEqual(await clubs(database.reads), []);
    await database.write((tx) => insertClub(tx, 'Kept', 1));
    assert.deepEqual(await clubs(database.reads), ['Kept'], 'the next write works');
  });
});

test('storage: a refusal takes everything back and is returned, not thrown', async () => {
  await opened(async (database) => {
    const refusal = new Refusal('conflict', 'no');
    const outcome = await database.write(async (tx) => {
      await insertClub(tx, 'Lost', 1);
      return refusal;
    });
    assert.equal(outcome, refusal);
    assert.deepEqual(await clubs(database.reads), []);
  });
});

test('storage: nothing of a write is seen before it commits, all of it after', async () => {
  await opened(async (database) => {
    await database.write(async (tx) => {
      await insertClub(tx, 'One', 1);
      await insertClub(tx, 'Two', 1);
      assert.deepEqual(await clubs(database.reads), []);
      assert.deepEqual(await clubs(tx), ['One', 'Two']);
    });
    assert.deepEqual(await clubs(database.reads), ['One', 'Two']);
  });
});

test('storage: a snapshot sees one moment while a write commits', async () => {
  await opened(async (database) => {
    await database.write((tx) => insertClub(tx, 'Before', 1));
    await database.snapshot(async (db) => {
      assert.deepEqual(await clubs(db), ['Before']);
      await database.write((tx) => insertClub(tx, 'Meanwhile', 1));
      assert.deepEqual(await clubs(db), ['Before']);
    });
    assert.deepEqual(await clubs(database.reads), ['Before', 'Meanwhile']);
  });
});

test('storage: reads and other snapshots do not wait for a snapshot', async () => {
  await opened(async (database) => {
    await database.snapshot(async (db) => {
      assert.deepEqual(await clubs(db), []);
      await database.write((tx) => insertClub(tx, 'Meanwhile', 1));
      assert.deepEqual(await soon(clubs(database.reads)), ['Meanwhile']);
      assert.deepEqual(await soon(database.snapshot(clubs)), ['Meanwhile']);
      assert.deepEqual(await clubs(db), []);
    });
  });
});

/** Fails instead of waiting for ever. */
async function soon<Value>(promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it waits for the snapshot to end')), 2000);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

test('storage: many writes at once run one after the other, none is lost', async () => {
  await opened(async (database) => {
    const names = Array.from({ length: 50 }, (_, index) => `Club ${index}`);
    await Promise.all(
      names.map((name) =>
        database.write(async (tx) => {
          const { length } = await clubs(tx);
          await insertClub(tx, `${length}: ${name}`, 1);
        }),
      ),
    );
    const stored = await clubs(database.reads);
    assert.deepEqual(
      stored.map((name) => Number.parseInt(name, 10)),
      names.map((_, index) => index),
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
    let reads = 0;
    const end = performance.now() + 600;
    while (performance.now() < end) {
      await clubs(database.reads);
      await new Promise((resolve) => setTimeout(resolve, 1));
      reads++;
    }
    other.exec('commit');
    await write;
    other.close();
    // Some 500 on a quiet machine; a read that waits a tenth of a second each time makes 6.
    assert.ok(reads > 60, `${reads} reads in 600 ms`);
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
