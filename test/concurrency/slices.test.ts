/** Long work in slices leaves the event loop to other work in between. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextSlice, SLICE_MILLIS } from '../../src/concurrency/long-work.ts';

const SLICES = 15;

function workFor(millis: number): void {
  const end = performance.now() + millis;
  while (performance.now() < end);
}

/** Does long work in slices, while `others` runs in every turn. @returns the numbers of turns between slices, sorted */
async function turnsBetweenSlices(others: () => void): Promise<number[]> {
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns++;
    others();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const between: number[] = [];
  for (let n = 0; n < SLICES; n++) {
    const before = turns;
    await nextSlice();
    between.push(turns - before);
    workFor(SLICE_MILLIS);
  }
  isOver = true;
  return between.sort((a, b) => a - b);
}

test('slices: who wants a little in every turn gets several turns between two slices', async () => {
  // Other programs on the machine make turns fewer, never more, so it tries again.
  let turns = await turnsBetweenSlices(() => workFor(0.3));
  const median = () => turns[SLICES >> 1] ?? 0;
  for (let n = 1; n < 5 && median() < 4; n++) turns = await turnsBetweenSlices(() => workFor(0.3));
  assert.ok(median() >= 4, `${turns}`);
});

test('slices: who wants much gets no more than their share', async () => {
  const turns = await turnsBetweenSlices(() => workFor(2 * SLICE_MILLIS));
  assert.ok((turns[SLICES >> 1] ?? 99) <= 3, `${turns}`);
});

test('slices: two long works go on in turns', async () => {
  const order: string[] = [];
  const work = async (name: string) => {
    for (let n = 0; n < 4; n++) {
      await nextSlice();
      order.push(name);
    }
  };
  await Promise.all([work('a'), work('b')]);
  assert.equal(order.join(''), 'abababab');
});
