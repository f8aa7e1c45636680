/** Something that is done at random moments, as people do it: at equal distances it would always come between two pushes. */
import { setTimeout as delay } from 'node:timers/promises';

interface Rate {
  /** On average. */
  perSecond: number;
  /** The same seed gives the same moments. */
  seed: number;
}

/** Begins to do it. @param act is called with how often it was before, and not waited for until the end */
export function atRandomMoments(
  { perSecond, seed }: Rate,
  act: (count: number) => Promise<void> | void,
): { stop(): Promise<void> } {
  let isGoing = true;
  const going = (async () => {
    const random = randomFrom(seed);
    const underWay: (Promise<void> | void)[] = [];
    for (let n = 0, dueAt = performance.now(); isGoing; n++) {
      // The gaps between people who know nothing of each other are distributed exponentially.
      dueAt += (-Math.log(1 - random()) * 1000) / perSecond;
      // At least a turn of the event loop, in which the order to stop can come.
      await delay(Math.max(0, dueAt - performance.now()));
      underWay.push(act(n));
    }
    await Promise.all(underWay);
  })();
  return {
    async stop() {
      isGoing = false;
      await going;
    },
  };
}

/** Numbers from 0 to below 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
