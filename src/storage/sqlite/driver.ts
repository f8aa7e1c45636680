/** The connections of the embedded database, as Kysely's driver. */
import type { Driver } from 'kysely';
import type { PoolState } from '../dialect.ts';
import type { SqliteConnection } from './connection.ts';

/** Hands out a fixed set of connections, first come, first served. */
export class SqliteDriver implements Driver {
  private readonly size: number;
  private readonly free: SqliteConnection[];
  private readonly waiting: ((connection: SqliteConnection) => void)[] = [];
  private readonly beginStatement: string;

  constructor(connections: readonly SqliteConnection[], beginStatement: string) {
    this.size = connections.length;
    this.free = [...connections];
    this.beginStatement = beginStatement;
  }

  state(pool: string): PoolState {
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
