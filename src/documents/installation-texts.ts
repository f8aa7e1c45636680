/**
 * What the operator says of the installation, as the public reads it. The change feed tells of events only, so the texts are
 * read again when they are asked for and were read a while ago, once however many ask.
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
    // While the database cannot be reached, the pages say what they said last.
    return texts.get().catch((error: unknown) => {
      if (texts.value) return texts.value;
      throw error;
    });
  }
}
