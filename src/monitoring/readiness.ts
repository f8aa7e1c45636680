/** Whether the service can do its work, for the proxy or orchestrator that asks before it sends any. */
import type { Logger } from 'pino';
import { singleFlight } from '../concurrency/single-flight.ts';
import type { Database } from '../storage/engine/database.ts';
import type { Trouble } from '../storage/engine/dialect.ts';
import { CURRENT_VERSION } from '../storage/migrations/migrations.ts';

/** However many checks come, the database is asked this often at most. */
const KEEP_MILLIS = 500;
/** Whoever has asked within this time is expected to ask again. */
const WATCHED_MILLIS = 30_000;

/** The answer is kept for a moment and shared by all who ask. */
export class Readiness {
  private readonly database: Database;
  private readonly log: Logger;
  private readonly ask: () => Promise<string | undefined>;
  private readonly otherWarning: () => string | undefined;
  private askedAt = Number.NEGATIVE_INFINITY;

  /** @param otherWarning of what is no trouble of the database */
  constructor(
    database: Database,
    log: Logger,
    otherWarning: () => string | undefined = () => undefined,
  ) {
    this.otherWarning = otherWarning;
    this.database = database;
    this.log = log;
    this.ask = singleFlight(() => this.askDatabase(), KEEP_MILLIS);
  }

  /** Whether somebody asks regularly, and so will notice when the answer becomes another one. */
  isWatched(): boolean {
    return performance.now() - this.askedAt < WATCHED_MILLIS;
  }

  /**
   * What an operator has to look at although the service should be given requests: it answers reads,
   * and a process that was taken away for its writes would take its reads along.
   */
  warning(): string | undefined {
    const trouble = this.database.health.trouble();
    return (trouble && WARNINGS[trouble]) ?? this.otherWarning();
  }

  /** Why the service cannot do its work, if it cannot. */
  objection(): Promise<string | undefined> {
    this.askedAt = performance.now();
    return this.ask();
  }

  private async askDatabase(): Promise<string | undefined> {
    try {
      const version = await this.database.version();
      if (version === CURRENT_VERSION) return undefined;
      return `The database is at version ${version} and this program needs ${CURRENT_VERSION}.`;
    } catch (error) {
      this.log.warn({ err: error }, 'the service is not ready');
      return 'The database cannot be reached.';
    }
  }
}

const WARNINGS: Partial<Record<Trouble, string>> = {
  full: 'The database cannot be written, because its disk has too little free space. Reads go on.',
  unwritable: 'The database could not be written. Reads go on.',
  unconfirmed:
    'Writes are not confirmed: the last commit had no answer in time. Is a synchronous standby away?',
};
