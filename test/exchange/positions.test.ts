/** The positions that follow from the lane labels of a file. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { positionsOf } from '../../src/operations/import/rules/place-lanes.ts';

test('lanes are positions, lane 0 moves them on, and all else is counted', () => {
  const cases: [labels: (string | null)[], positions: number[], why: string][] = [
    [['1', '2', '3'], [1, 2, 3], 'lanes'],
    [['3', '1', '6'], [3, 1, 6], 'lanes in any order, with gaps'],
    [['04'], [4], 'with a zero before'],
    [['0', '9'], [1, 10], 'a lane 0'],
    [['5', '0', '3'], [6, 1, 4], 'a lane 0 that is not the first'],
    [['101', '102'], [1, 2], 'bow numbers'],
    [['2', '21'], [1, 2], 'one number that is no lane'],
    [['A', 'B'], [1, 2], 'letters'],
    [['1', '1A'], [1, 2], 'a letter beside a lane'],
    [['2', '02'], [1, 2], 'the same lane twice'],
    [['4', null], [1, 2], 'one without'],
    [[null, null], [1, 2], 'none at all'],
    [['-1', '2'], [1, 2], 'below 0'],
    [['2.5', '3'], [1, 2], 'no whole number'],
    [[], [], 'no lanes'],
  ];
  for (const [labels, positions, why] of cases)
    assert.deepEqual(positionsOf(labels), positions, why);
});
