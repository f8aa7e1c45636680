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
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof ThreadLimitExceeded);
    return error.limit === 'timeMillis';
  });
});

test('a thread that ends by itself leaves nobody waiting', async () => {
  await assert.rejects(runInThread<typeof ending>(WORK, 'ending', undefined), {
    message: 'a thread has ended without an answer',
  });
});
