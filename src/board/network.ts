/** The network of a visitor: what one party is usually given, and what names no single person. */

/**
 * @param address as `clientAddress` tells it: IPv4, or at least the first three groups of an IPv6 address
 * @returns such as `192.0.2.0/24` or `2001:db8:0::/48`; the address itself when it is neither
 */
export function networkOf(address: string): string {
  if (address.includes(':')) return `${address.split(':', 3).join(':')}::/48`;
  const parts = address.split('.');
  return parts.length === 4 ? `${parts.slice(0, 3).join('.')}.0/24` : address;
}
