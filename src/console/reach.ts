/** From where the service can be reached, for whoever wants to pass its address on. */
import type { Reach } from '../contract/console/installation.ts';
import { isLoopback } from '../domain/loopback.ts';
import { type Interfaces, networkHosts } from '../hosts.ts';
import { addressOf, type Settings } from '../settings.ts';
import { type ConsoleRoute, route } from './route.ts';

const EVERYWHERE = '0.0.0.0';

export const REACH_ROUTES: readonly ConsoleRoute[] = [
  route('GET /reach', async ({ console: { settings } }) => reachOf(settings)),
];

/**
 * Nobody learns the machine's addresses where another one is known by which everybody reaches it.
 *
 * @param interfaces those of this machine, unless told otherwise
 */
export function reachOf(
  { host, port, publicUrl }: Pick<Settings, 'host' | 'port' | 'publicUrl'>,
  interfaces?: Interfaces,
): Reach {
  const { hostname, pathname } = new URL(publicUrl);
  const isOpen = !isLoopback(host);
  if (!isLoopback(hostname)) return { isOpen, addresses: [] };
  const path = pathname.replace(/\/$/, '');
  const hosts = networkHosts(isOpen ? host : EVERYWHERE, interfaces);
  return { isOpen, addresses: hosts.map((each) => addressOf(each, port) + path) };
}
