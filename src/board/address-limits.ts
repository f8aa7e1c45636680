/** How often each address may do something in a minute. */
import { SlidingWindow, type Slot } from '../http/sliding-window.ts';

/** More addresses than this in a minute, and those that came first start anew. */
const MAX_ADDRESSES = 10_000;
const SWEEP_MILLIS = 60_000;

export class AddressLimits {
  readonly limit: number;
  private readonly windows = new Map<string, SlidingWindow>();
  private sweptAt = performance.now();

  /** @param limit requests of one address in 60 seconds */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** Counts a request. @param now whole milliseconds of a monotonic clock */
  take(address: string, now = Math.floor(performance.now())): Slot {
    this.sweep(now);
    let window = this.windows.get(address);
    if (!window) {
      window = new SlidingWindow(this.limit);
      this.windows.set(address, window);
    }
    return window.take(now);
  }

  private sweep(now: number): void {
    if (now - this.sweptAt >= SWEEP_MILLIS) {
      this.sweptAt = now;
      for (const [address, window] of this.windows) {
        if (window.isIdle(now)) this.windows.delete(address);
      }
    }
    for (const address of this.windows.keys()) {
      if (this.windows.size < MAX_ADDRESSES) return;
      this.windows.delete(address);
    }
  }
}
