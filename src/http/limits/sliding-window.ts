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
  /**
   * A ring of the moments at which requests came, and how many came at each: however high the
   * limit, it holds one entry for each millisecond of the window at most.
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
