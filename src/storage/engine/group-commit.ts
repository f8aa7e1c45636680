/**
 * Group commit: writes that arrive together share a transaction, because a durable commit costs more than most writes.
 * On PostgreSQL, only writes of the same event, or of none, share one. No write is acknowledged before its commit. If one
 * fails, the transaction is rolled back and each write is run again in a transaction of its own, so each write is
 * atomic by itself. If all of them are relaxed, the commit does not wait for the disk. `turn-queue.ts` decides which of
 * the waiting writes are next.
 */
import { setImmediate } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { type Turn, TurnQueue, turnOf, WRITE_COST_BYTES } from '../../concurrency/turn-queue.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Tables } from '../migrations/tables.ts';
import { type Connections, Unavailable } from './dialect.ts';
import { changeCountOf, shortcut } from './prepared.ts';

/** How many writes share a transaction at most: in a larger group the first write would wait for the work of the last. */
const MAX_TOGETHER = 16;
/** A group also has a limit of cost: two pushes of 300 races each fill it. */
const MAX_COST_TOGETHER = 1.25 * MAX_TOGETHER * WRITE_COST_BYTES;
/** How often writes that have waited too long are rejected, also during a slow transaction. */
const MISSED_EVERY_MILLIS = 250;
/** How often a write is run again after a conflict with another transaction. */
const MAX_CONFLICTS = 5;

type Write = Transaction<Tables>;

interface Job {
  /** `undefined` for a write that concerns no event. */
  eventId: number | undefined;
  isRelaxed: boolean;
  isAlone: boolean;
  work(tx: Write): Promise<unknown>;
  deadline: WriteDeadline;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

interface WriteTerms {
  /** `undefined` for a write that concerns no event. */
  eventId: number | undefined;
  /** After how many milliseconds the write is given up; `undefined`: never. */
  millis: number | undefined;
  isRelaxed: boolean;
  /** The write is rolled back, so it shares no transaction: the other writes would have to run again. */
  isAlone?: boolean;
  /** Its place in the queue of writes. */
  turn?: Turn | undefined;
}

/** The two write sides of `Connections`. */
interface WriteSides {
  writes: Kysely<Tables>;
  relaxedWrites: Kysely<Tables>;
}

export class GroupCommit {
  private readonly db: WriteSides;
  private readonly connections: Connections;
  private readonly onChange: (eventId: number) => void;
  /** The waiting writes of each queue, by its number (`Connections.queueOf`). */
  private readonly queues = new Map<number, TurnQueue<Job>>();

  /** @param onChange called with the id of each event that a committed write has changed */
  constructor(db: WriteSides, connections: Connections, onChange: (eventId: number) => void) {
    this.db = db;
    this.connections = connections;
    this.onChange = onChange;
  }

  /**
   * Runs a write in one of the next transactions. Nothing is written if `work` returns a refusal or a preview,
   * or throws.
   *
   * @throws Unavailable when its turn did not come in time, or after its time limit
   */
  write<Result>(
    { eventId, millis, isRelaxed, isAlone = false, turn = turnOf(SERVICE) }: WriteTerms,
    work: (tx: Write) => Promise<Result>,
  ): Promise<Result> {
    const queueId = this.connections.queueOf(eventId ?? NO_EVENT);
    const deadline = new WriteDeadline(millis);
    const written = new Promise<Result>((resolve, reject) => {
      const job: Job = {
        eventId,
        isRelaxed,
        isAlone,
        work,
        deadline,
        resolve: resolve as Job['resolve'],
        reject,
      };
      const queue = this.queues.get(queueId);
      if (queue) {
        queue.add(turn, job);
        return;
      }
      const own = new TurnQueue<Job>();
      own.add(turn, job);
      this.queues.set(queueId, own);
      void setImmediate().then(() => this.drain(queueId, own));
    });
    return deadline.limit(written);
  }

  private async drain(queueId: number, queue: TurnQueue<Job>): Promise<void> {
    const timer = setInterval(() => rejectMissed(queue), MISSED_EVERY_MILLIS);
    for (;;) {
      rejectMissed(queue);
      const jobs = takeTogether(queue);
      if (jobs.length === 0) break;
      await this.commit(jobs.filter((job) => !job.isAlone));
      for (const job of jobs) if (job.isAlone) await this.commit([job]);
      await setImmediate();
    }
    clearInterval(timer);
    this.queues.delete(queueId);
  }

  private async commit(asked: readonly Job[]): Promise<void> {
    const jobs = asked.filter(({ deadline }) => !deadline.isOver);
    if (jobs.length === 0) return;
    try {
      const results = await this.together(jobs);
      for (const [index, job] of jobs.entries()) job.resolve(results[index]);
    } catch (error) {
      if (jobs.length === 1 || this.connections.troubleOf(error)) {
        for (const job of jobs) job.reject(error);
        return;
      }
      for (const job of jobs) await this.commit([job]);
    }
  }

  /** @returns the result of each write, durable unless all of them are relaxed */
  private async together(jobs: readonly Job[]): Promise<unknown[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.transaction(jobs);
      } catch (error) {
        if (error instanceof Rollback && jobs.length === 1) return [error.result];
        if (attempt > MAX_CONFLICTS || !this.connections.isConflict(error)) throw error;
      }
    }
  }

  private async transaction(jobs: readonly Job[]): Promise<unknown[]> {
    const changed = new Set<number>();
    for (const { deadline } of jobs) deadline.beginWork();
    const isRelaxed = jobs.every((job) => job.isRelaxed);
    const db = isRelaxed ? this.db.relaxedWrites : this.db.writes;
    const results = await db.transaction().execute(async (tx) => {
      await shortcut(tx);
      const results: unknown[] = [];
      for (const eventId of new Set(jobs.map((job) => job.eventId ?? NO_EVENT))) {
        await this.connections.lock(tx, eventId);
      }
      for (const { eventId, work } of jobs) {
        const changes = changeCountOf(tx);
        const result = await work(tx);
        const hasChanged = changeCountOf(tx) > changes;
        if (isNotKept(result) && hasChanged) throw new Rollback(result);
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

/** Writes that the service makes by itself, such as those of notifications. */
const SERVICE = 'service';

/** The writes of the next group. */
function takeTogether(queue: TurnQueue<Job>): Job[] {
  const jobs: Job[] = [];
  let room = Number.POSITIVE_INFINITY;
  while (jobs.length < MAX_TOGETHER) {
    const next = queue.take(room);
    if (!next) break;
    jobs.push(next.job);
    room = Math.min(room, MAX_COST_TOGETHER) - next.turn.cost;
  }
  return jobs;
}

function rejectMissed(queue: TurnQueue<Job>): void {
  for (const job of queue.takeMissed(performance.now())) job.reject(tooLate());
}

function tooLate(): Unavailable {
  return new Unavailable('busy', 'Too many writes are waiting: nothing was written.');
}

/**
 * The lock of writes that concern no event, and of migrations. With it, what such a write has read, such as whether an
 * email address is free, is still true when it writes.
 */
const NO_EVENT = 0;

/** Rolls back a transaction because a refused write or a preview in it has changed something. */
class Rollback extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super('a write is rolled back that has changed something');
    this.result = result;
  }
}

/** The result of a write whose changes are rolled back although it was not refused. */
export class Preview<Result> {
  readonly result: Result;

  constructor(result: Result) {
    this.result = result;
  }
}

function isNotKept(result: unknown): boolean {
  return result instanceof Refusal || result instanceof Preview;
}

/**
 * One deadline for everything that a write waits for (its turn, a connection, a lock, its commit), so that time-outs do not
 * add up. The caller gets an answer in time, and a write that is given up before its commit is never committed.
 */
class WriteDeadline {
  private readonly millis: number | undefined;
  private stage: 'working' | 'committing' | 'over' = 'working';

  /** @param millis from now; `undefined`: no deadline */
  constructor(millis: number | undefined) {
    this.millis = millis;
  }

  /** Waits for the result of a write. @throws Unavailable after the deadline */
  async limit<Result>(write: Promise<Result>): Promise<Result> {
    const { millis } = this;
    if (millis === undefined) return write;
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(this.giveUp(millis)), millis);
    });
    return Promise.race([write, tooLate]).finally(() => clearTimeout(timer));
  }

  /** Whether the write has been given up. */
  get isOver(): boolean {
    return this.stage === 'over';
  }

  /** To be called when a transaction begins, also on a retry: until its commit, nothing is written. */
  beginWork(): void {
    if (!this.isOver) this.stage = 'working';
  }

  /** To be called when the commit is sent: until it is confirmed, its outcome is unknown. */
  beginCommit(): void {
    if (!this.isOver) this.stage = 'committing';
  }

  private giveUp(millis: number): Unavailable {
    const wasCommitting = this.stage === 'committing';
    this.stage = 'over';
    return wasCommitting
      ? new Unavailable(
          'unconfirmed',
          `The database has not confirmed the write in ${millis} ms: it may or may not have been made.`,
        )
      : new Unavailable(
          'busy',
          `The write had to wait for more than ${millis} ms and was given up: nothing was written.`,
        );
  }
}

/** Rolls back a transaction because a write in it has passed its deadline. */
class GivenUp extends Error {
  constructor() {
    super('a write was given up before its commit');
  }
}
