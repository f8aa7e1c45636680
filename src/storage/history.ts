/** Who changed what and when: written in the transaction that makes the change. */
import type { Change, OperationName } from '../domain/changes.ts';
import type { Queries, Write } from './database.ts';
import { prepare } from './prepared.ts';

/** Who makes a change: the owner of a key, or nobody known (the command line). */
export interface Author {
  userId: number | null;
  keyPrefix: string | null;
}

export const COMMAND_LINE: Author = { userId: null, keyPrefix: null };

export interface HistoryEntry {
  at: number;
  userId: number | null;
  displayName: string | null;
  keyPrefix: string | null;
  operation: string;
  changes: Change[];
}

const insertQuery = prepare<
  Author & { eventId: number; at: number; operation: string; changes: string },
  never
>((db, p) =>
  db.insertInto('history').values({
    event_id: p.eventId,
    at: p.at,
    user_id: p.userId,
    key_prefix: p.keyPrefix,
    operation: p.operation,
    changes: p.changes,
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
}

/** Records one write. */
export async function recordChanges(
  tx: Write,
  { eventId, author: { userId, keyPrefix }, now: at, operation, changes }: Recorded,
): Promise<void> {
  const text = JSON.stringify(changes);
  await insertQuery.run(tx, { eventId, userId, keyPrefix, at, operation, changes: text });
}

/** The changes of an event, newest first. */
export async function listHistory(db: Queries, eventId: number): Promise<HistoryEntry[]> {
  const rows = await db
    .selectFrom('history')
    .leftJoin('users', 'users.id', 'history.user_id')
    .where('history.event_id', '=', eventId)
    .orderBy('history.id', 'desc')
    .select([
      'history.at',
      'history.user_id as userId',
      'users.display_name as displayName',
      'history.key_prefix as keyPrefix',
      'history.operation',
      'history.changes',
    ])
    .execute();
  return rows.map((row) => ({ ...row, changes: JSON.parse(row.changes) as Change[] }));
}
