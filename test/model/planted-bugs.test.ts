/** The table of planted bugs stays true: each finds the one place that it changes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPlaces } from './place-of-bug.ts';
import { PLANTED_BUGS } from './planted-bugs-table.ts';

test('every planted bug still finds its place', () => {
  const { places, lost } = findPlaces(PLANTED_BUGS);
  assert.deepEqual(lost, []);
  assert.equal(places.size, PLANTED_BUGS.length);
});

test('every planted bug has a name of its own and changes something', () => {
  const names = new Set(PLANTED_BUGS.map(([name]) => name));
  assert.equal(names.size, PLANTED_BUGS.length);
  assert.ok(PLANTED_BUGS.every(([, , code, becomes]) => code !== becomes));
});
