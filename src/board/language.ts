/** In which language a visitor is spoken to. */
import { acceptedItems } from '../http/negotiation.ts';
import { wordsFor } from '../notify/words/languages.ts';

const DEFAULT_LANGUAGE = 'en';
const MAX_TAG_LENGTH = 35;

/** A BCP 47 tag as it is kept: `de-CH` of `DE-ch`. @returns `undefined` when it is none */
export function canonicalLanguage(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

/**
 * The language that an Accept-Language header likes best, of those that messages are written in; the
 * one that it likes best of all when there is none of them.
 */
export function preferredLanguage(accepted: string | undefined): string {
  const tags = acceptedItems(accepted ?? '')
    .filter(({ name, quality }) => quality > 0 && name.length <= MAX_TAG_LENGTH)
    .sort((a, b) => b.quality - a.quality)
    .flatMap(({ name }) => canonicalLanguage(name) ?? []);
  return tags.find(isSpoken) ?? tags[0] ?? DEFAULT_LANGUAGE;
}

function isSpoken(tag: string): boolean {
  const languageOf = (text: string) => new Intl.Locale(text).language;
  return languageOf(wordsFor(tag).locale) === languageOf(tag);
}
