/**
 * How the backlog of another key delays the everyday pushes of a key: results at a fixed rate, while the other
 * key keeps hundreds of large pushes to another event under way.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { mintKey } from '../test/support/keys.ts';
import { PUSHES_PER_SECOND, pushAtRate } from './fixed-rate-pushes.ts';
import { Meter } from './limit.ts';
import { percentile, type Result } from './measure.ts';
import type { Published } from './public.ts';
import { racePushesOf } from './pushes.ts';
import { copyOf, startProcess, stopProcess, writeInto } from './service.ts';
import { wrk } from './wrk.ts';

const BACKLOG = 500;
const SECONDS = 10;

/** @param folder for files */
export async function fairnessRow(
  { file, client, other }: Published,
  folder: string,
): Promise<Result> {
  const databaseUrl = copyOf(file, folder, 'fairness');
  const key = await writeInto(databaseUrl, (tx) => mintKey(tx, 1, 'everyday'));
  const service = await startProcess(databaseUrl);
  const everyday = { ...client, url: service.url, key };
  await pushAtRate(everyday, 2);
  const alone = await pushAtRate(everyday, SECONDS / 2);
  const script = racePushesOf({ ...other, url: service.url });
  const meter = new Meter([service.process], { hasFixedRate: true });
  const pushing = meter.during(() => pushAtRate(everyday, SECONDS));
  // The large pushes come all at once, while some of the connections that push results are new as well.
  await delay(1000);
  const seconds = SECONDS - 1;
  const load = { url: service.url, script, connections: BACKLOG, seconds };
  const { requestsPerSecond } = await wrk(load);
  const beside = await pushing;
  await stopProcess(service.process);
  const p99 = percentile(beside, 0.99);
  const p99Alone = percentile(alone, 0.99);
  return {
    work: `p99 of \`PUT results\`, ${PUSHES_PER_SECOND} a second, while another key has ${BACKLOG} pushes of 300 races under way`,
    ours: `${p99.toFixed(0)} ms; ${requestsPerSecond.toFixed(0)} of the large pushes/s`,
    comparedWith: `${p99Alone.toFixed(1)} ms, nobody else pushes`,
    ratio: `${(p99 / p99Alone).toFixed(1)} ×`,
    target: '< 1 s',
    limit: meter.verdict(),
  };
}
