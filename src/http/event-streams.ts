/**
 * Streams of server-sent events that send the revision of an event (regatta). A revision is sent only once the
 * document of that revision is ready, so a browser that then requests the document gets it.
 */
import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { BoardChange } from '../contract/board.ts';
import type { OfficeChange } from '../contract/console/office.ts';
import { NO_STORE } from './answers/cache-control.ts';
import { countStream } from './answers/send.ts';
import type { Exchange } from './exchange.ts';

/** After so many writes, other work of the event loop gets a turn. */
const SLICE = 200;
/** A client with so much unread is not reading at all. */
const MAX_UNREAD_BYTES = 16 * 1024;

export class StreamGroup {
  private readonly streams = new Set<ServerResponse>();
  /** The one that was sent last. */
  revision: number;
  /** Whether a change is being sent, and (`isBehind`) whether another one has come meanwhile. */
  isSending = false;
  isBehind = false;

  constructor(revision: number) {
    this.revision = revision;
  }

  get isEmpty(): boolean {
    return this.streams.size === 0;
  }

  add(stream: ServerResponse): void {
    this.streams.add(stream);
  }

  delete(stream: ServerResponse): void {
    this.streams.delete(stream);
  }

  /** Writes to all streams that are open now. Clients that do not read are disconnected: unread text would fill the memory. */
  async write(text: string): Promise<void> {
    let written = 0;
    for (const stream of [...this.streams]) {
      if (stream.writableEnded || !this.streams.has(stream)) continue;
      if (stream.writableLength > MAX_UNREAD_BYTES) stream.destroy();
      else stream.write(text);
      if (++written % SLICE === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  end(): void {
    for (const stream of this.streams) stream.end();
  }
}

/** Proxies close what has been silent for half a minute and more. */
const COMMENT_MILLIS = 20_000;
const COMMENT = ':\n\n';
/** Clients reconnect after a random time in this span, so that they do not all come at once after a restart. */
const RETRY_MILLIS = { least: 1000, spread: 4000 };

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': NO_STORE,
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
  // Nothing comes after a stream, so a service that stops need not wait for its connection.
  connection: 'close',
};

/** @returns the revision of the document that is ready; `undefined` when the event has no document any more */
type ReadRevision = (eventId: number) => Promise<number | undefined>;

export class EventStreams {
  private readonly readRevision: ReadRevision;
  private readonly log: Logger;
  private readonly groups = new Map<number, StreamGroup>();
  private readonly timer: NodeJS.Timeout;
  /** How many streams are open. */
  count = 0;

  constructor(readRevision: ReadRevision, log: Logger) {
    this.readRevision = readRevision;
    this.log = log;
    this.timer = setInterval(() => {
      for (const group of this.groups.values()) void group.write(COMMENT);
    }, COMMENT_MILLIS);
    this.timer.unref();
  }

  /** The events with open streams, each with the revision that was sent last. */
  get watched(): Map<number, number> {
    return new Map(Array.from(this.groups, ([eventId, { revision }]) => [eventId, revision]));
  }

  /**
   * Answers a request by a stream that lasts until the client leaves, there is nothing more to watch, or the
   * service stops.
   *
   * @param revision of the event now
   * @param closed called when the stream is over
   * @returns the stream; `undefined` where it was ended at once
   */
  start(
    exchange: Exchange,
    eventId: number,
    revision: number,
    closed: () => void,
  ): ServerResponse | undefined {
    const { response, server } = exchange;
    const isLasting = exchange.method === 'GET' && !server.isDraining;
    response.writeHead(200, { ...HEADERS, 'x-request-id': exchange.id });
    countStream(exchange);
    const retryMillis = Math.round(RETRY_MILLIS.least + Math.random() * RETRY_MILLIS.spread);
    const hello = `retry: ${retryMillis}\n${changeEvent(revision)}`;
    // A service that is about to stop ends the stream: the client reconnects, and reaches another one.
    if (!isLasting || response.destroyed) {
      closed();
      response.end(hello);
      return undefined;
    }
    response.write(hello);
    this.count++;
    const group = this.groups.get(eventId) ?? new StreamGroup(revision);
    this.groups.set(eventId, group);
    group.add(response);
    response.once('close', () => {
      this.count--;
      closed();
      group.delete(response);
      if (group.isEmpty && this.groups.get(eventId) === group) this.groups.delete(eventId);
    });
    // The event may have changed while this stream was being opened.
    if (group.revision !== revision) void this.sendChange(eventId, group);
    return response;
  }

  /** Sends the revision of these events to their streams, where it has changed. */
  touch(eventIds: Iterable<number> | 'all'): void {
    for (const eventId of eventIds === 'all' ? this.groups.keys() : eventIds) {
      const group = this.groups.get(eventId);
      if (group) void this.sendChange(eventId, group);
    }
  }

  /** Sends the same revision again: the document has changed with the time alone. */
  async announce(eventId: number): Promise<void> {
    const group = this.groups.get(eventId);
    if (group && !group.isSending) await group.write(changeEvent(group.revision));
  }

  /** Ends all streams. */
  close(): void {
    clearInterval(this.timer);
    for (const group of this.groups.values()) group.end();
  }

  /** Sends one change at a time; changes that come while one is being sent are sent as one. */
  private async sendChange(eventId: number, group: StreamGroup): Promise<void> {
    group.isBehind = true;
    if (group.isSending) return;
    group.isSending = true;
    try {
      while (group.isBehind) {
        group.isBehind = false;
        const revision = await this.readRevision(eventId);
        if (revision === undefined) group.end();
        else if (revision !== group.revision) {
          group.revision = revision;
          await group.write(changeEvent(revision));
        }
      }
    } catch (error) {
      this.log.warn({ err: error, eventId }, 'a change could not be sent; it is tried again');
    } finally {
      group.isSending = false;
    }
  }
}

function changeEvent(revision: number): string {
  const change: BoardChange & OfficeChange = { revision };
  return `id: ${revision}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`;
}
