/** Measurements that are comparable: taken in turn, several times, and every request succeeds. */
import { type Client, send } from './service.ts';
import { type Load, wrk } from './wrk.ts';

export const ROUNDS = 5;

/** One row of the table of results. */
export interface Result {
  work: string;
  ours: string;
  comparedWith: string;
  ratio: string;
  target: string;
  /** See `Meter.verdict`. */
  limit: string;
}

/** A row that is compared with nothing. */
export const ALONE = { comparedWith: '–', ratio: '–', limit: '–' };

/** Takes both measurements in turn, several times. @returns what each gave, by round */
export async function inTurns<Sample>(ours: () => Promise<Sample>, other: () => Promise<Sample>) {
  const samples = { ours: [] as Sample[], other: [] as Sample[] };
  for (let n = 0; n < ROUNDS; n++) {
    samples.other.push(await other());
    samples.ours.push(await ours());
  }
  return samples;
}

/** Takes both measurements in turn, as `inTurns` does. @returns the median of each */
export async function interleave(ours: () => Promise<number>, other: () => Promise<number>) {
  const samples = await inTurns(ours, other);
  return { ours: median(samples.ours), other: median(samples.other) };
}

/** Runs a measurement several times. @returns the median of what it returned */
export function medianOf(count: number, once: (index: number) => number): number {
  return median(Array.from({ length: count }, (_, index) => once(index)));
}

export function median(samples: readonly number[]): number {
  return samples.toSorted((a, b) => a - b)[samples.length >> 1] ?? Number.NaN;
}

/** @param part such as 0.99 @returns the sample below which that part of all samples lies */
export function percentile(samples: readonly number[], part: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export async function requestRate(load: Load): Promise<number> {
  return (await measure(load)).requestsPerSecond;
}

/** A measurement in which every request succeeded. */
export async function measure(load: Load) {
  const measured = await wrk(load);
  if (measured.failures > 0) throw new Error(`${measured.failures} requests failed: ${load.url}`);
  return measured;
}

export async function readTarget(client: Client): Promise<{ path: string; etag: string }> {
  const answer = await send(client, 'GET', '/schedule');
  await answer.arrayBuffer();
  return {
    path: `/v1/events/${client.eventId}/schedule`,
    etag: answer.headers.get('etag') ?? '',
  };
}

export function round(number: number): string {
  return Math.round(number).toLocaleString('en-GB');
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
}
