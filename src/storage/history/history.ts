/** The history of events: who changed what and when. An entry is written in the transaction of its change. */
import { expressionBuilder } from 'kysely';
import type { Change, OperationName } from '../../domain/history/changes.ts';
import type { LaterEntry } from '../../domain/history/conflicts.ts';
import type { RemovedHistory } from '../../domain/retention-rules.ts';
import type { Queries, Write } from '../engine/database.ts';
import { prepare } from '../engine/prepared.ts';
import { countOf } from '../engine/rows.ts';
import type { Tables } from '../migrations/tables.ts';

/** Who makes a change: a person in the console, the owner of a key, or the person at the command line. */
export interface Author {
  userId: number | null;
  keyPrefix: string | null;
  /** The name by which the operating system knows the person at the command line. */
  loginName?: string;
}

export interface HistoryEntry {
  id: number;
  at: number;
  userId: number | null;
  displayName: string | null;
  keyPrefix: string | null;
  /** `null` unless the command line was used, and for entries of versions that did not store it. */
  loginName: string | null;
  operation: string;
  changes: Change[];
  /** The entry that this one undoes. */
  undoOf: number | null;
}

// Without RETURNING, because that makes the insert 1.7 times as slow, and few writes need the id of their entry.
const insertQuery = prepare<
  Omit<HistoryEntry, 'id' | 'displayName' | 'changes'> & { eventId: number; changes: string },
  unknown
>((db, p) =>
  db.insertInto('history').values({
    event_id: p.eventId,
    number: ({ selectFrom }) =>
      selectFrom('history as h')
        .where('h.event_id', '=', p.eventId)
        .select(({ fn, lit, eb }) =>
          eb(fn.coalesce(fn.max('h.number'), removedTo(p.eventId), lit(0)), '+', 1).as('number'),
        ),
    at: p.at,
    user_id: p.userId,
    key_prefix: p.keyPrefix,
    login_name: p.loginName,
    operation: p.operation,
    changes: p.changes,
    undo_of: p.undoOf,
  }),
);

/** A subquery: the number of the newest removed entry, null if none was. @param eventId may be a placeholder */
function removedTo(eventId: number) {
  const { selectFrom } = expressionBuilder<Tables>();
  return selectFrom('removed_history').where('event_id', '=', eventId).select('to_number');
}

/** The place of a write in the history. */
export interface HistoryPosition {
  id: number;
  /** The number in the history of its event, counted from 1: the revision of the race office. */
  number: number;
}

/** What is recorded of one write. */
interface Record {
  eventId: number;
  author: Author;
  /** When, in epoch milliseconds. */
  now: number;
  operation: OperationName;
  changes: readonly Change[];
  /** The id of the entry that the write undoes; `null`: it is no undo. */
  undoOf: number | null;
}

/** Records one write. */
export async function recordChanges(
  tx: Write,
  { author, now: at, changes, ...recorded }: Record,
): Promise<void> {
  const { userId, keyPrefix, loginName = null } = author;
  const text = JSON.stringify(changes);
  const row = { ...recorded, userId, keyPrefix, loginName, at, changes: text };
  await insertQuery.run(tx, row);
}

interface Page {
  /**
   * Epoch milliseconds: only the entries that follow the last entry up to this moment. The order is taken from the ids,
   * because the clocks of processes differ and are corrected.
   */
  since?: number;
  limit?: number;
}

/** The entries of an event's history, newest first. */
export async function listHistory(
  db: Queries,
  eventId: number,
  { since, limit }: Page = {},
): Promise<HistoryEntry[]> {
  let query = entries(db).where('history.event_id', '=', eventId);
  if (limit !== undefined) query = query.limit(limit);
  if (since !== undefined) {
    query = query.where('history.id', '>', ({ selectFrom }) =>
      selectFrom('history as early')
        .where('early.event_id', '=', eventId)
        .where('early.at', '<=', since)
        .select(({ fn, lit }) => fn.coalesce(fn.max('early.id'), lit(0)).as('id')),
    );
  }
  return (await query.execute()).map(entryOf);
}

/** Which part of an event's history retention has removed. */
export async function findRemoved(db: Queries, eventId: number): Promise<RemovedHistory> {
  const row = await db
    .selectFrom('removed_history')
    .where('event_id', '=', eventId)
    .select(({ selectFrom }) => [
      'to_number as to',
      selectFrom('history')
        .where('event_id', '=', eventId)
        .select(({ fn }) => fn.min('id').as('id'))
        .as('oldestId'),
    ])
    .executeTakeFirst();
  return row ?? { to: 0, oldestId: null };
}

/** How many entries an event's history has now. */
export function countEntries(db: Queries, eventId: number): Promise<number> {
  return countOf(db.selectFrom('history').where('event_id', '=', eventId));
}

/**
 * Removes the oldest entries of an event's history, at most `limit`. The numbers of later entries do not depend on it, so
 * the revision of the race office never goes back.
 *
 * @returns how many entries were removed
 */
export async function removeOldestEntries(
  tx: Write,
  eventId: number,
  limit: number,
): Promise<number> {
  const oldest = await tx
    .selectFrom('history')
    .where('event_id', '=', eventId)
    .orderBy('number')
    .limit(limit)
    .select(['id', 'number'])
    .execute();
  const newest = oldest.at(-1);
  if (!newest) return 0;
  const ids = oldest.map(({ id }) => id);
  await tx.updateTable('history').set({ undo_of: null }).where('undo_of', 'in', ids).execute();
  await tx.deleteFrom('history').where('id', 'in', ids).execute();
  const removed = { to_number: newest.number };
  await tx
    .insertInto('removed_history')
    .values({ event_id: eventId, ...removed })
    .onConflict((conflict) => conflict.column('event_id').doUpdateSet(removed))
    .execute();
  return ids.length;
}

/** One entry, with its event and its number in the history of that event, counted from 1. */
export async function findEntry(
  db: Queries,
  id: number,
): Promise<(HistoryEntry & { eventId: number; number: number }) | undefined> {
  const row = await entries(db)
    .where('history.id', '=', id)
    .select(['history.event_id as eventId', 'history.number'])
    .executeTakeFirst();
  return row && { ...entryOf(row), eventId: row.eventId, number: row.number };
}

/** The id of the entry that undoes another one. */
export async function findUndoOf(db: Queries, id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('history')
    .where('undo_of', '=', id)
    .select('id')
    .executeTakeFirst();
  return row?.id;
}

const newestQuery = prepare<{ eventId: number }, { number: number | null }>((db, p) =>
  db
    .selectFrom('history')
    .where('event_id', '=', p.eventId)
    .select(({ fn }) => fn.coalesce(fn.max('number'), removedTo(p.eventId)).as('number')),
);

/** The revision of a race office: how many entries the event's history has ever had, removed ones included. */
export async function newestNumber(db: Queries, eventId: number): Promise<number> {
  const [row] = await newestQuery.run(db, { eventId });
  return row?.number ?? 0;
}

/** The newest entry of an operation in an event's history. @returns its number there; `at` in epoch milliseconds */
export async function findNewestOf(
  db: Queries,
  eventId: number,
  operation: OperationName,
): Promise<{ number: number; at: number } | undefined> {
  return db
    .selectFrom('history')
    .where('event_id', '=', eventId)
    .where('operation', '=', operation)
    .orderBy('number', 'desc')
    .limit(1)
    .select(['number', 'at'])
    .executeTakeFirst();
}

/** The newest entry of an event's history; zeros if there is none. */
export async function findNewestEntry(db: Queries, eventId: number): Promise<HistoryPosition> {
  const row = await db
    .selectFrom('history')
    .where('event_id', '=', eventId)
    .orderBy('number', 'desc')
    .limit(1)
    .select(['id', 'number'])
    .executeTakeFirst();
  return row ?? { id: 0, number: 0 };
}

/** The entries of an event with a higher number, oldest first, with the labels of their keys. */
export async function listLaterEntries(
  db: Queries,
  eventId: number,
  number: number,
): Promise<LaterEntry[]> {
  const rows = await db
    .selectFrom('history')
    .leftJoin('users', 'users.id', 'history.user_id')
    .leftJoin('api_keys', 'api_keys.key_prefix', 'history.key_prefix')
    .where('history.event_id', '=', eventId)
    .where('history.number', '>', number)
    .orderBy('history.number')
    .select([
      'history.id',
      'history.at',
      'history.operation',
      'history.user_id as userId',
      'users.display_name as displayName',
      'history.login_name as loginName',
      'history.key_prefix as keyPrefix',
      'api_keys.label as keyLabel',
      'history.changes',
      'history.undo_of as undoOf',
    ])
    .execute();
  return rows.map(({ changes, ...row }) => ({ ...row, changes: JSON.parse(changes) as Change[] }));
}

/** A query for entries with the names of their authors, newest first; `entryOf` reads its rows. */
export function entries(db: Queries) {
  return db
    .selectFrom('history')
    .leftJoin('users', 'users.id', 'history.user_id')
    .orderBy('history.id', 'desc')
    .select([
      'history.id',
      'history.at',
      'history.user_id as userId',
      'users.display_name as displayName',
      'history.key_prefix as keyPrefix',
      'history.login_name as loginName',
      'history.operation',
      'history.changes',
      'history.undo_of as undoOf',
    ]);
}

/** Parses the changes of an entry's row. */
export function entryOf<Row extends { changes: string }>({
  changes,
  ...row
}: Row): Omit<Row, 'changes'> & { changes: Change[] } {
  return { ...row, changes: JSON.parse(changes) as Change[] };
}
