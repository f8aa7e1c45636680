/** How many pages of races, crews and lists are made for one network: whoever walks over all of them, again and again, waits. */
import { Refusal } from '../../domain/refusal.ts';
import type { Exchange } from '../../http/exchange.ts';
import { clientAddress } from '../../http/limits/networks.ts';
import { AddressLimits, addLimitHeaders } from '../../http/limits/rate-limits.ts';

/** A whole regatta may sit behind one carrier's address, and all pages are made anew after a change. */
const MADE_PER_MINUTE = 1200;

export class ColdPages {
  private readonly limits = new AddressLimits(MADE_PER_MINUTE);
  private readonly trustedProxies: number;

  /** @param trustedProxies how many proxies stand in front of the service */
  constructor(trustedProxies: number) {
    this.trustedProxies = trustedProxies;
  }

  /** Counts a page that has to be made. @returns why it is not */
  take({ request, headers }: Exchange): Refusal | undefined {
    const slot = this.limits.take(clientAddress(request, this.trustedProxies));
    if (slot.isAllowed) return undefined;
    addLimitHeaders(headers, this.limits.limit, slot);
    return new Refusal(
      'rate_limited',
      `${this.limits.limit} pages of races, crews and lists of regattas are made in 60 seconds for one address; boards have all races and crews.`,
    );
  }
}
