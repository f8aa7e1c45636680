/**
 * The uses of API keys: the last use and the last requests of each; and what the race office shows of the keys that may
 * write to its event.
 */
import { sql } from 'kysely';
import { MAX_KEPT_REQUESTS } from '../../contract/limits.ts';
import type { WatchedKey } from '../../domain/event/attention.ts';
import type { OperationName } from '../../domain/history/changes.ts';
import type { Database, Queries, Write } from '../engine/database.ts';
import { insertAll, updateAll } from '../engine/rows.ts';
import type { NewRow, Row } from '../migrations/tables.ts';
import { managedBy } from './access.ts';

interface NotedRequest {
  /** When the request came, in epoch milliseconds. */
  at: number;
  method: string;
  /** The template of its path. */
  route: string;
  /** The event of the request, or `NO_EVENT`. */
  eventId: number;
  status: number;
  /** The code of the problem document; `null` if the answer was none. */
  code: string | null;
}

export interface UsesOfKey {
  /** Epoch milliseconds; `null`: all its requests were refused, because the key was revoked. */
  lastUsedAt: number | null;
  /** Oldest first. */
  requests: NotedRequest[];
}

/** Stores the uses of keys. Only the last `MAX_KEPT_REQUESTS` requests of each key are kept, of all processes together. */
export async function noteKeyUses(
  database: Database,
  uses: ReadonlyMap<number, UsesOfKey>,
): Promise<void> {
  // In the order of ids, so that two processes that store uses of the same keys cannot deadlock.
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

/** Ordered by time, not by id, because several processes store their requests in batches. */
function newestRequests(db: Queries, keyId: number) {
  return db
    .selectFrom('key_requests')
    .where('key_id', '=', keyId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_KEPT_REQUESTS);
}

/** The id of a revoked key; `undefined` if the key is live or unknown. */
export async function findRevokedKey(db: Queries, keyHash: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .where('key_hash', '=', keyHash)
    .where('revoked_at', 'is not', null)
    .select('id')
    .executeTakeFirst();
  return row?.id;
}

/** Each in epoch milliseconds. */
interface KeyWindows {
  /** From this time on, pushes count as today's. */
  pushedSince: number;
  refusedSince: number;
}

/** The first status that is a refusal. */
const REFUSED = 400;

/** The keys of an event's managers that have pushed or were refused; a revoked key only if it was refused. */
export async function listWatchedKeys(
  db: Queries,
  eventId: number,
  { pushedSince, refusedSince }: KeyWindows,
): Promise<WatchedKey[]> {
  const requests = await db
    .selectFrom('events as e')
    .innerJoin('api_keys as k', (join) => join.on(managedBy(sql.ref('k.user_id'))))
    .innerJoin('key_requests as r', 'r.key_id', 'k.id')
    .where('e.id', '=', eventId)
    .where('r.at', '>=', Math.min(pushedSince, refusedSince))
    // A request without an event may have been meant for this one.
    .where((eb) => eb.or([eb('r.event_id', '=', eventId), eb('r.event_id', 'is', null)]))
    .orderBy('r.at')
    .select([
      'k.key_prefix',
      'k.label',
      'k.revoked_at',
      'r.at',
      'r.operation',
      'r.status',
      'r.code',
    ])
    .execute();
  // The history is read as well, because the last push may be older than all stored requests of its key.
  const pushes = await db
    .selectFrom('history as h')
    .innerJoin('api_keys as k', 'k.key_prefix', 'h.key_prefix')
    .where('h.event_id', '=', eventId)
    .where('h.at', '>=', pushedSince)
    .where('k.revoked_at', 'is', null)
    .groupBy(['k.key_prefix', 'k.label'])
    .select(['k.key_prefix', 'k.label', ({ fn }) => fn.max('h.at').as('at')])
    .orderBy('k.key_prefix')
    .execute();
  const keys = new Map<string, WatchedKey>();
  const keyOf = (keyPrefix: string, keyLabel: string) => {
    const key = keys.get(keyPrefix) ?? { keyPrefix, keyLabel, pushedAt: null, refused: null };
    keys.set(keyPrefix, key);
    return key;
  };
  for (const { key_prefix: prefix, label, at } of pushes) keyOf(prefix, label).pushedAt = at;
  for (const { key_prefix: prefix, label, at, code, ...request } of requests) {
    if (request.status >= REFUSED) {
      if (at >= refusedSince) keyOf(prefix, label).refused = { at, code };
      continue;
    }
    const isPush = request.revoked_at === null && !/^(GET|HEAD) /.test(request.operation);
    if (!isPush || at < pushedSince) continue;
    const key = keyOf(prefix, label);
    key.pushedAt = Math.max(key.pushedAt ?? 0, at);
  }
  return [...keys.values()].sort((a, b) => (a.keyPrefix < b.keyPrefix ? -1 : 1));
}

/** A key that has pushed crews. */
export interface PushingKey {
  keyPrefix: string;
  label: string;
  /** The time of the last push, in epoch milliseconds. */
  pushedAt: number;
}

/** The push of crews, in the form in which the requests of keys are stored. */
const CREW_PUSH = 'PUT /v1/events/:eventId/teams';

/**
 * The keys that have pushed crews of an event, also if a push changed nothing. After a name was erased, their software may
 * send it again.
 *
 * @param since epoch milliseconds
 */
export async function listPushingKeys(
  db: Queries,
  eventId: number,
  since: number,
): Promise<PushingKey[]> {
  const columns = ['k.key_prefix as keyPrefix', 'k.label'] as const;
  const requests = await db
    .selectFrom('key_requests as r')
    .innerJoin('api_keys as k', 'k.id', 'r.key_id')
    .where('r.event_id', '=', eventId)
    .where('r.operation', '=', CREW_PUSH)
    .where('r.status', '<', REFUSED)
    .where('r.at', '>', since)
    .groupBy(['k.key_prefix', 'k.label'])
    .select([...columns, ({ fn }) => fn.max('r.at').as('pushedAt')])
    .execute();
  const changes = await db
    .selectFrom('history as h')
    .innerJoin('api_keys as k', 'k.key_prefix', 'h.key_prefix')
    .where('h.event_id', '=', eventId)
    .where('h.operation', '=', 'push-teams' satisfies OperationName)
    .where('h.at', '>', since)
    .groupBy(['k.key_prefix', 'k.label'])
    .select([...columns, ({ fn }) => fn.max('h.at').as('pushedAt')])
    .execute();
  const keys = new Map<string, PushingKey>();
  for (const key of [...requests, ...changes]) {
    const pushedAt = Math.max(key.pushedAt, keys.get(key.keyPrefix)?.pushedAt ?? 0);
    keys.set(key.keyPrefix, { ...key, pushedAt });
  }
  return [...keys.values()].sort((a, b) => (a.keyPrefix < b.keyPrefix ? -1 : 1));
}
