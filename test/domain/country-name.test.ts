/** The words for the place of a regatta: its city and country. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countryName, placeName } from '../../src/domain/text/country-and-language.ts';

const COUNTRIES: [code: string, locale: string, name: string][] = [
  ['DE', 'en-GB', 'Germany'],
  ['DE', 'fr', 'Allemagne'],
  ['ch', 'de', 'Schweiz'],
  ['', 'en', ''],
  ['Q1', 'en', 'Q1'],
  ['QQ', 'en', 'QQ'],
];

test('a country has its name in the language of the reader; what has none stays as it is', () => {
  for (const [code, locale, name] of COUNTRIES) assert.equal(countryName(code, locale), name, code);
});

test('a place is a city and its country, one of them, or nothing', () => {
  assert.equal(placeName({ city: 'Luzern', countryCode: 'CH' }, 'de'), 'Luzern, Schweiz');
  assert.equal(placeName({ city: '', countryCode: 'CH' }, 'de'), 'Schweiz');
  assert.equal(placeName({ city: 'Luzern', countryCode: '' }, 'de'), 'Luzern');
  assert.equal(placeName({ city: '', countryCode: '' }, 'de'), '');
});
