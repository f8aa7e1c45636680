/** How often somebody who is signed in may ask, so that one browser or script cannot take the service from everybody. */
import { Refusal } from '../domain/refusal.ts';
import type { Exchange } from '../http/exchange.ts';
import { addLimitHeaders, RateLimits } from '../http/limits/rate-limit.ts';
import type { Settings } from '../settings.ts';

/** A person has several tabs and laptops, so twice what a key has: 20 reads and 4 writes a second. */
const PERSON_FACTOR = 2;

export class PersonLimits {
  private readonly limits: { reads: number; writes: number };
  private readonly windows: RateLimits;

  /** Each process counts for itself. */
  constructor({ readsPerMinute, writesPerMinute }: Settings) {
    const [reads, writes] = [readsPerMinute * PERSON_FACTOR, writesPerMinute * PERSON_FACTOR];
    this.limits = { reads, writes };
    this.windows = new RateLimits(this.limits);
  }

  /** Counts a request of a person. @returns why it is one too many */
  take(userId: number, { request, headers }: Exchange): Refusal | undefined {
    const kind = request.method === 'GET' ? 'reads' : 'writes';
    const slot = this.windows.take(userId, kind);
    if (slot.isAllowed) return undefined;
    const limit = this.limits[kind];
    addLimitHeaders(headers, limit, slot);
    return new Refusal('rate_limited', `A person has ${limit} ${kind} in 60 seconds.`);
  }
}
