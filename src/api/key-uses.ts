/**
 * When keys were last used. A write per request would be far too dear, so uses are collected and
 * written together; a crash loses at most the last collection.
 */
import type { Logger } from 'pino';
import { noteKeyUses } from '../storage/access.ts';
import type { Database } from '../storage/database.ts';

const COLLECT_MILLIS = 30_000;

export class KeyUses {
  private uses = new Map<number, number>();
  private readonly database: Database;
  private readonly log: Logger;
  private readonly timer: NodeJS.Timeout;

  constructor(database: Database, log: Logger) {
    this.database = database;
    this.log = log;
    this.timer = setInterval(() => this.flush(), COLLECT_MILLIS);
    this.timer.unref();
  }

  note(keyId: number): void {
    this.uses.set(keyId, Date.now());
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  private async flush(): Promise<void> {
    if (this.uses.size === 0) return;
    const uses = this.uses;
    this.uses = new Map();
    try {
      await noteKeyUses(this.database, uses);
    } catch (error) {
      this.log.warn({ err: error }, 'could not note when keys were last used');
    }
  }
}
