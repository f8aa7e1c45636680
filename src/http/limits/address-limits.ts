/** Rate limits of clients without a key: requests of each address in a minute. */
import { WIDE_FACTOR, wideNetworkOf } from './networks.ts';
import { SlidingWindow, type Slot } from './sliding-window.ts';

/** Above this, the addresses that came first are forgotten, and start again at zero. */
const MAX_ADDRESSES = 10_000;
const SWEEP_MILLIS = 60_000;

export class AddressLimits {
  readonly limit: number;
  private readonly windows = new Map<string, SlidingWindow>();
  private sweptAt = performance.now();

  /** @param limit requests of one address in 60 seconds; a /48 has `WIDE_FACTOR` times as many */
  constructor(limit: number) {
    this.limit = limit;
  }

  /**
   * Counts a request.
   *
   * @param address as `networkOf` says it
   * @param now whole milliseconds of a monotonic clock
   */
  take(address: string, now = Math.floor(performance.now())): Slot {
    this.sweep(now);
    const wide = wideNetworkOf(address);
    if (wide !== undefined) {
      const slot = this.window(wide, this.limit * WIDE_FACTOR).take(now);
      // A refused request adds no window for its address, so one /48 cannot displace all other addresses.
      if (!slot.isAllowed) return slot;
    }
    return this.window(address, this.limit).take(now);
  }

  private window(network: string, limit: number): SlidingWindow {
    let window = this.windows.get(network);
    if (!window) {
      window = new SlidingWindow(limit);
      this.windows.set(network, window);
    }
    return window;
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
