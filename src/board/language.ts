/** In which language a visitor is spoken to. */
import { MAX_LANGUAGE_TAG_LENGTH } from '../contract/limits.ts';
import { canonicalLanguage } from '../domain/text/language-tag.ts';
import { acceptedItems } from '../http/answers/negotiation.ts';
import type { Exchange } from '../http/exchange.ts';
import { type Language, languageOf } from '../words/languages.ts';

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
  return tags.find((tag) => languageOf(tag)) ?? tags[0] ?? DEFAULT_LANGUAGE;
}

/** Browsers send few different headers, all of them short, and each of them over and over. */
const MAX_HEADERS = 1000;
const MAX_HEADER_LENGTH = 200;
const byHeader = new Map<string, Language>();

/** The language of the reader of a page: `?lang=` in its address, else what the browser likes best. */
export function readerLanguage(exchange: Exchange): Language {
  return askedLanguage(exchange) ?? acceptedLanguage(exchange.request.headers['accept-language']);
}

/** The language that `?lang=` names, if it is one of ours. */
export function askedLanguage({ request }: Exchange): Language | undefined {
  return languageOf(queryOf(request.url).get('lang') ?? '');
}

/** The parameters of an address. */
export function queryOf(url = ''): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : url.slice(start + 1));
}

function acceptedLanguage(header = ''): Language {
  const known = byHeader.get(header);
  if (known) return known;
  const language = languageOf(preferredLanguage(header)) ?? DEFAULT_LANGUAGE;
  if (header.length > MAX_HEADER_LENGTH) return language;
  if (byHeader.size >= MAX_HEADERS) byHeader.clear();
  byHeader.set(header, language);
  return language;
}
