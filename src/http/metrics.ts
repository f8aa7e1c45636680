/** Metrics of the server's requests, in the text format of Prometheus. */
import { Counter, Gauge, Registry } from 'prom-client';
import { singleFlight } from '../concurrency/single-flight.ts';
import { PROBLEM_CODES, type ProblemCode } from '../contract/problem.ts';
import { CUT_REASONS, type CutReason } from './limits/connections.ts';
import type { RequestKind } from './limits/rate-limits.ts';

/**
 * How long requests took, by method, route and status, as a histogram for Prometheus. It does not use
 * the histogram of `prom-client`, which builds a string of the labels at each observation: that costs
 * small reads some 3 % of their rate.
 */
const NAME = 'http_server_request_duration_seconds';
/** As OpenTelemetry's convention advises. */
const BOUNDS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
/** The methods that the convention knows; any other is `_OTHER`, so that nobody can make up more. */
const KNOWN_METHODS = new Set('GET HEAD POST PUT DELETE PATCH OPTIONS TRACE CONNECT'.split(' '));

/** The requests of one method, route and status. */
interface Series {
  /** In the text format; routes are our own templates, so nothing in them needs escaping. */
  labels: string;
  /** How many requests each bucket has: longer than the bound before, at most its own; the last one has no bound. */
  counts: number[];
  sumSeconds: number;
}

class Durations {
  /** By route, method and status. */
  private readonly series = new Map<string, Map<string, Series[]>>();

  observe(route: string, sentMethod: string, status: number, seconds: number): void {
    const method = KNOWN_METHODS.has(sentMethod) ? sentMethod : '_OTHER';
    const series = this.series.get(route)?.get(method)?.[status] ?? this.add(route, method, status);
    let bucket = 0;
    while (seconds > (BOUNDS_SECONDS[bucket] ?? Number.POSITIVE_INFINITY)) bucket++;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.sumSeconds += seconds;
  }

  /** The histogram in Prometheus's text format. */
  text(): string {
    const lines = [`# HELP ${NAME} Duration of HTTP requests.`, `# TYPE ${NAME} histogram`];
    for (const byMethod of this.series.values()) {
      for (const byStatus of byMethod.values()) {
        for (const { labels, counts, sumSeconds } of Object.values(byStatus)) {
          let total = 0;
          for (const [i, count] of counts.entries()) {
            total += count;
            lines.push(`${NAME}_bucket{${labels},le="${BOUNDS_SECONDS[i] ?? '+Inf'}"} ${total}`);
          }
          lines.push(`${NAME}_sum{${labels}} ${sumSeconds}`, `${NAME}_count{${labels}} ${total}`);
        }
      }
    }
    return `${lines.join('\n')}\n`;
  }

  private add(route: string, method: string, status: number): Series {
    const byMethod = this.series.get(route) ?? new Map<string, Series[]>();
    const byStatus = byMethod.get(method) ?? [];
    const labels = `http_request_method="${method}",http_route="${route}",http_response_status_code="${status}"`;
    const series = { labels, counts: new Array(BOUNDS_SECONDS.length + 1).fill(0), sumSeconds: 0 };
    byStatus[status] = series;
    this.series.set(route, byMethod.set(method, byStatus));
    return series;
  }
}

export class Metrics {
  /** Other parts of the service register their metrics here. */
  readonly registry = new Registry();
  private activeRequests = 0;
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
  private readonly cutCounter = new Counter({
    name: 'running_order_cut_connections_total',
    help: 'Connections that the service refused or closed for the sake of others.',
    labelNames: ['reason'],
    registers: [this.registry],
  });

  constructor() {
    for (const reason of CUT_REASONS) this.cutCounter.inc({ reason }, 0);
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
  }

  started(): void {
    this.activeRequests++;
  }

  /** Counts a request whose answer has been written. @param route the template of its path */
  answered(route: string, method: string, status: number, seconds: number): void {
    this.activeRequests--;
    this.durations.observe(route, method, status, seconds);
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

  /** All metrics as they are now. Printing them takes half a millisecond, so simultaneous reads share one result. */
  readonly read = singleFlight(async () => {
    const text = `${this.durations.text()}\n${await this.registry.metrics()}`;
    return { contentType: this.registry.contentType, text };
  });
}
