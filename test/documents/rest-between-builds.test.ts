/** The pauses between builds of a document, which limit the processor time that building takes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { RestBetweenBuilds } from '../../src/documents/document-cache.ts';

/** The moment of the previous build: so long ago that the pause after it is over. */
const LONG_AGO = Number.NEGATIVE_INFINITY;

test('work takes a fifth of the time at most, and none of it runs at once', async () => {
  const rests = new RestBetweenBuilds();
  let running = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: 5 }, () =>
      rests.whenDue(async () => {
        assert.equal(++running, 1);
        await delay(20);
        running--;
      }, LONG_AGO),
    ),
  );
  // Five times 20 ms of work, with four pauses of 80 ms between them.
  const millis = performance.now() - startedAt;
  assert.ok(millis > 400, `${millis} ms`);
});

test('work that fails does not hold up the next, nor does what needs no rest', async () => {
  const rests = new RestBetweenBuilds();
  const failing = rests.whenDue(async () => {
    throw new Error('broken');
  }, LONG_AGO);
  const startedAt = performance.now();
  const others = Array.from({ length: 5 }, () => rests.whenDue(() => delay(100), undefined));
  await assert.rejects(failing, /broken/);
  await Promise.all(others);
  // With four pauses of 400 ms it would be two seconds.
  assert.ok(performance.now() - startedAt < 1500);
});
