/** What a country is called, for every page that says where a regatta is. */
import { searchText } from './search-text.ts';

/**
 * In words; a code that has no name stays what it is.
 *
 * @param code ISO 3166-1 alpha-2 as it was written, or empty
 * @param locale BCP 47
 */
export function countryName(code: string, locale: string): string {
  if (!isCountryCode(code)) return code;
  let inLanguage = names.get(locale);
  if (!inLanguage) {
    inLanguage = new Intl.DisplayNames(locale, { type: 'region' });
    names.set(locale, inLanguage);
  }
  return inLanguage.of(code.toUpperCase()) ?? code;
}

/** Those of the public pages, in which people search for countries; a test compares the two. */
const SEARCH_LOCALES = ['en-GB', 'de-DE', 'fr-FR', 'nl-NL', 'it-IT'];

/** What a country may be called by who searches for it, as `searchText` gives it. */
export function countryText(code: string): string {
  const known = texts.get(code);
  if (known !== undefined) return known;
  const all = new Set(SEARCH_LOCALES.map((locale) => countryName(code, locale)));
  const text = searchText([...all].join(' '));
  if (isCountryCode(code)) texts.set(code, text);
  return text;
}

/** By code: a search asks for thousands, and a look-up takes microseconds. */
const texts = new Map<string, string>();

/** By language: a list of regattas asks for hundreds. */
const names = new Map<string, Intl.DisplayNames>();

function isCountryCode(code: string): boolean {
  return /^[A-Z]{2}$/i.test(code);
}

/** Where a regatta is: `Berlin, Germany`; empty where nothing is known. */
export function placeName(
  { city, countryCode }: { city: string; countryCode: string },
  locale: string,
): string {
  return [city, countryName(countryCode, locale)].filter((part) => part !== '').join(', ');
}
