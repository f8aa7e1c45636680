/**
 * What stands before every request of the API: who is asking, what may they see, and how many
 * requests did they make before. Where the database has to be asked, it is asked once for both. A
 * database that has no space left to count in still answers reads: then each process counts the
 * requests that come to it.
 */
import { RateLimits, type RequestKind, type Slot } from '../http/limits/rate-limits.ts';
import type { Settings } from '../settings.ts';
import { type Access, prepareAccess } from '../storage/accounts/access.ts';
import type { Database } from '../storage/engine/database.ts';
import type { SharedSlot, SlotRequest, TakeSharedSlots } from '../storage/engine/dialect.ts';

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
export type LookUpAdmission = (
  keyHash: string,
  eventId: number,
  kind: RequestKind,
) => Promise<Admission | undefined>;

/** For so long the database is not asked to count again after it had no space for it. */
const COUNT_ALONE_MILLIS = 5000;

export function prepareAdmission(database: Database, settings: Settings): LookUpAdmission {
  const findAccess = prepareAccess(database);
  const limits = { reads: settings.readsPerMinute, writes: settings.writesPerMinute };
  const { takeSharedSlots } = database.connections;
  // Kept all the time, so that nobody begins anew when a process has to count by itself.
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

/** A window that all processes share, in the words of one that is in memory. */
export function slotOf({ count, resetMillis }: SharedSlot, limit: number): Slot {
  return {
    isAllowed: count <= limit,
    remaining: Math.max(0, limit - count),
    resetMillis,
    retryMillis: count < limit ? 0 : resetMillis,
  };
}
