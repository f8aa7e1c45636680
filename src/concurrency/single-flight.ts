/** Single-flight: however many ask for the same thing at once, the work is done once for all of them. */

/**
 * Makes a function that shares one run of some work among all who call it meanwhile.
 *
 * @param work a failure reaches all who wait for it; the next call tries again
 * @param keepMillis for how long a result is still handed out after the work has ended
 */
export function singleFlight<Result>(
  work: () => Promise<Result>,
  keepMillis = 0,
): () => Promise<Result> {
  let flight: Promise<Result> | undefined;
  let usableUntil = 0;
  return () => {
    if (flight && performance.now() < usableUntil) return flight;
    flight = work();
    usableUntil = Number.POSITIVE_INFINITY;
    flight.then(
      () => {
        usableUntil = performance.now() + keepMillis;
      },
      () => {
        usableUntil = 0;
      },
    );
    return flight;
  };
}
