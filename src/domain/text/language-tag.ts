/** Tags of languages. */

/** A BCP 47 tag as it is kept: `de-CH` of `DE-ch`. @returns `undefined` when it is none */
export function canonicalLanguage(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}
