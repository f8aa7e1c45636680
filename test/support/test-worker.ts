/**
 * Runs the test files that `test/run.ts` names, one after another in this process: a process for each file spends a third
 * of the processor time on loading the same modules.
 */
import { Readable } from 'node:stream';
import { after, run } from 'node:test';
import { spec, type TestEvent } from 'node:test/reporters';
import { cleanUp, endStarted } from './started.ts';

/** How the tests of a file ended. */
export interface FileOutcome {
  hasPassed: boolean;
  /** What is printed. */
  report: string;
  counts: TestCounts;
  /** Of this process, in bytes. */
  memoryUsed: number;
}

export interface TestCounts {
  tests: number;
  passed: number;
  failed: number;
  skipped: number;
}

const TEST_TIMEOUT_MILLIS = 180_000;

process.on('message', async (file: string) => {
  // The tests of a file are over when the event loop is empty, so the channel to the parent must not keep it busy.
  process.channel?.unref();
  const outcome = await runFile(file);
  process.channel?.ref();
  await endStarted();
  process.send?.({ ...outcome, memoryUsed: process.memoryUsage.rss() } satisfies FileOutcome);
});

// Exits at once, because what the last file has left open would keep this process for a while.
process.once('disconnect', () => process.exit());

async function runFile(file: string): Promise<Omit<FileOutcome, 'memoryUsed'>> {
  const counts: TestCounts = { tests: 0, passed: 0, failed: 0, skipped: 0 };
  const events = run({ files: [file], isolation: 'none', timeout: TEST_TIMEOUT_MILLIS });
  after(cleanUp);
  let report = '';
  const lines = Readable.from(withoutTotals(events, counts)).compose(new spec());
  for await (const text of lines) report += text;
  if (counts.tests === 0) report += `✖ ${file}: there is no test in it\n`;
  // Node.js sets `exitCode` for errors after the end of a test as well.
  const hasPassed = counts.failed === 0 && counts.tests > 0 && !process.exitCode;
  process.exitCode = 0;
  return { hasPassed, report, counts };
}

/** The lines at the end of a report, of which `test/run.ts` prints one set for all files. */
const TOTAL = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/;

/** Counts tests, and leaves out the totals. */
async function* withoutTotals(events: AsyncIterable<TestEvent>, counts: TestCounts) {
  for await (const event of events) {
    if (event.type === 'test:pass' && event.data.details.type !== 'suite') {
      counts.tests++;
      if (event.data.skip === undefined) counts.passed++;
      else counts.skipped++;
    }
    if (event.type === 'test:fail') {
      counts.tests++;
      counts.failed++;
    }
    const isTotal = event.type === 'test:diagnostic' && TOTAL.test(event.data.message);
    if (!isTotal) yield event;
  }
}
