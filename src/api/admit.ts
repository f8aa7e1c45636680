/**
 * The checks before every request of the API (decisions R2, A12): whose key it has, which event the owner may see, and
 * how many requests came before it.
 */
import type { ScheduleDocuments } from '../documents/schedule-documents.ts';
import { apiKeyHash, apiKeyPrefix, isApiKey } from '../domain/accounts/api-key.ts';
import { NO_EVENT, parseEventId } from '../domain/event/event-address.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Exchange } from '../http/exchange.ts';
import {
  addLimitHeaders,
  RateLimits,
  type RequestKind,
  requestKind,
  type Slot,
} from '../http/limits/rate-limits.ts';
import { eventNotFound } from '../operations/actor.ts';
import type { Settings } from '../settings.ts';
import { type Access, prepareAccess } from '../storage/accounts/access.ts';
import type { Database } from '../storage/engine/database.ts';
import type { SharedSlot, SlotRequest, TakeSharedSlots } from '../storage/engine/dialect.ts';
import type { Author } from '../storage/history/history.ts';
import type { KeyUses } from './key-uses.ts';

/** The dependencies of every route, made once in `app.ts`. */
export interface Service {
  settings: Settings;
  database: Database;
  lookUpAdmission: LookUpAdmission;
  documents: ScheduleDocuments;
  keyUses: KeyUses;
}

/** The owner of the key that a request carries. */
export interface Caller extends Author {
  keyHash: string;
  access: Access;
}

/** A caller who manages the event in the path. */
export interface Manager extends Caller {
  eventId: number;
}

/**
 * Checks first the key, then the rate limit, then whether the caller may see the event in the path,
 * so that no body is read for an event that the caller may not see. Sets the header fields of the
 * rate limit. @returns the caller; or a refusal: 401, 429, or 404 for the event
 */
export async function admit(service: Service, exchange: Exchange): Promise<Caller | Refusal> {
  const { request, method, params, headers, server } = exchange;
  const key = bearerKey(request.rawHeaders);
  if (key instanceof Refusal) return key;
  const eventId = params.eventId === undefined ? NO_EVENT : parseEventId(params.eventId);
  const keyHash = apiKeyHash(key);
  const kind = requestKind(method);
  const admission = await service.lookUpAdmission(keyHash, eventId, kind);
  if (!admission) {
    service.keyUses.noteRefused(keyHash, exchange);
    return new Refusal('invalid_credentials', 'The API key is unknown or was revoked.');
  }
  const { access, slot, limit } = admission;
  service.keyUses.note(access.keyId, exchange);
  addLimitHeaders(headers, limit, slot);
  if (!slot.isAllowed) {
    server.metrics.limited(kind);
    return new Refusal('rate_limited', `The key has used up its ${kind} of the last 60 seconds.`);
  }
  if (params.eventId !== undefined && access.eventId === null) return eventNotFound();
  return { keyHash, access, userId: access.userId, keyPrefix: apiKeyPrefix(key) };
}

/** The caller of a route that has the event in its path. */
export function managerOf(caller: Caller): Manager {
  if (caller.access.eventId === null) throw new Error('the request was not admitted to an event');
  return { ...caller, eventId: caller.access.eventId };
}

/** The key of the Authorization header. Reads the raw list, because Node.js joins or drops repeated fields. */
function bearerKey(rawHeaders: readonly string[]): string | Refusal {
  let credentials: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length !== 13 || name.toLowerCase() !== 'authorization') continue;
    if (credentials !== undefined) {
      return new Refusal('invalid_credentials', 'Send one Authorization header, not several.');
    }
    credentials = rawHeaders[i + 1] as string;
  }
  if (credentials === undefined) {
    return new Refusal('missing_credentials', 'Send Authorization: Bearer <API key>.');
  }
  const key = /^Bearer +(\S+)$/i.exec(credentials)?.[1];
  if (key === undefined) {
    return new Refusal('invalid_credentials', 'Send Authorization: Bearer <API key>.');
  }
  if (!isApiKey(key)) {
    return new Refusal('invalid_credentials', 'The API key is mistyped: it has no valid checksum.');
  }
  return key;
}

/** The owner of a live key, and the slot that the request took. */
interface Admission {
  access: Access;
  slot: Slot;
  limit: number;
}

/**
 * Counts a request of a key.
 *
 * @param eventId of the event that is asked for, or `NO_EVENT`
 * @returns `undefined` when the key is unknown or revoked; then nothing was counted
 */
type LookUpAdmission = (
  keyHash: string,
  eventId: number,
  kind: RequestKind,
) => Promise<Admission | undefined>;

/** How long a process counts by itself after the database had no space to count. */
const COUNT_ALONE_MILLIS = 5000;

/**
 * Looks up the owner of the key and counts the request; the database, where it has to be asked, is asked for both at the
 * same time. A database without space left to count still answers reads: then each process counts the requests that it
 * receives.
 */
export function prepareAdmission(database: Database, settings: Settings): LookUpAdmission {
  const findAccess = prepareAccess(database);
  const limits = { reads: settings.readsPerMinute, writes: settings.writesPerMinute };
  const { takeSharedSlots } = database.connections;
  // These always count, so that no window is empty when a process has to count by itself.
  const windows = new RateLimits(limits);
  if (!takeSharedSlots) {
    return async (keyHash, eventId, kind) => {
      const access = await findAccess(keyHash, eventId);
      return access && { access, slot: windows.take(access.keyId, kind), limit: limits[kind] };
    };
  }
  const takeShared = whileThereIsSpace(takeSharedSlots, database);
  return async (keyHash, eventId, kind) => {
    const limit = limits[kind];
    const [access, shared] = await Promise.all([
      findAccess(keyHash, eventId),
      takeShared({ keyHash, kind, limit }),
    ]);
    if (!access || !shared) return undefined;
    const own = windows.take(access.keyId, kind);
    return { access, slot: shared === 'uncounted' ? own : slotOf(shared, limit), limit };
  };
}

/** Counts, unless the database has no space for it. */
function whileThereIsSpace(take: TakeSharedSlots, database: Database) {
  let aloneUntil = Number.NEGATIVE_INFINITY;
  return async (request: SlotRequest): Promise<SharedSlot | 'uncounted' | undefined> => {
    if (performance.now() < aloneUntil) return 'uncounted';
    try {
      return await take(request);
    } catch (error) {
      if (database.connections.troubleOf(error) !== 'full') throw error;
      aloneUntil = performance.now() + COUNT_ALONE_MILLIS;
      database.health.note(error);
      return 'uncounted';
    }
  };
}

/** The slot of a window that all processes share, as one in memory would give it. */
export function slotOf({ count, resetMillis }: SharedSlot, limit: number): Slot {
  return {
    isAllowed: count <= limit,
    remaining: Math.max(0, limit - count),
    resetMillis,
    retryMillis: count < limit ? 0 : resetMillis,
  };
}
