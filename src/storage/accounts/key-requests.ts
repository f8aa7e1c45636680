/** What keys were used for: when last, and their last requests. */
import { MAX_KEPT_REQUESTS } from '../../contract/limits.ts';
import { insertAll, updateAll } from '../engine/bulk.ts';
import type { Database, Queries, Write } from '../engine/database.ts';
import type { NewRow, Row } from '../migrations/tables.ts';

interface NotedRequest {
  /** When it came, in epoch milliseconds. */
  at: number;
  method: string;
  /** The template of its path. */
  route: string;
  /** The event that it asked for, or `NO_EVENT`. */
  eventId: number;
  status: number;
  /** Of the problem document. */
  code: string | null;
}

export interface UsesOfKey {
  /** Epoch milliseconds; `null`: only refused since, because it was revoked. */
  lastUsedAt: number | null;
  /** Oldest first. */
  requests: NotedRequest[];
}

/** Notes what keys were used for. Of each key the last requests are kept, whichever process noted them. */
export async function noteKeyUses(
  database: Database,
  uses: ReadonlyMap<number, UsesOfKey>,
): Promise<void> {
  // In one order, so that two processes which note the same keys do not wait for each other.
  const ordered = [...uses].sort(([a], [b]) => a - b);
  const lastUses = ordered.flatMap(([id, { lastUsedAt }]) =>
    lastUsedAt === null ? [] : [{ id, last_used_at: lastUsedAt }],
  );
  const rows = ordered.flatMap(([keyId, { requests }]) =>
    requests.slice(-MAX_KEPT_REQUESTS).map((request) => rowOf(keyId, request)),
  );
  await database.write(
    async (tx) => {
      await updateAll(tx, 'api_keys', ['id'], lastUses);
      await insertAll(tx, 'key_requests', rows);
      for (const [keyId, { requests }] of ordered) {
        if (requests.length > 0) await forgetOldRequests(tx, keyId);
      }
    },
    { usesReserve: true },
  );
}

function rowOf(keyId: number, { at, method, route, eventId, status, code }: NotedRequest) {
  const operation = `${method} ${route}`;
  const row: NewRow<'key_requests'> = {
    key_id: keyId,
    at,
    operation,
    event_id: eventId === 0 ? null : eventId,
    status,
    code,
  };
  return row;
}

async function forgetOldRequests(tx: Write, keyId: number): Promise<void> {
  const kept = newestRequests(tx, keyId).select('id');
  await tx
    .deleteFrom('key_requests')
    .where('key_id', '=', keyId)
    .where('id', 'not in', kept)
    .execute();
}

/** The last requests of a key, newest first. */
export function listKeyRequests(db: Queries, keyId: number): Promise<Row<'key_requests'>[]> {
  return newestRequests(db, keyId).selectAll().execute();
}

/** By their time, because several processes write theirs in turn. */
function newestRequests(db: Queries, keyId: number) {
  return db
    .selectFrom('key_requests')
    .where('key_id', '=', keyId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_KEPT_REQUESTS);
}

/** The id of a key that was revoked. */
export async function findRevokedKey(db: Queries, keyHash: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .where('key_hash', '=', keyHash)
    .where('revoked_at', 'is not', null)
    .select('id')
    .executeTakeFirst();
  return row?.id;
}
