/** API keys: minted and revoked. */
import {
  apiKeyHash,
  apiKeyPrefix,
  isWithinReach,
  mintApiKey,
  objectionToMinting,
} from '../../domain/accounts/api-key.ts';
import { noSuchPerson } from '../../domain/accounts/roles.ts';
import { conflict } from '../../domain/refusal.ts';
import {
  countLiveKeys,
  findKey,
  insertKey,
  mayMintKeys,
  revokeKey as storeRevocation,
} from '../../storage/accounts/accounts.ts';
import type { AccountOperation } from './account-operation.ts';

interface NewKey {
  /** Whose key it is. */
  userId: number;
  label: string;
}

interface FreshKey {
  /** The key itself, of which only the hash is stored. */
  key: string;
  keyPrefix: string;
  /** Epoch milliseconds. */
  createdAt: number;
}

/** Mints a key for a person whose role lets them have one. */
export const mintKey: AccountOperation<NewKey, FreshKey> = {
  name: 'mint-key',
  perform: async ({ tx, now, actor }, { userId, label }) => {
    if (actor.kind !== 'command line' && actor.author.userId !== userId) return noSuchPerson();
    const hasRole = await mayMintKeys(tx, userId);
    const liveKeys = await countLiveKeys(tx, userId);
    const objection = objectionToMinting({ userId, hasRole, liveKeys });
    if (objection) return objection;
    let key = mintApiKey();
    // Keys are told apart and revoked by their prefix, so no two may share one.
    while (await findKey(tx, apiKeyPrefix(key))) key = mintApiKey();
    const keyPrefix = apiKeyPrefix(key);
    await insertKey(tx, {
      user_id: userId,
      label,
      key_hash: apiKeyHash(key),
      key_prefix: keyPrefix,
      created_at: now,
    });
    const result = { key, keyPrefix, createdAt: now };
    return { result, entries: [{ subjectId: userId, details: { keyPrefix, label } }] };
  },
};

/**
 * Revokes a key from the next request on: a person their own keys, the command line any key. For a key that is
 * revoked already nothing changes. The result is when the key was revoked, in epoch milliseconds.
 */
export const revokeKey: AccountOperation<{ keyPrefix: string }, number> = {
  name: 'revoke-key',
  perform: async ({ tx, now, actor }, { keyPrefix }) => {
    const key = await findKey(tx, keyPrefix);
    const ownerId = actor.kind === 'command line' ? null : (actor.author.userId ?? 0);
    if (!key || !isWithinReach(key, ownerId)) {
      return conflict(`There is no key with the prefix "${keyPrefix}".`);
    }
    if (key.revoked_at !== null) return { result: key.revoked_at, entries: [] };
    await storeRevocation(tx, key.id, now);
    const details = { keyPrefix, label: key.label };
    return { result: now, entries: [{ subjectId: key.user_id, details }] };
  },
};
