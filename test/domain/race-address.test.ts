/** Which race the address of a page means, by its race number or its printed number. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { raceAt } from '../../src/domain/event/event-address.ts';

const RACES = [
  { raceNumber: 1, number: '1' },
  { raceNumber: 16, number: '16A' },
  { raceNumber: 17, number: '16B' },
  { raceNumber: 18, number: '1' },
  { raceNumber: 19, number: 'Final' },
  { raceNumber: 20, number: 'Final' },
  { raceNumber: 21, number: '007' },
  { raceNumber: 22, number: 'A 1' },
];

const CASES: [text: string, raceNumber: number | undefined, why: string][] = [
  ['16', 16, 'the number, whatever is printed'],
  ['16A', 16, 'what is printed'],
  ['16b', 17, 'in any case'],
  ['1', 1, 'the number before what is printed for another race'],
  ['Final', undefined, 'printed twice'],
  ['007', 21, 'printed, though it is no number'],
  ['7', undefined, 'neither'],
  ['A 1', 22, 'with a blank'],
  ['', undefined, 'nothing'],
  ['-1', undefined, 'no number'],
];

test('an address leads to the race with that number, else to the only one that is printed so', () => {
  for (const [text, raceNumber, why] of CASES) {
    assert.equal(raceAt(text, RACES)?.raceNumber, raceNumber, `${text}: ${why}`);
  }
});
