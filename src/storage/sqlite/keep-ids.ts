/**
 * Makes tables of earlier versions never use an id twice: without `autoincrement` SQLite gives the id of a
 * deleted row to the next one, and with it everything that refers to the old one.
 */
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../migrations/tables.ts';

/** Rows, ids and indexes are not changed. Foreign keys must be off meanwhile. */
export async function keepIds(tx: Kysely<Tables>): Promise<void> {
  const tables = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_schema where type = 'table'`.execute(tx);
  for (const table of tables.rows) {
    const definition = table.sql.replace(REUSES_IDS, '$& autoincrement');
    if (definition !== table.sql) await rebuild(tx, table.name, definition);
  }
}

const REUSES_IDS = /\bid integer primary key(?! autoincrement)/i;

/** The only way in which SQLite changes a column (https://www.sqlite.org/lang_altertable.html). */
async function rebuild(tx: Kysely<Tables>, name: string, definition: string): Promise<void> {
  const indexes = await sql<{ sql: string }>`
    select sql from sqlite_schema where type = 'index' and tbl_name = ${name} and sql is not null`.execute(
    tx,
  );
  const old = sql.table(name);
  const rebuilt = sql.table(`${name}_rebuilt`);
  await sql`create table ${rebuilt} ${sql.raw(definition.slice(definition.indexOf('(')))}`.execute(
    tx,
  );
  await sql`insert into ${rebuilt} select * from ${old}`.execute(tx);
  await sql`drop table ${old}`.execute(tx);
  await sql`alter table ${rebuilt} rename to ${old}`.execute(tx);
  for (const index of indexes.rows) await sql.raw(index.sql).execute(tx);
}
