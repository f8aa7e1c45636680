/**
 * Writes of one event that arrive together share a transaction, because making a commit durable
 * costs more than most writes: with several timing computers at once the disk is asked once for all
 * of them. None is acknowledged before the commit that holds it. Should one of them fail, all are
 * rolled back and each is run again in a transaction of its own, so each is whole or nothing by
 * itself. Which of the waiting writes go next is the matter of `turn-queue.ts`.
 */
import { setImmediate } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { Refusal } from '../domain/refusal.ts';
import type { Connections } from './dialect.ts';
import { changeCountOf, shortcut } from './prepared.ts';
import type { Tables } from './tables.ts';
import { type Turn, TurnMissed, TurnQueue, turnOf, WRITE_COST_BYTES } from './turn-queue.ts';
import { GivenUp, WriteDeadline } from './write-deadline.ts';

/** More would make the first of them wait for the work of the last. */
const MAX_TOGETHER = 16;
/** Large pushes fill a commit sooner: those of 300 races go by twos, so that nobody waits for more. */
const MAX_COST_TOGETHER = 1.25 * MAX_TOGETHER * WRITE_COST_BYTES;
/** How often those that wait are looked at while one transaction takes its time. */
const MISSED_EVERY_MILLIS = 250;
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

/** On what terms a write is made. */
interface Terms {
  /** `undefined` when the write is about no event. */
  eventId: number | undefined;
  /** After which the write is given up; `undefined` lets it take its time. */
  millis: number | undefined;
  /** Its place among the writes that wait. */
  turn?: Turn | undefined;
}

export class SharedCommits {
  private readonly db: Kysely<Tables>;
  private readonly connections: Connections;
  private readonly onChange: (eventId: number) => void;
  /** The writes that wait for the transaction before them, by queue. */
  private readonly queues = new Map<number, TurnQueue<Job>>();

  /** @param onChange told of each event that a committed write has changed */
  constructor(db: Kysely<Tables>, connections: Connections, onChange: (eventId: number) => void) {
    this.db = db;
    this.connections = connections;
    this.onChange = onChange;
  }

  /**
   * Runs a write. A refusal or a preview is returned after everything has been rolled back; an error
   * is thrown on after everything has been rolled back.
   *
   * @throws Unavailable when its turn did not come in time, or when it was given up
   */
  run<Result>(
    { eventId, millis, turn = turnOf(SERVICE) }: Terms,
    work: (tx: Write) => Promise<Result>,
  ): Promise<Result> {
    const queueId = this.connections.queueOf(eventId ?? NO_EVENT);
    const deadline = new WriteDeadline(millis);
    const written = new Promise<Result>((resolve, reject) => {
      const job: Job = { eventId, work, deadline, resolve: resolve as Job['resolve'], reject };
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
      await this.commit(jobs);
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
        if (error instanceof Rollback && jobs.length === 1) return [error.result];
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

/** What the service does by itself, such as telling the news. */
const SERVICE = 'service';

/** The writes that go into the next commit. */
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
  for (const job of queue.takeMissed(performance.now())) job.reject(new TurnMissed());
}

/**
 * Writes that are about no event wait for each other and for migrations: what they ask before they
 * write, such as whether an address is taken, must still hold when they do.
 */
const NO_EVENT = 0;

/** Ends a transaction in which a write is not to be kept that has changed something. */
class Rollback extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super('a write is rolled back that has changed something');
    this.result = result;
  }
}

/** What a write returns whose changes are rolled back although it is not refused. */
export class Preview<Result> {
  readonly result: Result;

  constructor(result: Result) {
    this.result = result;
  }
}

function isNotKept(result: unknown): boolean {
  return result instanceof Refusal || result instanceof Preview;
}
