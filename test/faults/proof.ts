/** What a fault test has found out. */
import { type Ledger, registerFaults, versionFaults } from './ledger.ts';
import type { Load, Request } from './load.ts';
import type { ServiceProcess } from './service-process.ts';

export interface Finding {
  /** What was done, on which database. */
  proof: string;
  database: string;
  /** What was measured, in words. */
  measured: string;
  /** Promises that were broken; none when all is well. */
  broken: string[];
}

/** What no order of the reads and writes explains, and what was broken by itself. */
export function ledgerFaults(ledger: Ledger): string[] {
  return [
    ...ledger.faults,
    ...registerFaults(ledger.writes, ledger.reads),
    ...versionFaults(ledger.versions),
  ];
}

/** Answers of kinds that the fault does not excuse. */
export function statusFaults(requests: readonly Request[], excused: readonly number[]): string[] {
  const wrong = requests.filter(
    ({ status }) => (status === 0 || status >= 500) && !excused.includes(status),
  );
  return [...Map.groupBy(wrong, ({ status }) => status)].map(
    ([status, { length }]) => `${length} requests got ${status || 'no answer'}`,
  );
}

export function processFaults(services: readonly ServiceProcess[]): string[] {
  return services
    .filter((service) => service.hasFailed)
    .map((service) => `a service process ended: ${service.log.slice(-2000)}`);
}

/** How many requests were answered, by kind, for people. */
export function counts(load: Load): string {
  // A write that a rule refuses, as it should, is none of them.
  const writes = load.requests.filter(
    ({ isWrite, status }) => isWrite && status !== 409 && status !== 422,
  );
  const done = writes.filter(({ status }) => status === 200).length;
  const away = load.requests.filter(({ status }) => status === 503).length;
  const reads = load.requests.filter(({ isWrite }) => !isWrite).length;
  return `${done} of ${writes.length} writes acknowledged, ${reads} reads, ${away} times 503`;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function millis(value: number): string {
  return `${Math.round(value)} ms`;
}
