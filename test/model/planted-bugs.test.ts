/** The table of planted bugs stays true: what it wants to replace still stands in its function, once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placesOf } from './place-of-bug.ts';
import { PLANTED_BUGS } from './planted-bugs-table.ts';

test('every planted bug still finds its place', () => {
  const lost = PLANTED_BUGS.filter(({ inside, find }) => placesOf('.', inside, find).length !== 1);
  assert.deepEqual(
    lost.map(({ name }) => name),
    [],
  );
});

test('every planted bug has a name of its own and changes something', () => {
  const names = new Set(PLANTED_BUGS.map(({ name }) => name));
  assert.equal(names.size, PLANTED_BUGS.length);
  assert.ok(PLANTED_BUGS.every(({ find, replace }) => find !== replace));
});
