/** What is read once for many, and how much of a processor that may take. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Current } from '../../src/board/current.ts';
import { Pace } from '../../src/board/pace.ts';

test('current: one reading serves all who wait, and the next change needs another one', async () => {
  let readings = 0;
  const current = new Current(async () => {
    const reading = ++readings;
    await delay(20);
    return reading;
  });
  assert.ok(!current.isCurrent);
  const ask = (count: number) => Promise.all(Array.from({ length: count }, () => current.get()));
  assert.deepEqual(new Set(await ask(100)), new Set([1]));
  assert.ok(current.isCurrent);
  assert.equal(current.kept, 1);
  await ask(10);
  assert.equal(readings, 1);
  for (let n = 0; n < 5; n++) current.touch();
  assert.ok(!current.isCurrent);
  assert.deepEqual(new Set(await ask(100)), new Set([2]));
  assert.equal(readings, 2);
});

test('current: what changes during a reading is not taken for read', async () => {
  let stored = 'a';
  const current = new Current(async () => {
    const seen = stored;
    await delay(10);
    return seen;
  });
  const early = current.get();
  stored = 'b';
  current.touch();
  const late = current.get();
  assert.equal(await late, 'b');
  assert.ok(['a', 'b'].includes(await early));
  assert.equal(current.kept, 'b');
});

test('current: a reading that failed is tried again by the next who asks', async () => {
  let isBroken = true;
  const current = new Current(async () => {
    if (isBroken) throw new Error('broken');
    return 'good';
  });
  await assert.rejects(current.get(), /broken/);
  isBroken = false;
  assert.equal(await current.get(), 'good');
});

test('pace: work takes a fifth of the time at most, and none of it runs at once', async () => {
  const pace = new Pace();
  let running = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: 5 }, () =>
      pace.run(
        async () => {
          assert.equal(++running, 1);
          await delay(20);
          running--;
        },
        () => true,
      ),
    ),
  );
  // Five times 20 ms of work with four rests of 80 ms between them.
  const millis = performance.now() - startedAt;
  assert.ok(millis > 400, `${millis} ms`);
});

test('pace: work that fails does not hold up the next, nor does what needs no rest', async () => {
  const pace = new Pace();
  const failing = pace.run(
    async () => {
      throw new Error('broken');
    },
    () => true,
  );
  const startedAt = performance.now();
  const others = Array.from({ length: 5 }, () =>
    pace.run(
      () => delay(20),
      () => false,
    ),
  );
  await assert.rejects(failing, /broken/);
  await Promise.all(others);
  assert.ok(performance.now() - startedAt < 250);
});
