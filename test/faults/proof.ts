/** The findings of a fault test: what was measured, and which promises were broken. */
import { type Ledger, registerFaults, versionFaults } from './ledger.ts';
import type { Load, Request } from './load.ts';
import type { ServiceProcess } from './service-process.ts';

export interface Finding {
  /** What was done to the service or its database server. */
  proof: string;
  database: string;
  /** What was measured, as text. */
  measured: string;
  /** Promises that were broken; none when all is well. */
  broken: string[];
}

/** Faults that were found while recording, and registers or documents that no order of operations explains. */
export function ledgerFaults(ledger: Ledger): string[] {
  return [
    ...ledger.faults,
    ...registerFaults(ledger.writes, ledger.reads),
    ...versionFaults(ledger.versions),
  ];
}

/** Requests without an answer (0) or with a 5xx that the fault does not excuse, counted by status. */
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

/** The numbers of acknowledged writes, of reads and of 503s, as text. */
export function counts(load: Load): string {
  // Writes that a rule rightly refuses are not counted.
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
