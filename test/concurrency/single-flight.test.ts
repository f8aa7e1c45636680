/** Work that is done once for all callers who ask for it at the same time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { singleFlight, singleFlightWithIdleTimeout } from '../../src/concurrency/single-flight.ts';

/** Counts its runs; each takes 10 ms. */
function counted(keepMillis?: number) {
  let runs = 0;
  const ask = singleFlight(async () => {
    const run = ++runs;
    await delay(10);
    return run;
  }, keepMillis);
  return (times: number) => Promise.all(Array.from({ length: times }, ask));
}

test('who asks meanwhile shares the run, who asks later begins another one', async () => {
  const ask = counted();
  assert.deepEqual(new Set(await ask(100)), new Set([1]));
  assert.deepEqual(new Set(await ask(100)), new Set([2]));
});

test('a result is handed out for as long as it is kept', async () => {
  const ask = counted(500);
  await ask(1);
  assert.deepEqual(await ask(2), [1, 1]);
  await delay(550);
  assert.deepEqual(await ask(2), [2, 2]);
  const askForGood = counted(Number.POSITIVE_INFINITY);
  await askForGood(1);
  await delay(20);
  assert.deepEqual(await askForGood(1), [1]);
});

test('a failure reaches all who wait, is not kept, and the next call tries again', async () => {
  let isBroken = true;
  const ask = singleFlight(async () => {
    await delay(5);
    if (isBroken) throw new Error('broken');
    return 'good';
  }, Number.POSITIVE_INFINITY);
  const [one, other] = await Promise.allSettled([ask(), ask()]);
  assert.deepEqual([one.status, other.status], ['rejected', 'rejected']);
  isBroken = false;
  assert.equal(await ask(), 'good');
});

test('a failure is handed out for as long as failures are kept', async () => {
  let runs = 0;
  const ask = singleFlight(() => Promise.reject(new Error(`run ${++runs}`)), 0, 500);
  await assert.rejects(ask(), /run 1/);
  await assert.rejects(ask(), /run 1/);
  await delay(550);
  await assert.rejects(ask(), /run 2/);
});

test('work is waited for as long as it gets on, however long it takes', async () => {
  const ask = singleFlightWithIdleTimeout(async (getsOn) => {
    for (let step = 0; step < 6; step++) {
      await delay(300);
      getsOn();
    }
    return 'done';
  }, 1500);
  assert.equal(await ask(), 'done');
});

test('work that no longer gets on is waited for again, and never begun twice', async () => {
  let runs = 0;
  let end = () => {};
  const ask = singleFlightWithIdleTimeout(async (getsOn) => {
    runs++;
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    getsOn();
    return runs;
  }, 50);
  assert.deepEqual([await ask(), await ask()], [undefined, undefined]);
  const again = ask();
  end();
  assert.deepEqual([await again, runs], [1, 1]);
  assert.deepEqual([await ask(), runs], [undefined, 2]);
  end();
});
