/**
 * Rate limits over exact sliding windows of 60 seconds: those of each key, for which reads and writes have windows of their own
 * (specification, "Limits"; decisions A11, L18), and those of each address of clients without a key.
 */
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { Refusal } from '../../domain/refusal.ts';
import { clientAddress, WIDE_FACTOR, wideNetworkOf } from './networks.ts';

const WINDOW_MILLIS = 60_000;
const FIRST_CAPACITY = 16;

export interface Slot {
  isAllowed: boolean;
  /** How many more requests would be allowed now. */
  remaining: number;
  /** Until the oldest request in the window no longer counts. */
  resetMillis: number;
  /** Until the next request would be allowed if none comes before it; 0 where that is now. */
  retryMillis: number;
}

/**
 * The window of one key and kind of request, or of one network. It holds the newest requests, at most as many as the limit:
 * a request is allowed while the window holds fewer. Refused requests count, too.
 */
export class SlidingWindow {
  /**
   * A ring buffer of the times at which requests came, and how many came at each: however high the
   * limit, it has at most one entry for each millisecond of the window.
   */
  private times = new Float64Array(FIRST_CAPACITY);
  private counts = new Uint32Array(FIRST_CAPACITY);
  private start = 0;
  private length = 0;
  /** The sum of the counts. */
  private total = 0;
  private readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Counts a request. @param now milliseconds of a monotonic clock */
  take(now: number): Slot {
    this.forgetBefore(now - WINDOW_MILLIS);
    const isAllowed = this.total < this.limit;
    if (!isAllowed) this.dropOldest();
    this.append(now);
    const untilOldestLeaves = this.oldest() + WINDOW_MILLIS - now;
    return {
      isAllowed,
      remaining: this.limit - this.total,
      resetMillis: untilOldestLeaves,
      retryMillis: this.total < this.limit ? 0 : untilOldestLeaves,
    };
  }

  /** Whether the window holds no request any more. */
  isIdle(now: number): boolean {
    this.forgetBefore(now - WINDOW_MILLIS);
    return this.total === 0;
  }

  private oldest(): number {
    return this.times[this.start] ?? 0;
  }

  private forgetBefore(time: number): void {
    while (this.length > 0 && this.oldest() <= time) {
      this.total -= this.counts[this.start] ?? 0;
      this.dropEntry();
    }
  }

  private dropOldest(): void {
    const left = (this.counts[this.start] ?? 0) - 1;
    this.counts[this.start] = left;
    this.total--;
    if (left === 0) this.dropEntry();
  }

  private dropEntry(): void {
    this.start = (this.start + 1) % this.times.length;
    this.length--;
  }

  private append(now: number): void {
    this.total++;
    const newest = (this.start + this.length - 1) % this.times.length;
    if (this.length > 0 && this.times[newest] === now) {
      this.counts[newest] = (this.counts[newest] ?? 0) + 1;
      return;
    }
    if (this.length === this.times.length) this.grow();
    const next = (this.start + this.length) % this.times.length;
    this.times[next] = now;
    this.counts[next] = 1;
    this.length++;
  }

  private grow(): void {
    const { start, times, counts } = this;
    const capacity = Math.min(times.length * 2, this.limit);
    this.times = new Float64Array(capacity);
    this.counts = new Uint32Array(capacity);
    for (let i = 0; i < times.length; i++) {
      this.times[i] = times[(start + i) % times.length] ?? 0;
      this.counts[i] = counts[(start + i) % times.length] ?? 0;
    }
    this.start = 0;
  }
}

export type RequestKind = 'reads' | 'writes';

/** The kind as which a request counts, by its method. */
export function requestKind(method: string | undefined): RequestKind {
  return method === 'GET' || method === 'HEAD' ? 'reads' : 'writes';
}

const SWEEP_MILLIS = 60_000;

/** Limits the requests of each key, in this process. */
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
    // Whole milliseconds, so that a window has few different times to hold.
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

  /** Deletes empty windows, so that memory depends on the keys in use. */
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

/** How many windows are kept; beyond this the oldest are deleted, so that their addresses start again at zero. */
const MAX_ADDRESSES = 10_000;

/** A request, and the headers of its answer. */
interface LimitedRequest {
  request: IncomingMessage;
  headers: OutgoingHttpHeaders;
}

/** Limits the requests of each address, in this process. */
export class AddressLimits {
  private readonly limit: number;
  private readonly windows = new Map<string, SlidingWindow>();
  private sweptAt = performance.now();

  /** @param limit requests of one address in 60 seconds; a /48 has `WIDE_FACTOR` times as many */
  constructor(limit: number) {
    this.limit = limit;
  }

  /**
   * Counts a request.
   *
   * @param address as `networkOf` returns it
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

  /**
   * Counts a request of a client without a key; the answer's headers say when it may come again.
   *
   * @param detail what the refusal says
   * @returns the refusal of a request over the limit
   */
  objection(
    { request, headers }: LimitedRequest,
    trustedProxies: number,
    detail: (limit: number) => string,
  ): Refusal | undefined {
    const slot = this.take(clientAddress(request, trustedProxies));
    if (slot.isAllowed) return undefined;
    addLimitHeaders(headers, this.limit, slot);
    return new Refusal('rate_limited', detail(this.limit));
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
