/**
 * Work in turns that leave room for others: one after the other, and after each a rest that is a
 * multiple of what it took. However often boards change, building them takes a fifth of a processor,
 * and the timing computers have the others.
 */
import { setTimeout as delay } from 'node:timers/promises';

const REST_FACTOR = 4;

export class Pace {
  private last: Promise<unknown> = Promise.resolve();
  private restsUntil = 0;

  /** Runs work in its turn. @param hasRest whether the others have to wait for a rest after it */
  run(work: () => Promise<void>, hasRest: () => boolean): Promise<void> {
    const turn = this.last.then(async () => {
      const restMillis = this.restsUntil - performance.now();
      if (restMillis > 0) await delay(restMillis, undefined, { ref: false });
      const startedAt = performance.now();
      const rests = hasRest();
      await work();
      const endedAt = performance.now();
      if (rests) this.restsUntil = endedAt + REST_FACTOR * (endedAt - startedAt);
    });
    this.last = turn.catch(() => {});
    return turn;
  }
}
