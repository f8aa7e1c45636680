/**
 * The routes for the software around the service: whether the process is alive, whether it should be given requests, and
 * its metrics. None of them is authenticated or rate limited. Also the texts for users about trouble with the database.
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
        // The service may have begun to stop during the query.
        const objection = server.isDraining ? 'The service is stopping.' : found;
        if (objection === undefined) return statusAnswer('ready', readiness.warning());
        // The answer goes without its code, because "not ready" does not count as a rejected request.
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

/** @param warning left out of the body if `undefined` */
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

/** For how long an answer of the database is reused, however many checks come. */
const KEEP_MILLIS = 500;
/** After a check within this time, further checks are expected. */
const WATCHED_MILLIS = 30_000;

/** Whether the service can do its work. The answer is cached for half a second and shared by all checks. */
export class Readiness {
  private readonly database: Database;
  private readonly log: Logger;
  private readonly ask: () => Promise<string | undefined>;
  private readonly otherWarning: () => string | undefined;
  private askedAt = Number.NEGATIVE_INFINITY;

  /** @param otherWarning returns a warning about anything but the database */
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

  /** Whether anything, such as a proxy, checks regularly, so that it will notice when the answer changes. */
  isWatched(): boolean {
    return performance.now() - this.askedAt < WATCHED_MILLIS;
  }

  /**
   * A problem for the operator with which the service stays ready; `undefined` if there is none. A process that cannot
   * write still answers reads, which would be lost if it were taken out of service.
   */
  warning(): string | undefined {
    const trouble = this.database.health.trouble();
    return (trouble && WARNINGS[trouble]) ?? this.otherWarning();
  }

  /** Why the service cannot do its work; `undefined` if it can. */
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

/** The text for a client about an error of the database; `undefined` for any other error. */
export function explainTrouble({ connections }: Database, error: unknown): string | undefined {
  // `TurnMissed`: a body has waited too long to be parsed.
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
