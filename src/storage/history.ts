/** Who changed what and when: written in the transaction that makes the change. */
import type { Change } from '../domain/changes.ts';
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
  at: number;
  userId: number | null;
  displayName: string | null;
  keyPrefix: string | null;
  /** `null` for the owner of a key, and for the command line of versions that did not keep it. */
  loginName: string | null;
  operation: string;
  changes: Change[];
}

const insertQuery = prepare<
  Omit<HistoryEntry, 'displayName' | 'changes'> & { eventId: number; changes: string },
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
  }),
);

/** Records one write. @param at epoch milliseconds */
export async function recordChanges(
  tx: Write,
  eventId: number,
  author: Author,
  at: number,
  operation: string,
  changes: readonly Change[],
): Promise<void> {
  const { userId, keyPrefix, loginName = null } = author;
  const text = JSON.stringify(changes);
  const row = { eventId, userId, keyPrefix, loginName, at, operation, changes: text };
  await insertQuery.run(tx, row);
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
      'history.login_name as loginName',
      'history.operation',
      'history.changes',
    ])
    .execute();
  return rows.map((row) => ({ ...row, changes: JSON.parse(row.changes) as Change[] }));
}
