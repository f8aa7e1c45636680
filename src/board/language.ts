/** In which language a visitor is spoken to. */
import { MAX_LANGUAGE_TAG_LENGTH } from '../contract/limits.ts';
import { canonicalLanguage } from '../domain/language-tag.ts';
import { acceptedItems } from '../http/negotiation.ts';
import { wordsFor } from '../notify/words/languages.ts';

const DEFAULT_LANGUAGE = 'en';

/**
 * The language that an Accept-Language header likes best, of those that messages are written in; the
 * one that it likes best of all when there is none of them.
 */
export function preferredLanguage(accepted: string | undefined): string {
  const tags = acceptedItems(accepted ?? '')
    .filter(({ name, quality }) => quality > 0 && name.length <= MAX_LANGUAGE_TAG_LENGTH)
    .sort((a, b) => b.quality - a.quality)
    .flatMap(({ name }) => canonicalLanguage(name) ?? []);
  return tags.find(isSpoken) ?? tags[0] ?? DEFAULT_LANGUAGE;
}

function isSpoken(tag: string): boolean {
  const languageOf = (text: string) => new Intl.Locale(text).language;
  return languageOf(wordsFor(tag).locale) === languageOf(tag);
}
