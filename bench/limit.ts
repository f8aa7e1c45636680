/**
 * What limits a measurement: the service, the load generator, or neither. The service runs JavaScript in
 * one thread, and `wrk` sends from one, so a thread that is busy all the time is the limit.
 */
import type { ChildProcess } from 'node:child_process';
import { measure } from './measure.ts';
import { mainThreadMillis } from './threads.ts';
import type { Load, Measured } from './wrk.ts';

/** The share of the time from which a thread counts as busy all the time. Load takes a moment to start. */
const LIMIT_SHARE = 0.95;

/** Watches a service while there is load on it. */
export class Meter {
  private readonly pids: readonly number[];
  private readonly hasFixedRate: boolean;
  private wallMillis = 0;
  private serviceMillis = 0;
  private readonly generatorShares: number[] = [];

  /**
   * @param services processes that share the load
   * @param options.hasFixedRate whether the load comes at a fixed rate
   */
  constructor(services: readonly ChildProcess[], { hasFixedRate = false } = {}) {
    this.pids = services.map(({ pid = 0 }) => pid);
    this.hasFixedRate = hasFixedRate;
  }

  /** Measures how busy the services are during some work. */
  async during<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
    const startedAt = performance.now();
    const before = this.busyMillis();
    const outcome = await work();
    this.serviceMillis += this.busyMillis() - before;
    this.wallMillis += (performance.now() - startedAt) * this.pids.length;
    return outcome;
  }

  /** Measures a load of `wrk`. @throws when a request fails */
  async measure(load: Load): Promise<Measured> {
    const measured = await this.during(() => measure(load));
    this.generatorShares.push(measured.generatorShare);
    return measured;
  }

  async requestRate(load: Load): Promise<number> {
    return (await this.measure(load)).requestsPerSecond;
  }

  /** What was the limit, for a table: the share of the time for which each was busy, the limit in bold. */
  verdict(): string {
    const serviceShare = this.serviceMillis / this.wallMillis;
    const generatorShare = Math.max(...this.generatorShares);
    const shares = [inTable('service', serviceShare)];
    if (this.hasFixedRate)
      shares.push(serviceShare < LIMIT_SHARE ? '**fixed rate**' : 'fixed rate');
    else if (this.generatorShares.length > 0) shares.push(inTable('wrk', generatorShare));
    return shares.join(', ');
  }

  private busyMillis(): number {
    return this.pids.reduce((sum, pid) => sum + mainThreadMillis(pid), 0);
  }
}

function inTable(name: string, share: number): string {
  const text = `${name} ${Math.round(share * 100)} %`;
  return share >= LIMIT_SHARE ? `**${text}**` : text;
}
