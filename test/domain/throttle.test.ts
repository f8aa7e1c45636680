/** How long the next sign-in has to wait after failed ones. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Failures,
  type Throttled,
  waitMillis,
  withFailure,
} from '../../src/domain/accounts/throttle.ts';

const NOW = 1_800_000_000_000;
const DAY = 24 * 3_600_000;

const WAITS: [kind: Throttled, count: number, agoMillis: number, wait: number][] = [
  ['account', 0, 0, 0],
  ['account', 5, 0, 0],
  ['account', 6, 0, 1000],
  ['account', 6, 400, 600],
  ['account', 6, 1000, 0],
  ['account', 7, 0, 2000],
  ['account', 8, 0, 4000],
  ['account', 11, 0, 32_000],
  ['account', 12, 0, 60_000],
  ['account', 1_000_000, 0, 60_000],
  ['account', 1_000_000, 60_000, 0],
  ['account', 1_000_000, DAY, 0],
  ['network', 19, 0, 0],
  ['network', 20, 0, 1000],
  ['network', 26, 0, 60_000],
  ['wide network', 79, 0, 0],
  ['wide network', 80, 0, 1000],
  ['browser', 99, 0, 0],
  ['browser', 100, 0, 1000],
  // The clock was set back by an hour.
  ['account', 7, -3_600_000, 2000],
];

for (const [kind, count, agoMillis, wait] of WAITS) {
  test(`${kind}: ${count} failures, the last ${agoMillis} ms ago, wait for ${wait} ms`, () => {
    assert.equal(waitMillis(kind, { count, lastAt: NOW - agoMillis }, NOW), wait);
  });
}

test('without a failure there is no wait', () => {
  assert.equal(waitMillis('account', undefined, NOW), 0);
});

const MORE: [why: string, before: Failures | undefined, count: number][] = [
  ['the first', undefined, 1],
  ['one more', { count: 5, lastAt: NOW - DAY + 1 }, 6],
  ['the first after a day', { count: 5, lastAt: NOW - DAY }, 1],
];

for (const [why, before, count] of MORE) {
  test(`failures: ${why}`, () => {
    assert.deepEqual(withFailure(before, NOW), { count, lastAt: NOW });
  });
}
