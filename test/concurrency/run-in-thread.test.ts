/** Work in a thread: its answer, its error, its limits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInThread, ThreadLimitExceeded } from '../../src/concurrency/run-in-thread.ts';
import type { doubled, ending, endless, failing } from './thread-work.ts';

const WORK = new URL('thread-work.ts', import.meta.url);

test('a thread gives what the function gives', async () => {
  assert.deepEqual(await runInThread<typeof doubled>(WORK, 'doubled', { value: 21 }), {
    value: 42,
  });
});

test('what the function throws is thrown', async () => {
  await assert.rejects(runInThread<typeof failing>(WORK, 'failing', undefined), {
    name: 'RangeError',
    message: 'too far',
  });
});

test('a thread that takes too long is ended', async () => {
  const work = runInThread<typeof endless>(WORK, 'endless', undefined, { timeMillis: 50 });
  await assert.rejects(work, new ThreadLimitExceeded('timeMillis'));
});

/** A module that takes some time to be loaded. */
function loadedAfter(millis: number): URL {
  const wait = `await new Promise((done) => setTimeout(done, ${millis}));`;
  return new URL(`data:text/javascript,${wait} export const doubled = (n) => 2 * n;`);
}

test('the time of the work counts from when its modules are loaded, and the start has a limit of its own', async () => {
  type Doubled = (n: number) => number;
  const limits = { startMillis: 20, timeMillis: 10_000 };
  const late = runInThread<Doubled>(loadedAfter(60_000), 'doubled', 21, limits);
  await assert.rejects(late, new ThreadLimitExceeded('startMillis'));
  const slow = runInThread<Doubled>(loadedAfter(1000), 'doubled', 21, { timeMillis: 500 });
  assert.equal(await slow, 42);
});

test('a thread that ends by itself leaves nobody waiting', async () => {
  await assert.rejects(runInThread<typeof ending>(WORK, 'ending', undefined), {
    message: 'a thread has ended without an answer',
  });
});
