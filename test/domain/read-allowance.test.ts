/** Allowances as people write them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAllowance } from '../../src/domain/results/read-allowance.ts';

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
