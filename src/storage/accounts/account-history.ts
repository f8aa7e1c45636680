/** The history of accounts and clubs: who changed what. An entry is written in the transaction of its change. */
import type { AccountHistoryEntry } from '../../contract/console/installation.ts';
import { formatInstant } from '../../contract/instant.ts';
import type { AccountEntry, AccountOperationName } from '../../domain/accounts/account-entry.ts';
import type { Queries, Write } from '../engine/database.ts';
import type { Author } from '../history/history.ts';

interface Recorded extends AccountEntry {
  author: Author;
  /** When, in epoch milliseconds. */
  now: number;
  operation: AccountOperationName;
}

/** Records one operation. */
export async function recordAccountEntry(
  tx: Write,
  { author, now, operation, subjectId = null, clubId = null, details = {} }: Recorded,
): Promise<void> {
  await tx
    .insertInto('account_history')
    .values({
      at: now,
      user_id: author.userId,
      login_name: author.loginName ?? null,
      operation,
      subject_id: subjectId,
      club_id: clubId,
      details: JSON.stringify(details),
    })
    .execute();
}

/** Deletes the entries of a person's sign-ins before a time. @param before epoch milliseconds */
export async function forgetSignIns(tx: Write, userId: number, before: number): Promise<void> {
  await tx
    .deleteFrom('account_history')
    .where('subject_id', '=', userId)
    .where('operation', '=', 'sign-in' satisfies AccountOperationName)
    .where('at', '<', before)
    .execute();
}

/** Operations of members that the admins of their club see, too, because members act with the rights of the club. */
const OF_MEMBERS: readonly AccountOperationName[] = ['sign-in', 'mint-key', 'revoke-key'];

/**
 * Whose history is read. Of a person: the operations that they did or that concern them. Of a club: the operations on the
 * club, and the sign-ins and keys of its members.
 */
export type HistoryOf = { userId: number } | { clubId: number };

/**
 * A page of the history, newest first.
 *
 * @param before only entries with a lower id; left out: from the newest on
 */
export async function listAccountEntries(
  db: Queries,
  of: HistoryOf,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<AccountHistoryEntry[]> {
  let query = db
    .selectFrom('account_history as h')
    .leftJoin('users as author', 'author.id', 'h.user_id')
    .leftJoin('users as subject', 'subject.id', 'h.subject_id')
    .leftJoin('clubs as club', 'club.id', 'h.club_id')
    .orderBy('h.id', 'desc')
    .limit(limit)
    .select(['h.id', 'h.at', 'h.user_id', 'h.login_name', 'h.operation', 'h.details'])
    .select(['h.subject_id', 'h.club_id', 'author.display_name as author'])
    .select(['subject.display_name as subject', 'club.name as club']);
  query =
    'clubId' in of
      ? query.where((eb) =>
          eb.or([
            eb('h.club_id', '=', of.clubId),
            eb.and([
              eb('h.operation', 'in', OF_MEMBERS),
              eb(
                'h.subject_id',
                'in',
                eb.selectFrom('memberships').where('club_id', '=', of.clubId).select('user_id'),
              ),
            ]),
          ]),
        )
      : query.where((eb) =>
          eb.or([eb('h.user_id', '=', of.userId), eb('h.subject_id', '=', of.userId)]),
        );
  if (before !== undefined) query = query.where('h.id', '<', before);
  const rows = await query.execute();
  return rows.map((row) => ({
    id: row.id,
    at: formatInstant(row.at),
    userId: row.user_id,
    displayName: row.author,
    loginName: row.login_name,
    operation: row.operation,
    subject: row.subject_id === null ? null : { userId: row.subject_id, name: row.subject ?? '' },
    club: row.club_id === null ? null : { id: row.club_id, name: row.club ?? '' },
    details: detailsFor(of, row.details),
  }));
}

/** Removes the IP address of a sign-in for the admins of a club, who may not see it (docs/privacy.md). */
function detailsFor(of: HistoryOf, text: string): Record<string, unknown> {
  const details = JSON.parse(text);
  if ('clubId' in of) delete details.network;
  return details;
}
