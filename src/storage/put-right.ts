/**
 * Puts right what a clock that was set back has put out of reach: rows that are further from being due
 * than they can ever have been put (`isDue` in `src/domain/due.ts`).
 */
import { sql } from 'kysely';
import { isDue, LONGEST_NEWS_WAIT_MILLIS, latestDue } from '../domain/due.ts';
import type { Queries, Write } from './database.ts';

/** Whether any row may be out of reach; it costs two look-ups. @param now epoch milliseconds */
export async function mayBeOutOfReach(db: Queries, now: number): Promise<boolean> {
  const rows = await Promise.all(
    (['outbox', 'deliveries'] as const).map((table) =>
      db
        .selectFrom(table)
        .select((eb) => eb.fn.max('due_at').as('at'))
        .executeTakeFirst(),
    ),
  );
  // No row can have waited for less than no time.
  return rows.some((row) => row?.at != null && row.at > now && isDue(row.at, now, 0));
}

/**
 * Makes what is out of reach due. Deliveries wait once more for as long as they were to wait, at most
 * as long as a worker that has taken them may still be at work.
 *
 * @param now epoch milliseconds
 * @param leaseMillis for how long a worker takes deliveries
 */
export async function putRight(tx: Write, now: number, leaseMillis: number): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ due_at: now })
    .where('due_at', '>', latestDue(now, LONGEST_NEWS_WAIT_MILLIS))
    .execute();
  await tx
    .updateTable('deliveries')
    .set({
      due_at: sql<number>`${sql.lit(now)} + case when wait_millis < ${sql.lit(leaseMillis)}
        then wait_millis else ${sql.lit(leaseMillis)} end`,
    })
    // The first condition is the one that an index answers.
    .where('due_at', '>', latestDue(now, 0))
    .where('due_at', '>', sql<number>`${sql.lit(latestDue(now, 0))} + wait_millis`)
    .execute();
}
