/** API keys. How to call them: `people.ts`. */
import { apiKeyHash, apiKeyPrefix, mintApiKey } from '../domain/api-key.ts';
import { conflict, Refusal } from '../domain/refusal.ts';
import {
  findKey,
  insertKey,
  mayMintKeys,
  revokeKey as storeRevocation,
} from '../storage/accounts.ts';
import type { Write } from '../storage/database.ts';

interface NewKey {
  /** Whose key it is. */
  userId: number;
  label: string;
}

/** @returns the key, of which only the hash is stored; or a refusal (decision L16) */
export async function mintKey(tx: Write, { userId, label }: NewKey): Promise<string | Refusal> {
  if (!(await mayMintKeys(tx, userId))) {
    return new Refusal('forbidden', `User ${userId} manages no club's schedules.`);
  }
  let key = mintApiKey();
  // Keys are told apart and revoked by their prefix, so no two may share one.
  while (await findKey(tx, apiKeyPrefix(key))) key = mintApiKey();
  await insertKey(tx, {
    user_id: userId,
    label,
    key_hash: apiKeyHash(key),
    key_prefix: apiKeyPrefix(key),
    created_at: Date.now(),
    last_used_at: null,
    revoked_at: null,
  });
  return key;
}

/**
 * Revokes a key from the next request on. A key that is revoked already keeps its time.
 *
 * @returns when it was revoked, in epoch milliseconds; or a refusal
 */
export async function revokeKey(tx: Write, keyPrefix: string): Promise<number | Refusal> {
  const key = await findKey(tx, keyPrefix);
  if (!key) return conflict(`There is no key with the prefix "${keyPrefix}".`);
  if (key.revoked_at !== null) return key.revoked_at;
  const now = Date.now();
  await storeRevocation(tx, key.id, now);
  return now;
}
