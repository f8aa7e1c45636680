/** Push messages and webhook deliveries, whose addresses others choose, go only to hosts of the public internet. */
import ipaddr from 'ipaddr.js';

/** Whether an address is one host of the public internet and nothing else. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  // Of IPv6, only 2000::/3 has been assigned to public hosts.
  return !(address instanceof ipaddr.IPv6) || (address.parts[0] ?? 0) >> 13 === 1;
}
