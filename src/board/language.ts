/** In which language a visitor is spoken to. */
import { MAX_LANGUAGE_TAG_LENGTH } from '../contract/limits.ts';
import { canonicalLanguage } from '../domain/language-tag.ts';
import type { Exchange } from '../http/exchange.ts';
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

/** The languages of what the server writes in pages. */
export const PAGE_LANGUAGES = ['en', 'de', 'fr'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

/** Browsers send few different headers, all of them short, and each of them over and over. */
const MAX_HEADERS = 1000;
const MAX_HEADER_LENGTH = 200;
const byHeader = new Map<string, PageLanguage>();

/** The language of the reader of a page: `?lang=` in its address, else what the browser likes best. */
export function readerLanguage(exchange: Exchange): PageLanguage {
  return askedLanguage(exchange) ?? acceptedLanguage(exchange.request.headers['accept-language']);
}

/** The language that `?lang=` names, if it is one of ours. */
export function askedLanguage({ request }: Exchange): PageLanguage | undefined {
  return ours(queryOf(request.url).get('lang') ?? '');
}

/** The parameters of an address. */
export function queryOf(url = ''): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : url.slice(start + 1));
}

function acceptedLanguage(header = ''): PageLanguage {
  const known = byHeader.get(header);
  if (known) return known;
  const language = ours(preferredLanguage(header)) ?? DEFAULT_LANGUAGE;
  if (header.length > MAX_HEADER_LENGTH) return language;
  if (byHeader.size >= MAX_HEADERS) byHeader.clear();
  byHeader.set(header, language);
  return language;
}

/** @param tag BCP 47; what follows the language, such as a country, does not matter */
function ours(tag: string): PageLanguage | undefined {
  const [primary] = tag.toLowerCase().split(/[-_]/, 1);
  return PAGE_LANGUAGES.find((language) => language === primary);
}
