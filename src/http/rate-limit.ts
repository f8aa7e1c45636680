/** The requests of each key: reads and writes have windows of their own (decisions A11, L18). */
import type { OutgoingHttpHeaders } from 'node:http';
import type { Settings } from '../settings.ts';
import { type Slot, SlidingWindow } from './sliding-window.ts';

export type RequestKind = 'reads' | 'writes';

const SWEEP_MILLIS = 60_000;

export class RateLimits {
  private readonly limits: Record<RequestKind, number>;
  private readonly windows: Record<RequestKind, Map<number, SlidingWindow>>;
  private sweptAt = performance.now();

  constructor(settings: Pick<Settings, 'readsPerMinute' | 'writesPerMinute'>) {
    this.limits = { reads: settings.readsPerMinute, writes: settings.writesPerMinute };
    this.windows = { reads: new Map(), writes: new Map() };
  }

  /**
   * Counts a request of a key and adds the X-RateLimit headers of its answer.
   *
   * @returns whether the request may go on; if not, the answer carries Retry-After
   */
  take(keyId: number, kind: RequestKind, headers: OutgoingHttpHeaders): boolean {
    // Whole milliseconds, so that a window has few different moments to remember.
    const now = Math.floor(performance.now());
    this.sweep(now);
    const slot = this.window(keyId, kind).take(now);
    addLimitHeaders(headers, this.limits[kind], slot);
    return slot.isAllowed;
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

function addLimitHeaders(headers: OutgoingHttpHeaders, limit: number, slot: Slot): void {
  headers['x-ratelimit-limit'] = limit;
  headers['x-ratelimit-remaining'] = slot.remaining;
  headers['x-ratelimit-reset'] = Math.ceil((Date.now() + slot.resetMillis) / 1000);
  if (!slot.isAllowed)
    headers['retry-after'] = String(Math.max(1, Math.ceil(slot.retryMillis / 1000)));
}
