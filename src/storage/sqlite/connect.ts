/** The embedded database: `node:sqlite` under Kysely, one writer and several readers. */
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, dirname, extname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  type Dialect,
  type Driver,
  type Kysely,
  type LimitNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  ValueNode,
} from 'kysely';
import { errorMessage } from '../../domain/refusal.ts';
import { type Connections, DatabaseRefused } from '../engine/dialect.ts';
import type { Tables } from '../migrations/tables.ts';
import {
  isBusy,
  SqliteConnection,
  SqliteDriver,
  SqlitePool,
  sqliteTroubleOf,
} from './connection.ts';
import {
  DatabaseDisk,
  PRIVATE_FOLDER_MODE,
  providePrivateFile,
  SqliteSizes,
} from './database-file.ts';
import { copySqlite, rewriteFile } from './whole-file.ts';

const READ_CONNECTIONS = 4;
/** How write transactions begin. With a write-ahead log, `normal` flushes to the disk at checkpoints, not at commits. */
const DURABLE = 'pragma synchronous = full; begin immediate';
const RELAXED = 'pragma synchronous = normal; begin immediate';

/**
 * Opens a database file. Creates the file and its folder if they do not exist, readable for their owner only.
 *
 * @throws DatabaseRefused when the file cannot be used
 */
export function connectSqlite(path: string): Connections {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: PRIVATE_FOLDER_MODE });
    refuseForeignFile(path);
    providePrivateFile(path);
    // The writer is opened first, because it turns the write-ahead log on.
    const writer = new SqliteConnection(path, false);
    const lookUps = new SqliteConnection(path, true);
    const readers = Array.from(
      { length: READ_CONNECTIONS },
      () => new SqliteConnection(path, true),
    );
    const reads = new SqlitePool(readers);
    const writes = new SqlitePool([writer]);
    const watch = new FileWatch(writer);
    let unlock: (() => void) | undefined;
    const sizes = new SqliteSizes(path);
    const disk = new DatabaseDisk(path);
    return {
      reads: sqliteDialect(new SqliteDriver(reads, 'begin')),
      writes: sqliteDialect(new SqliteDriver(writes, DURABLE)),
      relaxedWrites: sqliteDialect(new SqliteDriver(writes, RELAXED)),
      columnTypes: {
        id: 'integer primary key autoincrement',
        key: 'integer primary key',
        text: 'text',
      },
      ownTables: [],
      keepIds,
      migrating: async (writes, migration) => {
        writer.checkReferences(false);
        try {
          return await migration(writes);
        } finally {
          writer.checkReferences(true);
        }
      },
      listTables: async (db) => (await TABLES.execute(db)).rows.map(({ name }) => name),
      // There is one writer, and its transaction holds the lock on the whole file.
      queueOf: () => 0,
      lock: async () => {},
      serveAlone: () => {
        unlock = takeServeLock(path);
      },
      listen: (listener) => watch.listen(() => listener('all')),
      prepareLookUp: (query) => lookUps.prepareLookUp(query.sql),
      troubleOf: sqliteTroubleOf,
      disk,
      measure: (db) => sizes.measure(db),
      isConflict: () => false,
      losses: () => 0,
      warnings: [],
      lastId: async (db, table) => {
        const { rows } = await LAST_ID(table).execute(db);
        return rows[0]?.seq ?? 0;
      },
      continueIds: async (tx, table, lastId) => {
        await sql`delete from sqlite_sequence where name = ${table}`.execute(tx);
        await sql`insert into sqlite_sequence (name, seq) values (${table}, ${lastId})`.execute(tx);
      },
      copyName: basename(path, extname(path)),
      rewrite: () => rewriteFile(path),
      rewriteByHand: [],
      copyTo: (file, progress) => copySqlite({ path, file }, disk.reserveBytes, progress),
      poolStates: () => [reads.state('reads'), writes.state('writes')],
      close: async () => {
        watch.close();
        for (const connection of [lookUps, ...readers, writer]) connection.close();
        unlock?.();
      },
    };
  } catch (error) {
    throw new DatabaseRefused(`Cannot open the database file ${path}: ${errorMessage(error)}.`);
  }
}

const TABLES = sql<{ name: string }>`
  select name from sqlite_schema where type = 'table' and name not like 'sqlite~_%' escape '~'`;

const LAST_ID = (table: string) =>
  sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table}`;

function sqliteDialect(driver: Driver): Dialect {
  return {
    createAdapter: () => new PooledSqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new LiteralLimits(),
  };
}

/** Writes limits as literals, because SQLite recompiles a statement with a parameter as limit on every run. */
class LiteralLimits extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const value = ValueNode.is(node.limit) ? node.limit.value : undefined;
    if (typeof value === 'number') this.append(`limit ${value}`);
    else super.visitLimit(node);
  }
}

/** Refuses a file of another format: SQLite would take a short one for an empty database and overwrite it. */
function refuseForeignFile(path: string): void {
  if (!existsSync(path) || statSync(path).size === 0) return;
  const file = openSync(path, 'r');
  const head = Buffer.alloc(SQLITE_HEADER.length);
  readSync(file, head);
  closeSync(file);
  if (head.toString('latin1') !== SQLITE_HEADER) throw new Error('it is not a database');
}

const SQLITE_HEADER = 'SQLite format 3\0';

/** Kysely assumes a single connection for SQLite, unless the adapter says otherwise. */
class PooledSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * Changes the tables of earlier versions so that no id is used twice: without `autoincrement` SQLite may give the id of a
 * deleted row to a new row, and everything that refers to the old row would then refer to the new one. Rows, ids and
 * indexes are not changed. Foreign keys must be off meanwhile.
 */
async function keepIds(tx: Kysely<Tables>): Promise<void> {
  const tables = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_schema where type = 'table'`.execute(tx);
  for (const table of tables.rows) {
    const definition = table.sql.replace(REUSES_IDS, '$& autoincrement');
    if (definition !== table.sql) await rebuild(tx, table.name, definition);
  }
}

const REUSES_IDS = /\bid integer primary key(?! autoincrement)/i;

/** Rebuilds a table, as SQLite can change a column in no other way (https://www.sqlite.org/lang_altertable.html). */
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

/**
 * Takes the lock of the service. Only one service may use a database file: a second one would count rate limits
 * separately and see changes late. The lock is an exclusive transaction on an empty database beside the file. That works
 * on every operating system, and the lock ends with the process, even after a crash; the empty file stays.
 *
 * @param path of a database file that exists
 * @returns a function that releases it
 * @throws DatabaseRefused when another service has it
 */
function takeServeLock(path: string): () => void {
  // The same file may be reached by several names, such as symbolic links.
  const lockPath = `${realpathSync(path)}-serve`;
  providePrivateFile(lockPath);
  const lock = new DatabaseSync(lockPath, { timeout: 0 });
  try {
    // With this journal mode the transaction creates no journal file.
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock.close();
    if (!isBusy(error))
      throw new DatabaseRefused(`Cannot lock ${lockPath}: ${errorMessage(error)}.`);
    throw new DatabaseRefused(
      `Another serve is running on the database file ${path}, which takes one: stop that one first, or use PostgreSQL for several processes (docs/operations.md).`,
    );
  }
  return () => lock.close();
}

const CHECK_MILLIS = 250;
/** How long after the last write the log is moved into the file. During writes, SQLite does so every thousand pages. */
const IDLE_MILLIS = 1000;

/**
 * Checks the database file four times a second, which takes some microseconds each: whether another process, such as a
 * command, has written, and whether it is time to move the write-ahead log into the file. A second after the last write
 * the file is complete without its log, so a copy of the file alone loses nothing.
 */
class FileWatch {
  private readonly writer: SqliteConnection;
  private readonly listeners = new Set<() => void>();
  private readonly timer: NodeJS.Timeout;
  private version: number | undefined;
  /** The time of the last write or the last attempt to empty the log, in monotonic milliseconds. */
  private quietSince = performance.now();
  /** Whether the log may not be empty; true at first, because a killed process may have left a log behind. */
  private hasLog = true;

  constructor(writer: SqliteConnection) {
    this.writer = writer;
    this.version = writer.otherVersion();
    this.timer = setInterval(() => this.check(), CHECK_MILLIS);
    this.timer.unref();
  }

  /** @param listener called when other processes have written @returns a function that stops listening */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  close(): void {
    clearInterval(this.timer);
  }

  private check(): void {
    const { version, writer } = this;
    this.version = writer.otherVersion() ?? version;
    const haveOthersWritten = this.version !== version;
    if (haveOthersWritten || writer.committedAt > this.quietSince) {
      this.hasLog = true;
      this.quietSince = haveOthersWritten ? performance.now() : writer.committedAt;
    }
    if (this.hasLog && performance.now() - this.quietSince >= IDLE_MILLIS) {
      this.hasLog = !writer.emptyLog();
      this.quietSince = performance.now();
    }
    if (haveOthersWritten) for (const listener of this.listeners) listener();
  }
}
