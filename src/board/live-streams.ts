/**
 * Sends changes of boards to browsers, by server-sent events. A change is sent once the document that
 * has it is ready, so a browser that then asks for it gets it.
 */
import type { Logger } from 'pino';
import type { BoardChange } from '../contract/board.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Exchange } from '../http/exchange.ts';
import { NetworkCounts } from '../http/networks.ts';
import { countStream } from '../http/send.ts';
import type { BoardDocuments } from '../documents/board-documents.ts';
import { clientAddress } from '../http/client-address.ts';
import { StreamGroup } from './stream-group.ts';

/** Of one process. */
const MAX_CONNECTIONS = 10_000;
/** Of one address: a whole regatta may sit behind one carrier's. */
const MAX_CONNECTIONS_OF_ADDRESS = 1000;
/** Proxies close what has been silent for half a minute and more. */
const COMMENT_MILLIS = 20_000;
const COMMENT = ':\n\n';
/** How often boards that somebody watches are compared with the database. */
const CHECK_MILLIS = 1000;
/** After which a client that was turned away may try again. */
const FULL_RETRY_SECONDS = 30;
/** Clients reconnect after a random time in this span, so that they do not all come at once after a restart. */
const RETRY_MILLIS = { least: 1000, spread: 4000 };

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
  // Nothing comes after a stream, so a service that stops need not wait for its connection.
  connection: 'close',
};

export class LiveStreams {
  private readonly documents: BoardDocuments;
  private readonly log: Logger;
  private readonly trustedProxies: number;
  private readonly groups = new Map<number, StreamGroup>();
  private readonly ofAddresses = new NetworkCounts(MAX_CONNECTIONS_OF_ADDRESS);
  private readonly timers: NodeJS.Timeout[];
  /** How many are open. */
  count = 0;
  private isChecking = false;

  /** @param trustedProxies how many proxies stand in front of the service */
  constructor(documents: BoardDocuments, trustedProxies: number, log: Logger) {
    this.documents = documents;
    this.trustedProxies = trustedProxies;
    this.log = log;
    this.timers = [
      setInterval(() => void this.check(), CHECK_MILLIS),
      setInterval(() => {
        for (const group of this.groups.values()) void group.write(COMMENT);
      }, COMMENT_MILLIS),
    ];
    for (const timer of this.timers) timer.unref();
  }

  /**
   * Opens a stream that lasts until the client leaves, the schedule is unpublished, or the service
   * stops.
   *
   * @returns why not, in words; else the answer is under way
   */
  open(exchange: Exchange, eventId: number, revision: number): Refusal | undefined {
    const { request, response, server } = exchange;
    const address = clientAddress(request, this.trustedProxies);
    if (this.count >= MAX_CONNECTIONS || !this.ofAddresses.add(address)) {
      exchange.headers['retry-after'] = String(FULL_RETRY_SECONDS);
      return new Refusal('rate_limited', 'Too many boards are connected; it is read without, too.');
    }
    const isLasting = exchange.method === 'GET' && !server.isDraining;
    response.writeHead(200, { ...HEADERS, 'x-request-id': exchange.id });
    countStream(exchange);
    const retryMillis = Math.round(RETRY_MILLIS.least + Math.random() * RETRY_MILLIS.spread);
    const hello = `retry: ${retryMillis}\n${changeEvent(revision)}`;
    // A service that is about to stop ends the stream: the client reconnects, and reaches another one.
    if (!isLasting || response.destroyed) {
      this.ofAddresses.remove(address);
      return void response.end(hello);
    }
    response.write(hello);
    this.count++;
    const group = this.groups.get(eventId) ?? new StreamGroup(revision);
    this.groups.set(eventId, group);
    group.add(response);
    response.once('close', () => {
      this.count--;
      this.ofAddresses.remove(address);
      group.delete(response);
      if (group.isEmpty && this.groups.get(eventId) === group) this.groups.delete(eventId);
    });
    // The schedule may have changed while this stream was being opened.
    if (group.revision !== revision) void this.sendChange(eventId, group);
    return undefined;
  }

  /** Sends a change to those who watch these events. */
  touch(eventIds: ReadonlySet<number> | 'all'): void {
    for (const eventId of eventIds === 'all' ? this.groups.keys() : eventIds) {
      const group = this.groups.get(eventId);
      if (group) void this.sendChange(eventId, group);
    }
  }

  /** Ends all streams. */
  close(): void {
    for (const timer of this.timers) clearInterval(timer);
    for (const group of this.groups.values()) group.end();
  }

  /** Sends one change after the other; changes that come meanwhile are sent as one. */
  private async sendChange(eventId: number, group: StreamGroup): Promise<void> {
    group.isBehind = true;
    if (group.isSending) return;
    group.isSending = true;
    try {
      while (group.isBehind) {
        group.isBehind = false;
        const document = await this.documents.board(eventId);
        if (!document) group.end();
        else if (document.revision !== group.revision) {
          group.revision = document.revision;
          await group.write(changeEvent(document.revision));
        }
      }
    } catch (error) {
      this.log.warn(
        { err: error, eventId },
        'a change could not be sent to boards; it is tried again',
      );
    } finally {
      group.isSending = false;
    }
  }

  /** Looks for changes of which no hint has come. */
  private async check(): Promise<void> {
    if (this.groups.size === 0 || this.isChecking) return;
    this.isChecking = true;
    try {
      const published = await this.documents.check(CHECK_MILLIS / 2);
      for (const [eventId, group] of this.groups) {
        if (published.get(eventId)?.revision !== group.revision)
          void this.sendChange(eventId, group);
      }
    } catch (error) {
      this.log.warn({ err: error }, 'boards could not be compared with the database');
    } finally {
      this.isChecking = false;
    }
  }
}

function changeEvent(revision: number): string {
  const change: BoardChange = { revision };
  return `id: ${revision}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`;
}
