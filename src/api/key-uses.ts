/**
 * What keys were used for: the time of the last use, and the last requests with their outcomes. A write per request
 * would cost too much, so both are collected in memory and written together; a crash loses at most what was collected
 * since the last write.
 */
import type { Logger } from 'pino';
import { MAX_KEPT_REQUESTS } from '../contract/limits.ts';
import type { ProblemCode } from '../contract/problem.ts';
import { NO_EVENT, parseEventId } from '../domain/event/event-address.ts';
import type { Exchange } from '../http/exchange.ts';
import { findRevokedKey, noteKeyUses, type UsesOfKey } from '../storage/accounts/key-uses.ts';
import type { Database } from '../storage/engine/database.ts';

/** How often uses are written: the race office sees the requests of a timing computer so soon. */
const COLLECT_MILLIS = 4000;
/** Above this, what was collected of the key that came first is dropped, so that memory stays bounded. */
const MAX_KEYS = 1000;

/** The answer to a request, and when the request came, in epoch milliseconds. */
interface Answered {
  at: number;
  status: number;
  code: ProblemCode | undefined;
}

export class KeyUses {
  private uses = new Map<number, UsesOfKey>();
  private readonly database: Database;
  private readonly log: Logger;
  private readonly timer: NodeJS.Timeout;
  private writing: Promise<void> = Promise.resolve();

  constructor(database: Database, log: Logger) {
    this.database = database;
    this.log = log;
    this.timer = setInterval(() => this.flush(), COLLECT_MILLIS);
    this.timer.unref();
  }

  /** Notes that a key was used, and the answer to the request once it is known. */
  note(keyId: number, exchange: Exchange): void {
    const at = Date.now();
    this.usesOf(keyId).lastUsedAt = at;
    exchange.onAnswer = (status, code) => this.noteRequest(keyId, exchange, { at, status, code });
  }

  /**
   * Notes a refused request if its key was revoked, because the owner looks for the reason here. Whether the key was
   * revoked or is unknown is looked up after the answer, so that response times do not reveal it.
   */
  noteRefused(keyHash: string, exchange: Exchange): void {
    const at = Date.now();
    exchange.onAnswer = (status, code) => {
      setImmediate(async () => {
        try {
          const keyId = await findRevokedKey(this.database.reads, keyHash);
          if (keyId !== undefined) this.noteRequest(keyId, exchange, { at, status, code });
        } catch (error) {
          this.log.warn({ err: error }, 'could not note that a key was refused');
        }
      });
    };
  }

  private noteRequest(
    keyId: number,
    { method, route, params }: Exchange,
    answered: Answered,
  ): void {
    const eventId = params.eventId === undefined ? NO_EVENT : parseEventId(params.eventId);
    const { requests } = this.usesOf(keyId);
    if (requests.length >= 2 * MAX_KEPT_REQUESTS) requests.splice(0, MAX_KEPT_REQUESTS);
    const { at, status, code = null } = answered;
    requests.push({ at, method, route, eventId, status, code });
  }

  /** Writes what is left. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.writing;
    await this.flush();
  }

  /** What was collected of a key; begins anew where that has been written since the request came. */
  private usesOf(keyId: number): UsesOfKey {
    let uses = this.uses.get(keyId);
    if (!uses) {
      const [first] = this.uses.size < MAX_KEYS ? [] : this.uses.keys();
      if (first !== undefined) this.uses.delete(first);
      uses = { lastUsedAt: null, requests: [] };
      this.uses.set(keyId, uses);
    }
    return uses;
  }

  private flush(): Promise<void> {
    this.writing = this.writing.then(() => this.write());
    return this.writing;
  }

  private async write(): Promise<void> {
    if (this.uses.size === 0) return;
    const uses = this.uses;
    this.uses = new Map();
    try {
      await noteKeyUses(this.database, uses);
    } catch (error) {
      this.log.warn({ err: error }, 'could not note what keys were used for');
    }
  }
}
