/** The lists of regattas for readers without script: a search, the regattas by when they are, all years, all pages. */
import type { ListedEvent, RegattaList } from '../../contract/board.ts';
import { type DayIn, groupEvents } from '../../domain/lists/event-order.ts';
import { MAX_SEARCH_LENGTH } from '../../domain/text/search-text.ts';
import { escaped } from '../../http/answers/page-layout.ts';
import { eventPreview } from '../../renderings/preview.ts';
import type { Language } from '../../words/languages.ts';
import { pageWords, type RegattasWords, regattasWords } from '../../words/words.ts';
import type { Reader } from '../language.ts';

interface Plain {
  list: RegattaList;
  reader: Reader;
  /** By which they are grouped. */
  dayIn: DayIn;
  /** Of the page. */
  title: string;
}

/** @returns HTML, whose addresses are relative to the start page */
export function plainList({ list, reader, dayIn, title }: Plain): string {
  const { language } = reader;
  const words = regattasWords(language);
  const { events, ofYear, found } = list;
  const groups = groupEvents(events, dayIn).map(
    ({ group, events }) => `<h2>${escaped(words[group])}</h2>${items(events, language)}`,
  );
  return [
    `<h1>${escaped(title)}</h1>`,
    searchForm(found?.q ?? '', reader),
    ...groups,
    ...(events.length === 0 ? [`<p>${escaped(nothing(list, words))}</p>`] : []),
    ...(found?.next
      ? [link(addressOf('', { q: found.q, before: found.next }, reader), words.showMore)]
      : []),
    ...(ofYear ? [pages(ofYear, reader)] : []),
    years(list, reader),
    ...(ofYear || found ? [link('./', pageWords(language).toRegattas)] : []),
    `<p>${escaped(words.runsOne)} <a href="./console">${escaped(words.toOffice)}</a></p>`,
  ].join('');
}

/** The address of a list, relative to the start page; in the language that the reader has asked for. */
function addressOf(path: string, query: Record<string, string>, { isAsked, language }: Reader) {
  const parameters = new URLSearchParams({ ...query, ...(isAsked && { lang: language }) });
  return `./${path}${parameters.size === 0 ? '' : `?${parameters}`}`;
}

function nothing({ years, found }: RegattaList, words: RegattasWords): string {
  if (found && years.length > 0) return words.foundNothing(found.q);
  return words.noRegattas;
}

function searchForm(q: string, { isAsked, language }: Reader): string {
  const { findRegatta, find } = regattasWords(language);
  const asked = isAsked ? `<input type="hidden" name="lang" value="${language}">` : '';
  return [
    '<form action="./" role="search"><p>',
    `<label>${escaped(findRegatta)} <input type="search" name="q" value="${escaped(q)}"`,
    ` maxlength="${MAX_SEARCH_LENGTH}"></label> ${asked}`,
    `<button class="pill">${escaped(find)}</button></p></form>`,
  ].join('');
}

function items(events: readonly ListedEvent[], language: Language): string {
  const rows = events.map((event) => {
    const { title, description } = eventPreview(event, language);
    const href = `./events/${event.id}/plain?lang=${language}`;
    return `<li><a href="${href}">${escaped(title)}</a> · ${escaped(description)}</li>`;
  });
  return `<ul>${rows.join('')}</ul>`;
}

function years({ years, ofYear }: RegattaList, reader: Reader): string {
  if (years.length === 0) return '';
  const words = regattasWords(reader.language);
  const links = years.map(({ year, count }) => {
    const isThis = year === ofYear?.year ? ' aria-current="true"' : '';
    const href = escaped(addressOf(`years/${year}`, {}, reader));
    return `<li><a href="${href}"${isThis}>${year}</a> · ${escaped(words.regattaCount(count))}</li>`;
  });
  return `<h2>${escaped(words.years)}</h2><ul>${links.join('')}</ul>`;
}

function pages(
  { year, page, pageCount }: NonNullable<RegattaList['ofYear']>,
  reader: Reader,
): string {
  if (pageCount === 1) return '';
  const words = regattasWords(reader.language);
  const links = Array.from({ length: pageCount }, (_, index) => {
    const number = index + 1;
    const isThis = number === page ? ' aria-current="page"' : '';
    const href = escaped(addressOf(`years/${year}`, { page: String(number) }, reader));
    return `<a href="${href}"${isThis}>${number}</a>`;
  });
  return `<nav aria-label="${escaped(words.pages)}"><p>${escaped(words.pages)} ${links.join(' ')}</p></nav>`;
}

function link(href: string, text: string): string {
  return `<p><a href="${escaped(href)}">${escaped(text)}</a></p>`;
}
