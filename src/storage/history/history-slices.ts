/**
 * The history of an event in slices of neighbouring entries, so that looking through thousands of them keeps the
 * process for some milliseconds at a time: with SQLite, a statement runs in the event loop.
 */
import { sql } from 'kysely';
import { nextSlice, SLICE_MILLIS } from '../../concurrency/slices.ts';
import type { Queries } from '../engine/database.ts';

/** Neighbouring entries, newest first: from this id on, before that one. */
export interface HistorySlice {
  from: number;
  before: number;
}

/** Entries of a slice at most: to ask for their sizes takes less than a millisecond. */
export const SLICE_ENTRIES = 250;
/** Of the changes of a slice, unless one entry alone has more: to search them for some texts takes some 2 ms. */
export const SLICE_BYTES = 256 * 1024;

/**
 * The slices of an event's history, newest first. While somebody works through them, other work of the process gets
 * as much time.
 *
 * @param before entries before this one; all, where it is left out
 */
export async function* historySlices(
  db: Queries,
  eventId: number,
  before = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<HistorySlice, void> {
  let startedAt = performance.now();
  for (let end = before; ; ) {
    const sizes = await listSizes(db, eventId, end);
    for (const slice of slicesOf(sizes, end)) {
      yield slice;
      end = slice.from;
      if (performance.now() - startedAt < SLICE_MILLIS) continue;
      await nextSlice();
      startedAt = performance.now();
    }
    if (sizes.length < SLICE_ENTRIES) return;
  }
}

/** An entry, and how large its changes are. */
interface EntrySize {
  id: number;
  bytes: number;
}

/**
 * Divides entries into slices that are not too large.
 *
 * @param sizes newest first
 * @param before an id above those of all entries
 */
export function slicesOf(sizes: readonly EntrySize[], before: number): HistorySlice[] {
  const slices: HistorySlice[] = [];
  let room = 0;
  for (const { id, bytes } of sizes) {
    const last = slices.at(-1);
    if (last && bytes <= room) {
      last.from = id;
      room -= bytes;
    } else {
      slices.push({ from: id, before: last?.from ?? before });
      room = SLICE_BYTES - bytes;
    }
  }
  return slices;
}

function listSizes(db: Queries, eventId: number, before: number): Promise<EntrySize[]> {
  return db
    .selectFrom('history')
    .where('event_id', '=', eventId)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(SLICE_ENTRIES)
    .select(['id', sql<number>`octet_length(changes)`.as('bytes')])
    .execute();
}
