/**
 * The history as names are looked for and replaced in it: all of an event, which no other write touches meanwhile,
 * because the caller holds the lock of the event.
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

/** All entries of an event, oldest first; between slices of them other work gets its time. */
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

/** Writes the changes of an entry anew. */
export async function replaceChanges(
  tx: Write,
  id: number,
  changes: readonly Change[],
): Promise<void> {
  const text = JSON.stringify(changes);
  await tx.updateTable('history').set({ changes: text }).where('id', '=', id).execute();
}
