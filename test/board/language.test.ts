/** How the language of a page is chosen for a visitor. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preferredLanguage } from '../../src/board/language.ts';
import { canonicalLanguage } from '../../src/domain/text/country-and-language.ts';

for (const [accepted, expected] of [
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['de', 'de'],
  ['DE-ch', 'de-CH'],
  ['fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5', 'fr-CH'],
  ['en;q=0.5,de;q=0.9', 'de'],
  ['en;q=0.5 , de ; q=0.9', 'de'],
  ['xx,de;q=0.8,en;q=0.2', 'de'],
  ['nl-BE,de;q=0.8,en;q=0.2', 'nl-BE'],
  ['xx,pt;q=0.8', 'xx'],
  ['de;q=0, fr;q=0.1', 'fr'],
  ['de;q=x, fr;q=0.1', 'fr'],
  ['not a language, , ;;, de_DE, de', 'de'],
  [`${'a-'.repeat(5000)}, de`, 'de'],
  [`${'xx,'.repeat(5000)}de`, 'xx'],
] as const) {
  test(`Accept-Language: ${accepted?.slice(0, 60)}`, () => {
    assert.equal(preferredLanguage(accepted), expected);
  });
}

test('tags are kept in their canonical form', () => {
  assert.equal(canonicalLanguage('EN-latn-gb'), 'en-Latn-GB');
  assert.equal(canonicalLanguage('iw'), 'he');
  for (const tag of ['', '*', 'e', 'en_GB', 'en-', '-', 'englischdeutsch', 'de DE', '日本']) {
    assert.equal(canonicalLanguage(tag), undefined, tag);
  }
});
