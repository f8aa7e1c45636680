/**
 * Which version the database is at right now, for readiness checks. It is single-flight: a database
 * that hangs is not asked again and again.
 */
import type { Kysely } from 'kysely';
import { storedVersion } from './migrations.ts';
import type { Tables } from './tables.ts';

/** A readiness check is answered within two seconds; this leaves the rest of it to the answer. */
const MAX_WAIT_MILLIS = 1000;

export class VersionCheck {
  private readonly db: Kysely<Tables>;
  private asking: Promise<number> | undefined;

  /** @param db the read side */
  constructor(db: Kysely<Tables>) {
    this.db = db;
  }

  /** The version of the database. @throws when the database fails, or does not answer in time */
  async version(): Promise<number> {
    this.asking ??= storedVersion(this.db).finally(() => {
      this.asking = undefined;
    });
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error(`the database did not answer in ${MAX_WAIT_MILLIS} ms`)),
        MAX_WAIT_MILLIS,
      );
    });
    return Promise.race([this.asking, tooLate]).finally(() => clearTimeout(timer));
  }
}
