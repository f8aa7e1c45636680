/**
 * Codes of countries and languages: the names of countries, for every page that says where a regatta is, and the form in
 * which tags of languages are stored.
 */

/**
 * The name of a country; a code without a name is returned as it is.
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

/** A cache by locale: a list of regattas needs hundreds of names. */
const names = new Map<string, Intl.DisplayNames>();

/** Where a regatta is: `Berlin, Germany`; empty where nothing is known. */
export function placeName(
  { city, countryCode }: { city: string; countryCode: string },
  locale: string,
): string {
  return [city, countryName(countryCode, locale)].filter((part) => part !== '').join(', ');
}

/** A BCP 47 tag as it is stored: `de-CH` for `DE-ch`. @returns `undefined` if the text is no tag */
export function canonicalLanguage(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}
