/**
 * Queries built once. Building a query with Kysely costs some 40 µs, running a built one a few, so
 * what runs on every request is built at its first use and then only given its parameters.
 */
import type { Compilable, CompiledQuery, DatabaseConnection, Kysely } from 'kysely';
import type { BatchQuery } from './dialect.ts';
import type { Tables } from './tables.ts';

/** A query with named parameters, ready to run on any connection. */
export interface Prepared<Parameters, Row> {
  /** Runs the query and returns its rows. */
  run(db: Kysely<Tables>, parameters: Parameters): Promise<Row[]>;
  /** The query as the database of a connection writes it, and how its parameters are bound. */
  compile(db: Kysely<Tables>): CompiledQuery<Row>;
  /** The values of a compiled query's parameters, in its order. */
  bind(query: CompiledQuery<Row>, parameters: Parameters): unknown[];
  /** Runs the query once for each element, in order; it returns no rows. */
  runAll(db: Kysely<Tables>, parameters: readonly Parameters[]): Promise<void>;
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
  // Databases of different kinds write the same query differently.
  const compiledBy = new WeakMap<object, CompiledQuery<Row>>();
  const compile = (db: Kysely<Tables>) => {
    const { adapter } = db.getExecutor();
    let compiled = compiledBy.get(adapter);
    if (!compiled) {
      compiled = build(db, placeholders as Parameters).compile();
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
      const connection = directConnections.get(db);
      const result = await (connection ?? db).executeQuery<Row>(bound);
      return result.rows;
    },
    async runAll(db, parameters) {
      if (parameters.length === 0) return;
      const query = compile(db);
      const batch: BatchQuery = { ...query, batch: parameters.map((one) => bind(query, one)) };
      await (directConnections.get(db) ?? db).executeQuery(batch);
    },
  };
}

/**
 * Lets the prepared queries of a transaction go straight to its connection: the way through Kysely
 * takes longer than most of them.
 */
export async function shortcut(tx: Kysely<Tables>): Promise<void> {
  directConnections.set(tx, await tx.getExecutor().provideConnection(async (one) => one));
}

const directConnections = new WeakMap<Kysely<Tables>, DatabaseConnection>();

class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) });
