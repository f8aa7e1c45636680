/** An API key as lists show it. */
import type { KeyDetail, KeyItem } from '../../contract/console/keys.ts';
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

/** A request as it is stored, its instant in epoch milliseconds. */
interface StoredRequest {
  at: number;
  operation: string;
  event_id: number | null;
  status: number;
  code: string | null;
}

/** With the last requests that it made. */
export function keyDetail(key: StoredKey, requests: readonly StoredRequest[]): KeyDetail {
  return {
    ...keyView(key),
    requests: requests.map(({ at, operation, event_id: eventId, status, code }) => ({
      at: formatInstant(at),
      operation,
      eventId,
      status,
      code,
    })),
  };
}
