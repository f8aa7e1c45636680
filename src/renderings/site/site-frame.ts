/** What all pages of an exported site have in common: their frame, their style sheet, and their data. */
import type { BoardLane, BoardRace } from '../../contract/board.ts';
import { plainLine } from '../../domain/text/plain-line.ts';
import { escaped, NO_INDEX, outsidePage, titleTag } from '../../http/answers/page-layout.ts';
import { shortText } from '../../notify/messages/short-text.ts';
import { LANGUAGES, type Language } from '../../words/languages.ts';
import { formatsOf, pageWords, siteWords } from '../../words/words.ts';
import type { BoardFacts } from '../board-facts.ts';
import { organiserLine } from '../preview.ts';
import { shown } from '../race-section.ts';

/** The data of the pages of a site in one language; only `language` differs between languages. */
export interface Site {
  facts: BoardFacts;
  language: Language;
  /** The languages of the site; if there are several, each has a folder. */
  languages: readonly Language[];
  isIndexed: boolean;
  /** The file name of the logo at the top of the site; `undefined`: there is none. */
  logo: string | undefined;
  /** By id. */
  races: ReadonlyMap<number, BoardRace>;
  /** The lanes of each crew, by the ids of crew and race. */
  own: ReadonlyMap<number, ReadonlyMap<number, BoardLane>>;
}

/** The path and the contents of a page. */
interface SitePage {
  /** Relative to the folder of its language, such as `races/12.html`. */
  path: string;
  title: string;
  description: string;
  /** HTML, in parts. */
  body: readonly string[];
}

/** A mark in every page, by which an exported site is recognised when it is to be replaced. */
export const SITE_MARK = '<meta name="generator" content="Running Order, exported site">';

const STYLE = `
h3 { font-size: 1rem; margin: 1.5rem 0 .25rem; }
table { width: 100%; margin: .5rem 0 1.5rem; }
caption { text-align: left; font-weight: 600; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .75rem .3rem 0; }
th:last-child, td:last-child { padding-right: 0; }
ul.races { list-style: none; padding: 0; }
ul.races li { border-bottom: 1px solid var(--line); padding: .4rem 0; }
ul.races p { margin: 0; }
nav ul, ul.crews { list-style: none; padding: 0; margin: .5rem 0; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
ul.crews { columns: 14rem; }
nav a, ul.crews a { display: inline-block; padding: .2rem 0; }
.trial { font-weight: 600; }
.logo { display: block; height: 2.75rem; max-width: 9rem; margin-bottom: .25rem; object-fit: contain; }
@media screen and (prefers-color-scheme: dark) { .logo { padding: .2rem; border-radius: .25rem; background: #fff; } }
footer p { margin: .25rem 0; font-size: .9rem; }
@media print {
@page { margin: 12mm; }
:root { color-scheme: light; background: #fff; color: #000; }
body { max-width: none; padding: 0; font-size: 10pt; line-height: 1.4; }
a { color: inherit; text-decoration: none; }
header > :not(.logo), nav { display: none; }
header { border: 0; padding: 0; }
h2, h3 { break-after: avoid; }
section.race, tr { break-inside: avoid; }
section.day + section.day { break-before: page; }
section.day { columns: 2; column-gap: 8mm; }
section.day h2 { column-span: all; margin-top: 0; }
section.race h3 { margin-top: .25rem; }
}
`;

/** A whole page. @returns HTML */
export function sitePage(site: Site, page: SitePage): string {
  const { facts, language, languages } = site;
  const { event, isTrial } = facts;
  const name = plainLine(event.name);
  const titles = page.title === name ? [name] : [page.title, name];
  const home = `${pathToTop(page.path)}index.html`;
  const logo = logoOf(site, page.path);
  const trial = isTrial ? [`<p class="trial">${escaped(pageWords(language).trial)}</p>`] : [];
  return outsidePage({
    language,
    head: [
      titleTag(titles.join(' · ')),
      `<meta name="description" content="${escaped(page.description)}">`,
      SITE_MARK,
      ...(logo ? [iconTag(logo)] : []),
      ...(site.isIndexed ? [] : [NO_INDEX]),
    ].join('\n'),
    header: [
      '<header>',
      ...(logo ? [logoImage(logo, language)] : []),
      `<a href="${home}">${shown(name) || '–'}</a>`,
      ...trial,
      '</header>',
    ].join(''),
    body: page.body.join('\n'),
    footer: [
      '<footer>',
      ...(languages.length > 1 ? [languageLinks(site, page.path)] : []),
      ...lookLines(facts),
      `<p>${escaped(organiserLine(facts.organiser, language))}</p>`,
      `<p>${escaped(asOfLine(site))}</p>`,
      '</footer>',
    ].join('\n'),
    style: STYLE + accentStyle(facts),
    hasPictures: logo !== undefined,
  });
}

/** The relative path from a page to the logo, which is above the folders if there are several languages. */
function logoOf({ logo, languages }: Site, path: string): string | undefined {
  return logo && pathToTop(path) + (languages.length > 1 ? '../' : '') + logo;
}

/** The icon of a page; without one, browsers ask the server for `/favicon.ico`. @returns HTML */
function iconTag(src: string): string {
  return `<link rel="icon" href="${src}">`;
}

function logoImage(src: string, language: Language): string {
  return `<img class="logo" src="${src}" alt="${escaped(siteWords(language).logo)}">`;
}

/** The event's colour: unshaded for a line above the page, which has no text, and shaded for links. @returns CSS */
function accentStyle({ look }: BoardFacts): string {
  if (!look?.accent || !look.shades) return '';
  return `
header { border-top: .4rem solid ${look.accent}; padding-top: .4rem; }
a { color: ${look.shades.light}; }
@media screen and (prefers-color-scheme: dark) { a { color: ${look.shades.dark}; } }
`;
}

/** The organiser's links and the sponsor. @returns HTML, in parts */
function lookLines({ look }: BoardFacts): string[] {
  const { links = [], sponsor = null } = look ?? {};
  const led = links.map(({ label, url }) => `<a href="${escaped(url)}">${shown(label)}</a>`);
  return [
    ...(led.length > 0 ? [`<p>${led.join(' · ')}</p>`] : []),
    ...(sponsor === null ? [] : [`<p>${shown(sponsor)}</p>`]),
  ];
}

/** The page above the folders of several languages. @returns HTML */
export function languagesPage(site: Site): string {
  const { facts, language, languages, logo } = site;
  const name = plainLine(facts.event.name);
  const links = languages.map((code) => `<li>${languageLink(code, `${code}/index.html`)}</li>`);
  return outsidePage({
    language,
    head: [
      ...[titleTag(name), SITE_MARK],
      ...(logo ? [iconTag(logo)] : []),
      ...(site.isIndexed ? [] : [NO_INDEX]),
    ].join('\n'),
    header: logo ? `<header>${logoImage(logo, language)}</header>` : '',
    body: [`<h1>${shown(name)}</h1>`, `<ul>${links.join('\n')}</ul>`].join('\n'),
    footer: `<footer><p>${escaped(asOfLine(site))}</p></footer>`,
    style: STYLE,
    hasPictures: logo !== undefined,
  });
}

/** A list of links, as HTML. @param label its name for screen readers @param links HTML */
export function linkList(label: string, links: readonly string[]): string {
  const items = links.map((link) => `<li>${link}</li>`);
  return `<nav aria-label="${escaped(label)}"><ul>${items.join('\n')}</ul></nav>`;
}

/** The relative path from a page up to the folder of its language: empty, or ending in `/`. */
export function pathToTop(path: string): string {
  return '../'.repeat(path.split('/').length - 1);
}

/** Links to the same page in each other language. @returns HTML */
function languageLinks({ language, languages }: Site, path: string): string {
  const links = languages
    .filter((code) => code !== language)
    .map((code) => languageLink(code, `${pathToTop(path)}../${code}/${path}`));
  return linkList(siteWords(language).languages, links);
}

function languageLink(code: Language, href: string): string {
  return `<a href="${href}" lang="${code}" hreflang="${code}">${LANGUAGES[code].name}</a>`;
}

/** The revision of the board that a page shows, with its time; a page has no other time, such as that of the export. */
export function asOfLine({ facts: { event, revision, updatedAt }, language }: Site): string {
  const at = DATES[language](event.timezone).format(updatedAt);
  return siteWords(language).asOf(revision, at, shortText(event.timezone, MAX_ZONE));
}

const MAX_ZONE = 60;

const DATES = formatsOf({ dateStyle: 'long', timeStyle: 'short' });
