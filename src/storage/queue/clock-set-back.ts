/**
 * Repairs rows of the queues that would wait far too long because a clock was set back: their due time is further ahead
 * than the longest wait that a row can have been given (`isDue` in `src/domain/queue-rules.ts`).
 */
import { sql } from 'kysely';
import { isDue, LONGEST_NEWS_WAIT_MILLIS, latestDue } from '../../domain/queue-rules.ts';
import type { Queries, Write } from '../engine/database.ts';

/** The queues whose rows store their intended wait (`wait_millis`). */
const QUEUES = ['deliveries', 'webhook_deliveries'] as const;

/** Whether there may be rows to repair; costs three look-ups. @param now epoch milliseconds */
export async function mayWaitTooLong(db: Queries, now: number): Promise<boolean> {
  const rows = await Promise.all(
    (['outbox', ...QUEUES] as const).map((table) =>
      db
        .selectFrom(table)
        .select((eb) => eb.fn.max('due_at').as('at'))
        .executeTakeFirst(),
    ),
  );
  // A longest wait of 0 may report rows that are in order, but misses none.
  return rows.some((row) => row?.at != null && row.at > now && isDue(row.at, now, 0));
}

/**
 * Repairs these rows: news become due now. Deliveries get their intended wait again, counted from now, but at most the
 * length of a lease, because a worker that has taken them may still be sending them.
 *
 * @param now epoch milliseconds
 * @param leaseMillis the length of a worker's lease on deliveries
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
      // The second condition implies the first one, which is there because an index can answer it.
      .where('due_at', '>', latestDue(now, 0))
      .where('due_at', '>', sql<number>`${sql.lit(latestDue(now, 0))} + wait_millis`)
      .execute();
  }
}
