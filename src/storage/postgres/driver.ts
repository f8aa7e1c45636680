/** The connections of a pool, as Kysely's driver. */
import type { Driver } from 'kysely';
import { Unavailable } from '../engine/dialect.ts';
import { PostgresConnection } from './connection.ts';
import { isConnectionLost, isUndone } from './errors.ts';
import type { ServerPool } from './pool.ts';

export class PostgresDriver implements Driver {
  private readonly pool: ServerPool;
  private readonly beginStatement: string;
  /** Connections that must not be used again. */
  private readonly spent = new WeakSet<PostgresConnection>();

  constructor(pool: ServerPool, beginStatement: string) {
    this.pool = pool;
    this.beginStatement = beginStatement;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    return new PostgresConnection(await this.pool.connect());
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.client.release(this.spent.has(connection));
  }

  async beginTransaction(connection: PostgresConnection): Promise<void> {
    connection.sendOnly({ text: this.beginStatement });
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    try {
      await connection.commit();
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      this.spent.add(connection);
      if (connection.changeCount === 0 || isUndone(error)) throw error;
      throw new Unavailable('unconfirmed', UNCONFIRMED, error);
    }
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    if (this.spent.has(connection)) return;
    if (!(await connection.rollback())) this.spent.add(connection);
  }

  async destroy(): Promise<void> {}
}

const UNCONFIRMED = 'the server has not confirmed a commit: it may or may not have been made';
