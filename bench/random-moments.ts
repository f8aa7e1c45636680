/** Does something at random moments, as people do: at equal intervals it would always fall between two pushes. */
import { setTimeout as delay } from 'node:timers/promises';

interface Rate {
  /** On average. */
  perSecond: number;
  /** The same seed gives the same moments. */
  seed: number;
}

/** Begins to call `act`. @param act gets the number of calls before; only `stop` waits for what it returns */
export function atRandomMoments(
  { perSecond, seed }: Rate,
  act: (count: number) => Promise<void> | void,
): { stop(): Promise<void> } {
  let isGoing = true;
  const going = (async () => {
    const random = randomFrom(seed);
    const underWay: (Promise<void> | void)[] = [];
    for (let n = 0, dueAt = performance.now(); isGoing; n++) {
      // The gaps between the acts of independent people are distributed exponentially.
      dueAt += (-Math.log(1 - random()) * 1000) / perSecond;
      // Waits at least one turn of the event loop, in which `stop` can be called.
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
