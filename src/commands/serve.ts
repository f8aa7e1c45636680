/** The service itself. */
import type { Logger } from 'pino';
import { addressOf, type Settings } from '../settings.ts';
import { isEmpty } from '../storage/accounts/accounts.ts';
import { listPublishedEvents } from '../storage/event/boards.ts';
import { announcement, pathToScan, setUpInvitation } from './announcement.ts';
import { type Command, CommandFailed, printWarnings } from './command.ts';
import { whenParentEnds } from './npm-parent.ts';
import { openBrowser } from './open-browser.ts';
import { programName } from './program-name.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'start the service',
  options: { host: 'HOST', port: 'PORT' },
  optional: ['host', 'port'],
  flags: ['open'],
  run: async (values, { settings }) => {
    const service = await listen(settings);
    printWarnings(service.database);
    if (isProxyUnknown(settings)) process.stderr.write(PROXY_UNKNOWN);
    if (await isEmpty(service.database.reads)) process.stderr.write(firstSteps(settings));
    const isTerminal = process.stderr.isTTY === true;
    const events = await listPublishedEvents(service.database.reads, false);
    const path = pathToScan(events, new Date().toISOString().slice(0, 10));
    const lines = [
      ...setUpInvitation(service.setUpLink, isTerminal),
      `Running Order listens on ${service.address} (API description: /docs)`,
      ...announcement(settings, service.port, { path, isTerminal }),
    ];
    process.stderr.write(`${lines.join('\n')}\n`);
    if (values.open !== undefined) openBrowser(service.setUpLink ?? `${service.address}/console`);
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

function firstSteps({ isRunByNpm }: Settings): string {
  const { execPath: runtime, platform, argv } = process;
  const name = programName({ runtime, script: argv[1] ?? '', isRunByNpm, platform });
  return `The database is empty. Open the set-up link below in a browser, or make a person, a club, an event and a key here:
  ${name} user add --name "Race office"
  ${name} club add --name "Rowing club"
  ${name} member set --club 1 --user 1 --role schedule_manager
  ${name} event add --club 1 --creator 1 --name "Regatta" --start 2026-06-13 --end 2026-06-14 --timezone Europe/Berlin
  ${name} key mint --user 1 --label "Timing"
`;
}

/**
 * Starts the service until a signal stops it.
 *
 * @param log left out for one on standard output
 * @throws CommandFailed when the address is taken
 */
export async function listen(settings: Settings, log?: Logger) {
  try {
    // Loaded here, because the other commands start sooner without the HTTP layer.
    const { startService, stopOnSignal } = await import('../main.ts');
    const service = await startService(settings, log);
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
