/**
 * Queries that are built once. Building a query with Kysely costs some 40 µs, running a built one a few µs, so a query of
 * every request is built at its first use and only gets new parameters after that.
 */
import type { Compilable, CompiledQuery, DatabaseConnection, Kysely } from 'kysely';
import type { Tables, TableWithIds } from '../migrations/tables.ts';

/** A query with named parameters, ready to run on any connection. */
interface Prepared<Parameters, Row> {
  /** Runs the query and returns its rows. */
  run(db: Kysely<Tables>, parameters: Parameters): Promise<Row[]>;
  /** The query in the SQL of the database of a connection. Cached, so it is compiled once for each kind of database. */
  compile(db: Kysely<Tables>): PreparedQuery<Row>;
  /** The values of the parameters in the order of the compiled query. */
  bind(query: CompiledQuery<Row>, parameters: Parameters): unknown[];
}

/** A compiled query that runs often. Its name is unique, so that a connection can prepare it by name. */
export interface PreparedQuery<Row> extends CompiledQuery<Row> {
  readonly name: string;
}

/**
 * Prepares a query.
 *
 * @param build makes the query; it gets placeholders in place of values, so it must only pass them on, and not depend
 *   on their values
 */
export function prepare<Parameters extends object, Row>(
  build: (db: Kysely<Tables>, parameters: Parameters) => Compilable<Row>,
): Prepared<Parameters, Row> {
  const name = `q${++count}`;
  // Databases of different kinds write the same query differently.
  const compiledBy = new WeakMap<object, PreparedQuery<Row>>();
  const compile = (db: Kysely<Tables>) => {
    const { adapter } = db.getExecutor();
    let compiled = compiledBy.get(adapter);
    if (!compiled) {
      compiled = { ...build(db, placeholders as Parameters).compile(), name };
      compiledBy.set(adapter, compiled);
    }
    return compiled;
  };
  const bind = (query: CompiledQuery<Row>, parameters: Parameters) =>
    query.parameters.map((value) =>
      value instanceof Placeholder ? parameters[value.name as keyof Parameters] : value,
    );

  return {
    compile,
    bind,
    async run(db, parameters) {
      const query = compile(db);
      const bound = { ...query, parameters: bind(query, parameters) };
      const result = await connectionOf(db, (connection) => connection.executeQuery<Row>(bound));
      return result.rows;
    },
  };
}

let count = 0;

/** Uses a connection directly, because Kysely's overhead is longer than most prepared queries. */
export function connectionOf<Result>(
  db: Kysely<Tables>,
  use: (connection: DatabaseConnection) => Promise<Result>,
): Promise<Result> {
  const direct = directConnections.get(db);
  return direct ? use(direct) : db.getExecutor().provideConnection(use);
}

/**
 * Makes the queries of a transaction go directly to its connection. Kysely would send each query only after the previous
 * one has been answered.
 */
export async function shortcut(tx: Kysely<Tables>): Promise<void> {
  const connection = await tx.getExecutor().provideConnection(async (one) => one);
  directConnections.set(tx, connection as WriteConnection);
}

/** How many statements that change something have run on the connection of a transaction. */
export function changeCountOf(tx: Kysely<Tables>): number {
  return directConnections.get(tx)?.changeCount ?? 0;
}

/** What a connection has beyond Kysely's interface, on every kind of database. */
export interface WriteConnection extends DatabaseConnection {
  readonly changeCount: number;
  /** Ids that no row of a table has or had, and that the database will not assign to another row. */
  reserveIds(table: TableWithIds, count: number): Promise<number[]>;
}

/**
 * Reserves ids for rows that a transaction is about to insert, so that other rows of the same write can refer to them. An
 * id is never used twice, not even after its row was deleted.
 */
export async function reserveIds(
  tx: Kysely<Tables>,
  table: TableWithIds,
  count: number,
): Promise<number[]> {
  if (count === 0) return [];
  const connection = directConnections.get(tx);
  if (!connection) throw new Error('ids are reserved within a write');
  return connection.reserveIds(table, count);
}

const directConnections = new WeakMap<Kysely<Tables>, WriteConnection>();

/** Whether a query only reads. */
export function isRead({ query }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode';
}

class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) });
