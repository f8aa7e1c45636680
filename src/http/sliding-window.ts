/**
 * An exact sliding window of 60 seconds for one key and one kind of request (specification,
 * "Limits"; decision L18). It remembers the newest requests, at most as many as the limit: a
 * request is let through when the oldest of that many is no longer in the window. Refused requests
 * are remembered too.
 */

const WINDOW_MILLIS = 60_000;
const FIRST_CAPACITY = 16;

export interface Slot {
  isAllowed: boolean;
  /** How many more requests would be let through now. */
  remaining: number;
  /** Until a used slot comes free. */
  resetMillis: number;
  /** Until a next request would be let through if no other comes before it. */
  retryMillis: number;
}

export class SlidingWindow {
  /** A ring of monotonic milliseconds that grows up to the limit. */
  private times = new Float64Array(FIRST_CAPACITY);
  private start = 0;
  private count = 0;
  private readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Counts a request. @param now milliseconds of a monotonic clock */
  take(now: number): Slot {
    this.forgetBefore(now - WINDOW_MILLIS);
    const isAllowed = this.count < this.limit;
    if (!isAllowed) this.dropOldest();
    this.append(now);
    const oldest = this.times[this.start] ?? now;
    const untilOldestLeaves = oldest + WINDOW_MILLIS - now;
    return {
      isAllowed,
      remaining: this.limit - this.count,
      resetMillis: untilOldestLeaves,
      retryMillis: this.count < this.limit ? 0 : untilOldestLeaves,
    };
  }

  /** Whether the window holds no request any more. */
  isIdle(now: number): boolean {
    this.forgetBefore(now - WINDOW_MILLIS);
    return this.count === 0;
  }

  private forgetBefore(time: number): void {
    while (this.count > 0 && (this.times[this.start] ?? 0) <= time) this.dropOldest();
  }

  private dropOldest(): void {
    this.start = (this.start + 1) % this.times.length;
    this.count--;
  }

  private append(now: number): void {
    if (this.count === this.times.length) this.grow();
    this.times[(this.start + this.count) % this.times.length] = now;
    this.count++;
  }

  private grow(): void {
    const grown = new Float64Array(Math.min(this.times.length * 2, this.limit));
    grown.set(this.times.subarray(this.start));
    grown.set(this.times.subarray(0, this.start), this.times.length - this.start);
    this.times = grown;
    this.start = 0;
  }
}
