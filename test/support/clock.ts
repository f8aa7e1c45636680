/**
 * The machine's clock, as this process reads it: `Date.now()` and `new Date()`, of the program and of what
 * it is made of. Timers and `performance.now()` are monotonic; setting a clock does not move them.
 */
const RealDate = Date;

/** Sets the clock, relative to the real time; 0 sets it right. */
export function setClock(aheadMillis: number): void {
  if (aheadMillis === 0) globalThis.Date = RealDate;
  else readClock(() => RealDate.now() + aheadMillis);
}

/** Stops the clock at an instant, in epoch milliseconds, until it is stopped at another one or set. */
export function stopClock(at: number): void {
  readClock(() => at);
}

/** Runs the clock fast. @param at what it showed @param since at which real moment @param speed so many times as fast */
export function runClock(at: number, since: number, speed: number): void {
  readClock(() => Math.round(at + (RealDate.now() - since) * speed));
}

function readClock(now: () => number): void {
  globalThis.Date = new Proxy(RealDate, {
    construct: (real, given: []) => (given.length === 0 ? new real(now()) : new real(...given)),
    get: (real, property) => (property === 'now' ? now : Reflect.get(real, property)),
  });
}
