/**
 * From which network a request without a key comes. Limits count such requests by network, so that no network uses up what
 * all share. An IPv4 address counts by itself. An IPv6 address counts by its first half (a /64), because a client
 * can choose the other half freely; and by its /48, because whoever has a /48 has 65,536 /64s.
 */

import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** A /48 may be a whole campus or carrier, so its limit is that of several networks. */
export const WIDE_FACTOR = 4;

/** @returns an IPv4 address, the /64 of an IPv6 address, or the text itself if it is neither */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : parsed.toNormalizedString().split(':').slice(0, 4).join(':');
}

/** The /48 around a network of `networkOf`; none around an IPv4 address. */
export function wideNetworkOf(network: string): string | undefined {
  const parts = network.split(':');
  return parts.length === 4 ? parts.slice(0, 3).join(':') : undefined;
}

/**
 * The block of addresses that one customer is usually given; it identifies no single person.
 *
 * @param network as `networkOf` returns it
 * @returns such as `192.0.2.0/24` or `2001:db8:0::/48`; the text itself when it is neither
 */
export function subnetOf(network: string): string {
  if (network.includes(':')) return `${network.split(':', 3).join(':')}::/48`;
  const parts = network.split('.');
  return parts.length === 4 ? `${parts.slice(0, 3).join('.')}.0/24` : network;
}

/** Counts what each network has at the moment, such as connections, up to a limit. */
export class NetworkCounts {
  private readonly limit: number;
  private readonly counts = new Map<string, number>();

  /** @param limit for one network; a /48 has `WIDE_FACTOR` times as many */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** Counts one more of a network. @returns false when it is at its limit; then nothing is counted */
  add(network: string): boolean {
    const wide = wideNetworkOf(network);
    if (this.of(network) >= this.limit) return false;
    if (wide !== undefined && this.of(wide) >= this.limit * WIDE_FACTOR) return false;
    this.change(network, 1);
    if (wide !== undefined) this.change(wide, 1);
    return true;
  }

  /** Counts one less. @param network for which `add` returned true */
  remove(network: string): void {
    const wide = wideNetworkOf(network);
    this.change(network, -1);
    if (wide !== undefined) this.change(wide, -1);
  }

  private of(network: string): number {
    return this.counts.get(network) ?? 0;
  }

  private change(network: string, by: 1 | -1): void {
    const count = this.of(network) + by;
    if (count > 0) this.counts.set(network, count);
    else this.counts.delete(network);
  }
}

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
