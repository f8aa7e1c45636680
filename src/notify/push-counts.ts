/** How many messages have come to which end, for the metrics. */
import type { Outcome } from './web-push.ts';

export type PushEnd = Outcome['kind'] | 'expired';

export class PushCounts {
  readonly totals: Record<PushEnd, number> = {
    delivered: 0,
    gone: 0,
    refused: 0,
    later: 0,
    expired: 0,
  };

  add(end: PushEnd): void {
    this.totals[end]++;
  }
}
