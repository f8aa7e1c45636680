/** Starts the service of `serve` (settings → database → app), and stops it on a signal. */
import { setFlagsFromString } from 'node:v8';
import { type Logger, pino } from 'pino';
import { type App, createApp } from './app.ts';
import { linkAddress } from './domain/accounts/link-rules.ts';
import { errorMessage } from './domain/refusal.ts';
import { ownHost } from './hosts.ts';
import { makeSetUpLink } from './operations/accounts/installation.ts';
import { addressOf, type Settings } from './settings.ts';
import { Database } from './storage/engine/database.ts';

// Objects of a request are garbage after its answer. Under load V8 would still let its young generation grow to three
// times 16 MB and more, which doubles the memory of the process and makes nothing faster.
setFlagsFromString('--semi-space-growth-factor=1');

/** A service that is listening. */
interface RunningService {
  database: Database;
  /** The URL at which this machine reaches the service, with the actual port. */
  address: string;
  port: number;
  /** The link at which the first person sets up the console; `undefined` if there is an operator, or it could not be made. */
  setUpLink: string | undefined;
  /** Gives a proxy time to notice that the service is about to stop; requests are still answered meanwhile. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Opens the database, migrates it to this version, and listens.
 *
 * @throws DatabaseRefused for a database that the service cannot work with, or that another service uses; Node's error
 *   when the address is taken
 */
export async function startService(
  settings: Settings,
  log: Logger = pino({ level: settings.logLevel }),
): Promise<RunningService> {
  const { database } = await Database.open(settings.databaseUrl, {
    isService: true,
    backups: settings.backups,
  });
  let app: App | undefined;
  let port: number;
  let setUpLink: string | undefined;
  try {
    app = await createApp(settings, database, log);
    setUpLink = await linkOfFirstPerson(settings, database, log);
    port = await app.listen({ host: settings.host, port: settings.port });
  } catch (error) {
    await app?.close();
    await database.close();
    throw error;
  }
  const { drain, close } = app;
  const address = addressOf(ownHost(settings.host), port);
  log.info(`Server listening at ${address}`);
  if (setUpLink !== undefined) log.info(`Set up the console at ${setUpLink}`);
  return {
    database,
    address,
    port,
    setUpLink,
    drain,
    stop: async () => {
      await close();
      await database.close();
    },
  };
}

/** Makes a set-up link (console, "First start"); none if there is an operator, or the database accepts no writes now. */
async function linkOfFirstPerson(
  { publicUrl }: Settings,
  database: Database,
  log: Logger,
): Promise<string | undefined> {
  try {
    const token = await makeSetUpLink(database);
    return token === undefined ? undefined : linkAddress(publicUrl, 'set-up', token);
  } catch (error) {
    log.warn({ err: error }, 'no set-up link could be made; the next start makes one');
    return undefined;
  }
}

const STOP_SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM'];

/**
 * Stops a service on SIGTERM after a proxy has had time to notice, on SIGINT without that wait. A second signal kills the
 * process.
 */
export function stopOnSignal(service: RunningService): void {
  const stop = async (signal: NodeJS.Signals) => {
    for (const each of STOP_SIGNALS) process.removeListener(each, stop);
    try {
      if (signal === 'SIGTERM') await service.drain();
      await service.stop();
    } catch (error) {
      process.stderr.write(`${errorMessage(error)}\n`);
      process.exitCode = 1;
    }
  };
  for (const signal of STOP_SIGNALS) process.on(signal, stop);
}
