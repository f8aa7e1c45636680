/**
 * The Prometheus metrics of the service apart from those of requests: push messages, webhooks, streams, followers and
 * passwords; whether the database accepts writes, and its size; processor time, memory and event loop of the process. Names
 * follow the conventions of OpenTelemetry where these have one.
 */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { getHeapSpaceStatistics } from 'node:v8';
import { Counter, Gauge, type Registry } from 'prom-client';
import { singleFlight } from '../concurrency/single-flight.ts';
import { MAX_PLACES } from '../domain/following/followers.ts';
import type { Database } from '../storage/engine/database.ts';
import type { Connections, Sizes } from '../storage/engine/dialect.ts';
import type { FollowerCounts } from '../storage/following/follower-counts.ts';

const PUSH_OUTCOMES = ['delivered', 'gone', 'nowhere', 'refused', 'later', 'expired'] as const;
type PushOutcome = (typeof PUSH_OUTCOMES)[number];

/** Adds the metric of push messages. @returns a function that counts the outcome of an attempt to send one */
export function addPushMetrics(registry: Registry): (outcome: PushOutcome) => void {
  const counter = new Counter({
    name: 'running_order_push_messages_total',
    help: 'Attempts to send a push message, by what came of them.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of PUSH_OUTCOMES) counter.inc({ outcome }, 0);
  return (outcome) => counter.inc({ outcome });
}

type WebhookOutcome = 'delivered' | 'gone' | 'later' | 'given-up';

/** The limit of label values, because managers of events may invent origins; all further ones count as `others`. */
const MAX_ORIGINS = 100;

/** Adds the metric of webhooks. @returns a function that counts the outcome of a delivery, by the origin of its address */
export function addWebhookMetrics(
  registry: Registry,
): (outcome: WebhookOutcome, origin: string) => void {
  const counter = new Counter({
    name: 'running_order_webhook_deliveries_total',
    help: 'Attempts to tell a webhook, by what came of them; given-up: it was switched off.',
    labelNames: ['outcome', 'origin'],
    registers: [registry],
  });
  const origins = new Set<string>();
  return (outcome, origin) => {
    if (origins.size < MAX_ORIGINS) origins.add(origin);
    counter.inc({ outcome, origin: origins.has(origin) ? origin : 'others' });
  };
}

/** Adds the metric of live connections. @param count how many open boards are notified of changes */
export function addLiveMetrics(registry: Registry, count: () => number): void {
  addGauge(registry, 'running_order_live_connections', 'Boards that are told of changes.', count);
}

/** Adds a gauge whose value is computed whenever the metrics are read; `undefined` gives no sample. */
export function addGauge(
  registry: Registry,
  name: string,
  help: string,
  value: () => number | undefined | Promise<number | undefined>,
): void {
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
}

/** Adds a counter whose value is counted elsewhere. @param value must never decrease */
function addCounter(registry: Registry, name: string, help: string, value: () => number): void {
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(value());
    },
  });
}

/** Adds the metrics of the devices that follow something. */
export function addFollowerMetrics(
  registry: Registry,
  followers: { current: FollowerCounts; evicted: number },
): void {
  new Gauge({
    name: 'running_order_follower_devices',
    help: 'Devices that follow something, by whether a message has ever reached them.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { devices, reached } = followers.current;
      this.set({ state: 'reached' }, reached);
      this.set({ state: 'unreached' }, Math.max(devices - reached, 0));
    },
  });
  addGauge(
    registry,
    'running_order_follows',
    'What devices follow: rows of the database.',
    () => followers.current.follows,
  );
  addGauge(
    registry,
    'running_order_follower_places_ratio',
    'Part of the places for devices that is taken.',
    () => followers.current.places / MAX_PLACES,
  );
  addCounter(
    registry,
    'running_order_evicted_devices_total',
    'Devices that no message has ever reached and that were forgotten for newcomers.',
    () => followers.evicted,
  );
}

/** Adds the metrics of passwords that were tried. @param passwords counters that never decrease */
export function addPasswordMetrics(
  registry: Registry,
  passwords: { hashes: number; attempts: Readonly<Record<string, number>> },
): void {
  new Counter({
    name: 'running_order_password_attempts_total',
    help: 'Passwords that were tried, by what came of it; delayed ones were not looked at.',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(passwords.attempts)) {
        this.inc({ outcome }, count);
      }
    },
  });
  addCounter(
    registry,
    'running_order_password_hashes_total',
    'Hashes of passwords that were computed.',
    () => passwords.hashes,
  );
}

/** For how long a measurement of the database is reused, however often the metrics are read. */
const KEEP_MILLIS = 10_000;
/** The maximum wait for the sizes: a database that does not answer must not delay the other metrics. */
const MAX_WAIT_MILLIS = 1000;

/** Adds the metrics of the database to a registry. A size that is not known has no sample. */
export function addDatabaseMetrics(registry: Registry, database: Database): void {
  addPoolMetrics(registry, database.connections);
  const sizes = sizesOf(database);
  addGauge(
    registry,
    'running_order_database_writable',
    'Whether the database takes writes: 1, or 0 while it does not.',
    () => (database.health.trouble() === undefined ? 1 : 0),
  );
  addGauge(
    registry,
    'running_order_database_size_bytes',
    'What the database takes up.',
    async () => (await sizes())?.databaseBytes,
  );
  addGauge(
    registry,
    'running_order_history_size_bytes',
    'What the history takes up of it.',
    async () => (await sizes())?.historyBytes,
  );
  addGauge(
    registry,
    'running_order_database_free_bytes',
    'Free space of the disk of an embedded database.',
    () => database.connections.disk?.freeBytes(),
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

/** Makes a function that returns the last measured sizes of a database; `undefined` if they are not known. */
function sizesOf(database: Database): () => Promise<Sizes | undefined> {
  let sizes: Sizes | undefined;
  const measure = singleFlight(async () => {
    // If the database cannot be reached, the sizes are not known; `/readyz` reports the reason.
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

/** Adds the metrics of this process to a registry. @returns a function that stops measuring */
export function addProcessMetrics(registry: Registry): () => void {
  const stop = addEventLoopMetrics(registry);
  addCounter(
    registry,
    'process_cpu_seconds_total',
    'Processor time of the process, user and system.',
    () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    },
  );
  addGauge(registry, 'process_resident_memory_bytes', 'Memory that the process holds.', () =>
    process.memoryUsage.rss(),
  );
  new Gauge({
    name: 'v8js_memory_heap_used_bytes',
    help: 'Memory in use by JavaScript objects, by space of the heap.',
    labelNames: ['v8js_heap_space_name'],
    registers: [registry],
    collect() {
      for (const space of getHeapSpaceStatistics()) {
        this.set({ v8js_heap_space_name: space.space_name }, space.space_used_size);
      }
    },
  });
  return stop;
}

/** Adds the metrics of the event loop, each over the time since the metrics were last read. */
function addEventLoopMetrics(registry: Registry): () => void {
  const delays = monitorEventLoopDelay();
  const [registers, help] = [
    [registry],
    'Time between two turns of a 10 ms timer, since last read.',
  ];
  // Gauges are collected in the order of registration, so the first one sets all three.
  new Gauge({
    name: 'nodejs_eventloop_delay_p50_seconds',
    help,
    registers,
    collect() {
      this.set(delays.percentile(50) / 1e9);
      p99.set(delays.percentile(99) / 1e9);
      max.set(delays.max / 1e9);
      delays.reset();
      // The 10 ms timer wakes the process up, so it only runs once the metrics have been read.
      delays.enable();
    },
  });
  const p99 = new Gauge({ name: 'nodejs_eventloop_delay_p99_seconds', help, registers });
  const max = new Gauge({ name: 'nodejs_eventloop_delay_max_seconds', help, registers });
  let last = performance.eventLoopUtilization();
  new Gauge({
    name: 'nodejs_eventloop_utilization_ratio',
    help: 'Part of the time that the event loop was busy, since last read.',
    registers,
    collect() {
      const now = performance.eventLoopUtilization();
      this.set(performance.eventLoopUtilization(now, last).utilization);
      last = now;
    },
  });
  return () => delays.disable();
}
