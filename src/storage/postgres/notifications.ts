/** Hints between the processes of an installation, by the server's LISTEN and NOTIFY. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Notification, PoolClient } from 'pg';
import type { ChangeListener } from '../change-feed.ts';
import type { ServerPool } from './pool.ts';

const CHANNEL = 'running_order_changes';
const RECONNECT_MILLIS = 1000;
/** A notification may have 8,000 bytes. */
const IDS_TOGETHER = 300;

export class Notifications {
  private readonly pool: ServerPool;
  private readonly sender = randomUUID();
  private hearing: PoolClient | undefined;
  private isStopped = false;

  constructor(pool: ServerPool) {
    this.pool = pool;
  }

  /**
   * Tells the other processes. It does so after the commit and not in it: notifications that are
   * part of transactions make all commits of a server wait for each other.
   */
  async broadcast(eventIds: readonly number[]): Promise<void> {
    try {
      const client = await this.pool.connect();
      try {
        for (let i = 0; i < eventIds.length; i += IDS_TOGETHER) {
          const payload = [this.sender, ...eventIds.slice(i, i + IDS_TOGETHER)].join(' ');
          await client.query('select pg_notify($1, $2)', [CHANNEL, payload]);
        }
      } finally {
        client.release();
      }
    } catch {
      // Who was not told looks by themselves before long.
    }
  }

  /** Listens until it is stopped, through every loss of its connection. */
  listen(listener: ChangeListener): () => void {
    void this.keepListening(listener);
    return () => {
      this.isStopped = true;
      this.hearing?.release(true);
      this.hearing = undefined;
    };
  }

  private async keepListening(listener: ChangeListener): Promise<void> {
    while (!this.isStopped) {
      try {
        await this.hear(listener);
      } catch {
        // The server is away; it is asked again in a moment.
      }
      if (!this.isStopped) await delay(RECONNECT_MILLIS, undefined, { ref: false });
    }
  }

  /** Listens on one connection until it ends. */
  private async hear(listener: ChangeListener): Promise<void> {
    const client = await this.pool.connect();
    if (this.isStopped) return client.release(true);
    const ended = new Promise((resolve) => client.once('end', resolve));
    client.on('notification', (notification) => this.pass(notification, listener));
    this.hearing = client;
    try {
      await client.query(`listen ${CHANNEL}`);
      // Something may have been said while nobody listened.
      listener('all');
      await ended;
    } finally {
      if (this.hearing === client) client.release(true);
      this.hearing = undefined;
    }
  }

  private pass({ payload = '' }: Notification, listener: ChangeListener): void {
    const [sender, ...eventIds] = payload.split(' ');
    if (sender !== this.sender) listener(new Set(eventIds.map(Number)));
  }
}
