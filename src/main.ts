/** `serve`: settings → database → app, until a signal says stop. */
import { setFlagsFromString } from 'node:v8';
import { type Logger, pino } from 'pino';
import { type App, createApp } from './app.ts';
import { ownHost } from './hosts.ts';
import { addressOf, type Settings } from './settings.ts';
import { Database } from './storage/database.ts';

// What a request makes dies with it. Under load V8 would still let its nursery grow to three times
// 16 MB and more, which doubles the process and makes nothing faster.
setFlagsFromString('--semi-space-growth-factor=1');

/** A service that listens. */
interface RunningService {
  database: Database;
  /** How this machine reaches it, with the port it was given. */
  address: string;
  port: number;
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
  const { database } = await Database.open(settings.databaseUrl, 'serve');
  let app: App | undefined;
  let port: number;
  try {
    app = await createApp(settings, database, log);
    port = await app.listen({ host: settings.host, port: settings.port });
  } catch (error) {
    await app?.close();
    await database.close();
    throw error;
  }
  const { drain, close } = app;
  const address = addressOf(ownHost(settings.host), port);
  log.info(`Server listening at ${address}`);
  return {
    database,
    address,
    port,
    drain,
    stop: async () => {
      await close();
      await database.close();
    },
  };
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
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    }
  };
  for (const signal of STOP_SIGNALS) process.on(signal, stop);
}
