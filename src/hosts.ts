/** Under which names and addresses a service is reached, by the host that it listens on. */
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { isLoopback } from './domain/loopback.ts';

export type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>;

/** All addresses of the machine: `0.0.0.0`, `::`, and shorter or longer ways to write them. */
const EVERYWHERE = /^[0.:]+$/;
/** Of containers and virtual machines on this one; nobody else is in their networks. */
const VIRTUAL = /^(docker|br-|veth|virbr|vmnet|vboxnet|vEthernet)/;
/** What a machine gives itself where nobody gives it an address. */
const SELF_GIVEN = /^169\.254\./;
/** Such an address means nothing without the interface, which no browser can be told. */
const LINK_LOCAL = /^fe[89ab]/i;

/**
 * Where others in the same network reach the service, the likeliest first; empty when only this
 * machine does.
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

/** Where this machine itself reaches the service. */
export function ownHost(host: string): string {
  if (!EVERYWHERE.test(host)) return host;
  return host.includes(':') ? '::1' : '127.0.0.1';
}

/** Lower is likelier to be of use to somebody else. */
function rank({ name, address, family }: NetworkInterfaceInfo & { name: string }): number {
  if (VIRTUAL.test(name)) return 3;
  if (SELF_GIVEN.test(address)) return 2;
  return family === 'IPv6' ? 1 : 0;
}
