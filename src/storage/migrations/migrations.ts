/**
 * The versions of the database. Version n is the result of the first n migrations. A released migration is never changed; a
 * new one is added at the end. The statements are in `versions-1-to-6.ts` and `versions-from-7.ts`, where words in braces
 * are column types that differ between databases (`ColumnTypes`).
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { singleFlight } from '../../concurrency/single-flight.ts';
import { endpointIdentity } from '../../domain/following/followers.ts';
import { type ColumnTypes, type Connections, DatabaseRefused } from '../engine/dialect.ts';
import { deleteAll, partsOf, updateAll } from '../engine/rows.ts';
import type { Tables } from './tables.ts';
import {
  INDEXES_OF_VERSION_4,
  VERSION_1,
  VERSION_2,
  VERSION_3,
  VERSION_4,
  VERSION_5,
  VERSION_6,
} from './versions-1-to-6.ts';
import {
  VERSION_7,
  VERSION_8,
  VERSION_9,
  VERSION_10,
  VERSION_11,
  VERSION_12,
  VERSION_13,
  VERSION_14,
  VERSION_15,
  VERSION_16,
} from './versions-from-7.ts';

type Migration = (tx: Transaction<Tables>, connections: Connections) => Promise<void>;

const MIGRATIONS: readonly Migration[] = [
  (tx, { columnTypes }) => run(tx, columnTypes, VERSION_1),
  (tx, { columnTypes }) => run(tx, columnTypes, VERSION_2),
  (tx, { columnTypes }) => run(tx, columnTypes, VERSION_3),
  async (tx, { columnTypes }) => {
    await run(tx, columnTypes, VERSION_4);
    await identifyDevices(tx);
    await run(tx, columnTypes, INDEXES_OF_VERSION_4);
  },
  async (tx, { columnTypes, keepIds }) => {
    await keepIds(tx);
    await run(tx, columnTypes, VERSION_5);
  },
  (tx, { columnTypes }) => run(tx, columnTypes, VERSION_6),
  (tx, { columnTypes }) => run(tx, columnTypes, VERSION_7),
  (tx, { columnTypes }) => run(tx, columnTypes, VERSION_8),
  (tx, { columnTypes }) => run(tx, columnTypes, VERSION_9),
  (tx, { columnTypes }) => run(tx, columnTypes, VERSION_10),
  (tx, { columnTypes }) => run(tx, columnTypes, VERSION_11),
  (tx, { columnTypes }) => run(tx, columnTypes, VERSION_12),
  (tx, { columnTypes }) => run(tx, columnTypes, VERSION_13),
  (tx, { columnTypes }) => run(tx, columnTypes, VERSION_14),
  (tx, { columnTypes }) => run(tx, columnTypes, VERSION_15),
  (tx, { columnTypes }) => run(tx, columnTypes, VERSION_16),
];

/** The version that this program works with. */
export const CURRENT_VERSION = MIGRATIONS.length;

/** The lock of migrations; no event has this id. */
const MIGRATION_LOCK = 0;

/**
 * Migrates a database to the current version, in one transaction. Several processes may call this at once: one does the
 * work, and the others wait and find it done.
 *
 * @param db the write side
 * @param backUp awaited before a database that is not new is migrated; if it throws, nothing is migrated
 * @returns the versions before and after
 * @throws DatabaseRefused when the database is newer than this program, or belongs to another program
 */
export async function migrate(
  db: Kysely<Tables>,
  connections: Connections,
  backUp: (from: number) => Promise<void> = async () => {},
): Promise<{ from: number; to: number }> {
  const isOurs = (tables: readonly string[]) =>
    ['schema_version', ...OLDEST_TABLES].every((table) => tables.includes(table));
  // At nearly every start the database is up to date, so the lock is not needed.
  if (isOurs(await connections.listTables(db)) && (await storedVersion(db)) === CURRENT_VERSION) {
    return { from: CURRENT_VERSION, to: CURRENT_VERSION };
  }
  return connections.migrating(db, (patient) =>
    patient.transaction().execute(async (tx) => {
      await connections.lock(tx, MIGRATION_LOCK);
      const tables = await connections.listTables(tx);
      if (tables.length > 0 && !isOurs(tables)) {
        throw new DatabaseRefused(
          `The database holds tables of another program (${tables.slice(0, 3).join(', ')}): name a database of its own in DATABASE_URL.`,
        );
      }
      if (tables.length === 0) {
        await sql`create table schema_version (version integer not null)`.execute(tx);
      }
      const from = await storedVersion(tx);
      if (from > CURRENT_VERSION) {
        throw new DatabaseRefused(
          `The database is at version ${from}, this program knows up to ${CURRENT_VERSION}: install the newer Running Order that wrote it, or restore the back-up from before the upgrade.`,
        );
      }
      // Nobody writes while the lock is held, so the back-up has exactly the state that is migrated.
      if (from > 0 && from < CURRENT_VERSION) await backUp(from);
      for (const migration of MIGRATIONS.slice(from)) await migration(tx, connections);
      if (from < CURRENT_VERSION) {
        for (const statement of connections.ownTables) await sql.raw(statement).execute(tx);
        await sql`delete from schema_version`.execute(tx);
        await sql`insert into schema_version (version) values (${sql.lit(CURRENT_VERSION)})`.execute(
          tx,
        );
      }
      return { from, to: CURRENT_VERSION };
    }),
  );
}

/** The version of a database that has been migrated at least once. */
async function storedVersion(db: Kysely<Tables>): Promise<number> {
  const stored = await sql<{ version: number }>`select version from schema_version`.execute(db);
  return stored.rows[0]?.version ?? 0;
}

/** Tables that exist in every version. */
const OLDEST_TABLES = ['api_keys', 'schedules', 'races', 'lanes'];

async function run(tx: Transaction<Tables>, types: ColumnTypes, statements: string): Promise<void> {
  for (const statement of statements.split(';')) {
    const text = statement.replace(/\{(\w+)\}/g, (_, name) => types[name as keyof ColumnTypes]);
    if (text.trim() !== '') await sql.raw(text).execute(tx);
  }
}

/** Half of the two seconds in which a readiness check must be answered. */
const MAX_WAIT_MILLIS = 1000;

/**
 * Makes a function that asks the database for its version.
 *
 * @param db the read side
 * @returns a function that rejects when the database fails, or does not answer within a second
 */
export function versionCheck(db: Kysely<Tables>): () => Promise<number> {
  const ask = singleFlight(() => storedVersion(db));
  return () => Promise.race([ask(), tooLate()]);
}

async function tooLate(): Promise<never> {
  await delay(MAX_WAIT_MILLIS, undefined, { ref: false });
  throw new Error(`the database did not answer in ${MAX_WAIT_MILLIS} ms`);
}

const PAGE_ROWS = 1000;

/** Sets `identity` of all devices. If several rows turn out to be the same device, only the newest is kept. */
async function identifyDevices(tx: Transaction<Tables>): Promise<void> {
  const newest = new Map<string, number>();
  const same: number[] = [];
  for (let after = 0; ; ) {
    const page = await tx
      .selectFrom('devices')
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE_ROWS)
      .select(['id', 'endpoint'])
      .execute();
    for (const { id, endpoint } of page) {
      const identity = endpointIdentity(endpoint);
      const older = newest.get(identity);
      if (older !== undefined) same.push(older);
      newest.set(identity, id);
    }
    after = page.at(-1)?.id ?? 0;
    if (page.length < PAGE_ROWS) break;
  }
  for (const table of ['deliveries', 'follows'] as const) {
    await deleteAll(
      tx,
      table,
      same.map((device_id) => ({ device_id })),
    );
  }
  await deleteAll(
    tx,
    'devices',
    same.map((id) => ({ id })),
  );
  const rows = Array.from(newest, ([identity, id]) => ({ id, identity }));
  for (const page of partsOf(rows, PAGE_ROWS)) await updateAll(tx, 'devices', ['id'], page);
}
