/** The requests of each key: reads and writes have windows of their own (decisions A11, L18). */
import type { OutgoingHttpHeaders } from 'node:http';
import { SlidingWindow, type Slot } from './sliding-window.ts';

export type RequestKind = 'reads' | 'writes';

const SWEEP_MILLIS = 60_000;

export class RateLimits {
  private readonly limits: Record<RequestKind, number>;
  private readonly windows: Record<RequestKind, Map<number, SlidingWindow>>;
  private sweptAt = performance.now();

  /** @param limits requests of one key in 60 seconds */
  constructor(limits: Record<RequestKind, number>) {
    this.limits = limits;
    this.windows = { reads: new Map(), writes: new Map() };
  }

  /** Counts a request of a key. */
  take(keyId: number, kind: RequestKind): Slot {
    // Whole milliseconds, so that a window has few different moments to remember.
    const now = Math.floor(performance.now());
    this.sweep(now);
    return this.window(keyId, kind).take(now);
  }

  private window(keyId: number, kind: RequestKind): SlidingWindow {
    let window = this.windows[kind].get(keyId);
    if (!window) {
      window = new SlidingWindow(this.limits[kind]);
      this.windows[kind].set(keyId, window);
    }
    return window;
  }

  /** Windows that nobody uses any more are forgotten, so memory follows the keys in use. */
  private sweep(now: number): void {
    if (now - this.sweptAt < SWEEP_MILLIS) return;
    this.sweptAt = now;
    for (const windows of Object.values(this.windows)) {
      for (const [keyId, window] of windows) if (window.isIdle(now)) windows.delete(keyId);
    }
  }
}

/** Adds the X-RateLimit headers of an answer, and Retry-After where the request was one too many. */
export function addLimitHeaders(headers: OutgoingHttpHeaders, limit: number, slot: Slot): void {
  headers['x-ratelimit-limit'] = limit;
  headers['x-ratelimit-remaining'] = slot.remaining;
  headers['x-ratelimit-reset'] = Math.ceil((Date.now() + slot.resetMillis) / 1000);
  if (!slot.isAllowed)
    headers['retry-after'] = String(Math.max(1, Math.ceil(slot.retryMillis / 1000)));
}
