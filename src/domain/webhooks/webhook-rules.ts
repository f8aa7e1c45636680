/** How many webhooks an event may have, and to which addresses they may lead (around, "Webhooks"). */
import { MAX_WEBHOOKS } from '../../contract/limits.ts';
import { isPublicAddress } from '../public-address.ts';
import { conflict, invalid, type Refusal } from '../refusal.ts';

/** Host names of the machine itself or its network, whatever a name server answers for them (RFC 6761, 6762, 8375). */
const NAMES_WITHIN = /(^|\.)(localhost|local|internal|home\.arpa)$/;

/**
 * Whether deliveries may go to an address: `https:` on the public internet, without a user. A host name is looked up and
 * judged when a connection is made; an IP address in any spelling is judged here, because it is never looked up.
 *
 * @param origins further origins that are allowed, also with `http:` and within the network (`WEBHOOK_ORIGINS`)
 */
export function isWebhookAddress(text: string, origins: readonly string[]): boolean {
  // Characters that the URL parser drops or rewrites: the text and the parsed address would not be the same address.
  if (/[\s\p{Cc}\\#]/u.test(text) || !URL.canParse(text)) return false;
  // A user is not allowed, not even an empty one.
  if (/^[^/]*\/*[^/?]*@/.test(text)) return false;
  const { protocol, origin, hostname } = new URL(text);
  // A listed origin is allowed only as it is spelled in the list.
  if (origins.includes(origin) && /^([^/]*\/\/[^/?]*)/.exec(text)?.[1] === origin) return true;
  if (protocol !== 'https:') return false;
  const name = hostname.replace(/^\[|\]$|\.$/g, '');
  const isNumber = hostname.startsWith('[') || /^[\d.]+$/.test(name);
  return isNumber ? isPublicAddress(name) : name !== '' && !NAMES_WITHIN.test(name);
}

/** The detail of a refusal of an address. */
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

/** The name of a webhook in history, logs and metrics, because its address may hold a secret. @param url an accepted one */
export function originOf(url: string): string {
  return new URL(url).origin;
}
