/**
 * Connections to a PostgreSQL server, Kysely's driver for a pool of them, and the meaning of the errors of the server and
 * of its connections (PostgreSQL manual, appendix A). Statements are pipelined: if nobody needs the answer of a statement
 * in a transaction, it is sent without waiting, and its answer is only awaited at the commit.
 */
import type { CompiledQuery, Driver, QueryResult } from 'kysely';
import pg, { type QueryResult as PgResult, type PoolClient } from 'pg';
import { type BulkQuery, type Trouble, Unavailable } from '../engine/dialect.ts';
import { isRead, type PreparedQuery, type WriteConnection } from '../engine/prepared.ts';
import { IsStandby, type ServerPool } from './pool.ts';

export class PostgresConnection implements WriteConnection {
  readonly client: PoolClient;
  changeCount = 0;
  /** The answers of the statements of this transaction that were sent without waiting. */
  private unanswered: Promise<void>[] = [];
  /** The error of the first of them that failed; the server refuses every statement after it. */
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

  /** Commits. @throws the first error of the transaction, which is then rolled back */
  async commit(): Promise<void> {
    const commit = this.client.query('commit');
    commit.catch(() => {});
    await this.answers();
    if (this.failure !== undefined) throw this.failure;
    // After a failed statement the server answers a commit with ROLLBACK, which is not an error for `pg`.
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
      // For any statement after a failed one, the server only reports that the transaction is aborted.
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

/** A statement with a name is parsed only once for each connection. */
interface Statement {
  name?: string | undefined;
  text: string;
}

/** Makes the statement of a bulk query. Its two parameters are the rows as a JSON list, and the number of rows. */
function bulkStatement({ verb, table, keys, rows }: BulkQuery): Statement {
  const columns = Object.keys(rows[0] ?? {});
  const id = [verb, table, ...keys, '', ...columns].join(' ');
  let statement = statements.get(id);
  if (!statement) {
    const text = write(verb, table, keys, columns);
    if (statements.size >= MAX_NAMED) return { text };
    statement = { name: `bulk${statements.size}`, text };
    statements.set(id, statement);
  }
  return statement;
}

const statements = new Map<string, Statement>();

/** Limited, because each connection stores named statements, and each combination of updated columns has its own. */
const MAX_NAMED = 100;

function write(
  verb: BulkQuery['verb'],
  table: string,
  keys: readonly string[],
  columns: readonly string[],
): string {
  // The limit tells the planner how many rows there are; without it, the planner assumes a hundred.
  const rows = `(select * from json_populate_recordset(null::"${table}", $1::json) limit $2) as sent`;
  const areMeant = keys.map((key) => `"${table}"."${key}" = sent."${key}"`).join(' and ');
  const others = columns.filter((column) => !keys.includes(column));
  switch (verb) {
    case 'insert':
      return `insert into "${table}" (${list(columns)}) select ${list(columns)} from ${rows}`;
    case 'update':
      return `update "${table}" set ${others.map((c) => `"${c}" = sent."${c}"`).join(', ')} from ${rows} where ${areMeant}`;
    case 'delete':
      return `delete from "${table}" using ${rows} where ${areMeant}`;
  }
}

function list(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ');
}

export class PostgresDriver implements Driver {
  private readonly pool: ServerPool;
  private readonly beginStatement: string;
  /** Broken connections, which must not be used again. */
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

/** Error classes and codes of a server that cannot do its work at the moment; the first matching prefix counts. */
const TROUBLES: [code: string, trouble: Trouble][] = [
  ['08', 'unreachable'], // connection
  ['25006', 'unwritable'], // the transaction is read-only: the server has become a standby
  ['25P03', 'busy'], // idle in a transaction for too long
  ['28', 'unreachable'], // the service's own user is refused
  ['3D000', 'unreachable'], // the database is gone
  ['40', 'busy'], // conflicts that did not end after several attempts
  ['53100', 'full'],
  ['53', 'unreachable'], // connections or memory used up
  ['55P03', 'busy'], // a lock was not available in time
  ['57', 'unreachable'], // shut down, crashed, starting up, cancelled
  ['58', 'unwritable'], // input or output failed
];

/** Why the database cannot be reached or written at the moment; `undefined` if the error has another cause. */
export function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof Unavailable) return error.trouble;
  if (error instanceof pg.DatabaseError) {
    return TROUBLES.find(([code]) => error.code?.startsWith(code))?.[1];
  }
  return isConnectionLost(error) ? 'unreachable' : undefined;
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
/** Another transaction deleted a row while this one inserted a reference to it. */
const FOREIGN_KEY_VIOLATION = '23503';

/** Whether a transaction failed because of a concurrent one, so that it may succeed when it is run again. */
export function isConflict(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    [SERIALIZATION_FAILURE, DEADLOCK, FOREIGN_KEY_VIOLATION].includes(error.code ?? '')
  );
}

/** Whether an error means that the connection is broken, or that none could be made. */
function isConnectionLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|57P|25P03)/.test(error.code ?? '');
  if (error instanceof IsStandby) return true;
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost);
  return isSystemError(error) || WORDS_OF_PG.test(error.message);
}

/** Whether the server has closed the connection because its transaction was idle; then it is certainly rolled back. */
function isUndone(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === IDLE_IN_TRANSACTION;
}

const IDLE_IN_TRANSACTION = '25P03';

/** Whether an error is one of the operating system: refused, reset, unreachable, unknown host, and the like. */
function isSystemError(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && /^E[A-Z_]+$/.test(error.code);
}

/** The errors of `pg` itself are recognised by their messages, because they have no code. */
const WORDS_OF_PG =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout exceeded when trying to connect|timeout expired|The server does not support SSL|Cannot use a pool after calling end)/;
