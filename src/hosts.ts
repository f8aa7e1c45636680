/** The names and addresses at which a service can be reached, given the host that it listens on. */
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { isLoopback } from './domain/loopback.ts';

export type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>;

/** Hosts that mean all addresses of the machine: `0.0.0.0`, `::`, and other spellings of them. */
const EVERYWHERE = /^[0.:]+$/;
/** Interfaces of containers and virtual machines on this machine; no other machine is in their networks. */
const VIRTUAL = /^(docker|br-|veth|virbr|vmnet|vboxnet|vEthernet)/;
/** Addresses that a machine assigns to itself when no server assigns it one (IPv4 link-local). */
const SELF_GIVEN = /^169\.254\./;
/** IPv6 link-local addresses, which are useless without the interface, and no browser accepts that in an address. */
const LINK_LOCAL = /^fe[89ab]/i;

/**
 * The hosts at which other machines in the same network may reach the service, the likeliest first; empty if only this
 * machine can reach it.
 */
export function networkHosts(host: string, interfaces: Interfaces = networkInterfaces()): string[] {
  if (isLoopback(host)) return [];
  if (!EVERYWHERE.test(host)) return [host];
  const takesIpv6 = host.includes(':');
  return Object.entries(interfaces)
    .flatMap(([name, infos = []]) => infos.map((info) => ({ name, ...info })))
    .filter(({ internal, address, family }) => {
      if (internal || LINK_LOCAL.test(address)) return false;
      return family === 'IPv4' || takesIpv6;
    })
    .sort((a, b) => rank(a) - rank(b))
    .map(({ address }) => address);
}

/** The host at which this machine itself reaches the service. */
export function ownHost(host: string): string {
  if (!EVERYWHERE.test(host)) return host;
  return host.includes(':') ? '::1' : '127.0.0.1';
}

/** Ranks an address: the lower, the likelier another machine can reach it. */
function rank({ name, address, family }: NetworkInterfaceInfo & { name: string }): number {
  if (VIRTUAL.test(name)) return 3;
  if (SELF_GIVEN.test(address)) return 2;
  return family === 'IPv6' ? 1 : 0;
}
