/** A connection to the embedded database, a pool of such connections, and Kysely's driver for a pool. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import type { CompiledQuery, Driver, QueryResult } from 'kysely';
import { nextSlice, SLICE_MILLIS } from '../../concurrency/long-work.ts';
import {
  type BulkQuery,
  type LookUp,
  type PoolState,
  type Trouble,
  Unavailable,
} from '../engine/dialect.ts';
import { isRead, type WriteConnection } from '../engine/prepared.ts';

/** How long a write waits for the write of another process (the command line). */
const WRITE_WAIT_MILLIS = 5000;
/** Short, because a busy service unlocks the file only for moments. */
const WRITE_RETRY_MILLIS = 1;
/** Such a wait blocks the event loop, so only opening a database and readers, which hardly ever wait, use it. */
const BUSY_TIMEOUT_MILLIS = 100;
const MAX_CACHED_STATEMENTS = 200;

export class SqliteConnection implements WriteConnection {
  private readonly database: DatabaseSync;
  private readonly statements = new Map<string, PreparedStatement>();
  private commitStatement: StatementSync | undefined;
  private versionStatement: StatementSync | undefined;
  private turnStartedAt = 0;
  /** When its current user asked for a connection, in monotonic milliseconds. */
  wantedAt = 0;
  /** The time of its last commit, in monotonic milliseconds. */
  committedAt = 0;
  changeCount = 0;
  /** A writer may pause for other work before any query, a reader only in a snapshot, which may read a large event. */
  private readonly yields: boolean;

  constructor(path: string, readOnly: boolean) {
    this.yields = !readOnly;
    this.database = new DatabaseSync(path, { readOnly, timeout: BUSY_TIMEOUT_MILLIS });
    if (!readOnly) turnLogOn(this.database);
    this.database.exec('pragma synchronous = full; pragma foreign_keys = on');
    // The settings are read back, because an acknowledged write must survive a power cut.
    const pragma = (name: string) =>
      Object.values(this.database.prepare(`pragma ${name}`).get() ?? {})[0];
    if (pragma('journal_mode') !== 'wal' || pragma('synchronous') !== 2) {
      throw new Error('it does not take journal_mode=WAL with synchronous=FULL');
    }
    // A writer waits between attempts without blocking the event loop.
    if (!readOnly) this.database.exec('pragma busy_timeout = 0');
  }

  async executeQuery<Row>(query: CompiledQuery | BulkQuery): Promise<QueryResult<Row>> {
    if (this.yields || this.database.isTransaction) await this.giveWay();
    if (!isRead(query)) this.changeCount++;
    if ('verb' in query) return this.runBulk(query);
    const { statement, rowOf } = this.prepare(query.sql);
    const parameters = query.parameters as SqlValue[];
    if (rowOf) return { rows: statement.all(...parameters).map(rowOf) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return {
      rows: [],
      numAffectedRows: BigInt(changes),
      insertId: BigInt(lastInsertRowid),
    };
  }

  // biome-ignore lint/correctness/useYield: nothing streams; Kysely asks for the method.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('rows are read in pages, not streamed');
  }

  /** Runs one prepared statement for each row, which is the fastest way within one process. */
  private runBulk<Row>({ verb, table, keys, rows }: BulkQuery): QueryResult<Row> {
    const columns = Object.keys(rows[0] ?? {});
    const others = columns.filter((column) => !keys.includes(column));
    const set = (names: readonly string[], by: string) => names.map((c) => `"${c}" = ?`).join(by);
    const textOf = {
      insert: () =>
        `insert into "${table}" ("${others.join('", "')}") values (${others.map(() => '?')})`,
      update: () => `update "${table}" set ${set(others, ', ')} where ${set(keys, ' and ')}`,
      delete: () => `delete from "${table}" where ${set(keys, ' and ')}`,
    };
    const { statement } = this.prepare(textOf[verb]());
    const order = [...others, ...keys];
    for (const row of rows) statement.run(...order.map((column) => row[column] as SqlValue));
    return { rows: [] };
  }

  /** There is only one writer, so no other write can use the next ids before this one inserts its rows. */
  async reserveIds(table: string, count: number): Promise<number[]> {
    const { statement } = this.prepare('select seq from sqlite_sequence where name = ?');
    const last = Number(statement.get(table)?.[0] ?? 0);
    return Array.from({ length: count }, (_, index) => last + 1 + index);
  }

  /** Turns the checks of foreign keys on or off. Has no effect in a transaction. */
  checkReferences(areChecked: boolean): void {
    this.database.exec(`pragma foreign_keys = ${areChecked ? 'on' : 'off'}`);
  }

  /** Begins a transaction; waits up to five seconds for a write of another process, without blocking the event loop. */
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
    const { statement, rowOf } = this.prepare(sql);
    return (parameters) => {
      const values = statement.get(...(parameters as SqlValue[]));
      return values && (rowOf?.(values) as Row | undefined);
    };
  }

  commit(): void {
    this.commitStatement ??= this.database.prepare('commit');
    this.commitStatement.run();
    this.committedAt = performance.now();
  }

  /** SQLite rolls some failed transactions back by itself, for example when the disk is full. */
  rollback(): void {
    if (this.database.isTransaction) this.database.exec('rollback');
  }

  /** A number that changes when another connection has written; `undefined` when it cannot be read. */
  otherVersion(): number | undefined {
    try {
      this.versionStatement ??= this.database.prepare('pragma data_version');
      return this.versionStatement.get()?.data_version as number | undefined;
    } catch {
      return undefined;
    }
  }

  /** Moves the write-ahead log into the database file. @returns whether the log is now empty */
  emptyLog(): boolean {
    try {
      return this.database.prepare('pragma wal_checkpoint(truncate)').get()?.busy === 0;
    } catch {
      // A transaction is open, or the disk is full: nothing is lost, and `FileWatch` tries again.
      return false;
    }
  }

  close(): void {
    this.database.close();
  }

  private async giveWay(): Promise<void> {
    if (performance.now() - this.turnStartedAt < SLICE_MILLIS) return;
    await nextSlice();
    this.turnStartedAt = performance.now();
  }

  private prepare(sql: string) {
    let prepared = this.statements.get(sql);
    if (!prepared) {
      if (this.statements.size >= MAX_CACHED_STATEMENTS) this.statements.clear();
      const statement = this.database.prepare(sql);
      statement.setReturnArrays(true);
      const columns = statement.columns().map(({ name }) => name);
      prepared = {
        statement: statement as unknown as ArrayStatement,
        rowOf: columns.length > 0 ? rowMaker(columns) : undefined,
      };
      this.statements.set(sql, prepared);
    }
    return prepared;
  }
}

type SqlValue = string | number | null;

/** A statement after `setReturnArrays(true)`, which its published type does not know. */
interface ArrayStatement {
  all(...parameters: SqlValue[]): unknown[][];
  get(...parameters: SqlValue[]): unknown[] | undefined;
  run: StatementSync['run'];
}

interface PreparedStatement {
  statement: ArrayStatement;
  /** Left out when it returns no rows. */
  rowOf: RowMaker | undefined;
}

type RowMaker = (values: readonly unknown[]) => object;

/**
 * Makes a function that turns the values of a row into an ordinary object: those that `node:sqlite` makes have no prototype
 * and are slow to read. A literal with all properties gets its hidden class at once, not a new one with each property.
 *
 * @param columns names from the text of a query, which are the project's own, so they are safe to compile
 */
function rowMaker(columns: readonly string[]): RowMaker {
  const properties = columns.map((column, index) => `${JSON.stringify(column)}: values[${index}]`);
  return new Function('values', `return { ${properties.join(', ')} }`) as RowMaker;
}

/** Turns the write-ahead log on. Retries while other processes open the new database, as SQLite does not wait here. */
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

/** Result codes of SQLite (https://www.sqlite.org/rescode.html), without their extension bits. */
const SQLITE_BUSY = 5;
const TROUBLES: Record<number, Trouble> = {
  [SQLITE_BUSY]: 'busy',
  6: 'busy', // locked
  8: 'unwritable', // read-only
  10: 'unwritable', // I/O
  11: 'unreachable', // corrupt
  13: 'full',
  14: 'unreachable', // cannot open
  26: 'unreachable', // not a database
};

export function isBusy(error: unknown): boolean {
  return sqliteCode(error) === SQLITE_BUSY;
}

/** Why the database cannot be reached or written at the moment; `undefined` if the error has another cause. */
export function sqliteTroubleOf(error: unknown): Trouble | undefined {
  if (error instanceof Unavailable) return error.trouble;
  return TROUBLES[sqliteCode(error) ?? -1];
}

function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}

/** Hands out a fixed set of connections, first come, first served. */
export class SqlitePool {
  private readonly size: number;
  private readonly free: SqliteConnection[];
  private readonly waiting: ((connection: SqliteConnection) => void)[] = [];

  constructor(connections: readonly SqliteConnection[]) {
    this.size = connections.length;
    this.free = [...connections];
  }

  state(pool: string): PoolState {
    const idle = this.free.length;
    return { pool, used: this.size - idle, idle, waiting: this.waiting.length };
  }

  async acquire(): Promise<SqliteConnection> {
    const wantedAt = performance.now();
    const free = this.free.pop();
    const connection =
      free ?? (await new Promise<SqliteConnection>((resolve) => this.waiting.push(resolve)));
    connection.wantedAt = wantedAt;
    return connection;
  }

  release(connection: SqliteConnection): void {
    const next = this.waiting.shift();
    if (next) next(connection);
    else this.free.push(connection);
  }
}

export class SqliteDriver implements Driver {
  private readonly pool: SqlitePool;
  private readonly beginStatement: string;

  constructor(pool: SqlitePool, beginStatement: string) {
    this.pool = pool;
    this.beginStatement = beginStatement;
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<SqliteConnection> {
    return this.pool.acquire();
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    this.pool.release(connection);
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
