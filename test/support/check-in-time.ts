/** Checks properties on random cases for as long as there is time. */
import fc from 'fast-check';

interface Terms {
  seed: number;
  numRuns: number;
  /** For all cases together; undefined for a series that is to run whole. */
  maxMillis: number | undefined;
}

/** Checks at least one case, even on a machine on which that takes longer than the time. */
export async function checkInTime<Case>(
  property: fc.IAsyncProperty<Case>,
  { seed, numRuns, maxMillis }: Terms,
): Promise<fc.RunDetails<Case>> {
  const limit = maxMillis === undefined ? {} : { interruptAfterTimeLimit: maxMillis };
  const details = await fc.check(property, { seed, numRuns, ...limit });
  const hasNone = details.interrupted && details.numRuns === 0;
  return hasNone ? await fc.check(property, { seed, numRuns: 1 }) : details;
}
