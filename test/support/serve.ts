/** `running-order serve` as a process of its own. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../bin/running-order.js', import.meta.url));

export interface Served {
  child: ChildProcess;
  url: string;
  /** How the process ended; it is killed when that takes too long. */
  endWithin(seconds: number): Promise<[status: number | null, signal: NodeJS.Signals | null]>;
}

/** Starts the service on a free port and waits until it listens. */
export async function serve(databaseUrl: string): Promise<Served> {
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--port', '0'], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'silent',
      READS_PER_MINUTE: '1000000',
      WRITES_PER_MINUTE: '1000000',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const ended = once(child, 'close') as ReturnType<Served['endWithin']>;
  for (;;) {
    const url = /listens on (http:\/\/\S+)/.exec(said)?.[1];
    if (url) return { child, url, endWithin };
    assert.equal(child.exitCode, null, said);
    await delay(5);
  }

  async function endWithin(seconds: number) {
    const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000);
    const end = await ended;
    clearTimeout(timer);
    return end;
  }
}
