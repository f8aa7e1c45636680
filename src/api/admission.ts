/**
 * What stands before every request of the API: who is asking, what may they see, and how many
 * requests did they make before. Where the database has to be asked, it is asked once for both.
 */

import { RateLimits, type RequestKind } from '../http/rate-limit.ts';
import type { Slot } from '../http/sliding-window.ts';
import type { Settings } from '../settings.ts';
import { type Access, prepareAccess } from '../storage/access.ts';
import type { Database } from '../storage/database.ts';
import type { SharedSlot } from '../storage/dialect.ts';

/** The owner of a live key, and the slot that the request took. */
export interface Admission {
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
export type LookUpAdmission = (
  keyHash: string,
  eventId: number,
  kind: RequestKind,
) => Promise<Admission | undefined>;

export function prepareAdmission(database: Database, settings: Settings): LookUpAdmission {
  const findAccess = prepareAccess(database);
  const limits = { reads: settings.readsPerMinute, writes: settings.writesPerMinute };
  const { takeSharedSlots } = database.connections;
  if (!takeSharedSlots) {
    const windows = new RateLimits(limits);
    return async (keyHash, eventId, kind) => {
      const access = await findAccess(keyHash, eventId);
      return access && { access, slot: windows.take(access.keyId, kind), limit: limits[kind] };
    };
  }
  return async (keyHash, eventId, kind) => {
    const limit = limits[kind];
    const [access, shared] = await Promise.all([
      findAccess(keyHash, eventId),
      takeSharedSlots({ keyHash, kind, limit }),
    ]);
    if (!access || !shared) return undefined;
    return { access, slot: slotOf(shared, limit), limit };
  };
}

/** A window that all processes share, in the words of one that is in memory. */
export function slotOf({ count, resetMillis }: SharedSlot, limit: number): Slot {
  return {
    isAllowed: count <= limit,
    remaining: Math.max(0, limit - count),
    resetMillis,
    retryMillis: count < limit ? 0 : resetMillis,
  };
}
