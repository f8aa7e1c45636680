/**
 * When documents are built: one after the other, with a rest after each that is a multiple of what it took.
 * However often boards change, building them takes a fifth of a processor, and the timing computers have the
 * others.
 */
import { setTimeout as delay } from 'node:timers/promises';

const REST_FACTOR = 4;
/**
 * Between two builds of one document. Each leaves some hundred kilobytes to be collected, which holds up the
 * timing computers. So a board that changes all the time is built a few times a second; a change that comes
 * alone, at once.
 */
const BETWEEN_BUILDS_MILLIS = 300;

export class RestBetweenBuilds {
  private last: Promise<unknown> = Promise.resolve();
  private restsUntil = 0;

  /**
   * Runs a build when it is due.
   *
   * @param builtAt when the same document was last built, by `performance.now()`. One that was never built
   *   comes without a rest after it: there is nothing yet that could be shown meanwhile
   */
  async whenDue(build: () => Promise<void>, builtAt: number | undefined): Promise<void> {
    if (builtAt !== undefined) await until(builtAt + BETWEEN_BUILDS_MILLIS);
    const turn = this.last.then(async () => {
      await until(this.restsUntil);
      const startedAt = performance.now();
      await build();
      const endedAt = performance.now();
      if (builtAt !== undefined) this.restsUntil = endedAt + REST_FACTOR * (endedAt - startedAt);
    });
    this.last = turn.catch(() => {});
    return turn;
  }
}

/** @param at by `performance.now()` */
async function until(at: number): Promise<void> {
  const millis = at - performance.now();
  if (millis > 0) await delay(millis, undefined, { ref: false });
}
