/** The module of the limits loads no schemas, so that pages can use it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

test('the limits import nothing, so that pages can use them', () => {
  const source = readFileSync('src/contract/limits.ts', 'utf8');
  assert.doesNotMatch(source, /^\s*(import|export .* from)\b/m);
});
