/** The service itself. */
import { addressOf, type Settings } from '../settings.ts';
import { isEmpty } from '../storage/accounts.ts';
import { listPublishedEvents } from '../storage/boards.ts';
import { announcement, pathToScan, setUpInvitation } from './announcement.ts';
import { type Command, CommandFailed, printWarnings } from './command.ts';
import { whenParentEnds } from './npm-parent.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'start the service',
  options: { host: 'HOST', port: 'PORT' },
  optional: ['host', 'port'],
  run: async (_values, { settings }) => {
    const service = await listen(settings);
    printWarnings(service.database);
    if (isProxyUnknown(settings)) process.stderr.write(PROXY_UNKNOWN);
    if (await isEmpty(service.database.reads)) process.stderr.write(FIRST_STEPS);
    const isTerminal = process.stderr.isTTY === true;
    const events = await listPublishedEvents(service.database.reads);
    const path = pathToScan(events, new Date().toISOString().slice(0, 10));
    const lines = [
      ...setUpInvitation(service.setUpLink, isTerminal),
      `Running Order listens on ${service.address} (API description: /docs)`,
      ...announcement(settings, service.port, { path, isTerminal }),
    ];
    process.stderr.write(`${lines.join('\n')}\n`);
    return undefined;
  },
};

/** The service itself speaks no `https:`, so there is a proxy in front that is not configured. */
function isProxyUnknown({ publicUrl, trustedProxies }: Settings): boolean {
  return publicUrl.startsWith('https:') && trustedProxies === 0;
}

const PROXY_UNKNOWN = `PUBLIC_URL begins with https:, but TRUSTED_PROXIES is 0, so all visitors share the limits of one
address. Set it to the number of proxies in front; docs/operations.md says how.
`;

const FIRST_STEPS = `The database is empty. Open the set-up link below in a browser, or make a person, a club, an event and a key here:
  npx running-order user add --name "Race office"
  npx running-order club add --name "Rowing club"
  npx running-order member set --club 1 --user 1 --role schedule_manager
  npx running-order event add --club 1 --creator 1 --name "Regatta" --start 2026-06-13 --end 2026-06-14 --timezone Europe/Berlin
  npx running-order key mint --user 1 --label "Timing"
`;

/** Starts the service until a signal stops it. @throws CommandFailed when the address is taken */
export async function listen(settings: Settings) {
  try {
    // Loaded here, because the other commands start sooner without the HTTP layer.
    const { startService, stopOnSignal } = await import('../main.ts');
    const service = await startService(settings);
    stopOnSignal(service);
    if (settings.isRunByNpm) whenParentEnds(() => process.kill(process.pid, 'SIGTERM'));
    return service;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (
      code === 'EADDRINUSE' ||
      code === 'EACCES' ||
      code === 'EADDRNOTAVAIL' ||
      code === 'ENOTFOUND'
    ) {
      const address = addressOf(settings.host, settings.port);
      throw new CommandFailed(
        `Cannot listen on ${address} (${code}): choose another with PORT and HOST.`,
      );
    }
    throw error;
  }
}
