/**
 * A cache of events' documents as bytes. After a change, the first request builds the document anew, once however many
 * requests wait, on the basis of the one before, so that only what has changed is read and serialised again. A fail-over
 * may take the database back to an earlier revision, so what was read before a connection was lost is dropped.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { CachedValue } from '../concurrency/single-flight.ts';
import type { Representation } from '../http/answers/representation.ts';

export interface EventDocument {
  /** That of the schedule from which it was built; boards and race offices have one of their own. */
  revision: number;
  representation: Representation;
}

export interface Building<Document> {
  /** How many connections to the database have been lost so far. */
  losses(): number;
  /** @param base the document before, if any; it is not changed @returns `undefined` when the event has no such document */
  build(eventId: number, base: Document | undefined): Promise<Document | undefined>;
  /** The memory that a document and what is derived from it take, as a multiple of its own bytes. */
  bytesFactor: number;
  /** The limit for all documents together; above it, those that were built longest ago are dropped. */
  maxBytes: number;
  /** Calls a build when it may begin; left out, builds begin at once. */
  whenDue?(build: () => Promise<void>, builtAt: number | undefined): Promise<void>;
}

/** The documents of one kind, by event. */
export class DocumentCache<Document extends EventDocument> {
  private readonly building: Building<Document>;
  private readonly entries = new Map<number, CachedValue<Document | undefined>>();
  /** How many connections had been lost when the entries were last dropped for that. */
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
   * @param revision the least that the document may have, where the caller knows it; then no change needs to be noted
   * @returns `undefined` when the event has no such document
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
 * The least time between two builds of one document. Each build leaves some hundred kilobytes of garbage, whose
 * collection delays the timing computers. So a board that changes all the time is built a few times a
 * second; a single change is built at once.
 */
const BETWEEN_BUILDS_MILLIS = 300;

/**
 * Schedules builds: one after the other, each followed by a rest of `REST_FACTOR` times its duration. However often
 * boards change, building them takes at most a fifth of a processor, and four fifths are left for timing computers.
 */
export class RestBetweenBuilds {
  private last: Promise<unknown> = Promise.resolve();
  private restsUntil = 0;

  /**
   * Runs a build when it is due.
   *
   * @param builtAt when the same document was last built, by `performance.now()`. A first build is followed by no
   *   rest: clients that wait for a first build have nothing to show meanwhile
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
