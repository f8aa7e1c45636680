/** The documents of race offices, ready as bytes: fifty offices that are open cost little more than one. */
import type { Database } from '../storage/engine/database.ts';
import { buildOffice, loadOffice, type OfficeDocument } from './build-office.ts';
import { DocumentCache, RestBetweenBuilds } from './document-cache.ts';

const MAX_BYTES = 64 * 1024 * 1024;
/** A document's parts and its compressed forms take about so many times its own bytes. */
const BYTES_FACTOR = 4;
/** What changes without an entry of the event's history, such as followers and what needs attention, is at most so old. */
const FRESH_MILLIS = 10_000;

export class OfficeDocuments {
  private readonly cache: DocumentCache<OfficeDocument>;

  constructor(database: Database) {
    const rests = new RestBetweenBuilds();
    this.cache = new DocumentCache({
      losses: () => database.connections.losses(),
      build: async (eventId, before) => {
        const loaded = await database.snapshot((tx) => loadOffice(tx, eventId, before));
        return loaded && buildOffice(loaded, before);
      },
      bytesFactor: BYTES_FACTOR,
      maxBytes: MAX_BYTES,
      whenDue: (build, builtAt) => rests.whenDue(build, builtAt),
    });
  }

  /**
   * The document of an event at a revision or later.
   *
   * @returns `undefined` when there is no such event
   */
  async get(eventId: number, revision: number): Promise<OfficeDocument | undefined> {
    const document = this.cache.atHand(eventId);
    const isFresh = document && performance.now() - document.readAt < FRESH_MILLIS;
    if (isFresh && document.revision >= revision) return document;
    return this.cache.get(eventId, revision);
  }

  /** The same, as it is built from now on: what needs attention depends on the time. */
  renew(eventId: number, revision: number): Promise<OfficeDocument | undefined> {
    return this.cache.get(eventId, revision);
  }
}
