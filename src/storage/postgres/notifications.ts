/** Hints between the processes of an installation that events have changed, sent with LISTEN and NOTIFY. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Notification, PoolClient } from 'pg';
import { partsOf } from '../engine/rows.ts';
import type { ChangeListener } from '../history/change-feed.ts';
import type { ServerPool } from './pool.ts';

const CHANNEL = 'running_order_changes';
const RECONNECT_MILLIS = 1000;
/** How many ids one notification carries; PostgreSQL limits it to 8,000 bytes. */
const IDS_TOGETHER = 300;

export class Notifications {
  private readonly pool: ServerPool;
  private readonly sender = randomUUID();
  private client: PoolClient | undefined;
  private isStopped = false;

  constructor(pool: ServerPool) {
    this.pool = pool;
  }

  /**
   * Notifies the other processes. To be called after the commit, because a NOTIFY in a transaction makes all
   * commits of the server wait for each other.
   */
  async broadcast(eventIds: readonly number[]): Promise<void> {
    try {
      const client = await this.pool.connect();
      try {
        for (const ids of partsOf(eventIds, IDS_TOGETHER)) {
          const payload = [this.sender, ...ids].join(' ');
          await client.query('select pg_notify($1, $2)', [CHANNEL, payload]);
        }
      } finally {
        client.release();
      }
    } catch {
      // A lost hint does no harm: every process checks all events every 20 seconds (`ChangeFeed`).
    }
  }

  /** Listens, and reconnects after every loss of the connection. @returns a function that stops listening */
  listen(listener: ChangeListener): () => void {
    void this.keepListening(listener);
    return () => {
      this.isStopped = true;
      this.client?.release(true);
      this.client = undefined;
    };
  }

  private async keepListening(listener: ChangeListener): Promise<void> {
    while (!this.isStopped) {
      try {
        await this.listenOnce(listener);
      } catch {
        // The server cannot be reached; the loop tries again after a second.
      }
      if (!this.isStopped) await delay(RECONNECT_MILLIS, undefined, { ref: false });
    }
  }

  /** Listens on one connection until it ends. */
  private async listenOnce(listener: ChangeListener): Promise<void> {
    const client = await this.pool.connect();
    if (this.isStopped) return client.release(true);
    const ended = new Promise((resolve) => client.once('end', resolve));
    client.on('notification', (notification) => this.pass(notification, listener));
    this.client = client;
    try {
      await client.query(`listen ${CHANNEL}`);
      // Hints may have been missed before this connection listened.
      listener('all');
      await ended;
    } finally {
      if (this.client === client) client.release(true);
      this.client = undefined;
    }
  }

  private pass({ payload = '' }: Notification, listener: ChangeListener): void {
    const [sender, ...eventIds] = payload.split(' ');
    if (sender !== this.sender) listener(new Set(eventIds.map(Number)));
  }
}
