/**
 * Keeps messages out of the installation's own network: a name is looked up and judged in one step,
 * and the connection goes to the very addresses that were judged, whatever the name says later.
 */
import dns from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The code of the error when a name leads somewhere private. */
export const NOT_PUBLIC = 'ERR_ADDRESS_NOT_PUBLIC';

/** Looks a name up for a connection; fails when any of its addresses is not public. */
export const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
      const message = 'the name of the push service leads to an address that is not public';
      return callback(Object.assign(new Error(message), { code: NOT_PUBLIC }), []);
    }
    if (options.all) return callback(null, addresses);
    callback(null, first.address, first.family);
  });
};

/** Whether an address is one host of the public internet and nothing else. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  // Of IPv6 only 2000::/3 has been given out for it.
  return !(address instanceof ipaddr.IPv6) || (address.parts[0] ?? 0) >> 13 === 1;
}
