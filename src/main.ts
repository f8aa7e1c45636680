/** `serve`: settings → database → app, until a signal says stop. */
import { setFlagsFromString } from 'node:v8';
import { type Logger, pino } from 'pino';
import { type App, createApp } from './app.ts';
import { linkAddress } from './domain/accounts/link-rules.ts';
import { errorMessage } from './domain/refusal.ts';
import { ownHost } from './hosts.ts';
import { makeSetUpLink } from './operations/accounts/installation.ts';
import { addressOf, type Settings } from './settings.ts';
import { Database } from './storage/engine/database.ts';

// What a request makes dies with it. Under load V8 would still let its nursery grow to three times
// 16 MB and more, which doubles the process and makes nothing faster.
setFlagsFromString('--semi-space-growth-factor=1');

/** A service that listens. */
interface RunningService {
  database: Database;
  /** How this machine reaches it, with the port it was given. */
  address: string;
  port: number;
  /** Where the first person is set up; none where there is an operator. */
  setUpLink: string | undefined;
  /** Lets a proxy notice that the service is about to stop; it goes on answering until then. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Opens the database, brings it to this version, and listens.
 *
 * @throws DatabaseRefused for a database it cannot work with or that another one serves; Node's error
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

/** A new link for the first person (console, "First start"); none where the database takes no writes now. */
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
 * Stops a service on SIGTERM, once a proxy has had time to notice, or on SIGINT, at once. A second
 * signal ends the process at once.
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
