/**
 * Queries built once. Building a query with Kysely costs some 40 µs, running a built one a few, so
 * what runs on every request is built at its first use and then only given its parameters.
 */
import type { Compilable, CompiledQuery, DatabaseConnection, Kysely } from 'kysely';
import type { Tables, TableWithIds } from '../migrations/tables.ts';

/** A query with named parameters, ready to run on any connection. */
interface Prepared<Parameters, Row> {
  /** Runs the query and returns its rows. */
  run(db: Kysely<Tables>, parameters: Parameters): Promise<Row[]>;
  /** The query as the database of a connection writes it, and how its parameters are bound. */
  compile(db: Kysely<Tables>): PreparedQuery<Row>;
  /** The values of a compiled query's parameters, in its order. */
  bind(query: CompiledQuery<Row>, parameters: Parameters): unknown[];
}

/** A compiled query that runs often; its name stands for its text. */
export interface PreparedQuery<Row> extends CompiledQuery<Row> {
  readonly name: string;
}

/**
 * Prepares a query.
 *
 * @param build makes the query; it is given placeholders in place of values, so it must not look
 *   at them, only pass them on
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

/** Uses a connection directly: the way through Kysely takes longer than most prepared queries. */
export function connectionOf<Result>(
  db: Kysely<Tables>,
  use: (connection: DatabaseConnection) => Promise<Result>,
): Promise<Result> {
  const direct = directConnections.get(db);
  return direct ? use(direct) : db.getExecutor().provideConnection(use);
}

/**
 * Lets the queries of a transaction go to its connection as they come: Kysely would send none
 * before the one before it has been answered.
 */
export async function shortcut(tx: Kysely<Tables>): Promise<void> {
  const connection = await tx.getExecutor().provideConnection(async (one) => one);
  directConnections.set(tx, connection as WriteConnection);
}

/** How many statements that change something have run on the connection of a transaction. */
export function changeCountOf(tx: Kysely<Tables>): number {
  return directConnections.get(tx)?.changeCount ?? 0;
}

/** What the connections of every kind of database have besides. */
export interface WriteConnection extends DatabaseConnection {
  readonly changeCount: number;
  /** Ids that no row of a table has, had or will be given otherwise. */
  reserveIds(table: TableWithIds, count: number): Promise<number[]>;
}

/**
 * Ids for rows that are about to be inserted in a transaction, so that what is decided about them can
 * name them. An id is never given twice, also not after its row is gone.
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
