/**
 * The rows of a database, read without the program: one statement on a connection of its own, on either kind of database. The
 * statements of tests are such that both kinds understand them.
 */
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

export type RawRow = Record<string, unknown>;

/** Runs one statement. @returns its rows, with integers as numbers */
export async function raw(url: string, statement: string): Promise<RawRow[]> {
  return isFile(url) ? onFile(url, statement) : onConnection(url, statement);
}

export function isFile(url: string): boolean {
  return url.startsWith('sqlite:');
}

/** The path of a database file. */
export function fileOf(url: string): string {
  return url.slice('sqlite:'.length);
}

function onFile(url: string, statement: string): RawRow[] {
  const database = new DatabaseSync(fileOf(url), { timeout: 5000 });
  try {
    return database
      .prepare(statement)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}

async function onConnection(url: string, statement: string): Promise<RawRow[]> {
  const client = await rawClient(url);
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

const INT8 = 20;

/** A client of a server, for what needs a connection that stays. */
export async function rawClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    types: {
      getTypeParser: (oid: number, format?: 'text') =>
        oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
    } as pg.CustomTypesConfig,
  });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** The tables that `allRows` reads, in no particular order: all that both kinds of database have. */
export const TABLES = [
  ...['users', 'clubs', 'memberships', 'api_keys', 'events', 'schedules', 'teams', 'races'],
  ...['lanes', 'delays', 'history', 'vapid_keys', 'devices', 'follows', 'outbox', 'deliveries'],
  ...['reminders', 'told', 'imports', 'logos', 'notices', 'webhooks', 'webhook_deliveries'],
  ...['sessions', 'known_browsers', 'passkeys', 'passkey_challenges', 'links', 'sign_in_failures'],
  ...['key_requests', 'account_history', 'idempotency_keys', 'operator_texts', 'daily_runs'],
  ...['removed_history', 'office_places'],
] as const;

/** All rows of `TABLES`, each as one text, in an order that is the same everywhere. */
export async function allRows(url: string): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of TABLES) {
    const rows = await raw(url, `select * from ${table}`);
    tables[table] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return tables;
}
