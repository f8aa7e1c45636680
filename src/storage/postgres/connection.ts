/**
 * One connection to a PostgreSQL server. Statements are pipelined: those of a transaction whose answers
 * nobody needs are sent at once, and their answers are only awaited at its commit.
 */
import type { CompiledQuery, QueryResult } from 'kysely';
import type { QueryResult as PgResult, PoolClient } from 'pg';
import type { BulkQuery } from '../engine/dialect.ts';
import { isRead, type PreparedQuery, type WriteConnection } from '../engine/prepared.ts';
import { bulkStatement, type Statement } from './bulk-statement.ts';

export class PostgresConnection implements WriteConnection {
  readonly client: PoolClient;
  changeCount = 0;
  /** The statements of this transaction that have been sent without waiting for their answers. */
  private unanswered: Promise<void>[] = [];
  /** Why the first of them failed; the server refuses everything after it. */
  private failure: unknown;

  constructor(client: PoolClient) {
    this.client = client;
  }

  async executeQuery<Row>(
    query: CompiledQuery | PreparedQuery<Row> | BulkQuery,
  ): Promise<QueryResult<Row>> {
    if (!isRead(query)) this.changeCount++;
    if ('verb' in query) {
      this.sendOnly(bulkStatement(query), [JSON.stringify(query.rows), query.rows.length]);
      return NOTHING;
    }
    const statement = { name: 'name' in query ? query.name : undefined, text: query.sql };
    if ('name' in query && !isRead(query)) {
      this.sendOnly(statement, query.parameters);
      return NOTHING;
    }
    const { rows, rowCount } = await this.ask(statement, query.parameters);
    return { rows, ...(rowCount !== null && { numAffectedRows: BigInt(rowCount) }) };
  }

  // biome-ignore lint/correctness/useYield: nothing streams; Kysely asks for the method.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('rows are read in pages, not streamed');
  }

  /** Sends a statement whose answer is awaited at the commit. */
  sendOnly(statement: Statement, parameters: readonly unknown[] = []): void {
    const answer = this.client.query({ ...statement, values: [...parameters] });
    this.unanswered.push(
      answer.then(
        () => {},
        (error: unknown) => {
          this.failure ??= error;
        },
      ),
    );
  }

  async reserveIds(table: string, count: number): Promise<number[]> {
    const { rows } = await this.ask(NEXT_IDS, [table, count]);
    return rows.map(({ id }) => Number(id));
  }

  /** Commits, durably; @throws the first error of the transaction, which then is rolled back. */
  async commit(): Promise<void> {
    const commit = this.client.query('commit');
    commit.catch(() => {});
    await this.answers();
    if (this.failure !== undefined) throw this.failure;
    // A commit after a failed statement rolls the transaction back, which the server does not call an error.
    const { command } = await commit;
    if (command !== 'COMMIT') throw new Error(`the server answered a commit with ${command}`);
  }

  /** @returns whether the connection can be used again */
  async rollback(): Promise<boolean> {
    try {
      await this.client.query('rollback');
      await this.answers();
      this.failure = undefined;
      return true;
    } catch {
      return false;
    }
  }

  private async ask(statement: Statement, parameters: readonly unknown[]): Promise<PgResult> {
    try {
      return await this.client.query({ ...statement, values: [...parameters] });
    } catch (error) {
      // After a failure the server only says that the transaction is over.
      throw this.failure ?? error;
    }
  }

  private async answers(): Promise<void> {
    const unanswered = this.unanswered;
    this.unanswered = [];
    await Promise.all(unanswered);
  }
}

const NOTHING = { rows: [] };

const NEXT_IDS = {
  name: 'nextIds',
  text: `select nextval(pg_get_serial_sequence($1, 'id')) as id from generate_series(1, $2)`,
};
