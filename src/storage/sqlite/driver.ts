/** The connections of the embedded database, and how transactions begin on them, as Kysely's driver. */
import type { Driver } from 'kysely';
import type { PoolState } from '../engine/dialect.ts';
import type { SqliteConnection } from './connection.ts';

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
