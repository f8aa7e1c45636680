/** When a message is tried again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { waitMillis } from '../../src/notify/deliver.ts';
import { always, record } from '../domain/properties.ts';

for (const [attempts, askedMillis, random, expected] of [
  [1, 0, 1, 5000],
  [1, 0, 0, 2500],
  [2, 0, 1, 10_000],
  [4, 0, 1, 40_000],
  [20, 0, 1, 600_000],
  [2000, 0, 1, 600_000],
  [1, 30_000, 0, 32_500],
  [1, 1e12, 0, 3_602_500],
] as const) {
  test(`back-off: attempt ${attempts}, asked for ${askedMillis} ms, ${random}`, () => {
    assert.equal(waitMillis(attempts, askedMillis, random), expected);
  });
}

always(
  'back-off: never sooner than asked (up to an hour), never beyond an hour and ten minutes',
  record<{ attempts: number; asked: number; random: number }>({
    attempts: fc.integer({ min: 1, max: 10_000 }),
    asked: fc.integer({ min: 0, max: 2 ** 53 }),
    random: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  ({ attempts, asked, random }) => {
    const wait = waitMillis(attempts, asked, random);
    assert.ok(wait >= Math.min(asked, 3_600_000) && wait <= 4_200_000, String(wait));
    assert.ok(wait >= 2500 && Number.isInteger(wait));
  },
);
