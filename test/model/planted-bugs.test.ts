/** The table of planted bugs stays true: what it wants to replace still stands in `src`, once. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PLANTED_BUGS } from './planted-bugs-table.ts';

test('every planted bug still finds its place', () => {
  const lost = PLANTED_BUGS.filter(
    ({ file, find }) => readFileSync(file, 'utf8').split(find).length !== 2,
  );
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
