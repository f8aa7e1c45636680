/**
 * Writes of one event that arrive together share a transaction, because making a commit durable
 * costs more than most writes: with several timing computers at once the disk is asked once for all
 * of them. None is acknowledged before the commit that holds it. Should one of them fail, all are
 * taken back and each is run again in a transaction of its own, so each is whole or nothing by
 * itself.
 */
import type { Kysely, Transaction } from 'kysely';
import { Refusal } from '../domain/refusal.ts';
import type { Connections } from './dialect.ts';
import { changeCountOf, shortcut } from './prepared.ts';
import type { Tables } from './tables.ts';
import { GivenUp, WriteDeadline } from './write-deadline.ts';

/** More would make the first of them wait for the work of the last. */
const MAX_TOGETHER = 16;
/** How often a write is run again that failed for its neighbours' sake. */
const MAX_CONFLICTS = 5;

type Write = Transaction<Tables>;

interface Job {
  /** `undefined` when the write is about no event. */
  eventId: number | undefined;
  work(tx: Write): Promise<unknown>;
  deadline: WriteDeadline;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

export class SharedCommits {
  private readonly db: Kysely<Tables>;
  private readonly connections: Connections;
  private readonly onChange: (eventId: number) => void;
  /** The writes that wait for the transaction before them, by queue. */
  private readonly queues = new Map<number, Job[]>();

  /** @param onChange told of each event that a committed write has changed */
  constructor(db: Kysely<Tables>, connections: Connections, onChange: (eventId: number) => void) {
    this.db = db;
    this.connections = connections;
    this.onChange = onChange;
  }

  /**
   * Runs a write. A refusal is returned after everything has been taken back; an error is thrown
   * on after everything has been taken back.
   *
   * @param millis after which the write is given up; `undefined` lets it take its time
   * @throws Unavailable when it was given up
   */
  run<Result>(
    eventId: number | undefined,
    work: (tx: Write) => Promise<Result>,
    millis: number | undefined,
  ): Promise<Result> {
    const queueId = this.connections.queueOf(eventId ?? NO_EVENT);
    const deadline = new WriteDeadline(millis);
    const written = new Promise<Result>((resolve, reject) => {
      const job: Job = { eventId, work, deadline, resolve: resolve as Job['resolve'], reject };
      const queue = this.queues.get(queueId);
      if (queue) {
        queue.push(job);
        return;
      }
      const jobs = [job];
      this.queues.set(queueId, jobs);
      setImmediate(() => void this.drain(queueId, jobs));
    });
    return deadline.limit(written);
  }

  private async drain(queueId: number, queue: Job[]): Promise<void> {
    while (queue.length > 0) await this.commit(queue.splice(0, MAX_TOGETHER));
    this.queues.delete(queueId);
  }

  private async commit(asked: readonly Job[]): Promise<void> {
    const jobs = asked.filter(({ deadline }) => !deadline.isOver);
    if (jobs.length === 0) return;
    try {
      const results = await this.together(jobs);
      for (const [index, job] of jobs.entries()) job.resolve(results[index]);
    } catch (error) {
      if (jobs.length === 1 || this.connections.isUnavailable(error)) {
        for (const job of jobs) job.reject(error);
        return;
      }
      for (const job of jobs) await this.commit([job]);
    }
  }

  /** @returns the result of each write, durable */
  private async together(jobs: readonly Job[]): Promise<unknown[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.transaction(jobs);
      } catch (error) {
        if (error instanceof TakenBack && jobs.length === 1) return [error.refusal];
        if (attempt > MAX_CONFLICTS || !this.connections.isConflict(error)) throw error;
      }
    }
  }

  private async transaction(jobs: readonly Job[]): Promise<unknown[]> {
    const changed = new Set<number>();
    for (const { deadline } of jobs) deadline.beginWork();
    const results = await this.db.transaction().execute(async (tx) => {
      await shortcut(tx);
      const results: unknown[] = [];
      for (const eventId of new Set(jobs.map((job) => job.eventId ?? NO_EVENT))) {
        await this.connections.lock(tx, eventId);
      }
      for (const { eventId, work } of jobs) {
        const changes = changeCountOf(tx);
        const result = await work(tx);
        const hasChanged = changeCountOf(tx) > changes;
        if (result instanceof Refusal && hasChanged) throw new TakenBack(result);
        if (eventId !== undefined && hasChanged) changed.add(eventId);
        results.push(result);
      }
      if (jobs.some(({ deadline }) => deadline.isOver)) throw new GivenUp();
      for (const { deadline } of jobs) deadline.beginCommit();
      return results;
    });
    for (const eventId of changed) this.onChange(eventId);
    return results;
  }
}

/**
 * Writes that are about no event wait for each other and for migrations: what they ask before they
 * write, such as whether an address is taken, must still hold when they do.
 */
const NO_EVENT = 0;

/** Ends a transaction whose write refused after it had changed something. */
class TakenBack extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super('a write was refused after it had changed something');
    this.refusal = refusal;
  }
}
