/**
 * What keys were used for: when last, and their last requests with what became of them. A write per request
 * would be far too dear, so both are collected in memory and written together; a crash loses at most the last
 * collection.
 */
import type { Logger } from 'pino';
import { MAX_KEPT_REQUESTS } from '../contract/limits.ts';
import type { ProblemCode } from '../contract/problem.ts';
import { NO_EVENT, parseEventId } from '../domain/event/event-address.ts';
import type { Exchange } from '../http/exchange.ts';
import { findRevokedKey, noteKeyUses, type UsesOfKey } from '../storage/accounts/key-uses.ts';
import type { Database } from '../storage/engine/database.ts';

/** A race office that asks what a timing computer got sees it so soon. */
const COLLECT_MILLIS = 4000;
/** Above this, what was collected of the key that came first is dropped, so that memory stays bounded. */
const MAX_KEYS = 1000;

/** What a request was answered, and when it came, in epoch milliseconds. */
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

  /** Notes that a key was used, and once it is known, what the request is answered. */
  note(keyId: number, exchange: Exchange): void {
    const at = Date.now();
    this.usesOf(keyId).lastUsedAt = at;
    exchange.onAnswer = (status, code) => this.noteRequest(keyId, exchange, { at, status, code });
  }

  /**
   * Notes a request that is refused, if its key is one that was revoked: its owner looks for the reason here. Which of
   * both it is, is looked up behind the answer, so that its time does not tell.
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

  /** What was collected of a key; it may have been written since the request came. */
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
