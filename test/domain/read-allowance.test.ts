/** Reading and writing allowances as people type them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { allowanceText, readAllowance } from '../../src/domain/results/result-word.ts';
import { always } from './properties.ts';

test('an allowance is read as it is written', () => {
  const cases: [text: string, millis: number | null | undefined][] = [
    ['1:30', 90_000],
    ['90 s', 90_000],
    ['90', 90_000],
    ['-0:12.5', -12_500],
    ['−0:12,5', -12_500],
    ['18.5', 18_500],
    ['+9', 9000],
    ['1:02:03.004', 3_723_004],
    ['90s.', 90_000],
    ['12.5 sec', 12_500],
    ['1:30 min', 90_000],
    ['2 min', 120_000],
    ['1.5 min', 90_000],
    ['０:０５', 5000],
    ['', null],
    [' - ', null],
    ['0', null],
    ['0:00.0', null],
    ['1:75', undefined],
    ['ten', undefined],
    ['1:3', undefined],
    ['0.95x', undefined],
    ['1:30:00:00', undefined],
  ];
  for (const [text, millis] of cases) assert.equal(readAllowance(text), millis, text);
});

test('an allowance is written as people type it', () => {
  const cases: [millis: number | null, text: string][] = [
    [null, ''],
    [0, ''],
    [90_000, '1:30'],
    [-12_500, '-0:12.5'],
    [3_600_000, '60:00'],
    [1, '0:00.001'],
  ];
  for (const [millis, text] of cases) assert.equal(allowanceText(millis), text);
});

always(
  'an allowance that is written is read as the same',
  fc.integer({ min: -3_600_000, max: 3_600_000 }),
  (millis) => {
    for (const mark of ['.', ','] as const)
      assert.equal(readAllowance(allowanceText(millis, mark)), millis || null);
  },
);
