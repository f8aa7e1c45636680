/** Sends changes of boards to browsers, by server-sent events, within limits by address. */
import type { Logger } from 'pino';
import type { BoardDocuments } from '../documents/board-documents.ts';
import { Refusal } from '../domain/refusal.ts';
import { EventStreams } from '../http/event-streams.ts';
import type { Exchange } from '../http/exchange.ts';
import { clientAddress, NetworkCounts } from '../http/limits/networks.ts';

/** How many one process has. */
const MAX_CONNECTIONS = 10_000;
/** How many one address has: the spectators of a whole regatta may share the address of a carrier. */
const MAX_CONNECTIONS_OF_ADDRESS = 1000;
/** How often boards with open streams are compared with the database. */
const CHECK_MILLIS = 1000;
/** After so long a client that was refused may try again. */
const FULL_RETRY_SECONDS = 30;

export class LiveStreams {
  private readonly documents: BoardDocuments;
  private readonly log: Logger;
  private readonly trustedProxies: number;
  private readonly streams: EventStreams;
  private readonly ofAddresses = new NetworkCounts(MAX_CONNECTIONS_OF_ADDRESS);
  private readonly timer: NodeJS.Timeout;
  private isChecking = false;

  /** @param trustedProxies how many proxies stand in front of the service */
  constructor(documents: BoardDocuments, trustedProxies: number, log: Logger) {
    this.documents = documents;
    this.trustedProxies = trustedProxies;
    this.log = log;
    this.streams = new EventStreams(
      async (eventId) => (await documents.board(eventId))?.revision,
      log,
    );
    this.timer = setInterval(() => void this.check(), CHECK_MILLIS);
    this.timer.unref();
  }

  /** How many streams are open. */
  get count(): number {
    return this.streams.count;
  }

  /**
   * Opens a stream that lasts until the client leaves, the schedule is unpublished, or the service
   * stops.
   *
   * @returns a refusal where too many are open; else `undefined`, and the answer has begun
   */
  open(exchange: Exchange, eventId: number, revision: number): Refusal | undefined {
    const address = clientAddress(exchange.request, this.trustedProxies);
    if (this.count >= MAX_CONNECTIONS || !this.ofAddresses.add(address)) {
      exchange.headers['retry-after'] = String(FULL_RETRY_SECONDS);
      return new Refusal('rate_limited', 'Too many boards are connected; it is read without, too.');
    }
    this.streams.start(exchange, eventId, revision, () => this.ofAddresses.remove(address));
    return undefined;
  }

  /** Sends the new revisions of these events to their streams. */
  touch(eventIds: ReadonlySet<number> | 'all'): void {
    this.streams.touch(eventIds);
  }

  /** Ends all streams. */
  close(): void {
    clearInterval(this.timer);
    this.streams.close();
  }

  /** Looks for changes of which no hint has come. */
  private async check(): Promise<void> {
    if (this.count === 0 || this.isChecking) return;
    this.isChecking = true;
    try {
      const published = await this.documents.check(CHECK_MILLIS / 2);
      for (const [eventId, revision] of this.streams.watched) {
        if (published.get(eventId)?.revision !== revision) this.streams.touch([eventId]);
      }
    } catch (error) {
      this.log.warn({ err: error }, 'boards could not be compared with the database');
    } finally {
      this.isChecking = false;
    }
  }
}
