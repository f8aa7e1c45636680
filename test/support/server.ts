/** A private PostgreSQL server for tests, on a free port of loopback; its files are removed when it is stopped. */
import { createServer } from 'node:net';
import { join } from 'node:path';
import { initialise, startPostgres } from './postgres-programs.ts';
import { end, newFolder, removeFolder } from './started.ts';

const PASSWORD = 'test';

export interface TestServer {
  /** The address of its maintenance database. */
  url: string;
  /** Ends the server, properly or as if it had crashed, until `resume`. */
  pause(how?: 'properly' | 'at once'): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** @param settings such as `fsync=off` @throws NoTestServer where none can be started */
export async function startServer(settings: readonly string[] = []): Promise<TestServer> {
  const folder = newFolder();
  const data = join(folder, 'data');
  await initialise(data, PASSWORD);
  const port = await freePort();
  const start = () => startPostgres(data, port, ['max_connections=300', ...settings]);
  let child = await start();
  return {
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
    pause: (how = 'properly') => end(child, how === 'properly' ? 'SIGINT' : 'SIGQUIT'),
    resume: async () => {
      child = await start();
    },
    stop: async () => {
      await end(child, 'SIGINT');
      removeFolder(folder);
    },
  };
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
