/** Who changed accounts and clubs: written in the transaction that makes the change. */
import type { AccountEntry, AccountOperationName } from '../domain/account-entry.ts';
import type { Write } from './database.ts';
import type { Author } from './history.ts';

interface Recorded extends AccountEntry {
  author: Author;
  /** When, in epoch milliseconds. */
  now: number;
  operation: AccountOperationName;
}

/** Records one thing that was done. */
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
