/**
 * The primary dies under load and its standby takes over. With synchronous replication no acknowledged write may be lost;
 * without it, writes that had not reached the standby are lost, and no reader may see them again.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Request } from './load.ts';
import { PostgresServer } from './postgres-server.ts';
import { type Finding, millis } from './proof.ts';
import { underLoad } from './under-load.ts';

/** Limit from the promotion to the first write that succeeds, and to the start of the last request that gets 503. */
const MAX_RECOVERY_MILLIS = 2000;
const MAX_ANSWER_MILLIS = 20_000;
const CALM_MILLIS = 1000;
/** For how long replication is stalled before the primary dies, so that there are writes to lose. */
const STALL_MILLIS = 300;
/** Longer than the ten seconds after which a service closes an unused connection. */
const IDLE_MILLIS = 12_000;
const DEAD_MILLIS = 1000;
const STANDBY = 'standby';

const LOAD = {
  events: 2,
  batch: 30,
  writers: 6,
  readers: 4,
  pushes: ['races', 'crews', 'draw', 'results', 'delay', 'refused'],
} as const;

export interface FailOver {
  isSynchronous: boolean;
  /** The service gets no requests before the primary dies, so it holds no connection that could break. */
  isQuiet: boolean;
  /** Service processes. */
  processes: number;
}

export async function failOver({ isSynchronous, isQuiet, processes }: FailOver): Promise<Finding> {
  const primary = await PostgresServer.create();
  const standby = await primary.createStandby(STANDBY);
  try {
    await replicate(primary, isSynchronous);
    const setting = {
      proof: `fail-over, synchronous_standby_names ${isSynchronous ? 'set' : 'not set'}${isQuiet ? ', while nobody is connected' : ''}`,
      database: 'PostgreSQL',
      databaseUrl: primary.url,
      serviceUrl: withStandby(primary, standby),
      processes,
      ...LOAD,
    };
    return await underLoad(setting, async ({ load }) => {
      await delay(CALM_MILLIS);
      primary.stallReplication();
      await delay(STALL_MILLIS);
      load.isPaused = isQuiet;
      if (isQuiet) await delay(IDLE_MILLIS);
      await primary.kill();
      const killedAt = performance.now();
      await delay(DEAD_MILLIS);
      await standby.sql('select pg_promote()');
      const promotedAt = performance.now();
      load.isPaused = false;
      await delay(MAX_RECOVERY_MILLIS + CALM_MILLIS);
      await load.stop();
      return {
        ...judge(load.requests, killedAt, promotedAt),
        excused: [503],
        databaseUrl: standby.url,
        ...(!isSynchronous && { lossEndedAt: promotedAt }),
      };
    });
  } finally {
    await primary.remove();
    await standby.remove();
  }
}

/** The address with both servers; the service finds out which of them is the primary. */
function withStandby({ url, port }: PostgresServer, standby: PostgresServer): string {
  return url.replace(`:${port}/`, `:${port},127.0.0.1:${standby.port}/`);
}

/** Waits until the standby receives what the primary writes. */
async function replicate(primary: PostgresServer, isSynchronous: boolean): Promise<void> {
  if (isSynchronous) {
    await primary.sql(`alter system set synchronous_standby_names = '${STANDBY}'`);
    await primary.sql('select pg_reload_conf()');
  }
  const wanted = isSynchronous ? 'sync' : 'async';
  for (;;) {
    const [link] = await primary.sql<{ state: string; sync_state: string }>(
      'select state, sync_state from pg_stat_replication',
    );
    if (link?.state === 'streaming' && link.sync_state === wanted) return;
    await delay(20);
  }
}

function judge(requests: readonly Request[], killedAt: number, promotedAt: number) {
  const during = requests.filter(({ endedAt }) => endedAt >= killedAt);
  const away = during.filter(({ status }) => status !== 200 && status >= 500);
  const served = during.filter(
    ({ status, isWrite, startedAt }) => status === 200 && isWrite && startedAt > killedAt,
  );
  const first = Math.min(...served.map(({ endedAt }) => endedAt)) - promotedAt;
  const last = Math.max(0, ...away.map(({ startedAt }) => startedAt - promotedAt));
  const slowest = Math.max(...during.map(({ startedAt, endedAt }) => endedAt - startedAt));
  const broken: string[] = [];
  if (!(first <= MAX_RECOVERY_MILLIS)) broken.push(`the first write came after ${millis(first)}`);
  if (last > MAX_RECOVERY_MILLIS) broken.push(`a request of ${millis(last)} later got 503`);
  if (slowest > MAX_ANSWER_MILLIS) broken.push(`an answer took ${millis(slowest)}`);
  const measured =
    `first write ${millis(first)} after the promotion, last 503 to a request of ${millis(last)} ` +
    `after it, slowest answer ${millis(slowest)}`;
  return { measured, broken };
}
