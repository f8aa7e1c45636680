/**
 * What the public reads, ready as bytes: a request for something that has not changed asks the
 * database nothing. The change feed says what has changed. Its hints can be lost, and not every
 * process gives any, so all that is kept is held against the database every so often, with one query
 * for all of it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { BoardEvents } from '../contract/board.ts';
import { type Representation, representationOf } from '../http/representation.ts';
import {
  listPublishedEvents,
  listPublishedSchedules,
  type PublishedSchedule,
} from '../storage/boards.ts';
import type { Database } from '../storage/database.ts';
import { type BoardDocument, buildBoard } from './build-board.ts';
import { Current } from './current.ts';
import { Pace } from './pace.ts';

/** How long what is kept is trusted without a hint. */
const TRUSTED_MILLIS = 1500;
/**
 * A list of events that is older is read again after the next look at the database: what becomes of an
 * event whose board nobody watches is told by no hint when the command line does it.
 */
const LISTED_MILLIS = 500;
/** All documents together, by estimate; those that were asked for first go above it. */
const MAX_KEPT_BYTES = 128 * 1024 * 1024;
/** A document's parts, its page and what is compressed take about so many times its own bytes. */
const BYTES_FACTOR = 8;

/**
 * Each build leaves some hundred kilobytes to be collected, which holds up the timing computers. So a
 * board that changes all the time is built a few times a second; a change that comes alone, at once.
 */
const BETWEEN_BUILDS_MILLIS = 300;
/** More schedules are rather looked at all together. */
const MAX_ASKED = 1000;

/** A document with the number of connections that had been lost when it was read. */
interface Kept {
  document: BoardDocument | undefined;
  losses: number;
}

type Published = Map<number, PublishedSchedule>;

export class BoardDocuments {
  private readonly database: Database;
  private readonly pace = new Pace();
  private readonly boards = new Map<number, Current<Kept>>();
  private readonly published = new Current<Published>((old) => this.readPublished(old));
  /** The events of which something has been told since; `all` to look at every one. */
  private told: Set<number> | 'all' = 'all';
  private readonly events = new Current<Representation>((old) => this.readEvents(old));
  private listedAt = Number.NEGATIVE_INFINITY;
  private checkedAt = Number.NEGATIVE_INFINITY;
  /** How many connections had been lost when the database was last looked at. */
  private checkedLosses = 0;

  constructor(database: Database) {
    this.database = database;
  }

  /** Notes which events have changed. What is asked for from now on has what was told before. */
  touch(eventIds: ReadonlySet<number> | 'all'): void {
    this.published.touch();
    if (eventIds === 'all') {
      this.told = 'all';
      this.events.touch();
      for (const board of this.boards.values()) board.touch();
      return;
    }
    for (const eventId of eventIds) {
      if (this.told !== 'all') this.told.add(eventId);
      this.boards.get(eventId)?.touch();
    }
  }

  /** The board of an event, if it is at hand and nothing speaks for its having changed. */
  boardAtHand(eventId: number): BoardDocument | undefined {
    const board = this.boards.get(eventId);
    return board?.isCurrent && this.isTrusted() ? board.kept?.document : undefined;
  }

  /** The board of an event as it is now; `undefined` when the public may not see one. */
  board(eventId: number): BoardDocument | undefined | Promise<BoardDocument | undefined> {
    return this.boardAtHand(eventId) ?? this.findBoard(eventId);
  }

  /** The list of the events with a published schedule. */
  list(): Representation | Promise<Representation> {
    const { events } = this;
    return events.kept && events.isCurrent && this.published.isCurrent && this.isTrusted()
      ? events.kept
      : this.findList();
  }

  /**
   * All published schedules as they were a moment ago.
   *
   * @param millis how long ago at most
   */
  async check(millis = TRUSTED_MILLIS): Promise<ReadonlyMap<number, PublishedSchedule>> {
    if (!this.isTrusted(millis) && this.published.isCurrent) this.published.touch();
    return this.published.get();
  }

  private async findBoard(eventId: number): Promise<BoardDocument | undefined> {
    // It may have been published by the command line, which gives no hint: the next look asks for it.
    if (this.told !== 'all') this.told.add(eventId);
    let published = await this.check();
    // The question itself may find out that the server is another one.
    while (this.checkedLosses !== this.losses()) published = await this.check();
    if (!published.has(eventId)) return undefined;
    const board = this.boards.get(eventId) ?? this.addBoard(eventId);
    const { document } = await board.get();
    if (!document && this.boards.get(eventId) === board) this.boards.delete(eventId);
    return document;
  }

  private async findList(): Promise<Representation> {
    await this.check();
    return this.events.get();
  }

  private isTrusted(millis = TRUSTED_MILLIS): boolean {
    return performance.now() - this.checkedAt < millis && this.checkedLosses === this.losses();
  }

  private losses(): number {
    return this.database.connections.losses();
  }

  /**
   * Looks which schedules are published, and at which revision: those of which something was told,
   * and those that are kept. All of them are looked at only when there is no telling.
   */
  private async readPublished(old: Published | undefined): Promise<Published> {
    const startedAt = performance.now();
    const losses = this.losses();
    const { told } = this;
    const hasTelling = old && told !== 'all' && this.checkedLosses === losses;
    const asked = hasTelling ? [...new Set([...told, ...this.boards.keys()])] : [];
    const ids = hasTelling && asked.length <= MAX_ASKED ? asked : undefined;
    this.told = new Set();
    let found: Map<number, PublishedSchedule>;
    try {
      found = await listPublishedSchedules(this.database.reads, ids);
    } catch (error) {
      this.told = 'all';
      throw error;
    }
    if (this.checkedLosses !== losses) {
      // Another server may know less: nothing that was read from the one before it is good.
      this.boards.clear();
      this.events.touch();
    }
    this.checkedAt = startedAt;
    this.checkedLosses = losses;
    for (const [eventId, board] of this.boards) {
      const document = board.kept?.document;
      const row = found.get(eventId);
      const isSame = document?.revision === row?.revision && document?.updatedAt === row?.updatedAt;
      if (board.kept && !isSame && board.isCurrent) board.touch();
    }
    if (!ids || !old) {
      this.events.touch();
      return found;
    }
    if (startedAt - this.listedAt >= LISTED_MILLIS) this.events.touch();
    for (const eventId of ids) {
      const row = found.get(eventId);
      // What the list shows of an event changes with everything else in its schedule.
      if (old.get(eventId)?.baseRevision !== row?.baseRevision) this.events.touch();
      if (row) old.set(eventId, row);
      else old.delete(eventId);
    }
    return old;
  }

  private async readEvents(old: Representation | undefined): Promise<Representation> {
    this.listedAt = performance.now();
    const list: BoardEvents = { events: await listPublishedEvents(this.database.reads) };
    const representation = representationOf(list);
    return old?.etag === representation.etag ? old : representation;
  }

  private addBoard(eventId: number): Current<Kept> {
    let builtAt = Number.NEGATIVE_INFINITY;
    const board: Current<Kept> = new Current(
      (old) => this.readBoard(eventId, old),
      async (work) => {
        const early = builtAt + BETWEEN_BUILDS_MILLIS - performance.now();
        if (early > 0) await delay(early, undefined, { ref: false });
        // The first of an event is built at once: there is nothing yet that could be shown meanwhile.
        await this.pace.run(work, () => board.kept !== undefined);
        builtAt = performance.now();
      },
    );
    this.boards.set(eventId, board);
    return board;
  }

  private async readBoard(eventId: number, old: Kept | undefined): Promise<Kept> {
    for (;;) {
      const losses = this.losses();
      const base = old?.losses === losses ? old.document : undefined;
      const document = await this.database.snapshot((tx) => buildBoard(tx, eventId, base));
      // Whoever waits for the new one mostly wants it compressed as the one before it.
      if (document && base) await document.representation.prepare(base.representation);
      if (losses !== this.losses()) continue;
      this.makeRoom(eventId, document);
      return { document, losses };
    }
  }

  private makeRoom(eventId: number, document: BoardDocument | undefined): void {
    let bytes = bytesOf(document);
    for (const [id, { kept }] of this.boards) if (id !== eventId) bytes += bytesOf(kept?.document);
    for (const [id, { kept }] of this.boards) {
      if (bytes <= MAX_KEPT_BYTES) return;
      if (id === eventId) continue;
      this.boards.delete(id);
      bytes -= bytesOf(kept?.document);
    }
  }
}

function bytesOf(document: BoardDocument | undefined): number {
  return (document?.representation.length ?? 0) * BYTES_FACTOR;
}
