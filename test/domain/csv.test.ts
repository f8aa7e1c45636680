/** Tables as CSV: what a spreadsheet would run is text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOf } from '../../src/domain/text/csv.ts';

const FIELDS: [cell: string | number | null, field: string][] = [
  [null, ''],
  [-12.5, '-12.5'],
  // A number with all its decimals runs nothing.
  ['-12.500', '-12.500'],
  ['+5', '+5'],
  ['-2+3', "'-2+3"],
  ['=1', "'=1"],
  ['-Amsel', "'-Amsel"],
  ['Amsel, Biber', '"Amsel, Biber"'],
];

for (const [cell, field] of FIELDS) {
  test(`a cell as it is written: ${cell}`, () => {
    assert.equal(linesOf([[cell]], ','), `${field}\r\n`);
  });
}
