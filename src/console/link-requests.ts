/**
 * People who have forgotten their password ask for a sign-in link by mail. The answer comes before anything is
 * looked up, so it tells nobody which addresses have an account, neither by its words nor by its time.
 */
import type { OutgoingHttpHeaders } from 'node:http';
import { Refusal } from '../domain/refusal.ts';
import { AddressLimits } from '../http/address-limits.ts';
import { addLimitHeaders } from '../http/rate-limit.ts';

/** Of one address, which a whole club house may share. */
const REQUESTS_PER_MINUTE = 10;
/** Above this, requests are forgotten: those who get no mail ask again. */
const MAX_UNDER_WAY = 100;

export class LinkRequests {
  private readonly limits = new AddressLimits(REQUESTS_PER_MINUTE);
  private readonly underWay = new Set<Promise<void>>();

  /**
   * Counts a request.
   *
   * @param address as `clientAddress` says it
   * @param headers of the answer: they say when to come again
   */
  objection(address: string, headers: OutgoingHttpHeaders): Refusal | undefined {
    const slot = this.limits.take(address);
    if (slot.isAllowed) return undefined;
    addLimitHeaders(headers, this.limits.limit, slot);
    return new Refusal(
      'rate_limited',
      `Links may be asked for ${REQUESTS_PER_MINUTE} times in 60 seconds from one address.`,
    );
  }

  /** Does what was asked for, while nobody waits. */
  begin(work: () => Promise<void>): void {
    if (this.underWay.size >= MAX_UNDER_WAY) return;
    const done = work().finally(() => this.underWay.delete(done));
    this.underWay.add(done);
  }

  /** Resolves once nothing is under way. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.underWay);
  }
}
