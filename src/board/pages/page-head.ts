/** The head of a public page: words for those who only read that, such as a messenger that shows a link. */
import { escaped, titleTag } from '../../http/answers/page-layout.ts';
import { LANGUAGES, type Language } from '../../words/languages.ts';
import type { Preview } from './preview.ts';

export const SERVICE_NAME = 'Running Order';

/** Search engines leave the page out of their lists. */
export const NO_INDEX = '<meta name="robots" content="noindex">';

/** Relative to the page's base; a page finds its logo by it. */
const LOGO = 'logo';

export interface Head extends Preview {
  /** What the browser shows, where that says more than the title. */
  windowTitle: string;
  /** The one address of what is shown. */
  url: string;
  /** The address of a picture, if there is one. */
  image: string | undefined;
  language: Language;
  /** What the page loads of its language beside its script, relative to the page's base; nothing of English. */
  translation: string | undefined;
  /** Relative to the page's base. */
  manifest: string;
  /** Of an event: what a feed reader may subscribe to. */
  feed?: { href: string; title: string };
  isListed: boolean;
}

/** @param hasLogo whether the organiser has one @returns HTML */
export function headOf(head: Head, hasLogo: boolean): string {
  const { title, description, url, image, feed } = head;
  const meta = (key: 'name' | 'property', of: string, content: string | undefined) =>
    content === undefined ? [] : [`<meta ${key}="${of}" content="${escaped(content)}">`];
  return [
    titleTag(head.windowTitle),
    ...meta('name', 'description', description),
    `<link rel="canonical" href="${escaped(url)}">`,
    ...meta('property', 'og:type', 'website'),
    ...meta('property', 'og:site_name', SERVICE_NAME),
    ...meta('property', 'og:title', title),
    ...meta('property', 'og:description', description),
    ...meta('property', 'og:url', url),
    ...meta('property', 'og:locale', LANGUAGES[head.language].locale.replace('-', '_')),
    ...meta('property', 'og:image', image),
    manifestLink(head.manifest),
    ...(head.translation ? [`<script type="module" src="${head.translation}"></script>`] : []),
    ...(feed
      ? [
          `<link rel="alternate" type="application/atom+xml" href="${feed.href}" title="${escaped(feed.title)}">`,
        ]
      : []),
    ...meta('name', 'logo', hasLogo ? LOGO : undefined),
    ...(head.isListed ? [] : [NO_INDEX]),
  ].join('\n');
}

/** @param href relative to the page's base */
export function manifestLink(href: string): string {
  return `<link rel="manifest" href="${href}">`;
}
