/** Where the service may send what others ask it to send: to hosts of the public internet alone. */
import ipaddr from 'ipaddr.js';

/** Whether an address is one host of the public internet and nothing else. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  // Of IPv6 only 2000::/3 has been assigned for it.
  return !(address instanceof ipaddr.IPv6) || (address.parts[0] ?? 0) >> 13 === 1;
}
