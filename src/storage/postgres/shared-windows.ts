/**
 * Sliding rate windows that all processes share (decision L18). For each key and kind the database stores how many requests
 * were ever counted, and for each moment of the last minute how many had been counted before it; the difference is the
 * number of requests in the window.
 *
 * The tables are unlogged: counting waits for no disk, and a crash of the server loses only the counts of a minute.
 */
import type { PoolClient } from 'pg';
import type { SharedSlot, SlotRequest } from '../engine/dialect.ts';
import type { ServerPool } from './pool.ts';
import type { AnswerAll } from './query-batcher.ts';

const WINDOW_MILLIS = 60_000;
const SWEEP_MILLIS = 15_000;

export const WINDOW_TABLES = [
  `create unlogged table if not exists rate_windows (
    key_id bigint not null,
    kind text not null,
    total bigint not null,
    newest_at bigint not null,
    primary key (key_id, kind)
  ) with (fillfactor = 50)`,
  `create unlogged table if not exists rate_moments (
    key_id bigint not null,
    kind text not null,
    at bigint not null,
    counted_before bigint not null,
    primary key (key_id, kind, at)
  )`,
];

/** The requests of one window within a batch. */
interface Share {
  request: SlotRequest;
  /** The indexes of these requests in the batch. */
  indexes: number[];
}

export class SharedWindows {
  private readonly pool: ServerPool;
  private readonly clock: Clock;
  private sweptAt = performance.now();

  constructor(pool: ServerPool, clock: Clock = new SharedClock()) {
    this.pool = pool;
    this.clock = clock;
  }

  /** Counts a batch of requests, those of the same window in order. */
  readonly take: AnswerAll<SlotRequest, SharedSlot> = async (client, asked) => {
    const shares = sharesOf(asked);
    const now = await this.clock.now(client);
    const values = [
      shares.map(({ request }) => request.keyHash),
      shares.map(({ request }) => request.kind),
      shares.map(({ indexes }) => indexes.length),
      shares.map(({ request }) => request.limit),
      now,
    ];
    const { rows } = await client.query<Counted>({ ...TAKE, values });
    this.sweep();
    const slots = new Array<SharedSlot | undefined>(asked.length).fill(undefined);
    for (const row of rows) {
      this.clock.follow(row.at);
      const { request, indexes } = shares[row.share - 1] as Share;
      for (const [n, index] of indexes.entries()) slots[index] = slotOf(row, n, request.limit);
    }
    return slots;
  };

  /** Deletes the moments that are no longer in any window, at most every 15 seconds. */
  private sweep(): void {
    if (performance.now() - this.sweptAt < SWEEP_MILLIS) return;
    this.sweptAt = performance.now();
    void this.deleteOld();
  }

  private async deleteOld(): Promise<void> {
    try {
      const client = await this.pool.connect();
      try {
        await client.query(SWEEP, [this.clock.last - 2 * WINDOW_MILLIS]);
      } finally {
        client.release();
      }
    } catch {
      // The next sweep deletes what this one has left.
    }
  }
}

function sharesOf(asked: readonly SlotRequest[]): Share[] {
  const shares = new Map<string, Share>();
  for (const [index, request] of asked.entries()) {
    const id = `${request.keyHash} ${request.kind}`;
    const share = shares.get(id);
    if (share) share.indexes.push(index);
    else shares.set(id, { request, indexes: [index] });
  }
  return [...shares.values()];
}

interface Counted {
  /** The index of the share in the batch, counted from 1. */
  share: number;
  /** The moment at which its requests were counted; milliseconds of `Clock`. */
  at: number;
  /** How many requests had ever been counted before these. */
  total: number;
  /** How many of those are in the window. */
  before: number;
  /** The moment of the oldest request in the window. */
  oldestAt: number;
  /**
   * Only if the window has more requests than the limit: the earlier moments that decide when there is room again, each
   * with how many requests had been counted before it.
   */
  moments: [at: number, countedBefore: number][] | null;
}

/** The state after one request of a share. @param n its index in the share, counted from 0 */
function slotOf(
  { at, total, before, oldestAt, moments }: Counted,
  n: number,
  limit: number,
): SharedSlot {
  const count = before + n + 1;
  const untilLeaves = (leaving: number) => leaving + WINDOW_MILLIS - at;
  if (count <= limit) return { count, resetMillis: untilLeaves(oldestAt) };
  // How many requests came before the oldest of the newest `limit` ones.
  const earlier = total + n + 1 - limit;
  if (earlier >= total) return { count, resetMillis: untilLeaves(at) };
  const moment = moments?.findLast(([, countedBefore]) => countedBefore <= earlier);
  return { count, resetMillis: untilLeaves(moment?.[0] ?? at) };
}

/**
 * The rows of keys are locked in the order of their ids, so that two processes cannot deadlock. If a process waits for
 * another one to count, its snapshot has only the moments from before that count; the total of the same snapshot
 * (`w.total`) then says how many requests these moments cover.
 */
const TAKE = {
  name: 'take-slots',
  text: `
    with asked as (
      select a.share, k.id as key_id, a.kind, a.n, a.max_count
      from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[])
        with ordinality as a (key_hash, kind, n, max_count, share)
      join api_keys k on k.key_hash = a.key_hash and k.revoked_at is null
    ), counted as (
      insert into rate_windows as w (key_id, kind, total, newest_at)
      select key_id, kind, n, $5::bigint from asked order by key_id, kind
      on conflict (key_id, kind) do update set
        total = w.total + excluded.total,
        newest_at = greatest(w.newest_at, excluded.newest_at)
      returning w.key_id, w.kind, w.total, w.newest_at
    ), noted as (
      insert into rate_moments (key_id, kind, at, counted_before)
      select c.key_id, c.kind, c.newest_at, c.total - a.n
      from counted c join asked a using (key_id, kind)
      on conflict do nothing
    )
    select a.share, c.newest_at as at, c.total - a.n as total,
      c.total - a.n - coalesce(oldest.counted_before, w.total, 0) as before,
      coalesce(oldest.at, c.newest_at) as "oldestAt",
      case when c.total - coalesce(oldest.counted_before, w.total, 0) > a.max_count then (
        select json_agg(json_build_array(m.at, m.counted_before) order by m.at)
        from rate_moments m
        where m.key_id = a.key_id and m.kind = a.kind
          and m.counted_before <= c.total - a.max_count
          and m.at >= coalesce((
            select f.at from rate_moments f
            where f.key_id = a.key_id and f.kind = a.kind
              and f.counted_before <= c.total - a.n + 1 - a.max_count
            order by f.at desc limit 1
          ), 0)
      ) end as moments
    from asked a
    join counted c using (key_id, kind)
    left join rate_windows w using (key_id, kind)
    left join lateral (
      select m.at, m.counted_before from rate_moments m
      where m.key_id = a.key_id and m.kind = a.kind and m.at > c.newest_at - ${WINDOW_MILLIS}
      order by m.at limit 1
    ) oldest on true`,
};

const SWEEP = 'delete from rate_moments where at <= $1';

/** A clock in milliseconds that never goes back. */
export interface Clock {
  readonly last: number;
  now(client: PoolClient): Promise<number>;
  /** Moves the clock forward to the time of another process, if that is ahead. */
  follow(at: number): void;
}

/**
 * A clock that all processes agree on: it starts from the server's clock and then follows the monotonic clock of the
 * process, so setting a machine's clock has no effect; if another process is ahead, it catches up.
 */
class SharedClock implements Clock {
  last = 0;
  private offset: number | undefined;

  async now(client: PoolClient): Promise<number> {
    if (this.offset === undefined) {
      const { rows } = await client.query<{ now: number }>(SERVER_CLOCK);
      this.offset = (rows[0]?.now ?? 0) - performance.now();
    }
    this.last = Math.max(this.last, Math.floor(performance.now() + this.offset));
    return this.last;
  }

  follow(at: number): void {
    if (at <= this.last) return;
    this.offset = (this.offset ?? 0) + at - this.last;
    this.last = at;
  }
}

const SERVER_CLOCK = 'select (extract(epoch from clock_timestamp()) * 1000)::bigint as now';
