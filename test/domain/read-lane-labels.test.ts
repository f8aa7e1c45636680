/** Reading the labels of the lanes of a race from a text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { laneLabelsText, readLaneLabels } from '../../src/domain/draw/lane-labels.ts';

const CASES: [text: string, labels: string[] | null][] = [
  ['', null],
  [' , ', null],
  ['1, 2, 3', ['1', '2', '3']],
  ['1 2  3', ['1', '2', '3']],
  ['A; B b; C', ['A', 'B b', 'C']],
  ['Lane 1,', ['Lane 1']],
  ['A', ['A']],
  // The number of lanes.
  ['4', ['1', '2', '3', '4']],
  [' 04 ', ['1', '2', '3', '4']],
  ['3 Bahnen', ['1', '2', '3']],
  ['3 lanes', ['1', '2', '3']],
  ['3 couloirs', ['1', '2', '3']],
  ['1', ['1']],
  ['0', null],
  // A range of labels.
  ['1-4', ['1', '2', '3', '4']],
  ['0 – 2', ['0', '1', '2']],
  ['2 bis 4', ['2', '3', '4']],
  ['4-1', ['4', '3', '2', '1']],
  ['1-3, 5', ['1', '2', '3', '5']],
  ['A-C', ['A-C']],
  // With a comma, the text is a list: its one item is a label, neither a number of lanes nor a range.
  ['4,', ['4']],
  ['1-4,', ['1-4']],
];

test('the labels in a text: a list, how many lanes there are, or which', () => {
  for (const [text, labels] of CASES) assert.deepEqual(readLaneLabels(text), labels, text);
});

test('more lanes than a race can have are one too many, whatever the number', () => {
  for (const text of ['101', '999999999', '1-9999'])
    assert.equal(readLaneLabels(text)?.length, 101, text);
});

test('labels as a text are read as the same labels', () => {
  const schemes = [['1', '2', '3'], ['A', 'B b'], ['Lane 1'], ['4'], ['1'], ['1-4'], ['3 Bahnen']];
  for (const labels of schemes)
    assert.deepEqual(readLaneLabels(laneLabelsText(labels)), labels, laneLabelsText(labels));
  assert.equal(laneLabelsText(null), '');
});
