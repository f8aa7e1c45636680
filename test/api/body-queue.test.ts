/** When bodies are read: large ones wait in a queue, so that nobody waits for another key's backlog. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type Turn, TurnMissed, turnOf } from '../../src/concurrency/turn-queue.ts';
import { BodyQueue } from '../../src/http/limits/body-queue.ts';

/** Work on a body that takes some milliseconds and notes its name. */
function bodies() {
  const queue = new BodyQueue();
  const done: string[] = [];
  const work = (name: string) => () => {
    const end = performance.now() + 4;
    while (performance.now() < end);
    done.push(name);
    return name;
  };
  return { done, run: (turn: Turn, name: string) => queue.parse(turn, work(name)) };
}

test('queue: large bodies wait, small ones are read at once', async () => {
  const { done, run } = bodies();
  const large = 100_000;
  const reading = ['a1', 'a2', 'a3', 'a4'].map((name) => run(turnOf('a', large), name));
  assert.equal(run(turnOf('c', 100), 'small'), 'small');
  reading.push(run(turnOf('b', large), 'b1'));
  assert.deepEqual(await Promise.all(reading), ['a1', 'a2', 'a3', 'a4', 'b1']);
  assert.equal(done.join(' '), 'small a1 b1 a2 a3 a4');
});

test('queue: a small body does not overtake a large one of the same key', async () => {
  const { done, run } = bodies();
  await Promise.all([run(turnOf('a', 100_000), 'a1'), run(turnOf('a', 100), 'a2')]);
  assert.equal(done.join(' '), 'a1 a2');
});

test('queue: between two large bodies others have their say', async () => {
  const { done, run } = bodies();
  const reading = ['a1', 'a2', 'a3'].map((name) => run(turnOf('a', 100_000), name));
  while (done.length < 1) await delay(0);
  assert.ok(done.length < 3, 'all were read in one go');
  await Promise.all(reading);
});

test('queue: a body that has waited for too long is not read, and a broken one breaks no other', async () => {
  const { done, run } = bodies();
  const turn = turnOf('a', 100_000);
  const missed = run({ ...turn, since: performance.now() - 5001 }, 'missed') as Promise<string>;
  const reading = run(turn, 'a1');
  await assert.rejects(missed, TurnMissed);
  assert.equal(await reading, 'a1');
  assert.deepEqual(done, ['a1']);
  const queue = new BodyQueue();
  const broken = queue.parse(turn, () => {
    throw new Error('broken');
  }) as Promise<never>;
  await assert.rejects(broken, /broken/);
  assert.equal(await queue.parse(turnOf('a', 100_000), () => 'next'), 'next');
});
