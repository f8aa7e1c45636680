/**
 * Replaces the clock as this process reads it: `Date.now()` and `new Date()`, in the program and in its dependencies. Timers
 * and `performance.now()` are monotonic; setting a clock does not move them.
 */
const RealDate = Date;

/** Sets the clock ahead of the real time; 0 restores the real clock. */
export function setClock(aheadMillis: number): void {
  if (aheadMillis === 0) globalThis.Date = RealDate;
  else readClock(() => RealDate.now() + aheadMillis);
}

/** Stops the clock at an instant, in epoch milliseconds, until it is stopped at another one or set. */
export function stopClock(at: number): void {
  readClock(() => at);
}

/** Runs the clock fast. @param at the time shown @param since the real time at which it shows that @param speed a factor */
export function runClock(at: number, since: number, speed: number): void {
  readClock(() => Math.round(at + (RealDate.now() - since) * speed));
}

function readClock(now: () => number): void {
  globalThis.Date = new Proxy(RealDate, {
    construct: (real, given: []) => (given.length === 0 ? new real(now()) : new real(...given)),
    get: (real, property) => (property === 'now' ? now : Reflect.get(real, property)),
  });
}
