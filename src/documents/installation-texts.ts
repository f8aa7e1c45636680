/**
 * The operator's texts about the installation, as the public reads them. The change feed reports changes of events only, so
 * the texts are read again on a request when the last read is `TRUSTED_MILLIS` old, once however many requests wait.
 */

import { CachedValue } from '../concurrency/single-flight.ts';
import type { Installation } from '../contract/console/installation.ts';
import { findInstallation } from '../storage/accounts/installation.ts';
import type { Database } from '../storage/engine/database.ts';

/** Readers see a change within two seconds, whichever process has made it. */
const TRUSTED_MILLIS = 1500;

export class InstallationTexts {
  private readonly texts: CachedValue<Installation>;
  private readAt = Number.NEGATIVE_INFINITY;

  constructor(database: Database) {
    this.texts = new CachedValue(async (old) => {
      const startedAt = performance.now();
      const read = await findInstallation(database.reads);
      this.readAt = startedAt;
      return old && JSON.stringify(old) === JSON.stringify(read) ? old : read;
    });
  }

  /** The texts as they were a moment ago; the same object as long as none has changed. */
  current(): Installation | Promise<Installation> {
    const { texts } = this;
    const isOld = performance.now() - this.readAt >= TRUSTED_MILLIS;
    if (!isOld && texts.isValid && texts.value) return texts.value;
    if (texts.isValid) texts.invalidate();
    // While the database cannot be reached, pages show the texts that were read last.
    return texts.get().catch((error: unknown) => {
      if (texts.value) return texts.value;
      throw error;
    });
  }
}
