/** An API key as lists show it. */
import type { KeyItem } from '../../contract/console/keys.ts';
import { formatInstant } from '../../contract/instant.ts';

/** As it is stored, instants in epoch milliseconds. */
interface StoredKey {
  key_prefix: string;
  label: string;
  created_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
}

export function keyView(key: StoredKey): KeyItem {
  const { key_prefix: keyPrefix, label, created_at, last_used_at, revoked_at } = key;
  return {
    keyPrefix,
    label,
    createdAt: formatInstant(created_at),
    lastUsedAt: last_used_at === null ? null : formatInstant(last_used_at),
    revokedAt: revoked_at === null ? null : formatInstant(revoked_at),
  };
}
