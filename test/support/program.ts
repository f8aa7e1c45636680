/**
 * The program itself for tests, as processes of its own: commands that run to their end, and
 * services that listen. What is still running when the tests of a file are through is killed.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stopAtEndOfFile } from './started.ts';

export const PROGRAM = fileURLToPath(new URL('../../bin/running-order.js', import.meta.url));

/** Limits that no test reaches, and no log. */
const USUAL = { LOG_LEVEL: 'silent', READS_PER_MINUTE: '1000000', WRITES_PER_MINUTE: '1000000' };

export type Environment = Record<string, string | undefined>;

export interface Running {
  child: ChildProcess;
  output: { stdout: string; stderr: string };
  /** The exit status, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
}

export interface Ended {
  status: number | NodeJS.Signals;
  stdout: string;
  stderr: string;
}

/** Starts the program. @param environment on top of that of the tests */
export function start(
  words: readonly string[],
  environment: Environment = {},
  cwd = tmpdir(),
): Running {
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    cwd,
    env: { ...process.env, ...USUAL, ...environment },
  });
  stopAtEndOfFile(() => child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk;
  });
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  return { child, output, ended };
}

/** Runs a command to its end, or kills it after some seconds. */
export async function run(
  words: readonly string[],
  environment: Environment = {},
  seconds = 120,
): Promise<Ended> {
  const running = start(words, environment);
  return { status: await endWithin(seconds, running), ...running.output };
}

/** Runs a command with `--json`, which must print one document and nothing else. */
export async function json(
  words: readonly string[],
  environment: Environment = {},
  // biome-ignore lint/suspicious/noExplicitAny: documents of every shape.
): Promise<any> {
  const { status, stdout, stderr } = await run([...words, '--json'], environment);
  assert.deepEqual([status, stderr], [0, ''], words.join(' '));
  assert.match(stdout, /^[^\n]+\n$/);
  return JSON.parse(stdout);
}

/** Starts the service and waits until it listens. */
export async function serve(
  environment: Environment,
  words: readonly string[] = ['--port', '0'],
): Promise<Running & { url: string }> {
  const running = start(['serve', ...words], environment);
  for (;;) {
    const url = /listens on (http:\/\/\S+)/.exec(running.output.stderr)?.[1];
    if (url) return { ...running, url };
    assert.equal(running.child.exitCode, null, running.output.stderr);
    await delay(5);
  }
}

/** Waits for the end of a process, or kills it after some seconds. */
export async function endWithin(
  seconds: number,
  { child, ended }: Running,
): Promise<number | NodeJS.Signals> {
  const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000);
  try {
    return await ended;
  } finally {
    clearTimeout(timer);
  }
}

/** Asserts that a command has failed with one line on standard error, and returns that line. */
export function failedLine({ status, stdout, stderr }: Ended): string {
  assert.deepEqual([status, stdout], [1, ''], stderr);
  assert.match(stderr, /^[^\n]+\n$/);
  assert.doesNotMatch(stderr, /\bat (async |file:|node:|[\w.]+ \()|undefined|\[object/);
  return stderr.trimEnd();
}
