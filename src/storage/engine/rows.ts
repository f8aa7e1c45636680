/**
 * What queries of many tables share: whether there is a row, how many there are, and writes of one row, or of many at once.
 * How these are done best differs between databases, so many rows travel to the connection as they are.
 */
import { type Kysely, RawNode, type SelectQueryBuilder } from 'kysely';
import type { NewRow, Tables, TableWithIds } from '../migrations/tables.ts';
import type { BulkQuery } from './dialect.ts';
import { connectionOf } from './prepared.ts';

/** Whether a query finds anything. */
export async function findsAny(query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> {
  return (await query.executeTakeFirst()) !== undefined;
}

/** How many rows a query finds. */
export async function countOf<From extends keyof Tables>(
  query: SelectQueryBuilder<Tables, From, object>,
): Promise<number> {
  const counted = query.select(({ fn }) => fn.countAll<number>().as('count'));
  return (await counted.executeTakeFirstOrThrow()).count;
}

/** Inserts one row. @returns its id */
export async function insertOne<Name extends TableWithIds>(
  tx: Kysely<Tables>,
  table: Name,
  row: NewRow<Name>,
): Promise<number> {
  const insert = tx.insertInto(table as 'users').values(row as NewRow<'users'>);
  return (await insert.returning('id').executeTakeFirstOrThrow()).id;
}

/** Well below the most parameters that a database takes in a statement. */
export const MAX_PARAMETERS = 5000;

/** The parts of a list, each short enough for the parameters of one statement. */
export function* partsOf<Item>(list: readonly Item[], size = MAX_PARAMETERS): Generator<Item[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}

/** Inserts rows. All of them must name the same columns, here and below. */
export async function insertAll<Name extends keyof Tables>(
  tx: Kysely<Tables>,
  table: Name,
  rows: readonly NewRow<Name>[],
): Promise<void> {
  await runBulk(tx, { verb: 'insert', table, keys: [], rows });
}

/** Sets the other columns of the rows that the key columns name. */
export async function updateAll<Name extends keyof Tables>(
  tx: Kysely<Tables>,
  table: Name,
  keys: readonly (keyof NewRow<Name> & string)[],
  rows: readonly Partial<NewRow<Name>>[],
): Promise<void> {
  await runBulk(tx, { verb: 'update', table, keys, rows });
}

/** Deletes the rows that the key columns name. */
export async function deleteAll<Name extends keyof Tables>(
  tx: Kysely<Tables>,
  table: Name,
  rows: readonly Partial<NewRow<Name>>[],
): Promise<void> {
  const keys = Object.keys(rows[0] ?? {});
  await runBulk(tx, { verb: 'delete', table, keys, rows });
}

async function runBulk(
  tx: Kysely<Tables>,
  change: Pick<BulkQuery, 'verb' | 'table' | 'keys' | 'rows'>,
): Promise<void> {
  if (change.rows.length === 0) return;
  const query: BulkQuery = { ...NO_QUERY, ...change };
  await connectionOf(tx, (connection) => connection.executeQuery(query));
}

/** Connections run what Kysely has compiled; of a bulk query they read the rows instead. */
const NO_QUERY = {
  query: RawNode.createWithSql(''),
  queryId: { queryId: 'bulk' },
  sql: '',
  parameters: [],
};
