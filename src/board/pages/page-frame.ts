/**
 * The frame of a public page: its head, which is all that some programs read, such as a messenger or a search engine;
 * the HTML for readers without script; and the links to the pages about the installation.
 */
import type { BoardEvent, BoardRace, RaceState } from '../../contract/board.ts';
import type { BoardDocument } from '../../documents/build-board.ts';
import { plainLine } from '../../domain/text/plain-line.ts';
import { escaped, NO_INDEX, titleTag } from '../../http/answers/page-layout.ts';
import { inScript } from '../../http/answers/template.ts';
import { pageUrl, raceTitle, raceUrl } from '../../notify/messages/message.ts';
import { organiserLine, type Preview } from '../../renderings/preview.ts';
import { LANGUAGE_CODES, LANGUAGES, type Language } from '../../words/languages.ts';
import { messageWords, pageWords, sharedWords } from '../../words/words.ts';
import type { Reader } from '../language.ts';

export const SERVICE_NAME = 'Running Order';

/** The address of the logo, relative to the page's base. */
const LOGO = 'logo';

export interface Head extends Preview {
  /** The title of the browser window, which may say more than `title`. */
  windowTitle: string;
  /** The address of the page without a language. */
  url: string;
  /** The address of a picture, if there is one. */
  image: string | undefined;
  reader: Reader;
  /** The file with the words of the page's language, relative to the page's base; `undefined` for English. */
  translation: string | undefined;
  /** Relative to the page's base. */
  manifest: string;
  /** The feed of an event, to which feed readers subscribe. */
  feed?: { href: string; title: string };
  /** Data about what the page shows, for programs (schema.org). */
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

/** The head of an overlay, which nobody shares: only its title and the file with its words. @returns HTML */
export function overlayHead(title: string, translation: string | undefined): string {
  return [titleTag(title), ...translationScript(translation), NO_INDEX].join('\n');
}

/** Loads the words of a language in parallel with the script of a page. @returns HTML; none for English */
function translationScript(address: string | undefined): string[] {
  return address ? [`<script type="module" src="${address}"></script>`] : [];
}

/** The address of a page for a reader, with the language that they asked for. @param url without a language */
function addressFor(url: string, { isAsked, language }: Reader): string {
  return isAsked ? inLanguage(url, language) : url;
}

/**
 * The addresses of a page in each language, for search engines. The one without a language, which follows the browser, is
 * for readers of all other languages.
 */
export function languagesOf(url: string): { hreflang: string; href: string }[] {
  return [
    ...LANGUAGE_CODES.map((code) => ({ hreflang: code as string, href: inLanguage(url, code) })),
    { hreflang: 'x-default', href: url },
  ];
}

/** Links that state the address of a page, and where it is in other languages. @returns HTML */
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

const SCHEMA = 'https://schema.org';

const STATUSES: Record<RaceState, string> = {
  planned: `${SCHEMA}/EventScheduled`,
  cancelled: `${SCHEMA}/EventCancelled`,
  postponed: `${SCHEMA}/EventPostponed`,
};

/**
 * A regatta for search engines, on the page of its board: a sports event (schema.org, JSON-LD), without the names of
 * crews.
 */
export function regattaFacts(document: BoardDocument, publicUrl: string, reader: Reader): object {
  return { '@context': SCHEMA, ...regatta(document, publicUrl, reader) };
}

/** A race for search engines, on its page, as a part of its regatta. */
export function raceFacts(
  race: BoardRace,
  document: BoardDocument,
  publicUrl: string,
  reader: Reader,
): object {
  const { event } = document;
  return {
    ...{ '@context': SCHEMA, '@type': 'SportsEvent' },
    name: plainLine(raceTitle(race, messageWords(reader.language))),
    url: addressFor(raceUrl(publicUrl, event.id, race), reader),
    startDate: race.estimatedAt,
    eventStatus: STATUSES[race.state],
    ...placeOf(event),
    superEvent: regatta(document, publicUrl, reader),
  };
}

function regatta(
  { event, inOrder, organiser }: BoardDocument,
  publicUrl: string,
  reader: Reader,
): object {
  const club = plainLine(organiser);
  return {
    '@type': 'SportsEvent',
    name: plainLine(event.name),
    url: addressFor(pageUrl(publicUrl, event.id, ''), reader),
    ...{ startDate: event.startDate, endDate: event.endDate },
    eventStatus: STATUSES[stateOf(inOrder)],
    ...placeOf(event),
    ...(club !== '' && { organizer: { '@type': 'SportsOrganization', name: club } }),
  };
}

/** A regatta is planned while one of its races is; else postponed while one is; else cancelled. */
function stateOf(races: readonly BoardRace[]): RaceState {
  if (races.length === 0 || races.some(({ state }) => state === 'planned')) return 'planned';
  return races.some(({ state }) => state === 'postponed') ? 'postponed' : 'cancelled';
}

/** Empty where the place is not known. */
function placeOf({ city, countryCode }: BoardEvent): { location?: object } {
  const addressLocality = plainLine(city);
  const addressCountry = plainLine(countryCode);
  if (addressLocality === '' && addressCountry === '') return {};
  return {
    location: {
      '@type': 'Place',
      name: addressLocality || addressCountry,
      address: {
        '@type': 'PostalAddress',
        ...(addressLocality !== '' && { addressLocality }),
        ...(addressCountry !== '' && { addressCountry }),
      },
    },
  };
}

/** The pages about the installation, to which public pages link. */
export const ABOUT_PAGES = ['imprint', 'privacy', 'accessibility'] as const;
export type AboutPage = (typeof ABOUT_PAGES)[number];

/** For readers without script: the preview, and a link to the plain page. @returns HTML */
export function plainWords(
  { title, description }: Preview,
  { organiser, plain, about }: { organiser: string; plain: string; about: readonly AboutPage[] },
  language: Language,
): string {
  const { needsScript, plainTable } = pageWords(language);
  const whose = organiserLine(organiser, language);
  return noScript(
    needsScript,
    `<h1>${escaped(title)}</h1><p>${escaped(description)}</p><p>${escaped(whose)}</p>`,
    `<p><a href="${plain}">${plainTable}</a></p>${aboutParagraph(language, about)}`,
  );
}

/** `aboutLinks` as a paragraph of a page whose base is the start page; empty without names. @returns HTML */
export function aboutParagraph(
  language: Language,
  names: readonly AboutPage[] = ABOUT_PAGES,
): string {
  return names.length === 0 ? '' : `<p>${aboutLinks('./', language, names)}</p>`;
}

/** Links to the pages about the installation, as HTML. @param base the address of the start page */
export function aboutLinks(
  base: string,
  language: Language,
  names: readonly AboutPage[] = ABOUT_PAGES,
): string {
  const words = sharedWords(language);
  return names
    .map((name) => `<a href="${escaped(base)}${name}?lang=${language}">${escaped(words[name])}</a>`)
    .join(' · ');
}

/** @param before HTML @param after HTML */
export function noScript(said: string, before = '', after = ''): string {
  return `<noscript>${before}<p>${escaped(said)}</p>${after}</noscript>\n`;
}
