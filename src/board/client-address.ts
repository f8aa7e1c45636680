/** Whom a request without a key comes from, so that nobody takes the room of all others. */
import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { networkOf } from '../http/networks.ts';

/**
 * The network by which limits are counted, as `networkOf` says it. Each proxy adds to `X-Forwarded-For`
 * the address that a request came to it from, at the end. So of the addresses there and that of the
 * connection, as many belong to proxies as stand in front of the service, the last ones; the one
 * before them is the visitor's. What comes before that is the visitor's to invent.
 *
 * @param trustedProxies how many proxies stand in front; with none of them the header counts for nothing
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const peer = request.socket.remoteAddress ?? '';
  const forwarded = String(request.headers['x-forwarded-for'] ?? '');
  if (trustedProxies === 0 || forwarded === '') return networkOf(peer);
  const addresses = forwarded.split(',').slice(-trustedProxies);
  const visitor = addresses[0]?.trim() ?? '';
  return networkOf(ipaddr.isValid(visitor) ? visitor : peer);
}
