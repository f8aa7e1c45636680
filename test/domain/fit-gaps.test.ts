/** Fitting the gaps between races into a span of time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fitGaps, retime } from '../../src/domain/day/retime.ts';
import { always } from './properties.ts';

type Case = [gaps: number[], span: number, shortest: number, fitted: number[] | undefined];

const CASES: Case[] = [
  [[], 0, 5, []],
  [[], 30, 5, []],
  [[], -1, 0, undefined],
  [[10, 10], 10, 5, [5, 5]],
  [[10, 10], 9, 5, undefined],
  [[10, 20], 15, 0, [5, 10]],
  [[10, 20], 60, 0, [20, 40]],
  [[10, 20, 30], 30, 8, [8, 9, 13]],
  [[0, 0], 10, 0, [5, 5]],
  [[0, 0, 10], 20, 5, [5, 5, 10]],
  [[0, 10], 20, 0, [0, 20]],
  [[1, 1, 1], 10, 3, [3, 4, 3]],
  [[1, 0, 0], 30, 10, [10, 10, 10]],
  [[600_000, 1_200_000], 15, 1, [5, 10]],
  [[10], 1441, 1441, [1441]],
];

for (const [gaps, span, shortest, fitted] of CASES) {
  test(`${gaps} in ${span} minutes, each at least ${shortest}: ${fitted}`, () => {
    assert.deepEqual(fitGaps(gaps, span, shortest), fitted);
  });
}

always(
  'whole minutes that add up to the span, each at least the shortest, a longer gap never shorter by more than one',
  fc.tuple(fc.array(fc.nat(5_000_000), { maxLength: 40, minLength: 1 }), fc.nat(1440), fc.nat(30)),
  ([gaps, span, shortest]) => {
    const fitted = fitGaps(gaps, span, shortest);
    assert.equal(fitted === undefined, gaps.length * shortest > span);
    if (!fitted) return;
    assert.equal(
      fitted.reduce((sum, gap) => sum + gap, 0),
      span,
    );
    for (const [index, gap] of fitted.entries()) {
      assert.ok(Number.isInteger(gap) && gap >= shortest, `${fitted}`);
      for (const [other, length] of gaps.entries()) {
        if (length >= (gaps[index] ?? 0)) assert.ok((fitted[other] ?? 0) >= gap - 1, `${fitted}`);
      }
    }
  },
);

const NOON = Date.parse('2026-06-13T12:00Z');
const TEN_MINUTES = 600_000;

always(
  'races in a span end with it, also where crews see them out of order, because a delay ends between them',
  fc.tuple(fc.array(fc.nat(3), { maxLength: 8, minLength: 2 }), fc.nat(12), fc.nat(12)),
  ([gaps, delay, until]) => {
    let at = NOON;
    const races = gaps.map((gap, index) => {
      at += gap * TEN_MINUTES;
      return { id: index + 1, scheduledAt: at, state: 'planned' as const };
    });
    const day = {
      ...{ day: '2026-06-13', timezone: null },
      delay: { delayMinutes: 10 * delay, until: NOON + until * TEN_MINUTES },
    };
    const wish = { nextAt: '14:00', lastAt: '20:00', minGapMinutes: 5 };
    const starts = retime(races, day, wish);
    assert.ok(starts instanceof Map);
    const inOrder = races.map(({ id }) => starts.get(id) ?? 0);
    assert.equal(inOrder.at(-1), Date.parse('2026-06-13T20:00Z'));
    const fitted = inOrder.slice(1).map((start, index) => start - (inOrder[index] ?? 0));
    const ends = races.findIndex(({ scheduledAt }) => scheduledAt >= day.delay.until);
    if (ends > 0 && (gaps[ends] ?? 0) <= delay)
      assert.ok((fitted[ends - 1] ?? 0) <= Math.min(...fitted) + 60_000, `${fitted}`);
  },
);
