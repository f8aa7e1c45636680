/** The embedded database: `node:sqlite` under Kysely, one writer and several readers. */
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { type BatchQuery, type Connections, DatabaseRefused, type LookUp } from './dialect.ts';

/** How long a write waits for another process (the command line) to finish its own. */
const WRITE_WAIT_MILLIS = 5000;
const WRITE_RETRY_MILLIS = 10;
/** Blocks the event loop, so only for opening a database and for readers, who hardly ever wait. */
const BUSY_TIMEOUT_MILLIS = 100;
/** One transaction may keep the event loop this long before other requests get their turn. */
const TURN_MILLIS = 3;
const READ_CONNECTIONS = 4;
const MAX_CACHED_STATEMENTS = 200;

/**
 * Opens a database file, creating it and its folder when they are not there yet.
 *
 * @throws DatabaseRefused when the file is no good
 */
export function connectSqlite(path: string): Connections {
  try {
    mkdirSync(dirname(path), { recursive: true });
    refuseForeignFile(path);
    // The writer opens first: it creates the file and turns the write-ahead log on.
    const writer = new SqliteConnection(path, false);
    const lookUps = new SqliteConnection(path, true);
    const readers = Array.from(
      { length: READ_CONNECTIONS },
      () => new SqliteConnection(path, true),
    );
    const reads = new SqliteDriver(readers, 'begin');
    const writes = new SqliteDriver([writer], 'begin immediate');
    return {
      reads: sqliteDialect(reads),
      writes: sqliteDialect(writes),
      prepareLookUp: (query) => lookUps.prepareLookUp(query.sql),
      isUnavailable: isSqliteUnavailable,
      poolStates: () => [reads.state('reads'), writes.state('writes')],
      copyTo: (file, progress) => copySqlite(path, file, progress),
      close: () => {
        for (const connection of [lookUps, ...readers, writer]) connection.close();
      },
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseRefused(`Cannot open the database file ${path}: ${reason}.`);
  }
}

function sqliteDialect(driver: Driver): Dialect {
  return {
    createAdapter: () => new PooledSqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Several processes may open a new database at once; SQLite itself does not wait here. */
function turnLogOn(database: DatabaseSync): void {
  const deadline = performance.now() + WRITE_WAIT_MILLIS;
  for (;;) {
    try {
      database.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
  }
}

/** SQLite would take a short file of another kind for an empty database, and write over it. */
function refuseForeignFile(path: string): void {
  if (!existsSync(path) || statSync(path).size === 0) return;
  const file = openSync(path, 'r');
  const head = Buffer.alloc(SQLITE_HEADER.length);
  readSync(file, head);
  closeSync(file);
  if (head.toString('latin1') !== SQLITE_HEADER) throw new Error('it is not a database');
}

const SQLITE_HEADER = 'SQLite format 3\0';

/** Kysely takes SQLite for a single connection unless it is told of the pool. */
class PooledSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class SqliteConnection implements DatabaseConnection {
  private readonly database: DatabaseSync;
  private readonly statements = new Map<string, PreparedStatement>();
  private commitStatement: StatementSync | undefined;
  private turnStartedAt = 0;
  /** Since when its present user has waited for it, in monotonic milliseconds. */
  wantedAt = 0;
  /** Only a writer holds a transaction over several turns of the event loop. */
  private readonly yields: boolean;

  constructor(path: string, readOnly: boolean) {
    this.yields = !readOnly;
    this.database = new DatabaseSync(path, { readOnly, timeout: BUSY_TIMEOUT_MILLIS });
    if (!readOnly) turnLogOn(this.database);
    this.database.exec('pragma synchronous = full; pragma foreign_keys = on');
    // An acknowledged write must survive a power cut, so what was set is read back.
    const pragma = (name: string) =>
      Object.values(this.database.prepare(`pragma ${name}`).get() ?? {})[0];
    if (pragma('journal_mode') !== 'wal' || pragma('synchronous') !== 2) {
      throw new Error('it does not take journal_mode=WAL with synchronous=FULL');
    }
    // A writer waits between attempts instead of blocking in one.
    if (!readOnly) this.database.exec('pragma busy_timeout = 0');
  }

  async executeQuery<Row>(query: CompiledQuery | BatchQuery): Promise<QueryResult<Row>> {
    if (this.yields) await this.giveWay();
    const { statement, columns } = this.prepare(query.sql);
    if ('batch' in query) {
      for (const parameters of query.batch) statement.run(...(parameters as SqlValue[]));
      return { rows: [] };
    }
    const parameters = query.parameters as SqlValue[];
    if (columns.length > 0) {
      const rows = statement.all(...parameters) as unknown as unknown[][];
      return { rows: rows.map((values) => rowOf(columns, values) as Row) };
    }
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return {
      rows: [],
      numAffectedRows: BigInt(changes),
      insertId: BigInt(lastInsertRowid),
    };
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    const { statement, columns } = this.prepare(query.sql);
    for (const values of statement.iterate(...(query.parameters as SqlValue[]))) {
      yield { rows: [rowOf(columns, values as unknown as unknown[]) as Row] };
    }
  }

  /** Begins a transaction; the first statement of a write waits its turn without blocking. */
  async begin(statement: string): Promise<void> {
    const deadline = this.wantedAt + WRITE_WAIT_MILLIS;
    for (;;) {
      try {
        this.turnStartedAt = performance.now();
        this.database.exec(statement);
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error;
        await delay(WRITE_RETRY_MILLIS);
      }
    }
  }

  prepareLookUp<Row>(sql: string): LookUp<Row> {
    const statement = this.database.prepare(sql);
    return (parameters) => statement.get(...(parameters as SqlValue[])) as Row | undefined;
  }

  commit(): void {
    this.commitStatement ??= this.database.prepare('commit');
    this.commitStatement.run();
  }

  /** SQLite takes some failed transactions back by itself, a full disk for one. */
  rollback(): void {
    if (this.database.isTransaction) this.database.exec('rollback');
  }

  close(): void {
    this.database.close();
  }

  private async giveWay(): Promise<void> {
    if (performance.now() - this.turnStartedAt < TURN_MILLIS) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.turnStartedAt = performance.now();
  }

  private prepare(sql: string) {
    let prepared = this.statements.get(sql);
    if (!prepared) {
      if (this.statements.size >= MAX_CACHED_STATEMENTS) this.statements.clear();
      const statement = this.database.prepare(sql);
      statement.setReturnArrays(true);
      prepared = { statement, columns: statement.columns().map(({ name }) => name) };
      this.statements.set(sql, prepared);
    }
    return prepared;
  }
}

type SqlValue = string | number | null;

interface PreparedStatement {
  statement: StatementSync;
  /** The names of its columns; none when it returns no rows. */
  columns: string[];
}

/** An ordinary object; those that SQLite itself makes have no prototype and are slow to read. */
function rowOf(columns: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let i = 0; i < columns.length; i++) row[columns[i] as string] = values[i];
  return row;
}

/** Hands out a fixed set of connections, first come, first served. */
class SqliteDriver implements Driver {
  private readonly size: number;
  private readonly free: SqliteConnection[];
  private readonly waiting: ((connection: SqliteConnection) => void)[] = [];
  private readonly beginStatement: string;

  constructor(connections: readonly SqliteConnection[], beginStatement: string) {
    this.size = connections.length;
    this.free = [...connections];
    this.beginStatement = beginStatement;
  }

  state(pool: string) {
    const idle = this.free.length;
    return { pool, used: this.size - idle, idle, waiting: this.waiting.length };
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    const wantedAt = performance.now();
    const free = this.free.pop();
    const connection =
      free ?? (await new Promise<SqliteConnection>((resolve) => this.waiting.push(resolve)));
    connection.wantedAt = wantedAt;
    return connection;
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    const next = this.waiting.shift();
    if (next) next(connection);
    else this.free.push(connection);
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await connection.begin(this.beginStatement);
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    connection.commit();
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    connection.rollback();
  }

  async destroy(): Promise<void> {}
}

/** Result codes of SQLite (https://www.sqlite.org/rescode.html), without their extension bits. */
const SQLITE_BUSY = 5;
const UNAVAILABLE_CODES = [SQLITE_BUSY, 6, 8, 10, 11, 13, 14, 26]; // locked, read-only, I/O, corrupt, full, cannot open, not a database

function isBusy(error: unknown): boolean {
  return sqliteCode(error) === SQLITE_BUSY;
}

function isSqliteUnavailable(error: unknown): boolean {
  return UNAVAILABLE_CODES.includes(sqliteCode(error) ?? -1);
}

function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}

async function copySqlite(
  path: string,
  file: string,
  progress: (message: string) => void,
): Promise<void> {
  if (file === '') throw new DatabaseRefused('Name a new file with --to.');
  if (existsSync(file)) throw new DatabaseRefused(`${file} exists already; name a new file.`);
  // A copy that was interrupted must not be taken for one that is whole.
  const unfinished = `${file}.unfinished`;
  try {
    rmSync(unfinished, { force: true });
    progress(`copying ${path}`);
    await copyAndCheck(path, unfinished);
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseRefused(`Cannot copy the database to ${file}: ${reason}.`);
  }
}

/** In one step: between two, a commit would make the copy begin again, on a busy day for ever. */
const ALL_PAGES = 0x7fffffff;

async function copyAndCheck(path: string, file: string): Promise<void> {
  const source = new DatabaseSync(path, { readOnly: true });
  try {
    await backup(source, file, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
  // Not read-only, so that closing it leaves no log files beside the copy.
  const copy = new DatabaseSync(file);
  try {
    const check = copy.prepare('pragma integrity_check').get();
    if (check?.integrity_check !== 'ok') throw new Error('the copy is damaged; check the disk');
  } finally {
    copy.close();
  }
}
