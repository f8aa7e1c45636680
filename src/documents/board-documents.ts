/**
 * Documents that the public reads, cached as bytes: a request for one that has not changed needs no query. The change
 * feed says which events have changed. Its hints can be lost, so the whole cache is compared with the database every
 * `TRUSTED_MILLIS`, by one query for all of it.
 */
import { CachedValue } from '../concurrency/single-flight.ts';
import type { Database } from '../storage/engine/database.ts';
import {
  listBoardEvents,
  listIndexedEvents,
  listPublicEvents,
  type PublicEvent,
} from '../storage/event/boards.ts';
import { type BoardDocument, buildBoard, loadBoard } from './build-board.ts';
import { DocumentCache, RestBetweenBuilds } from './document-cache.ts';
import { type EventListing, ListedEvents } from './event-listing.ts';

/** How long a comparison with the database is trusted, unless the change feed reports a change. */
const TRUSTED_MILLIS = 1500;
/**
 * A list of events that is older is read again after the next comparison with the database. The hint that an event was
 * published may be lost, and the comparison does not find it, because its board is not in the cache yet.
 */
const LISTED_MILLIS = 500;
const MAX_BYTES = 128 * 1024 * 1024;
/** A document's parts, its page and the compressed forms of both take about so many times its own bytes. */
const BYTES_FACTOR = 8;
/** Above this many ids, a query reads all events instead of naming them. */
const MAX_ASKED = 1000;

type Published = Map<number, PublicEvent>;

export class BoardDocuments {
  private readonly database: Database;
  private readonly listsTrials: boolean;
  private readonly boards: DocumentCache<BoardDocument>;
  private readonly published = new CachedValue<Published>((old) => this.readPublished(old));
  private readonly events = new CachedValue<ListedEvents>((old) => this.readEvents(old));
  private readonly indexed = new CachedValue<readonly number[]>((old) => this.readIndexed(old));
  /** The events that were reported as changed since the last comparison with the database, or all. */
  private changed: Set<number> | 'all' = 'all';
  /** The same since the list was last read. The list has thousands of events, and a busy one of them changes often. */
  private changedInList: Set<number> | 'all' = 'all';
  private listedAt = Number.NEGATIVE_INFINITY;
  private checkedAt = Number.NEGATIVE_INFINITY;
  /** How many connections had been lost at the last comparison with the database. */
  private checkedLosses = 0;

  /** @param listsTrials whether the list of events includes trials */
  constructor(database: Database, listsTrials: boolean) {
    this.database = database;
    this.listsTrials = listsTrials;
    const rests = new RestBetweenBuilds();
    this.boards = new DocumentCache({
      losses: () => database.connections.losses(),
      build: async (eventId, before) => {
        const loaded = await database.snapshot((tx) => loadBoard(tx, eventId, before));
        const document = loaded && (await buildBoard(loaded, before));
        // Clients that wait for the new document mostly want it in the encodings of the one before.
        if (document && before) await document.representation.prepare(before.representation);
        return document;
      },
      bytesFactor: BYTES_FACTOR,
      maxBytes: MAX_BYTES,
      whenDue: (build, builtAt) => rests.whenDue(build, builtAt),
    });
  }

  /** Notes which events have changed. What is read from now on includes these changes. */
  invalidate(eventIds: ReadonlySet<number> | 'all'): void {
    this.published.invalidate();
    if (eventIds === 'all') {
      this.changed = 'all';
      this.invalidateLists();
    } else if (this.changed !== 'all') {
      for (const eventId of eventIds) this.changed.add(eventId);
    }
    this.boards.invalidate(eventIds);
  }

  /** The board of an event as it is now; `undefined` when the public may not see one. */
  board(eventId: number): BoardDocument | undefined | Promise<BoardDocument | undefined> {
    this.dropEnded(eventId);
    const atHand = this.isTrusted() ? this.boards.atHand(eventId) : undefined;
    return atHand ?? this.findBoard(eventId);
  }

  /** The list of the events that are announced or published; the same object as long as nothing in it differs. */
  list(): EventListing | Promise<EventListing> {
    const { events } = this;
    return events.value && events.isValid && this.published.isValid && this.isTrusted()
      ? events.value.at(Date.now())
      : this.findList();
  }

  /** The ids of the events that search engines may list; the same array as long as they are the same. */
  async indexedEvents(): Promise<readonly number[]> {
    await this.check();
    return this.indexed.get();
  }

  /**
   * All events that the public sees, by id, as they were a moment ago.
   *
   * @param millis how long ago that may be
   */
  async check(millis = TRUSTED_MILLIS): Promise<ReadonlyMap<number, PublicEvent>> {
    if (!this.isTrusted(millis) && this.published.isValid) this.published.invalidate();
    return this.published.get();
  }

  /** Invalidates a board from which a notice has to go: the end of a notice is no change that the feed reports. */
  private dropEnded(eventId: number): void {
    const document = this.boards.atHand(eventId);
    if (document && document.endsAt <= Date.now()) this.boards.invalidate([eventId]);
  }

  private async findBoard(eventId: number): Promise<BoardDocument | undefined> {
    // The event may have been published and the hint lost, so the next comparison includes it.
    if (this.changed !== 'all') this.changed.add(eventId);
    let published = await this.check();
    // The query itself may find a connection lost; then the server may be another one.
    while (this.checkedLosses !== this.losses()) published = await this.check();
    return published.has(eventId) ? this.boards.get(eventId) : undefined;
  }

  private async findList(): Promise<EventListing> {
    await this.check();
    return (await this.events.get()).at(Date.now());
  }

  private isTrusted(millis = TRUSTED_MILLIS): boolean {
    return performance.now() - this.checkedAt < millis && this.checkedLosses === this.losses();
  }

  private losses(): number {
    return this.database.connections.losses();
  }

  /**
   * Reads which events the public sees, and at which revision: only those reported as changed and those with a board in
   * the cache, or all of them where it is not known which have changed.
   */
  private async readPublished(old: Published | undefined): Promise<Published> {
    const startedAt = performance.now();
    const losses = this.losses();
    const { changed } = this;
    const asked =
      old && changed !== 'all' && this.checkedLosses === losses
        ? [...new Set([...changed, ...this.boards.eventIds])]
        : undefined;
    const ids = asked && asked.length <= MAX_ASKED ? asked : undefined;
    this.changed = new Set();
    let found: Published;
    try {
      found = await listPublicEvents(this.database.reads, ids);
    } catch (error) {
      this.changed = 'all';
      throw error;
    }
    if (this.checkedLosses !== losses) this.invalidateLists();
    this.checkedAt = startedAt;
    this.checkedLosses = losses;
    this.invalidateBoards(found);
    if (!ids || !old) {
      this.invalidateLists();
      return found;
    }
    if (startedAt - this.listedAt >= LISTED_MILLIS) this.invalidateLists();
    for (const eventId of ids) {
      const row = found.get(eventId);
      const before = old.get(eventId);
      // A change of the event's name or zone moves `baseRevision`; changes of single races do not show in the list.
      const isListedOtherwise =
        before?.baseRevision !== row?.baseRevision ||
        before?.status !== row?.status ||
        before?.isIndexed !== row?.isIndexed;
      if (isListedOtherwise) this.invalidateLists(eventId);
      if (row) old.set(eventId, row);
      else old.delete(eventId);
    }
    return old;
  }

  /** @param eventId the event that may have changed; left out, any may have */
  private invalidateLists(eventId?: number): void {
    if (eventId === undefined) this.changedInList = 'all';
    else if (this.changedInList !== 'all') this.changedInList.add(eventId);
    this.events.invalidate();
    this.indexed.invalidate();
  }

  private invalidateBoards(published: Published): void {
    for (const eventId of this.boards.eventIds) {
      const document = this.boards.atHand(eventId);
      const row = published.get(eventId);
      if (!document) continue;
      const isSame =
        document.revision === row?.revision &&
        document.updatedAt === row.updatedAt &&
        document.isIndexed === row.isIndexed;
      if (!isSame) this.boards.invalidate([eventId]);
    }
  }

  /** Reads the listed events that may have changed, or all of them where it is not known which. */
  private async readEvents(old: ListedEvents = new ListedEvents()): Promise<ListedEvents> {
    const { changedInList } = this;
    const isSome = changedInList !== 'all' && changedInList.size <= MAX_ASKED;
    const eventIds = isSome ? [...changedInList] : undefined;
    if (!eventIds) this.listedAt = performance.now();
    this.changedInList = new Set();
    try {
      const wanted = { withTrials: this.listsTrials, eventIds };
      return old.with(await listBoardEvents(this.database.reads, wanted), eventIds);
    } catch (error) {
      this.changedInList = 'all';
      throw error;
    }
  }

  private async readIndexed(old: readonly number[] | undefined): Promise<readonly number[]> {
    const ids = await listIndexedEvents(this.database.reads);
    const isSame = old?.length === ids.length && old.every((id, index) => id === ids[index]);
    return isSame ? old : ids;
  }
}
