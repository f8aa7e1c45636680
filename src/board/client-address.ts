/** Whom a request without a key comes from, so that nobody takes the room of all others. */
import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** Where a proxy stands that only this machine's own processes can be. */
const ON_THIS_MACHINE = ['loopback'];
/** And where one stands otherwise. */
const NEAR = [...ON_THIS_MACHINE, 'private', 'uniqueLocal'];

/**
 * The address by which limits are counted. A peer that is taken for a proxy is believed the last
 * address that it forwards for. On this machine any peer is. On a private network one is only where
 * visitors come by `https:`, which takes a proxy: at a lake without one, the visitors themselves stand
 * there. Of an IPv6 address the first half counts, because the other half is anyone's to choose.
 *
 * @param publicUrl how visitors reach the service
 */
export function clientAddress(request: IncomingMessage, publicUrl: string): string {
  const peer = request.socket.remoteAddress ?? '';
  const forwarded = request.headers['x-forwarded-for'];
  const last = String(forwarded ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  const proxies = publicUrl.startsWith('https:') ? NEAR : ON_THIS_MACHINE;
  const isProxy = ipaddr.isValid(peer) && proxies.includes(ipaddr.process(peer).range());
  return network(isProxy && last && ipaddr.isValid(last) ? last : peer);
}

function network(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : parsed.toNormalizedString().split(':').slice(0, 4).join(':');
}
