/** How long other requests wait while a service does some work. */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { Meter } from './limit.ts';
import { median, type Result, ROUNDS } from './measure.ts';
import type { Client } from './service.ts';

const PAUSE_MILLIS = 2;
const QUIET_MILLIS = 1500;

/**
 * The longest that other requests wait while a service does some work, compared with a quiet service.
 *
 * @param work is done once before anything is measured
 * @param without what the quiet service is without, in words, such as `nobody imports`
 */
export async function compareLongestRead(
  client: Client,
  service: ChildProcess,
  work: () => Promise<unknown>,
  without: string,
): Promise<Pick<Result, 'ours' | 'comparedWith' | 'ratio' | 'limit'>> {
  await longestRead(client, work);
  const meter = new Meter([service], { hasFixedRate: true });
  const quiet: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    quiet.push(await longestRead(client, () => delay(QUIET_MILLIS)));
    beside.push(await meter.during(() => longestRead(client, work)));
  }
  return {
    ours: `median ${median(beside).toFixed(0)} ms, worst of ${ROUNDS} ${Math.max(...beside).toFixed(0)} ms`,
    comparedWith: `${median(quiet).toFixed(0)} ms, ${without}`,
    ratio: `${(median(beside) / median(quiet)).toFixed(1)} ×`,
    limit: meter.verdict(),
  };
}

/** One read after the other, until some work is done. @returns the longest, in milliseconds */
async function longestRead({ url, key }: Client, work: () => Promise<unknown>): Promise<number> {
  const state = { isDone: false };
  const done = work().finally(() => {
    state.isDone = true;
  });
  let longestMillis = 0;
  while (!state.isDone) {
    const start = performance.now();
    const answer = await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${key}` } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`a read was answered with ${answer.status}`);
    longestMillis = Math.max(longestMillis, performance.now() - start);
    await delay(PAUSE_MILLIS);
  }
  await done;
  return longestMillis;
}
