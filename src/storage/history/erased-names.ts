/**
 * The history as names are looked for and replaced in it: all of an event, which no other write touches meanwhile,
 * because the caller holds the lock of the event.
 */
import { sql } from 'kysely';
import type { Change } from '../../domain/history/changes.ts';
import { isSameName } from '../../domain/text/names-in-texts.ts';
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

/** The events in which a crew is called so, or was. */
export async function listEventsWithCrew(db: Queries, name: string): Promise<number[]> {
  const teams = await db.selectFrom('teams').select(['event_id as eventId', 'name']).execute();
  const now = teams.filter((team) => isSameName(team.name, name)).map(({ eventId }) => eventId);
  const written = JSON.stringify(name).slice(1, -1);
  const before = await db
    .selectFrom('history')
    .where(sql<boolean>`changes like ${`%${written.replaceAll(/[~%_]/g, '~$&')}%`} escape '~'`)
    .select('event_id as eventId')
    .distinct()
    .execute();
  return [...new Set([...now, ...before.map(({ eventId }) => eventId)])].sort((a, b) => a - b);
}
