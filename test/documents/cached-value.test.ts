/** Values that are read again after a change, once for all callers who wait. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { CachedValue } from '../../src/concurrency/single-flight.ts';

test('one reading serves all who wait, and the next change needs another one', async () => {
  let readings = 0;
  const cached = new CachedValue(async () => {
    const reading = ++readings;
    await delay(20);
    return reading;
  });
  assert.ok(!cached.isValid);
  const ask = (count: number) => Promise.all(Array.from({ length: count }, () => cached.get()));
  assert.deepEqual(new Set(await ask(100)), new Set([1]));
  assert.ok(cached.isValid);
  assert.equal(cached.value, 1);
  await ask(10);
  assert.equal(readings, 1);
  for (let n = 0; n < 5; n++) cached.invalidate();
  assert.ok(!cached.isValid);
  assert.deepEqual(new Set(await ask(100)), new Set([2]));
  assert.equal(readings, 2);
});

test('what changes during a reading is not taken for read', async () => {
  let stored = 'a';
  const cached = new CachedValue(async () => {
    const seen = stored;
    await delay(10);
    return seen;
  });
  const early = cached.get();
  stored = 'b';
  cached.invalidate();
  const late = cached.get();
  assert.equal(await late, 'b');
  assert.ok(['a', 'b'].includes(await early));
  assert.equal(cached.value, 'b');
});

test('a reading that failed is tried again by the next who asks', async () => {
  let isBroken = true;
  const cached = new CachedValue(async () => {
    if (isBroken) throw new Error('broken');
    return 'good';
  });
  await assert.rejects(cached.get(), /broken/);
  isBroken = false;
  assert.equal(await cached.get(), 'good');
});

test('who wants a later value shares a read that brings it, and begins one that does not', async () => {
  let stored = 1;
  let reads = 0;
  const cached = new CachedValue(async () => {
    reads++;
    const seen = stored;
    await delay(10);
    return seen;
  });
  const atLeast = (wanted: number) => cached.renew((value) => value >= wanted);
  const early = atLeast(1);
  stored = 2;
  const late = Promise.all(Array.from({ length: 20 }, () => atLeast(2)));
  assert.equal(await early, 1);
  assert.deepEqual(new Set(await late), new Set([2]));
  assert.equal(reads, 2);
  assert.equal(await atLeast(99), 2, 'what does not come is not waited for');
  assert.equal(reads, 3);
});
