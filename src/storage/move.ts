/** A whole installation from one database to another. */
import type { Database, Queries, Write } from './database.ts';
import { DatabaseRefused } from './dialect.ts';
import type { Tables } from './tables.ts';

/** Every table with its key, those that are referred to before those that refer to them. */
const KEYS: { [Name in keyof Tables]: (keyof Tables[Name] & string)[] } = {
  users: ['id'],
  clubs: ['id'],
  memberships: ['user_id', 'club_id'],
  api_keys: ['id'],
  events: ['id'],
  schedules: ['event_id'],
  teams: ['id'],
  races: ['id'],
  lanes: ['race_id', 'position'],
  delays: ['event_id', 'venue_day'],
  history: ['id'],
};

/** One statement for so many rows; a statement may have some 32,000 parameters. */
const BATCH_ROWS = 500;

type AnyRow = Record<string, unknown>;

/**
 * Copies every row of one moment into an empty database, in one transaction, and compares both
 * sides row for row afterwards. When it fails, the other database is as empty as before.
 *
 * @returns the number of rows
 * @throws DatabaseRefused when a row arrived differently
 */
export async function copyInstallation(
  from: Database,
  to: Database,
  progress: (message: string) => void,
): Promise<number> {
  return from.snapshot(async (source) => {
    await to.write(async (target) => {
      for (const table of tableNames()) await copyTable(source, target, table, progress);
    });
    let rows = 0;
    for (const table of tableNames()) rows += await compareTable(source, to.reads, table, progress);
    return rows;
  });
}

async function copyTable(
  source: Queries,
  target: Write,
  table: keyof Tables,
  progress: (message: string) => void,
): Promise<void> {
  let count = 0;
  let batch: AnyRow[] = [];
  const write = async () => {
    if (batch.length > 0)
      await target
        .insertInto(table)
        .values(batch as never)
        .execute();
    count += batch.length;
    batch = [];
    progress(`${table}: ${count} rows copied`);
  };
  for await (const row of rowsOf(source, table)) {
    batch.push(row);
    if (batch.length === BATCH_ROWS) await write();
  }
  await write();
}

async function compareTable(
  source: Queries,
  target: Queries,
  table: keyof Tables,
  progress: (message: string) => void,
): Promise<number> {
  const copies = rowsOf(target, table)[Symbol.asyncIterator]();
  let count = 0;
  for await (const row of rowsOf(source, table)) {
    const copy = await copies.next();
    if (copy.done || JSON.stringify(copy.value) !== JSON.stringify(row)) {
      throw new DatabaseRefused(`A row of ${table} arrived differently; do not use the copy.`);
    }
    count++;
    if (count % BATCH_ROWS === 0) progress(`${table}: ${count} rows compared`);
  }
  if (!(await copies.next()).done) {
    throw new DatabaseRefused(`${table} has more rows than it should; do not use the copy.`);
  }
  return count;
}

function rowsOf(db: Queries, table: keyof Tables): AsyncIterable<AnyRow> {
  const ordered = KEYS[table].reduce(
    (query, column) => query.orderBy(column as never),
    db.selectFrom(table).selectAll(),
  );
  return ordered.stream() as AsyncIterable<AnyRow>;
}

function tableNames(): (keyof Tables)[] {
  return Object.keys(KEYS) as (keyof Tables)[];
}
