/** The language in which a visitor is answered, and the header field that tells caches what it depends on. */
import { MAX_LANGUAGE_TAG_LENGTH } from '../contract/limits.ts';
import { canonicalLanguage } from '../domain/text/country-and-language.ts';
import { acceptedNames } from '../http/answers/negotiation.ts';
import type { Exchange } from '../http/exchange.ts';
import { LANGUAGE_CODES, type Language, languageOf } from '../words/languages.ts';

const DEFAULT_LANGUAGE = 'en';

/**
 * The language that an Accept-Language header likes best, of those that messages are written in; the
 * one that it likes best of all when there is none of them.
 */
export function preferredLanguage(accepted: string | undefined): string {
  const tags = acceptedNames(accepted)
    .filter((name) => name.length <= MAX_LANGUAGE_TAG_LENGTH)
    .flatMap((name) => canonicalLanguage(name) ?? []);
  return tags.find((tag) => languageOf(tag)) ?? tags[0] ?? DEFAULT_LANGUAGE;
}

/** Limits of the cache: browsers send few different headers, all of them short, and each of them again and again. */
const MAX_HEADERS = 1000;
const MAX_HEADER_LENGTH = 200;
const byHeader = new Map<string, Language>();

/** The reader of an answer, as far as the answer depends on them. */
export interface Reader {
  language: Language;
  /** Whether the address names the language with `?lang=`; else the browser does. */
  isAsked: boolean;
  /** Differs between readers who get different answers. */
  key: string;
}

const READERS = Object.fromEntries(
  LANGUAGE_CODES.map((language) => [
    language,
    {
      asked: { language, isAsked: true, key: `lang=${language}` },
      accepted: { language, isAsked: false, key: language },
    },
  ]),
) as Record<Language, Record<'asked' | 'accepted', Reader>>;

/** The reader of a page: in the language of `?lang=` in its address, else in the one that the browser likes best. */
export function readerOf(exchange: Exchange): Reader {
  const asked = askedLanguage(exchange);
  return asked
    ? READERS[asked].asked
    : READERS[acceptedLanguage(exchange.request.headers['accept-language'])].accepted;
}

/**
 * The header field that tells caches which requests get the same answer: an address with `?lang=` has one language.
 *
 * @param others further request fields on which the answer depends @returns name and value
 */
export function varyFields(
  { isAsked }: Reader,
  ...others: string[]
): [name: string, value: string] {
  const all = [...others, 'Accept-Encoding', ...(isAsked ? [] : ['Accept-Language'])];
  return ['vary', all.join(', ')];
}

/** The language that `?lang=` names, if it is one of ours. */
export function askedLanguage({ query }: Exchange): Language | undefined {
  return languageOf(query.get('lang') ?? '');
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
