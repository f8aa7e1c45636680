/** Requests that made something, remembered for a while so that repeating one makes nothing. */
import { invalid, type Refusal } from '../../domain/refusal.ts';
import { KEEP_IDEMPOTENCY_MILLIS } from '../../domain/retention-rules.ts';
import type { Write } from '../engine/database.ts';

/** A request that its sender may repeat. */
export interface Repeatable {
  /** As the sender calls it. */
  key: string;
  /** By which the same request is known. */
  bodyHash: string;
}

/**
 * Looks whether a request has been made before, and takes its key if it has not. Of two at the same time, the
 * second waits here until the first has made something or failed.
 *
 * @param now epoch milliseconds
 * @returns the id of what it made before; `undefined` the first time; 422 where the key came with another body
 */
export async function takeIdempotencyKey(
  tx: Write,
  userId: number,
  { key, bodyHash }: Repeatable,
  now: number,
): Promise<number | undefined | Refusal> {
  await tx
    .deleteFrom('idempotency_keys')
    .where('created_at', '<=', now - KEEP_IDEMPOTENCY_MILLIS)
    .execute();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotency_keys')
    .values({
      user_id: userId,
      idempotency_key: key,
      body_hash: bodyHash,
      result_id: NOTHING_YET,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'idempotency_key']).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) return undefined;
  const row = await tx
    .selectFrom('idempotency_keys')
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .selectAll()
    .executeTakeFirstOrThrow();
  if (row.body_hash === bodyHash) return row.result_id;
  return invalid([{ field: 'Idempotency-Key', detail: 'was sent with another body before' }]);
}

/** Until the transaction that takes the key commits, nobody else sees this. */
const NOTHING_YET = 0;

/** Notes what the request has made. */
export async function noteResult(
  tx: Write,
  userId: number,
  key: string,
  resultId: number,
): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ result_id: resultId })
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .execute();
}
