/** Checks the table of planted bugs: each still finds exactly one place to change. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPlaces } from './place-of-bug.ts';
import { PLANTED_BUGS } from './planted-bugs-table.ts';

const bugs = Object.values(PLANTED_BUGS).flat();

test('every planted bug still finds its place', () => {
  const { places, lost } = findPlaces(bugs);
  assert.deepEqual(lost, []);
  assert.equal(places.size, bugs.length);
});

test('every planted bug has a name of its own and changes something', () => {
  const names = new Set(bugs.map(([name]) => name));
  assert.equal(names.size, bugs.length);
  assert.ok(bugs.every(([, , code, becomes]) => code !== becomes));
});
