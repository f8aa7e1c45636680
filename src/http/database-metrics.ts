/** Whether the database takes writes, what it takes up, and how much room there is for more. */
import { Gauge, type Registry } from 'prom-client';
import { singleFlight } from '../single-flight.ts';
import type { Database } from '../storage/database.ts';
import type { Sizes } from '../storage/dialect.ts';

/** However often the metrics are read, the database is measured this often at most. */
const KEEP_MILLIS = 10_000;
/** A database that does not answer must not keep the other metrics from being read. */
const MAX_WAIT_MILLIS = 1000;

/** Adds the metrics of the database to a registry. A size that is not known has no sample. */
export function addDatabaseMetrics(registry: Registry, database: Database): void {
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
