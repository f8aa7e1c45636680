/**
 * Writes of many rows at once. How that is done best differs between databases, so the rows travel
 * to the connection as they are.
 */
import { type Kysely, RawNode } from 'kysely';
import type { NewRow, Tables } from '../migrations/tables.ts';
import type { BulkQuery } from './dialect.ts';
import { connectionOf } from './prepared.ts';

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
