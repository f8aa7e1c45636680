/**
 * Tells race offices that are open of changes, by server-sent events. Whether each may still watch is asked once
 * a second, for all in one query: a stream of somebody who may not is ended, in whichever process it is.
 */
import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { Refusal } from '../domain/refusal.ts';
import { isAlive } from '../domain/session-rules.ts';
import type { OfficeDocuments } from '../documents/office-documents.ts';
import { EventStreams } from '../http/event-streams.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Database } from '../storage/database.ts';
import { countEntries } from '../storage/history.ts';
import type { StoredSession } from '../storage/sessions.ts';
import { listNewestEntries, listWatchers } from '../storage/watchers.ts';

/** Of one process: some offices of each regatta of a large federation. */
const MAX_STREAMS = 500;
/** Of one person: every tab on every device. */
const MAX_STREAMS_OF_PERSON = 20;
const CHECK_MILLIS = 1000;
/** After which a page that was turned away may try again. */
const FULL_RETRY_SECONDS = 30;

interface Watching {
  sessionId: number;
  userId: number;
  eventId: number;
}

export class OfficeStreams {
  private readonly database: Database;
  private readonly log: Logger;
  private readonly streams: EventStreams;
  private readonly watching = new Map<ServerResponse, Watching>();
  /** The newest entry of the history of each event that is watched. */
  private newest = new Map<number, number | null>();
  private readonly timer: NodeJS.Timeout;
  private readonly unsubscribe: () => void;
  private isChecking = false;

  constructor(database: Database, documents: OfficeDocuments, log: Logger) {
    this.database = database;
    this.log = log;
    this.streams = new EventStreams(async (eventId) => {
      const revision = await countEntries(database.reads, eventId);
      return (await documents.get(eventId, revision))?.revision;
    }, log);
    this.timer = setInterval(() => void this.check(), CHECK_MILLIS);
    this.timer.unref();
    this.unsubscribe = database.changes.subscribe((eventIds) => this.streams.touch(eventIds));
  }

  /**
   * Opens a stream that lasts until the page leaves, the person may not watch any more, or the service stops.
   *
   * @param revision of the event now
   * @returns why not, in words; else the answer is under way
   */
  open(
    exchange: Exchange,
    { sessionId, userId }: Pick<StoredSession, 'sessionId' | 'userId'>,
    eventId: number,
    revision: number,
  ): Refusal | undefined {
    const ofPerson = [...this.watching.values()].filter((each) => each.userId === userId);
    if (this.watching.size >= MAX_STREAMS || ofPerson.length >= MAX_STREAMS_OF_PERSON) {
      exchange.headers['retry-after'] = String(FULL_RETRY_SECONDS);
      return new Refusal('rate_limited', 'Too many pages are open: close some of them.');
    }
    const stream = this.streams.start(exchange, eventId, revision, () => {
      this.watching.delete(exchange.response);
    });
    if (stream) this.watching.set(stream, { sessionId, userId, eventId });
    return undefined;
  }

  /** Ends all streams. */
  close(): void {
    this.unsubscribe();
    clearInterval(this.timer);
    this.streams.close();
  }

  private async check(): Promise<void> {
    if (this.watching.size === 0 || this.isChecking) return;
    this.isChecking = true;
    try {
      await Promise.all([this.endForbidden(), this.findChanges()]);
    } catch (error) {
      this.log.warn({ err: error }, 'open race offices could not be compared with the database');
    } finally {
      this.isChecking = false;
    }
  }

  private async endForbidden(): Promise<void> {
    const asked = [...this.watching];
    const sessionIds = [...new Set(asked.map(([, { sessionId }]) => sessionId))];
    const eventIds = [...new Set(asked.map(([, { eventId }]) => eventId))];
    const now = Date.now();
    const watchers = await listWatchers(this.database.reads, sessionIds, eventIds);
    const allowed = new Set(watchers.filter((each) => isAlive(each, now)).map(keyOf));
    for (const [stream, watching] of asked) if (!allowed.has(keyOf(watching))) stream.end();
  }

  /** Looks for changes of which no hint has come. */
  private async findChanges(): Promise<void> {
    const eventIds = [...this.streams.watched.keys()];
    if (eventIds.length === 0) return;
    const found = await listNewestEntries(this.database.reads, eventIds);
    this.streams.touch(eventIds.filter((id) => found.get(id) !== this.newest.get(id)));
    this.newest = found;
  }
}

function keyOf({ sessionId, eventId }: Pick<Watching, 'sessionId' | 'eventId'>): string {
  return `${sessionId} ${eventId}`;
}
