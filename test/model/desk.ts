/**
 * The command line on the database of a service, for what the API cannot do: enter rows by hand. One process runs all commands
 * of a service, because starting a process takes longer than the rest.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Desk {
  /** Runs a command and returns its exit status; one at a time. */
  run(words: string[]): Promise<number>;
  close(): Promise<void>;
}

/** Opens a desk on a service's database. */
export function openDesk(databaseUrl: string): Desk {
  const child = fork(fileURLToPath(new URL('desk-process.ts', import.meta.url)), {
    env: { ...process.env, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
  });
  const pending: PromiseWithResolvers<number>[] = [];
  child.on('message', (status) => pending.shift()?.resolve(Number(status)));
  child.on('exit', () => {
    for (const { reject } of pending) reject(new Error('the desk closed before it answered'));
  });
  return {
    run: (words) => {
      const answer = Promise.withResolvers<number>();
      pending.push(answer);
      child.send(words);
      return answer.promise;
    },
    close: async () => {
      if (child.exitCode !== null) return;
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
