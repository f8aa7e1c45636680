/** What is left of a name anywhere, for tests that erase one. */
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { isOnServer } from './databases.ts';
import type { TestService } from './service.ts';

/** Letters without marks and case, as software that knows ASCII alone writes them. */
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

/** Whether a name stands in a text, in its own letters or folded, be it within a word, as JSON writes it, or in an address. */
export function hasName(text: string, name: string): boolean {
  const inJson = JSON.stringify(name).slice(1, -1);
  const ways = [name, name.normalize('NFD'), name.toUpperCase(), name.toLowerCase()];
  return (
    [...ways, inJson, ...ways.map(encodeURIComponent)].some((each) => text.includes(each)) ||
    folded(text).includes(folded(name))
  );
}

/**
 * All that the files of a database hold: its own, and the log beside it. Of a server's database, whose files have old
 * versions of rows until an operator has them written anew, all rows of all tables.
 */
export async function storedText({ database, databaseUrl }: TestService): Promise<string> {
  if (!isOnServer) {
    const path = databaseUrl.slice('sqlite:'.length);
    // The log first: what is moved from it into the file meanwhile is read there.
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
