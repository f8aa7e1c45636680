/** Copies a whole installation from one database to another. */
import { sql } from 'kysely';
import type { Tables, TableWithIds } from '../migrations/tables.ts';
import type { Database, Queries, Write } from './database.ts';
import { DatabaseRefused } from './dialect.ts';
import { countOf, insertAll } from './rows.ts';

/** Every table with its primary key. A table comes after the tables to which its foreign keys refer. */
const KEYS: { [Name in keyof Tables]: (keyof Tables[Name] & string)[] } = {
  users: ['id'],
  clubs: ['id'],
  memberships: ['user_id', 'club_id'],
  api_keys: ['id'],
  events: ['id'],
  schedules: ['event_id'],
  logos: ['event_id'],
  teams: ['id'],
  races: ['id'],
  lanes: ['race_id', 'position'],
  delays: ['event_id', 'venue_day'],
  history: ['id'],
  removed_history: ['event_id'],
  notices: ['id'],
  imports: ['event_id', 'layout'],
  sessions: ['id'],
  office_places: ['session_id'],
  known_browsers: ['token_hash', 'user_id'],
  passkeys: ['id'],
  passkey_challenges: ['challenge'],
  links: ['id'],
  sign_in_failures: ['subject'],
  key_requests: ['id'],
  account_history: ['id'],
  operator_texts: ['name'],
  daily_runs: ['task'],
  idempotency_keys: ['user_id', 'idempotency_key'],
  vapid_keys: ['public_key'],
  devices: ['id'],
  follows: ['event_id', 'kind', 'target_id', 'device_id'],
  outbox: ['event_id', 'kind', 'subject'],
  reminders: ['event_id', 'race_id', 'minutes', 'crew_id'],
  told: ['event_id', 'about', 'race_id', 'crew_id', 'device_id'],
  deliveries: ['event_id', 'kind', 'subject', 'device_id'],
  webhooks: ['id'],
  webhook_deliveries: ['id'],
};

/** How many rows are read and written with one statement. */
const PAGE_ROWS = 1000;
/** The same for logos, whose rows have up to half a megabyte. */
const PAGE_LOGOS = 20;

/**
 * The tables that a service fills before anybody has set it up: keys for push messages, set-up links, times of daily
 * runs, and traces of strangers' sign-in attempts. Rows of all other tables are somebody's data and prevent a move.
 */
const LEFT_BY_A_START = [
  'vapid_keys',
  'links',
  'daily_runs',
  'sign_in_failures',
  'passkey_challenges',
] as const;

type AnyRow = Record<string, unknown>;

/** Called after each page with the share of the work that is done (copying and comparing), from 0 to 1. */
type Progress = (share: number, table: string) => void;

/**
 * Copies a snapshot of all rows into a database that is empty but for the traces of a service's start, which it deletes,
 * and compares both sides row by row, all in one transaction. If it fails or is interrupted, the target database is
 * unchanged.
 *
 * @returns the number of rows
 * @throws DatabaseRefused when a copied row differs from its source
 */
export async function copyInstallation(
  from: Database,
  to: Database,
  progress: Progress,
): Promise<number> {
  return from.snapshot(async (source) => {
    // Counted before the target's transaction begins, which would be idle meanwhile.
    const rowCount = await countRows(source);
    const copy = async (target: Write) => {
      let done = 0;
      const report = (table: string, rows: number) => {
        done += rows;
        progress(done / (2 * rowCount), table);
      };
      for (const table of LEFT_BY_A_START) await target.deleteFrom(table).execute();
      for (const table of tableNames()) {
        for await (const rows of pagesOf(source, table)) {
          await insertAll(target, table, rows as never);
          await settled(target);
          report(table, rows.length);
        }
      }
      for (const table of tableNames()) {
        if (hasIds(table)) {
          const lastId = await from.connections.lastId(source, table);
          await to.connections.continueIds(target, table, lastId);
        }
        for await (const rows of comparedPages(source, target, table)) report(table, rows);
      }
      return rowCount;
    };
    return to.write(copy, { isLong: true });
  });
}

/**
 * Waits until the target has processed a page. A connection may send statements without waiting for their answers, here
 * as many as there are pages, and the source's transaction would be idle for as long as they take.
 */
async function settled(db: Queries): Promise<void> {
  await sql`select 1`.execute(db);
}

async function countRows(db: Queries): Promise<number> {
  let rows = 0;
  for (const table of tableNames()) rows += await countOf(db.selectFrom(table));
  return rows;
}

/** Compares a table in pages. @returns the number of rows of each page that is equal on both sides */
async function* comparedPages(
  source: Queries,
  target: Queries,
  table: keyof Tables,
): AsyncGenerator<number> {
  const copies = pagesOf(target, table);
  for await (const rows of pagesOf(source, table)) {
    const { value: copy } = await copies.next();
    if (JSON.stringify(copy) !== JSON.stringify(rows)) throw arrivedDifferently(table);
    yield rows.length;
  }
  if (!(await copies.next()).done) throw arrivedDifferently(table);
}

function arrivedDifferently(table: string): DatabaseRefused {
  return new DatabaseRefused(
    `The rows of ${table} arrived differently, so nothing was moved; please report this.`,
  );
}

/** The rows of a table in the order of its key. */
async function* pagesOf(db: Queries, table: keyof Tables): AsyncGenerator<AnyRow[]> {
  const keys = KEYS[table].map((column) => sql.ref(column));
  const pageRows = table === 'logos' ? PAGE_LOGOS : PAGE_ROWS;
  let after: AnyRow | undefined;
  for (;;) {
    let query = db
      .selectFrom(table)
      .selectAll()
      .orderBy(sql`${sql.join(keys)}`)
      .limit(pageRows);
    if (after) {
      const values = KEYS[table].map((column) => after?.[column]);
      query = query.where(sql<boolean>`(${sql.join(keys)}) > (${sql.join(values)})`);
    }
    const rows: AnyRow[] = await query.execute();
    if (rows.length === 0) return;
    yield rows;
    if (rows.length < pageRows) return;
    after = rows.at(-1);
  }
}

function hasIds(table: keyof Tables): table is TableWithIds {
  return KEYS[table].includes('id' as never);
}

function tableNames(): (keyof Tables)[] {
  return Object.keys(KEYS) as (keyof Tables)[];
}
