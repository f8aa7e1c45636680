/** The sliding window of 60 seconds (L18) and the numbers for its headers (A11). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SlidingWindow, type Slot } from '../../src/http/limits/rate-limits.ts';
import { always, among, record } from './properties.ts';

const MINUTE = 60_000;

test('L18: a request is let through if fewer than the limit came in the 60 seconds before', () => {
  const window = new SlidingWindow(2);
  assert.deepEqual(window.take(1_000), slot(true, 1, MINUTE, 0));
  assert.deepEqual(window.take(11_000), slot(true, 0, 50_000, 50_000));
  assert.deepEqual(window.take(61_000), slot(true, 0, 10_000, 10_000));
});

test('L18: it slides; requests of the minute before do not come free together', () => {
  const window = new SlidingWindow(3);
  for (const time of [0, 59_000, 59_500]) assert.equal(window.take(time).isAllowed, true);
  assert.equal(window.take(60_000).isAllowed, true);
  assert.equal(window.take(60_001).isAllowed, false);
});

test('L18: a request of exactly 60 seconds ago is no longer in the window, a later one is', () => {
  const window = new SlidingWindow(1);
  window.take(0);
  assert.equal(window.take(59_999).isAllowed, false);
  const another = new SlidingWindow(1);
  another.take(0);
  assert.equal(another.take(60_000).isAllowed, true);
});

test('L18: refused requests count too, so a caller that never pauses stays locked out', () => {
  const window = new SlidingWindow(2);
  window.take(0);
  window.take(0);
  for (let time = 30_000; time <= 600_000; time += 29_000) {
    assert.equal(window.take(time).isAllowed, false, `at ${time}`);
  }
});

test('A11: a refused request says when the next is let through if the caller stays quiet', () => {
  const window = new SlidingWindow(2);
  window.take(0);
  window.take(10_000);
  // The refused request counts too: a place is free only once the request of 10,000 has left the window.
  assert.deepEqual(window.take(20_000), slot(false, 0, 50_000, 50_000));
  assert.equal(window.take(70_000).isAllowed, true);
});

test('A11: the first request of a long silence has the whole window again', () => {
  const window = new SlidingWindow(2);
  for (const time of [0, 1, 2, 3]) window.take(time);
  assert.deepEqual(window.take(1_000_000), slot(true, 1, MINUTE, 0));
});

test('spec: the real limits, 600 reads and 120 writes, are exact', () => {
  for (const limit of [600, 120]) {
    const window = new SlidingWindow(limit);
    for (let count = 1; count <= limit; count++) {
      assert.deepEqual(window.take(count), {
        ...slot(true, limit - count, MINUTE + 1 - count, 0),
        retryMillis: count < limit ? 0 : MINUTE + 1 - count,
      });
    }
    assert.equal(window.take(limit + 1).isAllowed, false);
  }
});

test('A window is idle once its newest request has left', () => {
  const window = new SlidingWindow(5);
  assert.equal(window.isIdle(0), true);
  window.take(1_000);
  window.take(2_000);
  assert.equal(window.isIdle(61_999), false);
  assert.equal(window.isIdle(62_000), true);
});

type Step = { kind: 'take' | 'isIdle'; pause: number };

/** Pauses that are short, longer than the window, or end exactly at its edge. */
const steps = fc.array(
  record<Step>({
    kind: among('take', 'take', 'take', 'take', 'isIdle'),
    pause: fc.oneof(
      { weight: 8, arbitrary: fc.nat({ max: 4_000 }) },
      { weight: 3, arbitrary: among(0, 0, 1) },
      { weight: 1, arbitrary: among(20_000, 59_999, 60_000, 60_001, 200_000) },
    ),
  }),
  { maxLength: 200, size: 'max' },
);
const histories = record({ limit: among(1, 2, 3, 7, 15, 16, 17, 31, 33, 40), steps });

always('L18, A11: it agrees with a plain list of all requests', histories, (history) => {
  const window = new SlidingWindow(history.limit);
  const model = new NaiveWindow(history.limit);
  let now = 0;
  for (const { kind, pause } of history.steps) {
    now += pause;
    if (kind === 'take') assert.deepEqual(window.take(now), model.take(now));
    else assert.equal(window.isIdle(now), model.inWindow(now).length === 0);
  }
});

always('Its memory grows to the limit and no further', histories, ({ limit, steps }) => {
  const window = new SlidingWindow(limit);
  const ring = () => (window as unknown as { times: Float64Array }).times.length;
  assert.ok(ring() <= 16, 'starts small');
  let now = 0;
  for (const { pause } of steps) {
    now += pause;
    window.take(now);
    assert.ok(ring() <= Math.max(16, limit), `${ring()} times are kept for a limit of ${limit}`);
  }
});

test('Under a limit that is never reached it keeps moments, not requests', () => {
  const window = new SlidingWindow(1_000_000_000);
  for (let request = 0; request < 1_000_000; request++) window.take(Math.floor(request / 50));
  const { length } = (window as unknown as { times: Float64Array }).times;
  assert.ok(length <= 32_768, `${length} moments are kept of a million requests in 20 seconds`);
  assert.equal(window.take(20_000).remaining, 1_000_000_000 - 1_000_001);
});

/** A slow reference: keeps every request for ever, and computes each number by its definition. */
class NaiveWindow {
  private readonly times: number[] = [];
  private readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  take(now: number): Slot {
    const isAllowed = this.inWindow(now).length < this.limit;
    this.times.push(now);
    // The numbers can change only when a request leaves the window.
    const moments = this.inWindow(now).map((time) => time + MINUTE);
    const isMore = (moment: number) => this.remaining(moment) > this.remaining(now);
    const isFree = (moment: number) => this.remaining(moment) > 0;
    return {
      isAllowed,
      remaining: this.remaining(now),
      resetMillis: (moments.find(isMore) ?? Number.NaN) - now,
      retryMillis: ([now, ...moments].find(isFree) ?? Number.NaN) - now,
    };
  }

  inWindow(now: number): number[] {
    return this.times.filter((time) => time > now - MINUTE);
  }

  private remaining(now: number): number {
    return Math.max(0, this.limit - this.inWindow(now).length);
  }
}

function slot(
  isAllowed: boolean,
  remaining: number,
  resetMillis: number,
  retryMillis: number,
): Slot {
  return { isAllowed, remaining, resetMillis, retryMillis };
}
