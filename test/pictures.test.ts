/** The pictures of the demo are no older than the pages, and the documents show them. */
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

test('the documents of import, bridge and race office show theirs', () => {
  for (const [document, picture] of [
    ['import.md', 'import-preview.png'],
    ['timing.md', 'bridge.png'],
    ['overlay.md', 'overlay.png'],
    ['race-office.md', 'office-head-race.png'],
    ['race-office.md', 'office-times-of-day.png'],
  ]) {
    const text = readFileSync(`docs/${document}`, 'utf8');
    assert.match(text, new RegExp(`^!\\[[^\\]]{20,}\\]\\(images/${picture}\\)$`, 'm'));
    assert.ok(existsSync(`docs/images/${picture}`));
  }
});
