/** How often passkeys may be asked for and tried, because each time writes to the database. */
import { Refusal } from '../../domain/refusal.ts';
import type { Exchange } from '../../http/exchange.ts';
import { clientAddress } from '../../http/limits/client-address.ts';
import { addLimitHeaders } from '../../http/limits/rate-limit.ts';
import type { Console } from '../console.ts';

/** Counts one time for the address of a request. @returns why there may be no more now */
export function passkeyLimit(
  { passkeyUses, settings }: Console,
  { request, headers }: Exchange,
): Refusal | undefined {
  const slot = passkeyUses.take(clientAddress(request, settings.trustedProxies));
  if (slot.isAllowed) return undefined;
  addLimitHeaders(headers, passkeyUses.limit, slot);
  const often = `${passkeyUses.limit} times in 60 seconds`;
  return new Refusal('rate_limited', `Passkeys may be used ${often} from one address.`);
}
