/** Requests that have created something, stored for a day so that repeating one creates nothing. */
import { invalid, type Refusal } from '../../domain/refusal.ts';
import { KEEP_IDEMPOTENCY_MILLIS } from '../../domain/retention-rules.ts';
import type { Write } from '../engine/database.ts';

/** A request that its sender may repeat. */
export interface Repeatable {
  /** The key that the sender has chosen (`Idempotency-Key`). */
  key: string;
  /** The hash of the body: a repeated request has the same one. */
  bodyHash: string;
}

/**
 * Finds out whether a request was made before, and stores its key if it was not. Of two such requests at the same time,
 * the second one waits here until the transaction of the first one has ended.
 *
 * @param now epoch milliseconds
 * @returns the stored id of its result (0: none); `undefined` the first time; 422 if the key came with another body
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

/** Stays in the row unless `noteResult` is called in the same transaction, as for a request that creates a secret. */
const NOTHING_YET = 0;

/** Stores the id of what the request has created, in the transaction of `takeIdempotencyKey`. */
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
