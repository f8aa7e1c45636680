/** Where a request without a key comes from, for limits by address. */
import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { networkOf } from './networks.ts';

/**
 * The network by which limits are counted, as `networkOf` returns it. Each proxy appends to
 * `X-Forwarded-For` the address that a request came from. With n proxies, the n-th address from the end is
 * therefore the visitor's; the visitor can invent those before it.
 *
 * @param trustedProxies how many proxies stand in front; with 0 the header is ignored
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const peer = request.socket.remoteAddress ?? '';
  const forwarded = String(request.headers['x-forwarded-for'] ?? '');
  if (trustedProxies === 0 || forwarded === '') return networkOf(peer);
  const addresses = forwarded.split(',').slice(-trustedProxies);
  const visitor = addresses[0]?.trim() ?? '';
  return networkOf(ipaddr.isValid(visitor) ? visitor : peer);
}
