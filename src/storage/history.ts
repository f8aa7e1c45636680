/** Who changed what and when: written in the transaction that makes the change. */
import type { Change, OperationName } from '../domain/changes.ts';
import type { Queries, Write } from './database.ts';
import { prepare } from './prepared.ts';

/** Who makes a change: the owner of a key, or whoever is at the command line. */
export interface Author {
  userId: number | null;
  keyPrefix: string | null;
  /** What the operating system calls the person at the command line. */
  loginName?: string;
}

export interface HistoryEntry {
  id: number;
  at: number;
  userId: number | null;
  displayName: string | null;
  keyPrefix: string | null;
  /** `null` for the owner of a key, and for the command line of versions that did not keep it. */
  loginName: string | null;
  operation: string;
  changes: Change[];
  /** The entry that this one undoes. */
  undoOf: number | null;
}

const insertQuery = prepare<
  Omit<HistoryEntry, 'id' | 'displayName' | 'changes'> & { eventId: number; changes: string },
  never
>((db, p) =>
  db.insertInto('history').values({
    event_id: p.eventId,
    at: p.at,
    user_id: p.userId,
    key_prefix: p.keyPrefix,
    login_name: p.loginName,
    operation: p.operation,
    changes: p.changes,
    undo_of: p.undoOf,
  }),
);

/** One write, as it is recorded. */
interface Recorded {
  eventId: number;
  author: Author;
  /** When, in epoch milliseconds. */
  now: number;
  operation: OperationName;
  changes: readonly Change[];
  /** The entry that it undoes. */
  undoOf: number | null;
}

/** Records one write. */
export async function recordChanges(
  tx: Write,
  { author, now: at, changes, ...recorded }: Recorded,
): Promise<void> {
  const { userId, keyPrefix, loginName = null } = author;
  const text = JSON.stringify(changes);
  const row = { ...recorded, userId, keyPrefix, loginName, at, changes: text };
  await insertQuery.run(tx, row);
}

interface Page {
  /** Entries before this one; left out for the newest. */
  before?: number;
  /**
   * Entries that came after this moment, in epoch milliseconds: all that follow the last one of it. The
   * order of entries is certain, while the clocks of processes run apart and are corrected.
   */
  since?: number;
  limit?: number;
}

/** The changes of an event, newest first. */
export async function listHistory(
  db: Queries,
  eventId: number,
  { before, since, limit }: Page = {},
): Promise<HistoryEntry[]> {
  let query = entries(db).where('history.event_id', '=', eventId);
  if (limit !== undefined) query = query.limit(limit);
  if (before !== undefined) query = query.where('history.id', '<', before);
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

/** One entry, with the event whose history it stands in. */
export async function findEntry(
  db: Queries,
  id: number,
): Promise<(HistoryEntry & { eventId: number }) | undefined> {
  const row = await entries(db)
    .where('history.id', '=', id)
    .select('history.event_id as eventId')
    .executeTakeFirst();
  return row && { ...entryOf(row), eventId: row.eventId };
}

/** The entry that undoes another one. */
export async function findUndoOf(db: Queries, id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('history')
    .where('undo_of', '=', id)
    .select('id')
    .executeTakeFirst();
  return row?.id;
}

const countQuery = prepare<{ eventId: number }, { count: number | string }>((db, p) =>
  db
    .selectFrom('history')
    .where('event_id', '=', p.eventId)
    .select(({ fn }) => fn.countAll<number | string>().as('count')),
);

/** How many entries the history of an event has. */
export async function countEntries(db: Queries, eventId: number): Promise<number> {
  const [row] = await countQuery.run(db, { eventId });
  return Number(row?.count ?? 0);
}

function entries(db: Queries) {
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

function entryOf({ changes, ...row }: Omit<HistoryEntry, 'changes'> & { changes: string }) {
  return { ...row, changes: JSON.parse(changes) as Change[] };
}
