/** The pairs of crews that the race office takes for the same crew, when a list was pasted again and again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTwins } from '../../src/documents/build-office.ts';

test('of very many crews with one name, only as many pairs are made as are shown', async () => {
  // All pairs of so many crews would not fit into memory.
  const crews = Array.from({ length: 20_000 }, (_, index) => ({ id: index + 1, name: 'Adler' }));
  const { pairs } = await findTwins(crews, undefined);
  assert.equal(pairs.length, 500);
  assert.deepEqual(
    [pairs[0], pairs[499]],
    [
      [1, 2],
      [1, 501],
    ],
  );
});
