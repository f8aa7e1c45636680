/** Forgets old failed sign-ins, now and then, in the transaction of an attempt. */
import { FAILURE_MILLIS } from '../../domain/accounts/throttle.ts';
import { purgeFailures } from '../../storage/accounts/password-sign-in.ts';
import type { Write } from '../../storage/engine/database.ts';

const PURGE_MILLIS = 60_000;
/** Of accounts, networks and browsers together; some 10 MB. The oldest are forgotten. */
const MAX_SUBJECTS = 50_000;

export class FailurePurge {
  /** In epoch milliseconds. */
  private purgedAt = 0;

  /** @param now epoch milliseconds */
  async purgeIfDue(tx: Write, now: number): Promise<void> {
    if (Math.abs(now - this.purgedAt) < PURGE_MILLIS) return;
    this.purgedAt = now;
    await purgeFailures(tx, { before: now - FAILURE_MILLIS, keep: MAX_SUBJECTS });
  }
}
