/**
 * Writes that arrive in one turn of the event loop share a transaction, because making a commit
 * durable costs more than most writes: with several timing computers at once the disk is asked
 * once for all of them. Each write stands behind a savepoint of its own, so it is whole or nothing
 * by itself, and none is acknowledged before the commit that holds it.
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import { Refusal } from '../domain/refusal.ts';
import { prepare, shortcut } from './prepared.ts';
import type { Tables } from './tables.ts';

/** More would make the first of them wait for the work of the last. */
const MAX_TOGETHER = 16;

type Write = Transaction<Tables>;

interface Job {
  work(tx: Write): Promise<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

export class SharedCommits {
  private readonly db: Kysely<Tables>;
  private readonly waiting: Job[] = [];
  private isDraining = false;

  constructor(db: Kysely<Tables>) {
    this.db = db;
  }

  /**
   * Runs a write. A refusal is returned after everything has been taken back; an error is thrown
   * on after everything has been taken back.
   */
  run<Result>(work: (tx: Write) => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.waiting.push({ work, resolve: resolve as Job['resolve'], reject });
      if (this.isDraining) return;
      this.isDraining = true;
      setImmediate(() => void this.drain());
    });
  }

  private async drain(): Promise<void> {
    while (this.waiting.length > 0) await this.commit(this.waiting.splice(0, MAX_TOGETHER));
    this.isDraining = false;
  }

  private async commit(jobs: readonly Job[]): Promise<void> {
    const settlements: (() => void)[] = [];
    try {
      await this.db.transaction().execute(async (tx) => {
        await shortcut(tx);
        for (const job of jobs) settlements.push(await attempt(tx, job));
      });
    } catch (error) {
      for (const job of jobs) job.reject(error);
      return;
    }
    for (const settle of settlements) settle();
  }
}

const [setPoint, releasePoint, returnToPoint] = ['savepoint', 'release', 'rollback to'].map(
  (verb) =>
    prepare<object, never>((db) => ({
      compile: () => sql<never>`${sql.raw(verb)} one_write`.compile(db),
    })),
) as [Statement, Statement, Statement];

type Statement = ReturnType<typeof prepare<object, never>>;

/** Runs one write behind its savepoint. @returns what to tell its caller once it is durable */
async function attempt(tx: Write, { work, resolve, reject }: Job): Promise<() => void> {
  await setPoint.run(tx, {});
  try {
    const result = await work(tx);
    if (result instanceof Refusal) await returnToPoint.run(tx, {});
    await releasePoint.run(tx, {});
    return () => resolve(result);
  } catch (error) {
    try {
      await returnToPoint.run(tx, {});
      await releasePoint.run(tx, {});
    } catch {
      // A full disk, for one, ends the whole transaction: there is no savepoint to return to.
      throw error;
    }
    return () => reject(error);
  }
}
