/** Runs test files in a few processes, each of which takes the next file when it has run one. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FileOutcome, TestCounts } from './test-worker.ts';

const WORKER = fileURLToPath(new URL('test-worker.ts', import.meta.url));
/** A process that has grown to this many bytes is ended, because what its files left behind would slow the next ones. */
const MAX_MEMORY = 700e6;
/** Longer than any file takes, also on a busy machine. */
const FILE_TIMEOUT_MILLIS = 15 * 60_000;

/** A file to run, and the environment of its process: files with the same one may share a process. */
export interface TestJob {
  file: string;
  environment: NodeJS.ProcessEnv;
}

interface TestRun<Job extends TestJob> {
  failed: Job[];
  counts: TestCounts;
}

/**
 * Runs test files and prints the report of each when it has ended.
 *
 * @param jobs in the order in which they begin
 * @param atOnce how many processes
 */
export async function runFiles<Job extends TestJob>(
  jobs: readonly Job[],
  atOnce: number,
): Promise<TestRun<Job>> {
  const waiting = [...jobs];
  const failed: Job[] = [];
  const counts: TestCounts = { tests: 0, passed: 0, failed: 0, skipped: 0 };
  async function runWaiting() {
    let child: ChildProcess | undefined;
    let last: Job | undefined;
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      if (child && job.environment !== last?.environment) {
        await endProcess(child);
        child = undefined;
      }
      child ??= startProcess(job.environment);
      last = job;
      const outcome = await runIn(child, job.file);
      process.stdout.write(outcome.report);
      if (!outcome.hasPassed) failed.push(job);
      for (const name of Object.keys(counts) as (keyof TestCounts)[])
        counts[name] += outcome.counts[name];
      if (outcome.memoryUsed > MAX_MEMORY) {
        await endProcess(child);
        child = undefined;
      }
    }
    if (child) await endProcess(child);
  }
  await Promise.all(Array.from({ length: atOnce }, runWaiting));
  return { failed, counts };
}

function startProcess(env: NodeJS.ProcessEnv): ChildProcess {
  const child = fork(WORKER, { env });
  const end = () => child.kill();
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return child;
}

/** A process that ends before its file has is a failure, and is replaced. */
async function runIn(child: ChildProcess, file: string): Promise<FileOutcome> {
  const given = new AbortController();
  const timer = setTimeout(() => child.kill('SIGKILL'), FILE_TIMEOUT_MILLIS);
  const ended = once(child, 'exit', given).then(
    ([code, signal]): FileOutcome => ({
      hasPassed: false,
      report: `✖ ${file}: its process ended (${code ?? signal}) before its tests\n`,
      counts: { tests: 1, passed: 0, failed: 1, skipped: 0 },
      memoryUsed: Number.POSITIVE_INFINITY,
    }),
  );
  const said = once(child, 'message', given).then(([outcome]) => outcome as FileOutcome);
  child.send(file);
  try {
    return await Promise.race([said, ended]);
  } finally {
    clearTimeout(timer);
    given.abort();
    await Promise.allSettled([said, ended]);
  }
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}
