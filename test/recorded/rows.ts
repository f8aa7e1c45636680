/** What a step of the recording leaves in the database, read with SQL of its own. */
import { sql } from 'kysely';
import type { Database } from '../../src/storage/engine/database.ts';
import { isOnServer } from '../support/databases.ts';

/**
 * Triggers that record writes to the outbox, because the worker removes at once what need not settle. The requests of a key
 * are written every few seconds of real time and appear in the office document, so triggers keep them out.
 */
export const WATCHES = isOnServer
  ? [
      `create table recorded_outbox (id integer generated always as identity, event_id bigint, kind text,
        subject text, due_at bigint, latest_at bigint, state_before text)`,
      `create function record_outbox() returns trigger language plpgsql as $$ begin
        insert into recorded_outbox (event_id, kind, subject, due_at, latest_at, state_before)
        values (new.event_id, new.kind, new.subject, new.due_at, new.latest_at, new.state_before);
        return null; end $$`,
      `create trigger record_outbox after insert or update on outbox for each row
        when (new.told_to = 0) execute function record_outbox()`,
      `create function leave_out() returns trigger language plpgsql as $$ begin return null; end $$`,
      `create trigger leave_out before insert on key_requests for each row execute function leave_out()`,
    ]
  : [
      `create table recorded_outbox (id integer primary key, event_id integer, kind text, subject text,
        due_at integer, latest_at integer, state_before text)`,
      ...['insert', 'update'].map(
        (verb) => `create trigger record_${verb} after ${verb} on outbox when new.told_to = 0 begin
          insert into recorded_outbox (event_id, kind, subject, due_at, latest_at, state_before)
          values (new.event_id, new.kind, new.subject, new.due_at, new.latest_at, new.state_before); end`,
      ),
      `create trigger leave_out before insert on key_requests begin select raise(ignore); end`,
    ];

export type Row = Record<string, unknown>;

export async function select(database: Database, statement: string): Promise<Row[]> {
  return (await sql.raw<Row>(statement).execute(database.reads)).rows;
}

/** Entries of the history of all events. */
export function entriesAfter(database: Database, id: number): Promise<Row[]> {
  return select(
    database,
    `select id, event_id, number, at, user_id, key_prefix, login_name, operation, changes, undo_of
      from history where id > ${id} order by id`,
  );
}

/** The recorded writes to the outbox. */
export function newsAfter(database: Database, id: number): Promise<Row[]> {
  return select(database, `select * from recorded_outbox where id > ${id} order by id`);
}

/** What is in the outbox and has not settled. @param now epoch milliseconds */
export function waitingNews(database: Database, now: number): Promise<Row[]> {
  return select(
    database,
    `select event_id, kind, subject, due_at, latest_at, state_before
      from outbox where due_at > ${now} order by event_id, kind, subject`,
  );
}

/** The revisions of each event: of the API, the board, and the race office, which counts entries. */
export function revisionsOf(database: Database): Promise<Row[]> {
  return select(
    database,
    `select event_id, status, revision, board_revision, updated_at, board_updated_at, visibility_at,
      published_at, (select max(number) from history h where h.event_id = s.event_id) as entries
      from schedules s order by event_id`,
  );
}

/** What is stored of an event, by table. */
export async function storedRows(
  database: Database,
  event: number,
): Promise<Record<string, Row[]>> {
  const of = `where event_id = ${event}`;
  const statements = {
    events: `select * from events where id = ${event}`,
    schedules: `select lane_scheme, default_result_mode, crew_gap_minutes,
      default_result_visibility, provisional_results from schedules ${of}`,
    teams: `select * from teams ${of} order by id`,
    races: `select * from races ${of} order by id`,
    lanes: `select * from lanes where race_id in (select id from races ${of})
      order by race_id, position`,
    delays: `select * from delays ${of} order by venue_day`,
    notices: `select * from notices ${of} order by id`,
    imports: `select * from imports ${of} order by layout`,
  };
  const tables = Object.entries(statements).map(async ([table, statement]) => {
    return [table, await select(database, statement)] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
}

/** A line for each row, without the revision of the row, which says only which documents are built anew. */
export function textOfRows(tables: Record<string, Row[]>): string {
  return Object.entries(tables)
    .flatMap(([table, rows]) =>
      rows.map(({ revision: _, ...row }) => `${table} ${JSON.stringify(sorted(row))}`),
    )
    .join('\n');
}

export function entryOf({ changes, user_id, key_prefix, login_name, ...entry }: Row): Row {
  const author =
    (key_prefix && `key of ${user_id}`) ?? (user_id && `person ${user_id}`) ?? 'command line';
  return { ...entry, author, login: login_name === null ? null : '(login)', changes };
}

export function lines(rows: readonly Row[]): string {
  return rows.map((row) => JSON.stringify(row)).join('\n');
}

/** Columns by name: the two kinds of database may have added them in different orders. */
function sorted(row: Row): Row {
  return Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
}
