/** A service that npm started: npm passes a signal on to a shell, which may not pass it on to the service. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PROGRAM } from '../support/program.ts';
import { newFolder } from '../support/started.ts';

const folder = newFolder();

/** Starts a service by a command, and ends the command by a signal. @returns whether it answers later */
async function outlives(
  words: string[],
  environment: Record<string, string>,
  seconds: number,
): Promise<boolean> {
  const child = spawn(words[0] as string, words.slice(1), {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, ...environment, DATABASE_URL: `sqlite:${join(folder, 'x.db')}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += chunk;
    });
  }
  const find = (pattern: RegExp) => pattern.exec(said)?.[1];
  // The address and the process id come on two streams, in either order.
  while (!find(/listens on (http:\S+)/) || !find(/"pid":(\d+)/)) {
    assert.equal(child.exitCode, null, said);
    await delay(20);
  }
  const url = find(/listens on (http:\S+)/) as string;
  const pid = Number(find(/"pid":(\d+)/));
  child.kill('SIGTERM');
  await once(child, 'exit');
  try {
    for (let tries = 0; tries < seconds * 10; tries++) {
      await delay(100);
      const answers = await fetch(`${url}/livez`).then(
        () => true,
        () => false,
      );
      if (!answers) return false;
    }
    return true;
  } finally {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}

// On Windows, a signal ends a process without asking it to stop.
const skip = process.platform === 'win32';

test('stopping npx or npm stops the service', { skip }, async () => {
  for (const words of [
    ['npx', 'running-order', 'serve'],
    ['npm', 'start', '--'],
  ]) {
    assert.equal(await outlives([...words, '--port', '0'], {}, 10), false, words.join(' '));
  }
});

test('a service that somebody starts in the background outlives the shell that started it', {
  skip,
}, async () => {
  const serve = `"${process.execPath}" "${PROGRAM}" serve --port 0 & wait`;
  const environment = { npm_lifecycle_event: '', npm_lifecycle_script: '' };
  assert.equal(await outlives(['sh', '-c', serve], environment, 2), true);
});
