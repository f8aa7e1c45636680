/**
 * The lists of regattas: the one for programs, and the start page, the pages of a year and of a search (adopt,
 * "Lists"), also as HTML for readers without script. All are made from one list in memory; what was made is cached
 * until the list changes or a day ends in some time zone.
 */
import type { BoardEvents, ListedEvent, RegattaList } from '../../contract/board.ts';
import { MAX_LISTED } from '../../contract/limits.ts';
import type { EventListing, ShownEvent } from '../../documents/event-listing.ts';
import {
  BY_TIME,
  type DayIn,
  dayInZones,
  type EventGroup,
  type EventPlace,
  findEvents,
  groupEvents,
  type PlacedEvent,
} from '../../domain/lists/event-order.ts';
import { type ListQuery, pageOf, readListQuery, readYear } from '../../domain/lists/list-query.ts';
import { Refusal } from '../../domain/refusal.ts';
import { MAX_SEARCH_LENGTH, searchWords } from '../../domain/text/search-text.ts';
import type { Answer } from '../../http/answers/answer.ts';
import { PUBLIC_CACHE } from '../../http/answers/cache-control.ts';
import { escaped } from '../../http/answers/page-layout.ts';
import { type Representation, representationOf } from '../../http/answers/representation.ts';
import type { Exchange } from '../../http/exchange.ts';
import { eventPreview } from '../../renderings/preview.ts';
import type { Language } from '../../words/languages.ts';
import { pageWords, type RegattasWords, regattasWords } from '../../words/words.ts';
import type { Board, PublicRoute } from '../board.ts';
import { type Reader, readerOf } from '../language.ts';
import { missingList } from './missing.ts';
import { publishedText } from './page-cache.ts';

export const LIST_ROUTES: readonly PublicRoute[] = [
  ['GET', '/board/api/events', getEvents, 'every origin'],
  ['GET', '/board/api/regattas', getRegattas],
  ['GET', '/', getStartPage],
];
export const LIST_PAGES: readonly PublicRoute[] = [['GET', '/years/:year', getYearPage]];

/** How many regattas of each group the start page shows at most; the pages of a year have all. */
const ON_START_PAGE: Record<EventGroup, number> = {
  today: MAX_LISTED,
  soon: MAX_LISTED,
  coming: 50,
  past: 10,
};

type Placed = PlacedEvent<ShownEvent>;

const textOf = ({ text }: ShownEvent) => text;

/** GET /board/api/events */
function getEvents(board: Board, exchange: Exchange): Answer | Promise<Answer> {
  const query = readListQuery(exchange.query, BY_TIME, { years: true });
  if (query instanceof Refusal) return query;
  const listing = board.documents.list();
  return listing instanceof Promise
    ? listing.then((read) => eventsAnswer(board, read, query))
    : eventsAnswer(board, listing, query);
}

function eventsAnswer(board: Board, listing: EventListing, query: ListQuery<EventPlace>): Answer {
  const { words, year, before, limit } = query;
  const key = JSON.stringify(['events', words, year, before, limit]);
  return board.pages.cache.get(key, listing, () => {
    const { items, next } = pageOf(findEvents(listing.placed, textOf, query), query, BY_TIME);
    const events = shown(items).map(({ organiser: _, ...event }) => event);
    const list: BoardEvents = { events, next };
    return publishedText(JSON.stringify(list), ['application/json', 'cache-control', PUBLIC_CACHE]);
  });
}

/** GET /board/api/regattas: the data of the start page, for one that is open already; with `?q=` those of a search. */
async function getRegattas(board: Board, exchange: Exchange): Promise<Answer> {
  const listing = await board.documents.list();
  const { key, list } = startOrFound(listing, exchange.query);
  return board.pages.cache.get(`regattas ${key}`, listing, () =>
    publishedText(JSON.stringify(list()), ['application/json', 'cache-control', PUBLIC_CACHE]),
  );
}

/** GET /; with `?q=` the regattas that a search finds. */
async function getStartPage(board: Board, exchange: Exchange): Promise<Answer> {
  const listing = await board.documents.list();
  const { language } = readerOf(exchange);
  const { key, q, list } = startOrFound(listing, exchange.query);
  return listAnswer(board, exchange, listing, {
    ...{ key, list },
    path: q === '' ? '' : `?${new URLSearchParams({ q })}`,
    ...(q !== '' && { title: regattasWords(language).findRegatta }),
  });
}

interface StartOrFound {
  /** Identifies the page among those made of one list. */
  key: string;
  /** The text that is searched for; empty without a search. */
  q: string;
  list(): RegattaList;
}

function startOrFound(listing: EventListing, query: URLSearchParams): StartOrFound {
  // A longer text cannot be typed on the page.
  const q = [...(query.get('q') ?? '')].slice(0, MAX_SEARCH_LENGTH).join('').trim();
  const words = searchWords(q);
  if (words.length === 0) return { key: 'start', q: '', list: () => startList(listing) };
  const before = BY_TIME.read(query.get('before') ?? '');
  return {
    key: JSON.stringify(['found', q, before]),
    q,
    list: () => {
      const asked = { words, year: undefined, before, limit: MAX_LISTED };
      const { items, next } = pageOf(findEvents(listing.placed, textOf, asked), asked, BY_TIME);
      return { events: shown(items), years: [...listing.years], found: { q, next } };
    },
  };
}

/** GET /years/{year}?page= */
async function getYearPage(board: Board, exchange: Exchange): Promise<Answer> {
  const year = readYear(exchange.params.year ?? '');
  const page = readPage(exchange.query);
  const listing = await board.documents.list();
  const count = listing.years.find((one) => one.year === year)?.count ?? 0;
  const pageCount = Math.ceil(count / MAX_LISTED);
  if (year === undefined || page === undefined || page > pageCount) {
    return missingList(board, exchange);
  }
  return listAnswer(board, exchange, listing, {
    key: `year ${year} ${page}`,
    path: page === 1 ? `years/${year}` : `years/${year}?page=${page}`,
    title: `${regattasWords(readerOf(exchange).language).regattas} ${year}`,
    isListed: true,
    list: () => {
      const first = (page - 1) * MAX_LISTED;
      const ofYear = findEvents(listing.placed, textOf, { words: [], year });
      return {
        events: shown(ofYear.slice(first, first + MAX_LISTED)),
        years: [...listing.years],
        ofYear: { year, page, pageCount },
      };
    },
  });
}

function readPage(query: URLSearchParams): number | undefined {
  const text = query.get('page') ?? '1';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}

interface Listed {
  /** Identifies the page among those made of one list. */
  key: string;
  path: string;
  /** Left out for the start page. */
  title?: string;
  isListed?: boolean;
  list(): RegattaList;
}

function listAnswer(
  { pages, coldPages }: Board,
  exchange: Exchange,
  listing: EventListing,
  { key, path, title, isListed = title === undefined, list }: Listed,
): Answer {
  const reader = readerOf(exchange);
  const data: Representation = pages.cache.get(`list ${key}`, listing, () => {
    const value = representationOf(list());
    return { value, bytes: value.length };
  });
  const heading = title ?? regattasWords(reader.language).regattas;
  return pages.list(
    {
      ...{ key, path, data, isListed },
      ...(title !== undefined && { title }),
      body: () =>
        plainList({ list: list(), reader, dayIn: dayInZones(Date.now()), title: heading }),
    },
    reader,
    // Without a limit for the start page: a client that fetches all lists must not keep others from it.
    () => (title === undefined ? undefined : coldPages.take(exchange)),
  );
}

/** Regattas of today, the next seven days, later and past ones; those of today by name, because people look through all. */
function startList({ placed, years }: EventListing): RegattaList {
  const of = (group: EventGroup) => placed.filter((one) => one.group === group);
  const today = of('today').sort((a, b) => (a.event.text < b.event.text ? -1 : 1));
  const rest = (['soon', 'coming', 'past'] as const).flatMap((group) =>
    of(group).slice(0, ON_START_PAGE[group]),
  );
  return { events: shown([...today.slice(0, ON_START_PAGE.today), ...rest]), years: [...years] };
}

function shown(placed: readonly Placed[]) {
  return placed.map(({ event }) => event.shown);
}

interface Plain {
  list: RegattaList;
  reader: Reader;
  /** The present day by time zone, by which the regattas are grouped. */
  dayIn: DayIn;
  /** The heading of the page. */
  title: string;
}

/**
 * A list for readers without script: a search, the regattas by when they are, all years, all pages.
 *
 * @returns HTML, whose addresses are relative to the start page
 */
function plainList({ list, reader, dayIn, title }: Plain): string {
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
