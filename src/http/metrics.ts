/**
 * What the service counts, as Prometheus reads it. The names are those of OpenTelemetry's
 * conventions where these have one.
 */
import type { FastifyReply } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { PROBLEM_CODES, type ProblemCode } from '../contract/problem.ts';
import type { Connections } from '../storage/dialect.ts';
import { addProcessMetrics } from './process-metrics.ts';
import type { RequestKind } from './rate-limit.ts';

/** As the convention advises. */
const DURATION_BUCKETS_SECONDS = [
  0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
];
/** The methods that the convention knows; any other is `_OTHER`, so that nobody can make up more. */
const KNOWN_METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'CONNECT',
];

/** The durations of one method, route and status. */
type Durations = Histogram.Internal<string>;

export class Metrics {
  private readonly registry = new Registry();
  private readonly stopProcessMetrics: () => void;
  private activeRequests = 0;
  /** By route, method and status; kept, because making one for each request would be dear. */
  private readonly durations = new Map<string, Map<string, Durations[]>>();
  private readonly durationHistogram = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Duration of HTTP requests.',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [this.registry],
  });
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

  constructor(connections: Connections) {
    for (const code of PROBLEM_CODES) this.rejectedCounter.inc({ code }, 0);
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
    addPoolMetrics(this.registry, connections);
    this.stopProcessMetrics = addProcessMetrics(this.registry);
  }

  started(): void {
    this.activeRequests++;
  }

  /** Counts a request whose answer has been written. @param now of the clock of `startedAt` */
  answered({ request, raw }: FastifyReply, now: number): void {
    this.activeRequests--;
    const route = request.routeOptions.url ?? '';
    const durations = this.durationsOf(route, request.method, raw.statusCode);
    durations.observe((now - request.startedAt) / 1000);
  }

  rejected(code: ProblemCode): void {
    this.rejectedCounter.inc({ code });
  }

  limited(kind: RequestKind): void {
    this.limitedCounter.inc({ kind });
  }

  /** All metrics as they are now. */
  async read(): Promise<{ contentType: string; text: string }> {
    return { contentType: this.registry.contentType, text: await this.registry.metrics() };
  }

  stop(): void {
    this.stopProcessMetrics();
  }

  private durationsOf(route: string, method: string, status: number): Durations {
    let byMethod = this.durations.get(route);
    if (!byMethod) {
      byMethod = new Map();
      this.durations.set(route, byMethod);
    }
    let byStatus = byMethod.get(method);
    if (!byStatus) {
      byStatus = [];
      byMethod.set(method, byStatus);
    }
    byStatus[status] ??= this.durationHistogram.labels({
      http_request_method: KNOWN_METHODS.includes(method) ? method : '_OTHER',
      http_route: route,
      http_response_status_code: status,
    });
    return byStatus[status];
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
