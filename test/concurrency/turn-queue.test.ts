/** Which of the waiting writes comes next. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  MAX_WAIT_MILLIS,
  type Party,
  TurnQueue,
  turnOf,
  WRITE_COST_BYTES,
} from '../../src/concurrency/turn-queue.ts';

const SMALL = 400;
const LARGE = 10 * WRITE_COST_BYTES;

/** A write as it arrives: its sender, the size of its body, its name. */
type Arrival = [party: Party, bytes: number, name: string];

function queueOf(arrivals: readonly Arrival[]): TurnQueue<string> {
  const queue = new TurnQueue<string>();
  for (const [party, bytes, name] of arrivals) queue.add(turnOf(party, bytes), name);
  return queue;
}

function takeAll(queue: TurnQueue<string>): string[] {
  const names: string[] = [];
  for (let next = queue.take(); next; next = queue.take()) names.push(next.job);
  return names;
}

function backlog(party: Party, bytes: number, count: number): Arrival[] {
  return Array.from({ length: count }, (_, n) => [party, bytes, `${party}${n + 1}`]);
}

const CASES: { what: string; arrivals: Arrival[]; order: string }[] = [
  { what: 'nothing', arrivals: [], order: '' },
  { what: 'one party in the order of its writes', arrivals: backlog('a', 9, 3), order: 'a1 a2 a3' },
  {
    what: 'a small write does not overtake a large one of its own party',
    arrivals: [
      ['a', LARGE, 'a1'],
      ['a', SMALL, 'a2'],
    ],
    order: 'a1 a2',
  },
  {
    what: 'two backlogs of equal writes in turns',
    arrivals: [...backlog('a', 9, 3), ...backlog('b', 9, 3)],
    order: 'a1 b1 a2 b2 a3 b3',
  },
  {
    what: 'a backlog does not delay who comes after it',
    arrivals: [...backlog('a', LARGE, 4), ['b', LARGE, 'b1']],
    order: 'a1 b1 a2 a3 a4',
  },
  {
    what: 'who pushes little at a time goes before who pushes much',
    arrivals: [...backlog('a', LARGE, 2), ['b', SMALL, 'b1'], ['c', SMALL, 'c1']],
    order: 'b1 c1 a1 a2',
  },
  {
    what: 'many large pushes of as many parties do not delay a small one',
    arrivals: [
      ...backlog('a', LARGE, 1),
      ...backlog('b', LARGE, 1),
      ...backlog('c', LARGE, 1),
      ['d', SMALL, 'd1'],
    ],
    order: 'd1 a1 b1 c1',
  },
  {
    what: 'a backlog of small writes does not keep a large one waiting for its end',
    arrivals: [...backlog('a', 0, 14), ['b', 4 * WRITE_COST_BYTES, 'b1']],
    order: 'a1 a2 a3 a4 a5 b1 a6 a7 a8 a9 a10 a11 a12 a13 a14',
  },
];

for (const { what, arrivals, order } of CASES) {
  test(`turns: ${what}`, () => {
    const queue = queueOf(arrivals);
    assert.equal(queue.size, arrivals.length);
    assert.equal(takeAll(queue).join(' '), order);
    assert.equal(queue.size, 0);
  });
}

test('turns: who has waited for long has saved up nothing for a backlog of its own', () => {
  const queue = queueOf(backlog('a', 9, 40));
  for (let n = 0; n < 20; n++) queue.take();
  for (const [party, bytes, name] of backlog('b', 9, 3)) queue.add(turnOf(party, bytes), name);
  assert.deepEqual(takeAll(queue).slice(0, 6).join(' '), 'a21 b1 a22 b2 a23 b3');
});

test('turns: a write that costs more than there is room for stays where it is', () => {
  const queue = queueOf([
    ['a', LARGE, 'a1'],
    ['b', 0, 'b1'],
  ]);
  assert.equal(queue.take(WRITE_COST_BYTES)?.job, 'b1');
  assert.equal(queue.take(LARGE), undefined);
  assert.equal(queue.size, 1);
  assert.equal(queue.take(LARGE + WRITE_COST_BYTES)?.job, 'a1');
});

describe('turns: who has waited for too long', () => {
  const now = 100_000;
  const waitingSince = (party: Party, since: number, cost = 1) => ({ party, cost, since });

  test('is taken out, and nobody else', () => {
    const queue = new TurnQueue<string>();
    queue.add(waitingSince('a', now - MAX_WAIT_MILLIS - 1), 'a1');
    queue.add(waitingSince('a', now - MAX_WAIT_MILLIS), 'a2');
    queue.add(waitingSince('a', now - MAX_WAIT_MILLIS + 1), 'a3');
    queue.add(waitingSince('b', now - MAX_WAIT_MILLIS), 'b1');
    queue.add(waitingSince('c', now), 'c1');
    assert.deepEqual(queue.takeMissed(now), ['a1', 'a2', 'b1']);
    assert.deepEqual(queue.takeMissed(now), []);
    assert.equal(takeAll(queue).join(' '), 'a3 c1');
  });

  test('has not been served: its party is not behind for it', () => {
    const queue = new TurnQueue<string>();
    for (let n = 0; n < 10; n++) queue.add(waitingSince('a', now - MAX_WAIT_MILLIS, 50), 'missed');
    queue.add(waitingSince('a', now, 50), 'a1');
    queue.takeMissed(now);
    for (let n = 1; n <= 3; n++) queue.add(waitingSince('b', now, 60), `b${n}`);
    assert.equal(takeAll(queue).join(' '), 'a1 b1 b2 b3');
  });
});
