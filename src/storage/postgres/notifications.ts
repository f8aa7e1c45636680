/** Hints between the processes of an installation that events have changed, by LISTEN and NOTIFY. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Notification, PoolClient } from 'pg';
import { partsOf } from '../engine/rows.ts';
import type { ChangeListener } from '../history/change-feed.ts';
import type { ServerPool } from './pool.ts';

const CHANNEL = 'running_order_changes';
const RECONNECT_MILLIS = 1000;
/** A notification may have 8,000 bytes. */
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
   * Notifies the other processes. This happens after the commit: a NOTIFY within transactions makes all
   * commits of a server wait for each other.
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
      // The other processes check for changes from time to time anyway.
    }
  }

  /** Listens until the function that it returns is called; it reconnects after every loss. */
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
        // The server is away; it is tried again in a moment.
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
      // Hints may have been missed while nobody listened.
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
