/**
 * The queue in which large bodies wait to be parsed and checked. That takes milliseconds, during which
 * the process does nothing else, so the queue is fair to all keys, as the queue of writes is later.
 */
import { nextSlice, SLICE_MILLIS } from '../../concurrency/long-work.ts';
import {
  type Turn,
  TurnMissed,
  TurnQueue,
  WRITE_COST_BYTES,
} from '../../concurrency/turn-queue.ts';

/** A smaller body is parsed at once: it takes a fraction of a millisecond. */
const LARGE_COST = 2 * WRITE_COST_BYTES;

interface Job {
  run(): void;
  reject(error: TurnMissed): void;
}

export class BodyQueue {
  private readonly queue = new TurnQueue<Job>();
  private isWorking = false;

  /**
   * Parses a body when it is its turn.
   *
   * @throws TurnMissed when it has waited for too long
   */
  parse<Result>(turn: Turn, work: () => Result): Result | Promise<Result> {
    // A small push must not overtake an earlier one of the same key.
    if (turn.cost < LARGE_COST && !this.queue.has(turn.party)) return work();
    return new Promise<Result>((resolve, reject) => {
      const run = () => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      };
      this.queue.add(turn, { run, reject });
      if (!this.isWorking) void this.workInSlices();
    });
  }

  private async workInSlices(): Promise<void> {
    this.isWorking = true;
    while (this.queue.size > 0) {
      await nextSlice();
      const startedAt = performance.now();
      for (const job of this.queue.takeMissed(startedAt)) job.reject(new TurnMissed());
      while (performance.now() - startedAt < SLICE_MILLIS) {
        const next = this.queue.take();
        if (!next) break;
        next.job.run();
      }
    }
    this.isWorking = false;
  }
}
