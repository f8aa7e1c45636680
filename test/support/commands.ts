/**
 * The commands for tests, run in a second process on the database of a running service. One process
 * runs them all, through the command line's own entry, because starting Node.js is most of a command's
 * time.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { stopAtEndOfFile } from './started.ts';

export interface Result {
  status: number;
  stdout: string;
  stderr: string;
}

export interface Commands {
  /** @param environment of this call alone; TEST_CLOCK, in epoch milliseconds, stops the clock there from now on */
  run(words: readonly string[], environment?: Record<string, string>): Promise<Result>;
  /** Runs a command with `--json`, which must print one document and nothing else. */
  // biome-ignore lint/suspicious/noExplicitAny: documents of every shape.
  json(...words: string[]): Promise<any>;
  /** A call that must fail with one line on standard error and nothing on standard output. */
  fails(
    status: number,
    words: readonly string[],
    message: RegExp,
    environment?: Record<string, string>,
  ): Promise<void>;
  stop(): void;
}

const RUNNER = `
  import { createInterface } from 'node:readline';
  import { main } from ${JSON.stringify(new URL('../../src/cli.ts', import.meta.url).href)};
  import { stopClock } from ${JSON.stringify(new URL('./clock.ts', import.meta.url).href)};
  const print = process.stdout.write.bind(process.stdout);
  const complain = process.stderr.write.bind(process.stderr);
  for await (const line of createInterface({ input: process.stdin })) {
    const { words, environment } = JSON.parse(line);
    Object.assign(process.env, environment);
    if (environment.TEST_CLOCK) stopClock(Number(environment.TEST_CLOCK));
    const result = { status: 0, stdout: '', stderr: '' };
    process.stdout.write = (text) => { result.stdout += text; return true; };
    process.stderr.write = (text) => { result.stderr += text; return true; };
    result.status = await main(words);
    process.stdout.write = print;
    process.stderr.write = complain;
    for (const name of Object.keys(environment)) delete process.env[name];
    print(JSON.stringify(result) + '\\n');
  }
`;

/** @param folder in which the commands are run */
export function startCommands(databaseUrl: string, folder: string): Commands {
  const runner = spawn(process.execPath, ['--input-type=module', '-e', RUNNER], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answers = createInterface({ input: runner.stdout })[Symbol.asyncIterator]();

  const run: Commands['run'] = async (words, environment = {}) => {
    const settings = { DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent', ...environment };
    runner.stdin.write(`${JSON.stringify({ words, environment: settings })}\n`);
    const { value } = await answers.next();
    return JSON.parse(value ?? '');
  };
  return {
    run,
    json: async (...words) => {
      const result = await run([...words, '--json']);
      assert.deepEqual([result.status, result.stderr], [0, ''], words.join(' '));
      assert.equal(result.stdout.split('\n').length, 2, `one line: ${result.stdout}`);
      assert.ok(result.stdout.endsWith('\n'));
      return JSON.parse(result.stdout);
    },
    fails: async (status, words, message, environment) => {
      const result = await run(words, environment);
      const call = `${words.join(' ')} → ${JSON.stringify(result)}`;
      assert.equal(result.status, status, call);
      assert.equal(result.stdout, '', call);
      assert.match(result.stderr, /^[^\n]+\n$/, call);
      assert.match(result.stderr, message, call);
      const own = /\bat (async |file:|[\w.]+ \()|undefined|\[object/;
      assert.doesNotMatch(result.stderr, own, call);
    },
    stop: stopAtEndOfFile(() => runner.kill('SIGKILL')),
  };
}
