/** What webhooks an event may have, and where they may lead (around, "Webhooks"). */
import { MAX_WEBHOOKS } from '../../contract/limits.ts';
import { isPublicAddress } from '../public-address.ts';
import { conflict, invalid, type Refusal } from '../refusal.ts';

/** Names that stand for the machine itself or its network, whatever a name server says of them (RFC 6761, 6762, 8375). */
const NAMES_WITHIN = /(^|\.)(localhost|local|internal|home\.arpa)$/;

/**
 * Whether deliveries may go to an address: `https:` on the public internet, without a user. Its name is looked up when a
 * connection is made; a number in any spelling is judged here, because nothing looks it up.
 *
 * @param origins to which they may go besides, also with `http:` and within the network (`WEBHOOK_ORIGINS`)
 */
export function isWebhookAddress(text: string, origins: readonly string[]): boolean {
  // What a parser leaves out or reads in another way makes two addresses of one.
  if (/[\s\p{Cc}\\#]/u.test(text) || !URL.canParse(text)) return false;
  // Also a user without a name.
  if (/^[^/]*\/*[^/?]*@/.test(text)) return false;
  const { protocol, origin, hostname } = new URL(text);
  // In no other spelling than the one that is listed.
  if (origins.includes(origin) && /^([^/]*\/\/[^/?]*)/.exec(text)?.[1] === origin) return true;
  if (protocol !== 'https:') return false;
  const name = hostname.replace(/^\[|\]$|\.$/g, '');
  const isNumber = hostname.startsWith('[') || /^[\d.]+$/.test(name);
  return isNumber ? isPublicAddress(name) : name !== '' && !NAMES_WITHIN.test(name);
}

/** What is said of an address that may not be. */
export const NOT_AN_ADDRESS =
  'must be an address with https: on the public internet, without a user and without #';

/** Why an event may not have one more webhook. */
export function objectionToMore(count: number): Refusal | undefined {
  if (count < MAX_WEBHOOKS) return undefined;
  return conflict(`The event has ${MAX_WEBHOOKS} webhooks already: remove one that is not used.`);
}

export function objectionToKinds(kinds: readonly string[]): Refusal | undefined {
  if (kinds.length > 0) return undefined;
  return invalid([{ field: 'kinds', detail: 'must have at least 1 item' }]);
}

/** What history, logs and metrics call a webhook by: its address may hold a secret. @param url an accepted one */
export function originOf(url: string): string {
  return new URL(url).origin;
}
