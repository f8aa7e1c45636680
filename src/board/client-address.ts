/** Whom a request without a key comes from, so that nobody takes the room of all others. */
import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** Where a proxy of the same installation stands. */
const NEAR = ['loopback', 'private', 'uniqueLocal'];

/**
 * The address by which limits are counted. A peer on a private network that forwards for somebody is
 * taken for a proxy, and the last address that it forwards for is believed. Of an IPv6 address the
 * first half counts, because the other half is anyone's to choose.
 */
export function clientAddress(request: IncomingMessage): string {
  const peer = request.socket.remoteAddress ?? '';
  const forwarded = request.headers['x-forwarded-for'];
  const last = String(forwarded ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  const isNear = ipaddr.isValid(peer) && NEAR.includes(ipaddr.process(peer).range());
  return network(isNear && last && ipaddr.isValid(last) ? last : peer);
}

function network(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : parsed.toNormalizedString().split(':').slice(0, 4).join(':');
}
