/** Finds what is left of a name, for tests that erase one. */
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { isOnServer } from './databases.ts';
import type { TestService } from './service.ts';

/** A text without marks and case, as software that knows ASCII alone writes it. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('Ø', 'O')
    .replaceAll(/[łŁ]/g, 'l')
    .toLowerCase();
}

/** Whether a text contains a name, in its own letters or folded, even within a word, as JSON writes it, or in an address. */
export function hasName(text: string, name: string): boolean {
  const inJson = JSON.stringify(name).slice(1, -1);
  const ways = [name, name.normalize('NFD'), name.toUpperCase(), name.toLowerCase()];
  return (
    [...ways, inJson, ...ways.map(encodeURIComponent)].some((each) => text.includes(each)) ||
    folded(text).includes(folded(name))
  );
}

/**
 * All that the files of a SQLite database contain: its own, and the log beside it. For PostgreSQL, all rows of all tables,
 * because its files keep old versions of rows until an operator has them rewritten.
 */
export async function storedText({ database, databaseUrl }: TestService): Promise<string> {
  if (!isOnServer) {
    const path = databaseUrl.slice('sqlite:'.length);
    // The log first: what is moved from the log into the file meanwhile is then read in the file.
    const log = readFileSync(`${path}-wal`, 'utf8');
    return readFileSync(path, 'utf8') + log;
  }
  const { reads: db } = database;
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(db);
  const texts: string[] = [];
  for (const { name } of tables.rows) {
    const rows = await sql<{ row: string }>`
      select cast(t.* as text) as row from ${sql.table(name)} as t`.execute(db);
    texts.push(...rows.rows.map(({ row }) => row));
  }
  return texts.join('\n');
}
