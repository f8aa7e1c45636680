/** What an open database promises, of whichever kind it is. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { Refusal } from '../../src/domain/refusal.ts';
import { insertClub } from '../../src/storage/accounts/accounts.ts';
import { Database, type Queries, type Write } from '../../src/storage/engine/database.ts';
import { Preview } from '../../src/storage/engine/group-commit.ts';
import { isOnServer, newDatabase, type TestDatabase } from '../support/databases.ts';
import { raw } from '../support/raw.ts';

let made: TestDatabase;

beforeEach(async () => {
  made = await newDatabase();
});
afterEach(() => made.drop());

async function opened(work: (database: Database) => Promise<void>): Promise<void> {
  const { database } = await Database.open(made.url);
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

async function clubs(db: Queries): Promise<string[]> {
  const rows = await db.selectFrom('clubs').orderBy('id').select('name').execute();
  return rows.map((row) => row.name);
}

test('storage: the read side cannot write', async () => {
  await opened(async (database) => {
    await assert.rejects(insertClub(database.reads as Write, 'Club', 1), /read-?only/i);
    await assert.rejects(
      database.snapshot((db) => insertClub(db as Write, 'Club', 1)),
      /read-?only/i,
    );
    assert.deepEqual(await clubs(database.reads), []);
  });
});

test('storage: a row that refers to nothing is refused', async () => {
  await opened(async (database) => {
    await assert.rejects(
      database.write((tx) =>
        tx.insertInto('memberships').values({ club_id: 9, user_id: 9, role: 'member' }).execute(),
      ),
      /foreign key/i,
    );
    assert.deepEqual(await raw(made.url, 'select * from memberships'), []);
  });
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

test('storage: a commit waits for the disk unless all writes in it are relaxed', async () => {
  await opened(async (database) => {
    const waits = async (tx: Write) => {
      const setting = isOnServer ? sql`show synchronous_commit` : sql`pragma synchronous`;
      const { rows } = await setting.execute(tx);
      return isDurable[Object.values(rows[0] as object)[0]];
    };
    const isDurable: Record<string, boolean> = { 1: false, off: false, 2: true, on: true };
    const relaxed = { isRelaxed: true };
    assert.equal(await database.write(waits, relaxed), false);
    assert.equal(await database.write(waits), true, 'the one after it');
    const together = [database.write(waits, relaxed), database.write(waits)];
    assert.deepEqual(await Promise.all(together), [true, true]);
    assert.equal(await database.write(waits, relaxed), false);
    await database.write((tx) => insertClub(tx, 'Relaxed', 1), relaxed);
    assert.deepEqual(await clubs(database.reads), ['Relaxed'], 'seen at once');
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

/** Rejects after 30 s instead of waiting for ever. */
async function soon<Value>(promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it waits for the snapshot to end')), 30_000);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

test('storage: what was committed is there for another process at once', async () => {
  await opened(async (database) => {
    for (let n = 1; n <= 20; n++) {
      await database.write((tx) => insertClub(tx, `Club ${n}`, 1));
      const [row] = await raw(made.url, 'select count(*) as n from clubs');
      assert.equal(row?.n, n);
    }
  });
});

/** Lets several `Database` objects, as several processes have them, write to one database at the same moment. */
async function fromSeveral<Result>(
  count: number,
  work: (database: Database, n: number) => Promise<Result>,
): Promise<Result[]> {
  const opened = await Promise.all(Array.from({ length: count }, () => Database.open(made.url)));
  try {
    return await Promise.all(opened.map(({ database }, n) => work(database, n)));
  } finally {
    for (const { database } of opened) await database.close();
  }
}

for (const [about, write] of [
  ['no event', (database: Database, work: (tx: Write) => Promise<void>) => database.write(work)],
  [
    'one event',
    (database: Database, work: (tx: Write) => Promise<void>) => database.writeEvent(7, work),
  ],
] as const) {
  test(`storage: writes about ${about} see those of other processes and lose none`, async () => {
    await fromSeveral(4, async (database) => {
      for (let n = 0; n < 5; n++) {
        await write(database, async (tx) => {
          const { length } = await clubs(tx);
          await insertClub(tx, String(length), 1);
        });
      }
    });
    const stored = (await raw(made.url, 'select name from clubs order by id')).map((r) => r.name);
    assert.deepEqual(
      stored,
      Array.from({ length: 20 }, (_, n) => String(n)),
    );
  });
}

test('storage: a refusal among writes that share a commit takes back its own alone', async () => {
  await opened(async (database) => {
    const refusal = new Refusal('conflict', 'no');
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        database.writeEvent(7, async (tx) => {
          await insertClub(tx, `Club ${n}`, 1);
          return n === 3 ? refusal : n;
        }),
      ),
    );
    assert.deepEqual(outcomes, [0, 1, 2, refusal, 4, 5, 6, 7]);
    const others = [0, 1, 2, 4, 5, 6, 7].map((n) => `Club ${n}`);
    assert.deepEqual((await clubs(database.reads)).sort(), others);
  });
});

test('storage: a write that is done answers although the next one fails', async () => {
  await opened(async (database) => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) =>
        database.writeEvent(7, async (tx) => {
          await insertClub(tx, `Club ${n}, first half`, 1);
          if (n === 3) throw new Error('in the middle');
          await insertClub(tx, `Club ${n}, second half`, 1);
        }),
      ),
    );
    const others = [0, 1, 2, 4, 5, 6, 7];
    assert.deepEqual(
      outcomes.flatMap(({ status }, n) => (status === 'fulfilled' ? n : [])),
      others,
    );
    assert.deepEqual(
      (await clubs(database.reads)).sort(),
      others.flatMap((n) => [`Club ${n}, first half`, `Club ${n}, second half`]),
    );
  });
});

test('storage: a preview beside other writes makes none of them run again', async () => {
  await opened(async (database) => {
    const runs = Array.from({ length: 8 }, () => 0);
    const outcomes = await Promise.all(
      runs.map((_, n) =>
        database.writeEvent(
          7,
          async (tx) => {
            runs[n] = (runs[n] ?? 0) + 1;
            await insertClub(tx, `Club ${n}`, 1);
            return n === 3 ? new Preview(n) : n;
          },
          { isAlone: n === 3 },
        ),
      ),
    );
    assert.deepEqual(outcomes, [0, 1, 2, new Preview(3), 4, 5, 6, 7]);
    assert.deepEqual(runs, [1, 1, 1, 1, 1, 1, 1, 1]);
    assert.equal((await clubs(database.reads)).includes('Club 3'), false);
  });
});
