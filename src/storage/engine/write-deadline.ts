/**
 * One deadline for everything that a write waits for (its turn, a connection, a lock, its commit), so that
 * time-outs do not add up. The caller gets an answer in time, and a write that was given up before its commit
 * is not committed later.
 */
import { Unavailable } from './dialect.ts';

export class WriteDeadline {
  private readonly millis: number | undefined;
  private stage: 'working' | 'committing' | 'over' = 'working';

  /** @param millis from now; `undefined`: no deadline */
  constructor(millis: number | undefined) {
    this.millis = millis;
  }

  /** The result of a write. @throws Unavailable when it does not come in time */
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

  /** A transaction begins, perhaps again; until its commit, nothing is written. */
  beginWork(): void {
    if (!this.isOver) this.stage = 'working';
  }

  /** The commit is sent; until it is confirmed, nobody knows whether it happens. */
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

/** Rolls a transaction back in which a write was given up. */
export class GivenUp extends Error {
  constructor() {
    super('a write was given up before its commit');
  }
}
