/**
 * What the service counts, as Prometheus reads it. The names are those of OpenTelemetry's
 * conventions where these have one.
 */
import { Counter, Gauge, Registry } from 'prom-client';
import { PROBLEM_CODES, type ProblemCode } from '../contract/problem.ts';
import { MAX_PLACES } from '../domain/follower-places.ts';
import type { Database } from '../storage/database.ts';
import type { Connections } from '../storage/dialect.ts';
import type { FollowerCounts } from '../storage/follower-counts.ts';
import { CUT_REASONS, type CutReason } from './connections.ts';
import { addDatabaseMetrics } from './database-metrics.ts';
import { Durations } from './durations.ts';
import { addProcessMetrics } from './process-metrics.ts';
import type { RequestKind } from './rate-limit.ts';

const PUSH_OUTCOMES = ['delivered', 'gone', 'nowhere', 'refused', 'later', 'expired'] as const;

export class Metrics {
  private readonly registry = new Registry();
  private readonly stopProcessMetrics: () => void;
  private activeRequests = 0;
  private liveConnections = 0;
  private readonly durations = new Durations();
  private readonly rejectedCounter = new Counter({
    name: 'running_order_rejected_requests_total',
    help: 'Requests that were answered with a problem document.',
    labelNames: ['code'],
    registers: [this.registry],
  });
  private readonly limitedCounter = new Counter({
    name: 'running_order_limited_requests_total',
    help: 'Requests that went over the rate limit of their key.',
    labelNames: ['kind'],
    registers: [this.registry],
  });

  private readonly pushCounter = new Counter({
    name: 'running_order_push_messages_total',
    help: 'Attempts to send a push message, by what came of them.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });

  private readonly cutCounter = new Counter({
    name: 'running_order_cut_connections_total',
    help: 'Connections that the service refused or closed for the sake of others.',
    labelNames: ['reason'],
    registers: [this.registry],
  });

  constructor(database: Database) {
    for (const reason of CUT_REASONS) this.cutCounter.inc({ reason }, 0);
    for (const code of PROBLEM_CODES) this.rejectedCounter.inc({ code }, 0);
    for (const outcome of PUSH_OUTCOMES) this.pushCounter.inc({ outcome }, 0);
    for (const kind of ['reads', 'writes']) this.limitedCounter.inc({ kind }, 0);
    const active = () => this.activeRequests;
    new Gauge({
      name: 'http_server_active_requests',
      help: 'HTTP requests under way.',
      registers: [this.registry],
      collect() {
        this.set(active());
      },
    });
    const live = () => this.liveConnections;
    new Gauge({
      name: 'running_order_live_connections',
      help: 'Boards that are told of changes.',
      registers: [this.registry],
      collect() {
        this.set(live());
      },
    });
    addPoolMetrics(this.registry, database.connections);
    addDatabaseMetrics(this.registry, database);
    this.stopProcessMetrics = addProcessMetrics(this.registry);
  }

  started(): void {
    this.activeRequests++;
  }

  /** Counts a request whose answer has been written. @param route the template of its path */
  answered(route: string, method: string, status: number, seconds: number): void {
    this.activeRequests--;
    this.durations.observe(route, method, status, seconds);
  }

  /** Notes that a board has begun (1) or ceased (-1) to be told of changes. */
  liveChanged(by: 1 | -1): void {
    this.liveConnections += by;
  }

  /** Counts a push message. @param outcome one of `PUSH_OUTCOMES` */
  pushed(outcome: (typeof PUSH_OUTCOMES)[number]): void {
    this.pushCounter.inc({ outcome });
  }

  /** Tells of the devices that follow something. */
  addFollowers(followers: { current: FollowerCounts; evicted: number }): void {
    addFollowerMetrics(this.registry, followers);
  }

  rejected(code: ProblemCode): void {
    this.rejectedCounter.inc({ code });
  }

  limited(kind: RequestKind): void {
    this.limitedCounter.inc({ kind });
  }

  /** Counts a connection that was refused or closed. */
  cut(reason: CutReason): void {
    this.cutCounter.inc({ reason });
  }

  /** All metrics as they are now. */
  async read(): Promise<{ contentType: string; text: string }> {
    const text = `${this.durations.text()}\n${await this.registry.metrics()}`;
    return { contentType: this.registry.contentType, text };
  }

  stop(): void {
    this.stopProcessMetrics();
  }
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

function addFollowerMetrics(
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
  new Gauge({
    name: 'running_order_follows',
    help: 'What devices follow: rows of the database.',
    registers: [registry],
    collect() {
      this.set(followers.current.follows);
    },
  });
  new Gauge({
    name: 'running_order_follower_places_ratio',
    help: 'Part of the places for devices that is taken.',
    registers: [registry],
    collect() {
      this.set(followers.current.places / MAX_PLACES);
    },
  });
  new Counter({
    name: 'running_order_evicted_devices_total',
    help: 'Devices that no message has ever reached and that were forgotten for newcomers.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(followers.evicted);
    },
  });
}
