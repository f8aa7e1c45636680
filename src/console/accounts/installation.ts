/** The installation: the texts of its operators, and the addresses at which others can reach it, to be passed on. */
import type { Reach } from '../../contract/console/installation.ts';
import { isLoopback } from '../../domain/loopback.ts';
import { Refusal } from '../../domain/refusal.ts';
import { type Interfaces, networkHosts } from '../../hosts.ts';
import { performAccountIn, signedIn } from '../../operations/accounts/account-operation.ts';
import { editInstallation } from '../../operations/accounts/installation.ts';
import { addressOf, type Settings } from '../../settings.ts';
import { findShownInstallation } from '../../storage/accounts/installation.ts';
import type { Write } from '../../storage/engine/database.ts';
import { type ConsoleRoute, route } from '../route.ts';

const EVERYWHERE = '0.0.0.0';

export const INSTALLATION_ROUTES: readonly ConsoleRoute[] = [
  route('GET /installation', ({ console: { database } }) => findShownInstallation(database.reads)),
  route('PATCH /installation', async ({ console: { database }, session, read }) => {
    const sent = await read();
    if (sent instanceof Refusal) return sent;
    const { value: input, turn } = sent;
    const actor = signedIn(session.userId);
    const edit = async (tx: Write) => {
      const done = await performAccountIn(tx, editInstallation, actor, input);
      return done instanceof Refusal ? done : findShownInstallation(tx);
    };
    return database.write(edit, { turn });
  }),
  route('GET /reach', async ({ console: { settings } }) => reachOf(settings)),
];

/**
 * Whether other machines can reach the service, and by which addresses. None are listed where `publicUrl` is such an address.
 *
 * @param interfaces those of this machine unless given
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
