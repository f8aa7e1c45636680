/**
 * The database's versions. Version n is what the first n migrations make; a migration that has
 * been released is never changed, the next one is added after it.
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import { type ColumnTypes, type Connections, DatabaseRefused } from './dialect.ts';
import { identifyDevices } from './identify-devices.ts';
import type { Tables } from './tables.ts';

type Migration = (tx: Transaction<Tables>, connections: Connections) => Promise<void>;

const MIGRATIONS: readonly Migration[] = [
  (tx, { columnTypes }) => run(tx, columnTypes, VERSION_1),
  (tx, { columnTypes }) => run(tx, columnTypes, VERSION_2),
  (tx, { columnTypes }) => run(tx, columnTypes, VERSION_3),
  async (tx, { columnTypes }) => {
    await run(tx, columnTypes, VERSION_4);
    await identifyDevices(tx);
    await run(tx, columnTypes, INDEXES_OF_VERSION_4);
  },
  async (tx, { columnTypes, keepIds }) => {
    await keepIds(tx);
    await run(tx, columnTypes, VERSION_5);
  },
];

/** The version that this program works with. */
export const CURRENT_VERSION = MIGRATIONS.length;

/** No event has this number. */
const MIGRATION_LOCK = 0;

/**
 * Brings a database to the current version, in one transaction. Several processes may do so at
 * once: one does the work, the others find it done.
 *
 * @param db the write side
 * @returns the versions before and after
 * @throws DatabaseRefused when the database is newer than the program, or another program's
 */
export async function migrate(
  db: Kysely<Tables>,
  connections: Connections,
): Promise<{ from: number; to: number }> {
  return connections.migrating(() =>
    db.transaction().execute(async (tx) => {
      await connections.lock(tx, MIGRATION_LOCK);
      const tables = await connections.listTables(tx);
      if (
        tables.length > 0 &&
        !['schema_version', ...OLDEST_TABLES].every((t) => tables.includes(t))
      ) {
        throw new DatabaseRefused(
          `The database holds tables of another program (${tables.slice(0, 3).join(', ')}): name a database of its own in DATABASE_URL.`,
        );
      }
      if (tables.length === 0) {
        await sql`create table schema_version (version integer not null)`.execute(tx);
      }
      const from = await storedVersion(tx);
      if (from > CURRENT_VERSION) {
        throw new DatabaseRefused(
          `The database is at version ${from}, this program knows up to ${CURRENT_VERSION}: install the newer Running Order that wrote it.`,
        );
      }
      for (const migration of MIGRATIONS.slice(from)) await migration(tx, connections);
      if (from < CURRENT_VERSION) {
        for (const statement of connections.ownTables) await sql.raw(statement).execute(tx);
        await sql`delete from schema_version`.execute(tx);
        await sql`insert into schema_version (version) values (${sql.lit(CURRENT_VERSION)})`.execute(
          tx,
        );
      }
      return { from, to: CURRENT_VERSION };
    }),
  );
}

/** The version of a database that has been migrated at least once. */
export async function storedVersion(db: Kysely<Tables>): Promise<number> {
  const stored = await sql<{ version: number }>`select version from schema_version`.execute(db);
  return stored.rows[0]?.version ?? 0;
}

/** Tables that every version has. */
const OLDEST_TABLES = ['api_keys', 'schedules', 'races', 'lanes'];

async function run(tx: Transaction<Tables>, types: ColumnTypes, statements: string): Promise<void> {
  for (const statement of statements.split(';')) {
    const text = statement.replace(/\{(\w+)\}/g, (_, name) => types[name as keyof ColumnTypes]);
    if (text.trim() !== '') await sql.raw(text).execute(tx);
  }
}

/** Words in braces are column types that databases write differently. */
const VERSION_1 = `
  create table users (
    id {id},
    display_name {text} not null,
    email {text} unique,
    created_at bigint not null
  );
  create table clubs (
    id {id},
    name {text} not null,
    created_at bigint not null
  );
  create table memberships (
    user_id bigint not null references users (id),
    club_id bigint not null references clubs (id),
    role {text} not null,
    primary key (user_id, club_id)
  );
  create table api_keys (
    id {id},
    user_id bigint not null references users (id),
    label {text} not null,
    key_hash {text} not null unique,
    key_prefix {text} not null unique,
    created_at bigint not null,
    last_used_at bigint,
    revoked_at bigint
  );
  create index api_keys_by_user on api_keys (user_id);
  create table events (
    id {id},
    club_id bigint not null references clubs (id),
    creator_id bigint not null references users (id),
    name {text} not null,
    start_date {text} not null,
    end_date {text} not null,
    timezone {text},
    city {text} not null,
    country_code {text} not null,
    created_at bigint not null
  );
  create index events_by_club on events (club_id, start_date, id);
  create index events_by_creator on events (creator_id, start_date, id);
  create table schedules (
    event_id {key} references events (id),
    status {text} not null,
    lane_scheme {text},
    default_result_mode {text} not null,
    default_result_visibility {text} not null,
    revision bigint not null,
    updated_at bigint not null
  );
  create table teams (
    id {id},
    event_id bigint not null references events (id),
    external_id {text},
    name {text} not null,
    club_id {text},
    boat_index integer,
    sort_order integer not null,
    adopted integer not null
  );
  create unique index teams_by_external_id on teams (event_id, external_id);
  create unique index teams_by_name on teams (event_id, name);
  create table races (
    id {id},
    event_id bigint not null references schedules (event_id),
    external_id {text},
    race_number integer not null,
    title {text},
    scheduled_at bigint not null,
    distance_meters integer,
    boat_class {text},
    round {text},
    division_label {text},
    result_mode {text} not null,
    result_visibility {text},
    lane_scheme {text},
    notes {text},
    revision bigint not null
  );
  create unique index races_by_external_id on races (event_id, external_id);
  create unique index races_by_number on races (event_id, race_number);
  create table lanes (
    race_id bigint not null references races (id),
    position integer not null,
    position_label {text},
    team_id bigint references teams (id),
    status {text} not null,
    finish_time_millis integer,
    finish_place integer,
    penalty_millis integer,
    primary key (race_id, position)
  );
  create unique index lanes_by_team on lanes (team_id, race_id);
  create table delays (
    event_id bigint not null references schedules (event_id),
    venue_day {text} not null,
    delay_minutes integer not null,
    primary key (event_id, venue_day)
  );
  create table history (
    id {id},
    event_id bigint not null references events (id),
    at bigint not null,
    user_id bigint references users (id),
    key_prefix {text},
    operation {text} not null,
    changes {text} not null
  );
  create index history_by_event on history (event_id, id)
`;

/** Following and push notifications. */
const VERSION_2 = `
  create table vapid_keys (
    public_key {text} primary key,
    private_key {text} not null,
    created_at bigint not null
  );
  create table devices (
    id {id},
    endpoint {text} not null unique,
    p256dh {text} not null,
    auth {text} not null,
    language {text} not null,
    created_at bigint not null
  );
  create table follows (
    device_id bigint not null references devices (id),
    event_id bigint not null references events (id),
    kind {text} not null,
    target_id bigint not null,
    primary key (event_id, kind, target_id, device_id)
  );
  create index follows_by_device on follows (device_id, event_id);
  create table outbox (
    event_id bigint not null references schedules (event_id),
    kind {text} not null,
    subject {text} not null,
    due_at bigint not null,
    state_before {text} not null,
    told_to bigint not null,
    primary key (event_id, kind, subject)
  );
  create index outbox_by_due on outbox (due_at);
  create table deliveries (
    event_id bigint not null references schedules (event_id),
    kind {text} not null,
    subject {text} not null,
    device_id bigint not null,
    due_at bigint not null,
    expires_at bigint not null,
    attempts integer not null,
    version integer not null,
    primary key (event_id, kind, subject, device_id)
  );
  create index deliveries_by_due on deliveries (due_at)
`;

/** Who was at the command line. */
const VERSION_3 = 'alter table history add column login_name {text}';

/**
 * How long what waits was to wait, so that a clock that is set back does not hold it up; what devices
 * are told apart by, and where they came from.
 */
const VERSION_4 = `
  alter table deliveries add column wait_millis bigint not null default 0;
  alter table devices add column identity {text};
  alter table devices add column network {text} not null default '';
  alter table devices add column follow_count integer not null default 0;
  alter table devices add column delivered_at bigint;
  update devices set follow_count = (select count(*) from follows where device_id = devices.id)
`;

/** All that is counted of devices stands in the second index. */
const INDEXES_OF_VERSION_4 = `
  create unique index devices_by_identity on devices (identity);
  create index devices_by_network on devices (network, delivered_at, created_at, follow_count)
`;

/** Rows that are removed, and changes that show in all races at once. */
const VERSION_5 = `
  alter table schedules add column base_revision bigint not null default 0;
  alter table history add column undo_of bigint references history (id);
  create unique index history_by_undo on history (undo_of)
`;
