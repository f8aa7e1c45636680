/**
 * What the software around the service asks it: whether it lives, whether it can do its work and should be given
 * requests, and how it does. None of this is authenticated or limited. And a database in trouble, in words for users.
 */
import type { Logger } from 'pino';
import { singleFlight } from '../concurrency/single-flight.ts';
import { TurnMissed } from '../concurrency/turn-queue.ts';
import { NO_STORE } from '../http/answers/cache-control.ts';
import { unavailableAnswer } from '../http/answers/problems.ts';
import type { Outgoing } from '../http/answers/send.ts';
import type { Route } from '../http/router.ts';
import type { Database } from '../storage/engine/database.ts';
import type { Trouble } from '../storage/engine/dialect.ts';
import { CURRENT_VERSION } from '../storage/migrations/migrations.ts';

export function probeRoutes(readiness: Readiness): Route[] {
  return [
    { method: 'GET', path: '/livez', handle: () => statusAnswer('ok') },
    {
      method: 'GET',
      path: '/readyz',
      handle: async ({ server }) => {
        const found = server.isDraining ? undefined : await readiness.objection();
        // It may have begun to stop while the database was asked.
        const objection = server.isDraining ? 'The service is stopping.' : found;
        if (objection === undefined) return statusAnswer('ready', readiness.warning());
        // "Not ready" is what was asked for: it does not count as a request that was turned away.
        const { code, ...answer } = unavailableAnswer(objection, server.publicUrl);
        return answer;
      },
    },
    {
      method: 'GET',
      path: '/metrics',
      handle: async ({ server }) => {
        const { contentType, text } = await server.metrics.read();
        return okAnswer(contentType, text);
      },
    },
  ];
}

/** @param warning stands in it only when there is one */
function statusAnswer(status: string, warning?: string): Outgoing {
  return okAnswer('application/json', JSON.stringify({ status, warning }));
}

function okAnswer(contentType: string, body: string): Outgoing {
  return {
    status: 200,
    headers: { 'content-type': contentType, 'cache-control': NO_STORE },
    body,
  };
}

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

/** What the caller is told of an error; nothing when it is none of the database's. */
export function explainTrouble({ connections }: Database, error: unknown): string | undefined {
  // A body waited too long for its turn to be parsed.
  const trouble = error instanceof TurnMissed ? 'busy' : connections.troubleOf(error);
  return trouble && TROUBLES[trouble];
}

const TROUBLES: Record<Trouble, string> = {
  unreachable: 'The database is out of reach; try again soon.',
  full: 'The database cannot be written, because its disk has too little free space; nothing was written. Reads go on. Try again once the operator has made room.',
  unwritable:
    'The database cannot be written right now; nothing was written. Reads go on. Try again soon.',
  busy: 'Other writes kept this one waiting for too long; nothing was written. Try again soon.',
  unconfirmed:
    'The database has not confirmed the write in time: it may or may not have been made. Sending it again is safe.',
};
