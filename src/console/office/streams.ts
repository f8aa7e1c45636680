/**
 * Sends server-sent events to open race offices: changes, and who else is there. Once a second, with one query each for
 * all of them, it looks up whether they may still watch (the stream of a person who may not is ended, in whichever
 * process it is), what has changed, and who is where. What needs attention can change with the time alone: once a minute
 * the documents are built again, and each change is announced to the pages that watch the document.
 */
import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { OfficeDocument, OfficeDocuments } from '../../documents/build-office.ts';
import { isAlive } from '../../domain/accounts/sessions.ts';
import { othersIn, PLACE_MILLIS } from '../../domain/event/office-view.ts';
import { Refusal } from '../../domain/refusal.ts';
import { EventStreams } from '../../http/event-streams.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { StoredSession } from '../../storage/accounts/sessions.ts';
import type { Database } from '../../storage/engine/database.ts';
import {
  deletePlace,
  listNewestEntries,
  listPlaces,
  listWatchers,
} from '../../storage/event/office-watchers.ts';
import { newestNumber } from '../../storage/history/history.ts';

/** How many one process has: some race offices of each regatta of a large federation. */
const MAX_STREAMS = 500;
/** How many one person has: every tab on every device. */
const MAX_STREAMS_OF_PERSON = 20;
const CHECK_MILLIS = 1000;
/** How often documents are built again, because what needs attention changes with the time: a minute late is enough. */
const REBUILD_MILLIS = 60_000;
/** A page with more unread is not sent who is there; with twice as much unread, `StreamGroup` ends its stream. */
const MAX_UNREAD_BYTES = 8 * 1024;
/** After so long a page that was refused may try again. */
const FULL_RETRY_SECONDS = 30;

interface Watching {
  sessionId: number;
  userId: number;
  eventId: number;
  /** Who else is in the office, as it was last sent to the page: JSON. */
  people?: string;
}

export class OfficeStreams {
  private readonly database: Database;
  private readonly log: Logger;
  private readonly documents: OfficeDocuments;
  private readonly streams: EventStreams;
  private readonly watching = new Map<ServerResponse, Watching>();
  /** The newest entry of the history of each event that is watched. */
  private newest = new Map<number, number | null>();
  private readonly timer: NodeJS.Timeout;
  private readonly unsubscribe: () => void;
  private isChecking = false;
  private isRebuilding = false;
  private isClosed = false;
  /** The `ETag` of each watched document at its last announcement. */
  private readonly announcedTags = new Map<number, string>();
  /** When the documents were last built again, in epoch milliseconds. */
  private rebuiltAt = Date.now();

  constructor(database: Database, documents: OfficeDocuments, log: Logger) {
    this.database = database;
    this.log = log;
    this.documents = documents;
    this.streams = new EventStreams(async (eventId) => {
      const document = await documents.get(eventId, await this.revisionOf(eventId));
      if (document) this.announcedTags.set(eventId, document.representation.etag);
      return document?.revision;
    }, log);
    this.timer = setInterval(() => void this.check(), CHECK_MILLIS);
    this.timer.unref();
    this.unsubscribe = database.changes.subscribe((eventIds) => this.streams.touch(eventIds));
  }

  /**
   * Opens a stream that lasts until the page leaves, the person may not watch any more, or the service stops.
   *
   * @param document of the event now
   * @returns a refusal where too many streams are open; else `undefined`, and the answer has begun
   */
  open(
    exchange: Exchange,
    { sessionId, userId }: Pick<StoredSession, 'sessionId' | 'userId'>,
    { eventId, revision, representation }: OfficeDocument,
  ): Refusal | undefined {
    const ofPerson = [...this.watching.values()].filter((each) => each.userId === userId);
    if (this.watching.size >= MAX_STREAMS || ofPerson.length >= MAX_STREAMS_OF_PERSON) {
      exchange.headers['retry-after'] = String(FULL_RETRY_SECONDS);
      return new Refusal('rate_limited', 'Too many pages are open: close some of them.');
    }
    if (!this.streams.watched.has(eventId)) this.announcedTags.set(eventId, representation.etag);
    const watching = { sessionId, userId, eventId };
    const stream = this.streams.start(exchange, eventId, revision, () => {
      if (this.watching.delete(exchange.response)) void this.leave(watching);
    });
    if (stream) this.watching.set(stream, watching);
    return undefined;
  }

  /** Ends all streams. */
  close(): void {
    this.isClosed = true;
    this.unsubscribe();
    clearInterval(this.timer);
    this.streams.close();
  }

  private async check(): Promise<void> {
    if (this.watching.size === 0) return;
    // Not awaited: building all documents may take longer than people without permission may go on watching.
    void this.rebuildInTime();
    if (this.isChecking) return;
    this.isChecking = true;
    try {
      await Promise.all([this.endForbidden(), this.findChanges(), this.tellPeople()]);
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

  /** Sends each page who else is in its office, if that differs from what it was sent last. */
  private async tellPeople(): Promise<void> {
    const eventIds = [...this.streams.watched.keys()];
    if (eventIds.length === 0) return;
    const now = Date.now();
    const places = await listPlaces(this.database.reads, eventIds, now - PLACE_MILLIS);
    const present = places.filter((each) => isAlive(each, now));
    const byEvent = Map.groupBy(present, ({ eventId }) => eventId);
    for (const [stream, watching] of this.watching) {
      const { eventId, userId } = watching;
      const people = JSON.stringify(othersIn(byEvent.get(eventId) ?? [], userId));
      const isReading = !stream.writableEnded && stream.writableLength <= MAX_UNREAD_BYTES;
      if (people === watching.people || !isReading) continue;
      watching.people = people;
      stream.write(`event: people\ndata: ${people}\n\n`);
    }
  }

  private async rebuildInTime(): Promise<void> {
    // The absolute difference, so that it is also due where the clock was set back.
    const isDue = Math.abs(Date.now() - this.rebuiltAt) >= REBUILD_MILLIS;
    if (!isDue || this.isRebuilding) return;
    this.isRebuilding = true;
    try {
      await this.rebuildDocuments();
    } catch (error) {
      this.log.warn(
        { err: error },
        'open race offices could not be reminded of what needs attention',
      );
    } finally {
      this.isRebuilding = false;
    }
  }

  /** Builds all documents that are watched again, and announces those that time alone has changed. */
  private async rebuildDocuments(): Promise<void> {
    this.rebuiltAt = Date.now();
    const eventIds = [...this.streams.watched.keys()];
    for (const eventId of this.announcedTags.keys())
      if (!eventIds.includes(eventId)) this.announcedTags.delete(eventId);
    for (const eventId of eventIds) {
      const document = await this.documents.renew(eventId, await this.revisionOf(eventId));
      const etag = document?.representation.etag;
      if (etag === undefined || etag === this.announcedTags.get(eventId)) continue;
      this.announcedTags.set(eventId, etag);
      await this.streams.announce(eventId);
    }
  }

  private revisionOf(eventId: number): Promise<number> {
    return newestNumber(this.database.reads, eventId);
  }

  /** Where the last page of a session in an office has closed, removes the person from what others see. */
  private async leave({ sessionId, eventId }: Watching): Promise<void> {
    const isSame = (other: Watching) => other.sessionId === sessionId && other.eventId === eventId;
    // Not where the service stops: then pages reconnect, so people stay where they are.
    if (this.isClosed || [...this.watching.values()].some(isSame)) return;
    try {
      await this.database.write((tx) => deletePlace(tx, { sessionId, eventId }), {
        isRelaxed: true,
      });
    } catch (error) {
      this.log.warn({ err: error }, 'somebody who has left a race office is shown a while longer');
    }
  }
}

function keyOf({ sessionId, eventId }: Pick<Watching, 'sessionId' | 'eventId'>): string {
  return `${sessionId} ${eventId}`;
}
