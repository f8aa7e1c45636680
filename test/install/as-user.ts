/** Runs the programs of npm as a user would, and services that they start. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const COMMAND_MILLIS = 240_000;
const START_SECONDS = 60;
/** A service notices SIGTERM within a second; the rest is for what may be under way. */
const STOP_SECONDS = 15;

/** Variables that npm adds for the scripts of this checkout, and that a user does not have. */
const ADDED = /^(npm_(lifecycle|package|command|config_local_prefix)|INIT_CWD)/;
const OWN_PROGRAMS = /node_modules[\\/]\.bin$|node-gyp-bin$/;
/** The variables of a user's terminal. */
export const environment = Object.fromEntries(
  Object.entries(process.env)
    .filter(([name]) => !ADDED.test(name))
    .map(([name, value = '']) => [name, name === 'PATH' ? withoutOwnPrograms(value) : value]),
);

function withoutOwnPrograms(path: string): string {
  const parts = path.split(delimiter);
  return parts.filter((part) => !OWN_PROGRAMS.test(part)).join(delimiter);
}

/** Runs a command to its end. @returns what it printed */
export function run(cwd: string, program: string, ...words: string[]): string {
  const options = { cwd, env: environment, timeout: COMMAND_MILLIS } as const;
  const printed = execFileSync(program, words, {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return String(printed).trim();
}

export interface Started {
  child: ChildProcess;
  url: string;
  /** What it has printed to stdout so far. */
  said(): string;
}

/** Variables of the service; the port is among them. */
export type Settings = Record<string, string>;

/** Starts a service that listens on `settings.PORT`, and waits until it answers. @throws when it does not within a minute */
export async function start(
  cwd: string,
  settings: Settings,
  ...[program = '', ...words]: string[]
): Promise<Started> {
  const child = spawn(program, words, {
    cwd,
    env: { ...environment, ...NOT_SET, ...settings, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  const started = { child, url: `http://127.0.0.1:${settings.PORT}`, said: () => said };
  for (let tries = 0; !(await isAlive(started.url)); tries++) {
    if (tries < START_SECONDS * 10 && child.exitCode === null) await delay(100);
    else await stop(started).finally(() => assert.fail(`it does not start: ${said}`));
  }
  return started;
}

const NOT_SET = { HOST: '', DATABASE_URL: '', PUBLIC_URL: '', BACKUP_FOLDER: '' };

/** Ends the program that was started; the service has to end with it. */
export async function stop({ child, url, said }: Started): Promise<void> {
  if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
  // Where npm has started the service, it is another process than `child`.
  const pid = Number(/"pid":(\d+)/.exec(said())?.[1] ?? child.pid);
  for (let tries = 0; (await isAlive(url)) || isRunning(pid); tries++) {
    if (tries > STOP_SECONDS * 10) {
      process.kill(pid, 'SIGKILL');
      assert.fail('the service goes on without the program that started it');
    }
    await delay(100);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export function isAlive(url: string): Promise<boolean> {
  return fetch(`${url}/livez`, { signal: AbortSignal.timeout(5000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}
