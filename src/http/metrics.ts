/** What the server counts of its requests, as Prometheus reads it. */
import { Counter, Gauge, Registry } from 'prom-client';
import { singleFlight } from '../concurrency/single-flight.ts';
import { PROBLEM_CODES, type ProblemCode } from '../contract/problem.ts';
import { CUT_REASONS, type CutReason } from './limits/connections.ts';
import { Durations } from './durations.ts';
import type { RequestKind } from './limits/rate-limit.ts';

export class Metrics {
  /** Others add what they count. */
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

  /** All metrics as they are now. They take half a millisecond, so those who ask at once share them. */
  readonly read = singleFlight(async () => {
    const text = `${this.durations.text()}\n${await this.registry.metrics()}`;
    return { contentType: this.registry.contentType, text };
  });
}
