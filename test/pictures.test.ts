/** The pictures of the README show the pages as they are. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DIGEST_FILE, digestOfPages } from '../scripts/pictures.ts';

test('the pictures are no older than the pages', () => {
  const isSame = readFileSync(DIGEST_FILE, 'utf8').trim() === digestOfPages();
  assert.ok(
    isSame,
    'the pages look otherwise by now: npm run pictures, look at them, and commit them',
  );
});

test('the README shows them', () => {
  const shown = [
    ...readFileSync('README.md', 'utf8').matchAll(
      /<img src="(docs\/images\/[^"]+)".* alt="[^"]+">/g,
    ),
  ];
  assert.equal(shown.length, 3);
  for (const [, path = ''] of shown) assert.ok(existsSync(path), path);
});
