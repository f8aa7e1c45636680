/** The head of a public page: words for those who only read that, such as a messenger or a search engine. */
import { escaped, NO_INDEX, titleTag } from '../../http/answers/page-layout.ts';
import { inScript } from '../../http/answers/template.ts';
import type { Preview } from '../../renderings/preview.ts';
import { LANGUAGE_CODES, LANGUAGES, type Language } from '../../words/languages.ts';
import type { Reader } from '../language.ts';

export const SERVICE_NAME = 'Running Order';

/** Relative to the page's base; a page finds its logo by it. */
const LOGO = 'logo';

export interface Head extends Preview {
  /** What the browser shows, where that says more than the title. */
  windowTitle: string;
  /** The address of what is shown, for every reader. */
  url: string;
  /** The address of a picture, if there is one. */
  image: string | undefined;
  reader: Reader;
  /** What the page loads of its language beside its script, relative to the page's base; nothing of English. */
  translation: string | undefined;
  /** Relative to the page's base. */
  manifest: string;
  /** Of an event: what a feed reader may subscribe to. */
  feed?: { href: string; title: string };
  /** What programs read of it (schema.org). */
  facts?: object;
  isListed: boolean;
}

/** @param hasLogo whether the organiser has one @returns HTML */
export function headOf(head: Head, hasLogo: boolean): string {
  const { title, description, reader, image, feed, facts, isListed } = head;
  const { language } = reader;
  const meta = (key: 'name' | 'property', of: string, content: string | undefined) =>
    content === undefined ? [] : [`<meta ${key}="${of}" content="${escaped(content)}">`];
  return [
    titleTag(head.windowTitle),
    ...meta('name', 'description', description),
    ...addressLinks(head.url, reader, isListed),
    ...meta('property', 'og:type', 'website'),
    ...meta('property', 'og:site_name', SERVICE_NAME),
    ...meta('property', 'og:title', title),
    ...meta('property', 'og:description', description),
    ...meta('property', 'og:url', addressFor(head.url, reader)),
    ...meta('property', 'og:locale', LANGUAGES[language].locale.replace('-', '_')),
    ...meta('property', 'og:image', image),
    manifestLink(head.manifest),
    ...translationScript(head.translation),
    ...(feed
      ? [
          `<link rel="alternate" type="application/atom+xml" href="${feed.href}" title="${escaped(feed.title)}">`,
        ]
      : []),
    ...meta('name', 'logo', hasLogo ? LOGO : undefined),
    // No browser runs a script of this type, so the policy of the page need not allow it.
    ...(facts
      ? [`<script type="application/ld+json">${inScript(JSON.stringify(facts))}</script>`]
      : []),
    ...(isListed ? [] : [NO_INDEX]),
  ].join('\n');
}

/** Of an overlay, which nobody shares: its title, and its words beside the script. @returns HTML */
export function overlayHead(title: string, translation: string | undefined): string {
  return [titleTag(title), ...translationScript(translation), NO_INDEX].join('\n');
}

/** Loads words beside the script of a page. @returns HTML; nothing of English */
function translationScript(address: string | undefined): string[] {
  return address ? [`<script type="module" src="${address}"></script>`] : [];
}

/** The address of what a reader sees. @param url the one for every reader */
export function addressFor(url: string, { isAsked, language }: Reader): string {
  return isAsked ? inLanguage(url, language) : url;
}

/**
 * Where an address is in each language, as search engines read it. The one without a language, which follows the browser,
 * is for readers of all others.
 */
export function languagesOf(url: string): { hreflang: string; href: string }[] {
  return [
    ...LANGUAGE_CODES.map((code) => ({ hreflang: code as string, href: inLanguage(url, code) })),
    { hreflang: 'x-default', href: url },
  ];
}

/** What says which address a page has, and where it is in other languages. @returns HTML */
export function addressLinks(url: string, reader: Reader, isListed: boolean): string[] {
  const others = isListed ? languagesOf(url) : [];
  return [
    `<link rel="canonical" href="${escaped(addressFor(url, reader))}">`,
    ...others.map(
      ({ hreflang, href }) =>
        `<link rel="alternate" hreflang="${hreflang}" href="${escaped(href)}">`,
    ),
  ];
}

function inLanguage(url: string, language: Language): string {
  return `${url}${url.includes('?') ? '&' : '?'}lang=${language}`;
}

/** @param href relative to the page's base */
export function manifestLink(href: string): string {
  return `<link rel="manifest" href="${href}">`;
}
