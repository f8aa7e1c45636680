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

/** The events in which a crew is called so, or was, or in whose texts the name may stand. */
export async function listEventsWithName(db: Queries, name: string): Promise<number[]> {
  const teams = await db.selectFrom('teams').select(['event_id as eventId', 'name']).execute();
  const ids = new Set(
    teams.filter((team) => isSameName(team.name, name)).map(({ eventId }) => eventId),
  );
  const written = JSON.stringify(name).slice(1, -1);
  const pattern = `%${written.replaceAll(/[~%_]/g, '~$&')}%`;
  for (const [table, columns] of Object.entries(COLUMNS_WITH_TEXTS)) {
    const stands = sql.join(
      // SQLite makes the letters of English small, and no others.
      columns.flatMap((column) => [
        sql`${sql.ref(column)} like ${pattern} escape '~'`,
        sql`lower(${sql.ref(column)}) like ${pattern.toLowerCase()} escape '~'`,
      ]),
      sql` or `,
    );
    const eventId = sql.ref(table === 'events' ? 'events.id' : 'event_id');
    const { rows } = await sql<{ eventId: number }>`
      select distinct ${eventId} as "eventId" from ${sql.raw(table)} where ${stands}`.execute(db);
    for (const row of rows) ids.add(row.eventId);
  }
  return [...ids].sort((a, b) => a - b);
}

/** Where the texts of an event stand (`TEXTS` in `domain/crews/names-of-crews.ts`). */
const COLUMNS_WITH_TEXTS = {
  history: ['changes'],
  events: ['name', 'sponsor', 'links'],
  schedules: ['lane_scheme'],
  races: 'title boat_class round division_label lane_scheme notes printed_number reason'.split(' '),
  'lanes inner join races on races.id = lanes.race_id': [
    ...['lanes.position_label', 'lanes.withdrawn_reason', 'lanes.category'],
  ],
  notices: ['text'],
  webhooks: ['label'],
  imports: ['answers', 'results'],
};
