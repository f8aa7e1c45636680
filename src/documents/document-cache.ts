/**
 * The documents of events, ready as bytes. After a change a document is built for the first who asks, once however
 * many wait, and upon the one before it, so only what has changed is read and serialised again. A fail-over may
 * take the database back to an earlier revision, so what was read before connections were lost is dropped.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { CachedValue } from '../concurrency/single-flight.ts';
import type { Representation } from '../http/answers/representation.ts';

export interface EventDocument {
  /** Of the schedule that it was built from, or the board's own. */
  revision: number;
  representation: Representation;
}

export interface Building<Document> {
  /** How many connections to the database have been lost so far. */
  losses(): number;
  /** @param base the document before, if any; it is left as it is @returns nothing when there is no document */
  build(eventId: number, base: Document | undefined): Promise<Document | undefined>;
  /** What a document takes, with what is made of it, as a multiple of its own bytes. */
  bytesFactor: number;
  /** For all documents together; those that were built longest ago are dropped above it. */
  maxBytes: number;
  /** Calls a build when it may begin; at once, unless given. */
  whenDue?(build: () => Promise<void>, builtAt: number | undefined): Promise<void>;
}

/** The documents of one kind, by event. */
export class DocumentCache<Document extends EventDocument> {
  private readonly building: Building<Document>;
  private readonly entries = new Map<number, CachedValue<Document | undefined>>();
  /** How many connections had been lost when the first of the entries was made. */
  private losses = 0;

  constructor(building: Building<Document>) {
    this.building = building;
  }

  /** The events that have an entry. */
  get eventIds(): Iterable<number> {
    return this.entries.keys();
  }

  /** The document of an event, unless it may have changed since it was built. */
  atHand(eventId: number): Document | undefined {
    this.forgetOldServer();
    const entry = this.entries.get(eventId);
    return entry?.isValid ? entry.value : undefined;
  }

  /** Notes that the documents of some events may have changed. */
  invalidate(eventIds: Iterable<number> | 'all'): void {
    const invalid = eventIds === 'all' ? this.entries.keys() : eventIds;
    for (const eventId of invalid) this.entries.get(eventId)?.invalidate();
  }

  /**
   * The document of an event, with every change that was noted before.
   *
   * @param revision of the schedule, or a later one, where it is known; then no change needs to be noted
   * @returns nothing when the event has no such document
   */
  async get(eventId: number, revision?: number): Promise<Document | undefined> {
    for (;;) {
      this.forgetOldServer();
      const { losses } = this;
      const entry = this.entries.get(eventId) ?? this.addEntry(eventId);
      const document =
        revision === undefined
          ? await entry.get()
          : await entry.renew((built) => built !== undefined && built.revision >= revision);
      if (losses !== this.building.losses()) continue;
      if (!document && this.entries.get(eventId) === entry) this.entries.delete(eventId);
      return document;
    }
  }

  private addEntry(eventId: number): CachedValue<Document | undefined> {
    const { build, whenDue } = this.building;
    let builtAt: number | undefined;
    const entry = new CachedValue<Document | undefined>(
      async (base) => {
        const document = await build(eventId, base);
        this.makeRoom(eventId, document);
        return document;
      },
      whenDue &&
        (async (read) => {
          await whenDue(read, builtAt);
          builtAt = performance.now();
        }),
    );
    this.entries.set(eventId, entry);
    return entry;
  }

  private forgetOldServer(): void {
    const losses = this.building.losses();
    if (this.losses === losses) return;
    this.losses = losses;
    this.entries.clear();
  }

  /** Drops other documents until there is room for one that has just been built. */
  private makeRoom(eventId: number, document: Document | undefined): void {
    const entry = this.entries.get(eventId);
    if (!entry) return;
    this.entries.delete(eventId);
    let bytes = this.bytesOf(document);
    for (const { value } of this.entries.values()) bytes += this.bytesOf(value);
    for (const [id, { value }] of this.entries) {
      if (bytes <= this.building.maxBytes) break;
      this.entries.delete(id);
      bytes -= this.bytesOf(value);
    }
    this.entries.set(eventId, entry);
  }

  private bytesOf(document: Document | undefined): number {
    return (document?.representation.length ?? 0) * this.building.bytesFactor;
  }
}

const REST_FACTOR = 4;
/**
 * Between two builds of one document. Each leaves some hundred kilobytes to be collected, which holds up the
 * timing computers. So a board that changes all the time is built a few times a second; a change that comes
 * alone, at once.
 */
const BETWEEN_BUILDS_MILLIS = 300;

/**
 * When documents are built: one after the other, with a rest after each that is a multiple of what it took. However
 * often boards change, building them takes a fifth of a processor, and the timing computers have the others.
 */
export class RestBetweenBuilds {
  private last: Promise<unknown> = Promise.resolve();
  private restsUntil = 0;

  /**
   * Runs a build when it is due.
   *
   * @param builtAt when the same document was last built, by `performance.now()`. One that was never built
   *   comes without a rest after it: there is nothing yet that could be shown meanwhile
   */
  async whenDue(build: () => Promise<void>, builtAt: number | undefined): Promise<void> {
    if (builtAt !== undefined) await until(builtAt + BETWEEN_BUILDS_MILLIS);
    const turn = this.last.then(async () => {
      await until(this.restsUntil);
      const startedAt = performance.now();
      await build();
      const endedAt = performance.now();
      if (builtAt !== undefined) this.restsUntil = endedAt + REST_FACTOR * (endedAt - startedAt);
    });
    this.last = turn.catch(() => {});
    return turn;
  }
}

/** @param at by `performance.now()` */
async function until(at: number): Promise<void> {
  const millis = at - performance.now();
  if (millis > 0) await delay(millis, undefined, { ref: false });
}
