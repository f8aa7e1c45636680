/** In which language a visitor is spoken to. */
import { MAX_LANGUAGE_TAG_LENGTH } from '../contract/limits.ts';
import { wordsFor } from '../notify/words/languages.ts';

const DEFAULT_LANGUAGE = 'en';
/** Browsers name a few. */
const MAX_LANGUAGES = 20;

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
  const tags = (accepted ?? '')
    .split(',', MAX_LANGUAGES)
    .map((part) => part.split(';').map((text) => text.trim()))
    .map(([tag = '', ...parameters]) => ({
      tag: tag.length <= MAX_LANGUAGE_TAG_LENGTH ? canonicalLanguage(tag) : undefined,
      quality: qualityOf(parameters),
    }))
    .filter(({ tag, quality }) => tag !== undefined && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .flatMap(({ tag }) => tag ?? []);
  return tags.find(isSpoken) ?? tags[0] ?? DEFAULT_LANGUAGE;
}

function qualityOf(parameters: readonly string[]): number {
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  return quality === undefined ? 1 : Number(quality.slice(2)) || 0;
}

function isSpoken(tag: string): boolean {
  const languageOf = (text: string) => new Intl.Locale(text).language;
  return languageOf(wordsFor(tag).locale) === languageOf(tag);
}
