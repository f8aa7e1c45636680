/** Single-flight: however many ask for the same thing at once, the work is done once for all of them. */

/**
 * Makes a function that shares one run of some work among all who call it meanwhile.
 *
 * @param work a failure reaches all who wait for it
 * @param keepMillis for how long a result is still handed out after the work has ended
 * @param keepFailureMillis the same for a failure; then the next call tries again
 */
export function singleFlight<Result>(
  work: () => Promise<Result>,
  keepMillis = 0,
  keepFailureMillis = 0,
): () => Promise<Result> {
  let flight: Promise<Result> | undefined;
  let usableUntil = 0;
  return () => {
    if (flight && performance.now() < usableUntil) return flight;
    flight = work();
    usableUntil = Number.POSITIVE_INFINITY;
    const keepFor = (millis: number) => () => {
      usableUntil = performance.now() + millis;
    };
    flight.then(keepFor(keepMillis), keepFor(keepFailureMillis));
    return flight;
  };
}
