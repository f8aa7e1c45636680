/** What a country is called, for every page that says where a regatta is. */

/**
 * In words; a code that has no name stays what it is.
 *
 * @param code ISO 3166-1 alpha-2 as it was written, or empty
 * @param locale BCP 47
 */
export function countryName(code: string, locale: string): string {
  if (!/^[A-Z]{2}$/i.test(code)) return code;
  let inLanguage = names.get(locale);
  if (!inLanguage) {
    inLanguage = new Intl.DisplayNames(locale, { type: 'region' });
    names.set(locale, inLanguage);
  }
  return inLanguage.of(code.toUpperCase()) ?? code;
}

/** By language: a list of regattas asks for hundreds. */
const names = new Map<string, Intl.DisplayNames>();

/** Where a regatta is: `Berlin, Germany`; empty where nothing is known. */
export function placeName(
  { city, countryCode }: { city: string; countryCode: string },
  locale: string,
): string {
  return [city, countryName(countryCode, locale)].filter((part) => part !== '').join(', ');
}
