/**
 * Reads and rewrites the whole history of an event, to find and replace names in it. The caller holds the lock of the
 * event, so no other write changes the history meanwhile.
 */
import type { Change } from '../../domain/history/changes.ts';
import type { Queries, Write } from '../engine/database.ts';
import { type HistorySlice, historySlices } from './history-pages.ts';

/** An entry with its changes as they were recorded. */
interface Entry {
  id: number;
  operation: string;
  changes: readonly Change[];
}

/** All entries of an event's history, oldest first, read in slices, between which other work of the process runs. */
export async function* entriesOldestFirst(db: Queries, eventId: number): AsyncGenerator<Entry> {
  const slices: HistorySlice[] = [];
  for await (const { from, before } of historySlices(db, eventId)) slices.push({ from, before });
  for (const { from, before } of slices.reverse()) {
    const rows = await db
      .selectFrom('history')
      .where('event_id', '=', eventId)
      .where('id', '>=', from)
      .where('id', '<', before)
      .orderBy('id')
      .select(['id', 'operation', 'changes'])
      .execute();
    for (const row of rows) yield { ...row, changes: JSON.parse(row.changes) as Change[] };
  }
}

/** Replaces the changes of an entry. */
export async function replaceChanges(
  tx: Write,
  id: number,
  changes: readonly Change[],
): Promise<void> {
  const text = JSON.stringify(changes);
  await tx.updateTable('history').set({ changes: text }).where('id', '=', id).execute();
}
