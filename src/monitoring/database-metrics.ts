/** Whether the database takes writes, what it takes up, and how much room there is for more. */
import { Gauge, type Registry } from 'prom-client';
import { singleFlight } from '../concurrency/single-flight.ts';
import type { Database } from '../storage/engine/database.ts';
import type { Connections, Sizes } from '../storage/engine/dialect.ts';

/** However often the metrics are read, the database is measured this often at most. */
const KEEP_MILLIS = 10_000;
/** A database that does not answer must not keep the other metrics from being read. */
const MAX_WAIT_MILLIS = 1000;

/** Adds the metrics of the database to a registry. A size that is not known has no sample. */
export function addDatabaseMetrics(registry: Registry, database: Database): void {
  addPoolMetrics(registry, database.connections);
  const sizes = sizesOf(database);
  const gauge = (name: string, help: string, value: () => Promise<number | undefined>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const known = await value();
        if (known === undefined) this.remove();
        else this.set(known);
      },
    });
  gauge(
    'running_order_database_writable',
    'Whether the database takes writes: 1, or 0 while it does not.',
    async () => (database.health.trouble() === undefined ? 1 : 0),
  );
  gauge(
    'running_order_database_size_bytes',
    'What the database takes up.',
    async () => (await sizes())?.databaseBytes,
  );
  gauge(
    'running_order_history_size_bytes',
    'What the history takes up of it.',
    async () => (await sizes())?.historyBytes,
  );
  gauge(
    'running_order_database_free_bytes',
    'Free space of the disk of an embedded database.',
    async () => database.connections.disk?.freeBytes(),
  );
}

function addPoolMetrics(registry: Registry, connections: Connections): void {
  new Gauge({
    name: 'db_client_connection_count',
    help: 'Connections to the database.',
    labelNames: ['db_client_connection_pool_name', 'db_client_connection_state'],
    registers: [registry],
    collect() {
      for (const { pool, used, idle } of connections.poolStates()) {
        const labels = { db_client_connection_pool_name: pool };
        this.set({ ...labels, db_client_connection_state: 'used' }, used);
        this.set({ ...labels, db_client_connection_state: 'idle' }, idle);
      }
    },
  });
  new Gauge({
    name: 'db_client_connection_pending_requests',
    help: 'Requests that wait for a connection to the database.',
    labelNames: ['db_client_connection_pool_name'],
    registers: [registry],
    collect() {
      for (const { pool, waiting } of connections.poolStates()) {
        this.set({ db_client_connection_pool_name: pool }, waiting);
      }
    },
  });
}

/** Makes a function that says the sizes of a database as they were last measured. */
function sizesOf(database: Database): () => Promise<Sizes | undefined> {
  let sizes: Sizes | undefined;
  const measure = singleFlight(async () => {
    // A database that is out of reach has no sizes; `/readyz` says why.
    sizes = await database.measure().catch(() => undefined);
  }, KEEP_MILLIS);
  return async () => {
    await Promise.race([measure(), passed(MAX_WAIT_MILLIS)]);
    return sizes;
  };
}

function passed(millis: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, millis).unref());
}
