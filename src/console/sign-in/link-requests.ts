/**
 * How often links are asked for and opened from one address. People who have forgotten their password ask for a sign-in
 * link by mail. The answer comes before anything is looked up, so it tells nobody which addresses have an account,
 * neither by its words nor by its time.
 */
import type { Refusal } from '../../domain/refusal.ts';
import type { Exchange } from '../../http/exchange.ts';
import { AddressLimits } from '../../http/limits/rate-limits.ts';

/** Of one address, which a whole club house may share. */
const PER_MINUTE = { 'asked for': 10, opened: 30 };
/** Above this, requests are forgotten: those who get no mail ask again. */
const MAX_UNDER_WAY = 100;

export class LinkRequests {
  private readonly limits = {
    'asked for': new AddressLimits(PER_MINUTE['asked for']),
    opened: new AddressLimits(PER_MINUTE.opened),
  };
  private readonly underWay = new Set<Promise<void>>();

  /**
   * Counts a request.
   *
   * @param what is done with a link
   * @param exchange whose answer says when to come again
   */
  objection(
    what: keyof typeof PER_MINUTE,
    exchange: Exchange,
    trustedProxies: number,
  ): Refusal | undefined {
    return this.limits[what].objection(
      exchange,
      trustedProxies,
      (limit) => `Links may be ${what} ${limit} times in 60 seconds from one address.`,
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
