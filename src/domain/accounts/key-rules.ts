/** Who may mint an API key, and who may revoke one (console, "API keys"; decision L16). */
import { MAX_LIVE_KEYS } from '../../contract/limits.ts';
import { conflict, Refusal } from '../refusal.ts';

interface Minting {
  userId: number;
  /** Whether a role of the person lets them mint keys. */
  hasRole: boolean;
  /** Keys of the person that are not revoked. */
  liveKeys: number;
}

/** @returns the reason if a person may not mint another key */
export function objectionToMinting({ userId, hasRole, liveKeys }: Minting): Refusal | undefined {
  if (!hasRole) return new Refusal('forbidden', `User ${userId} manages no club's schedules.`);
  if (liveKeys < MAX_LIVE_KEYS) return undefined;
  return conflict(`User ${userId} has ${MAX_LIVE_KEYS} keys already: revoke one that is not used.`);
}

/**
 * Whether a key is one that a person may see and revoke.
 *
 * @param userId of the person; `null` for the command line, which may revoke any key
 */
export function isWithinReach(
  key: { user_id: number } | undefined,
  userId: number | null,
): boolean {
  return key !== undefined && (userId === null || key.user_id === userId);
}
