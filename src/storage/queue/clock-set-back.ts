/**
 * Rows of the queues that wait far too long because a clock was set back: those whose due time is further away
 * than the longest wait (`isDue` in `src/domain/queue-rules.ts`).
 */
import { sql } from 'kysely';
import { isDue, LONGEST_NEWS_WAIT_MILLIS, latestDue } from '../../domain/queue-rules.ts';
import type { Queries, Write } from '../engine/database.ts';

/** Those whose rows say how long they were to wait. */
const QUEUES = ['deliveries', 'webhook_deliveries'] as const;

/** Whether there may be such rows; costs three look-ups. @param now epoch milliseconds */
export async function mayWaitTooLong(db: Queries, now: number): Promise<boolean> {
  const rows = await Promise.all(
    (['outbox', ...QUEUES] as const).map((table) =>
      db
        .selectFrom(table)
        .select((eb) => eb.fn.max('due_at').as('at'))
        .executeTakeFirst(),
    ),
  );
  // With a longest wait of 0, no such row is missed.
  return rows.some((row) => row?.at != null && row.at > now && isDue(row.at, now, 0));
}

/**
 * Makes such rows due. Deliveries wait once more as long as they were to wait, but no longer than a worker that
 * has taken them may still be sending.
 *
 * @param now epoch milliseconds
 * @param leaseMillis for how long a worker takes deliveries
 */
export async function shortenWaits(tx: Write, now: number, leaseMillis: number): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ due_at: now })
    .where('due_at', '>', latestDue(now, LONGEST_NEWS_WAIT_MILLIS))
    .execute();
  for (const table of QUEUES) {
    await tx
      .updateTable(table)
      .set({
        due_at: sql<number>`${sql.lit(now)} + case when wait_millis < ${sql.lit(leaseMillis)}
          then wait_millis else ${sql.lit(leaseMillis)} end`,
      })
      // The first condition is the one that an index answers.
      .where('due_at', '>', latestDue(now, 0))
      .where('due_at', '>', sql<number>`${sql.lit(latestDue(now, 0))} + wait_millis`)
      .execute();
  }
}
