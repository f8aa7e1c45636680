/** The service itself. */
import { spawn } from 'node:child_process';
import { posix, win32 } from 'node:path';
import type { Logger } from 'pino';
import { addressOf, type Settings } from '../settings.ts';
import { isEmpty } from '../storage/accounts/accounts.ts';
import { listBoardEvents } from '../storage/event/boards.ts';
import { announcement, pathToScan, setUpInvitation } from './announcement.ts';
import { type Command, CommandFailed, printWarnings } from './command.ts';

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
    const events = await listBoardEvents(service.database.reads, { withTrials: false });
    const path = pathToScan(events, Date.now());
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

/** Whether there is a proxy that the settings do not name: the service itself does not speak `https:`. */
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
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'].includes(code)) throw error;
    const address = addressOf(settings.host, settings.port);
    throw new CommandFailed(
      `Cannot listen on ${address} (${code}): choose another with PORT and HOST.`,
    );
  }
}

/**
 * npm starts a program through a shell. When npm is stopped it signals the shell, which ends without
 * passing the signal on; all that the program sees is that its parent process is another one.
 */
const LOOK_MILLIS = 500;

/** Calls back once the process that started this one has gone. */
function whenParentEnds(callBack: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callBack();
  }, LOOK_MILLIS);
  timer.unref();
}

/** The program that opens an address; each system has its own. */
export function openerOf(platform: NodeJS.Platform, url: string): [program: string, ...string[]] {
  // `start` of Windows would be a command of its shell, which reads `&` and `^` in an address.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url];
  return [platform === 'darwin' ? 'open' : 'xdg-open', url];
}

function openBrowser(url: string): void {
  const [program, ...words] = openerOf(process.platform, url);
  // The browser must not end with the service.
  const child = spawn(program, words, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

/** What the user types to call this program once more. */
interface Start {
  /** The path of Node.js. */
  runtime: string;
  /** The path of the program as it was called: a link stays a link. */
  script: string;
  isRunByNpm: boolean;
  platform: string;
}

/** @returns such as `npx running-order`; in a portable folder the script in it */
export function programName({ runtime, script, isRunByNpm, platform }: Start): string {
  const { basename, dirname, join } = platform === 'win32' ? win32 : posix;
  const folder = dirname(dirname(dirname(script)));
  if (dirname(runtime) === join(folder, 'runtime')) {
    return platform === 'win32' ? '.\\running-order' : './running-order';
  }
  // Without npm, as in a container: npx would need a folder to write in.
  const isInCheckout = basename(script) === 'running-order.js' && !/\bnode_modules\b/.test(folder);
  if (isInCheckout && !isRunByNpm) return 'node bin/running-order.js';
  const isOnPath = basename(script) === 'running-order' && basename(dirname(script)) !== '.bin';
  return isOnPath && !isRunByNpm ? 'running-order' : 'npx running-order';
}
