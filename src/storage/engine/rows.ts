/**
 * What queries of many tables share: whether there is a row, how many rows there are, and writes of one or many rows. The
 * fastest way to write many rows differs between databases, so the connection gets the rows and makes the statement.
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

/** Well below the number of parameters that a database accepts in one statement. */
export const MAX_PARAMETERS = 5000;

/** Splits a list into parts of at most `size` items, by default as many as one statement may have parameters. */
export function* partsOf<Item>(list: readonly Item[], size = MAX_PARAMETERS): Generator<Item[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}

/** Inserts rows. All rows must have the same columns, as in `updateAll` and `deleteAll`. */
export async function insertAll<Name extends keyof Tables>(
  tx: Kysely<Tables>,
  table: Name,
  rows: readonly NewRow<Name>[],
): Promise<void> {
  await runBulk(tx, { verb: 'insert', table, keys: [], rows });
}

/** Updates rows: the columns in `keys` identify a row, its other columns are set. */
export async function updateAll<Name extends keyof Tables>(
  tx: Kysely<Tables>,
  table: Name,
  keys: readonly (keyof NewRow<Name> & string)[],
  rows: readonly Partial<NewRow<Name>>[],
): Promise<void> {
  await runBulk(tx, { verb: 'update', table, keys, rows });
}

/** Deletes rows; all given columns together identify a row. */
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

/** The fields of a compiled query, which the type requires and connections ignore in a bulk query. */
const NO_QUERY = {
  query: RawNode.createWithSql(''),
  queryId: { queryId: 'bulk' },
  sql: '',
  parameters: [],
};
