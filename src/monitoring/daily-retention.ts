/**
 * Runs retention (`src/operations/retain.ts`) each day while the service runs, logs and counts what it removed. Of several
 * processes, only one does a run. A failure is tried again.
 */
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { RETRY_MILLIS } from '../domain/backup-rules.ts';
import { keepsAll, type Retained, type Retention } from '../domain/retention-rules.ts';
import { beginDailyRun, endDailyRun } from '../storage/accounts/installation.ts';
import type { Database } from '../storage/engine/database.ts';

/** How often to check whether a run is due. One long timer would be late, as timers stop while a laptop sleeps. */
const LOOK_MILLIS = 60_000;
/** How many events that could not be removed one line of the log names. */
const MAX_NAMED = 20;

interface Parts {
  retention: Retention;
  database: Database;
  log: Logger;
  /** Does what is due now, and yields each step; it stops when the caller stops iterating. */
  retain(): AsyncIterable<Retained>;
  /** Why no event can be written to the folder for archived events; `undefined`: it can. */
  objectionToFolder(): Promise<string | undefined>;
  count: CountRemoved;
}

export class DailyRetention {
  private readonly parts: Parts;
  private timer: NodeJS.Timeout | undefined;
  private underWay: Promise<void> | undefined;
  private isStopping = false;
  /** From when on the process asks for a run of its own (at its start, after a failure), in monotonic milliseconds. */
  private askedFor = 0;
  /** When to try again after an error, in milliseconds of a monotonic clock; 0 before the first. */
  private retryAt = 0;
  private objection: string | undefined;
  private failure: string | undefined;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** Does what is due now, and from then on each day; does nothing if the settings keep everything. */
  start(): void {
    if (keepsAll(this.parts.retention)) return;
    this.look();
    this.timer = setInterval(() => this.look(), LOOK_MILLIS);
    this.timer.unref();
  }

  /** Begins no more removals, and waits for the one that is under way. */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.timer);
    await this.underWay;
  }

  /** A sentence for the operator; `undefined` if there is nothing to do. */
  warning(): string | undefined {
    if (this.objection === undefined) return this.failure;
    return `RETAIN_EVENTS_DAYS is set, and archived events stay all the same: ${this.objection}`;
  }

  private look(): void {
    if (this.underWay || performance.now() < this.retryAt) return;
    this.underWay = this.runIfDue().finally(() => {
      this.underWay = undefined;
    });
  }

  private async runIfDue(): Promise<void> {
    const { database, log } = this.parts;
    try {
      this.objection = await this.parts.objectionToFolder();
      const isAsked = performance.now() >= this.askedFor;
      if (!(await beginDailyRun(database, 'retention', { isAsked, now: Date.now() }))) return;
      this.askedFor = Number.POSITIVE_INFINITY;
      try {
        await this.run();
      } finally {
        await endDailyRun(database, 'retention');
      }
    } catch (error) {
      this.failed('The last retention run failed');
      this.retryAt = this.askedFor;
      log.error({ err: error }, 'retention failed');
    }
  }

  private async run(): Promise<void> {
    const { log, count } = this.parts;
    const removed = { events: 0, historyEntries: 0 };
    const stayed: Extract<Retained, { kind: 'stayed' }>[] = [];
    this.failure = undefined;
    for await (const done of this.parts.retain()) {
      const { kind, id: eventId } = done;
      if (kind === 'stayed') stayed.push(done);
      else if (kind === 'event') {
        removed.events += 1;
        count('event', 1);
        log.info(
          { eventId, file: done.file },
          'an archived event was written to a file and removed',
        );
      } else {
        removed.historyEntries += done.entries;
        count('history', done.entries);
        log.info(
          { eventId, entries: done.entries },
          'the history of an archived event was removed',
        );
      }
      if (this.isStopping) break;
    }
    log.info({ ...removed, stayed: stayed.length }, 'retention has run');
    if (stayed.length === 0) return;
    this.failed('Archived events stay although their time is over');
    const named = stayed.slice(0, MAX_NAMED).map(({ id, reason }) => ({ eventId: id, reason }));
    log.error({ events: named }, 'archived events stay although their time is over');
  }

  private failed(what: string): void {
    this.askedFor = performance.now() + RETRY_MILLIS;
    this.failure = `${what}; the log says why. It is tried again every quarter of an hour.`;
  }
}

/** Counts what was removed: whole events, or entries of histories of events that stay. */
type CountRemoved = (kind: 'event' | 'history', count: number) => void;

export function addRetentionMetrics(registry: Registry): CountRemoved {
  const counter = new Counter({
    name: 'running_order_retention_removed_total',
    help: 'What was removed of archived events after its time: events, or entries of their histories.',
    labelNames: ['kind'],
    registers: [registry],
  });
  for (const kind of ['event', 'history']) counter.inc({ kind }, 0);
  return (kind, count) => counter.inc({ kind }, count);
}
