/** Files about an event that other programs take: results as a table and as a feed, and what a phone installs. */
import type { BoardDocument } from '../../documents/build-board.ts';
import { Refusal } from '../../domain/refusal.ts';
import { plainLine } from '../../domain/text/plain-line.ts';
import { type Answer, type Publication, pictureAnswer } from '../../http/answers/answer.ts';
import { basePath } from '../../http/answers/template.ts';
import type { Exchange } from '../../http/exchange.ts';
import { shortText } from '../../notify/messages/short-text.ts';
import { boardNow } from '../../renderings/board-now.ts';
import { resultsCsv } from '../../renderings/results-csv.ts';
import { findLogo } from '../../storage/event/events.ts';
import type { Language } from '../../words/languages.ts';
import { pageWords } from '../../words/words.ts';
import type { Board, PublicRoute } from '../board.ts';
import { askedLanguage, readerOf, varyFields } from '../language.ts';
import { ofEvent } from '../pages/event-pages.ts';
import { made } from '../pages/page-cache.ts';
import { keyOfEvent, PUBLIC_CACHE } from '../pages/pages.ts';
import { eventCalendarAnswer } from './calendar.ts';
import { resultsFeed } from './results-feed.ts';

export const EVENT_FILES: readonly PublicRoute[] = [
  ['GET', '/events/:eventId/manifest.webmanifest', getManifest],
  ['GET', '/events/:eventId/results.csv', getResultsCsv, 'every origin'],
  ['GET', '/events/:eventId/results.atom', getResultsFeed, 'every origin'],
  ['GET', '/events/:eventId/event.ics', getEventCalendar, 'every origin'],
  ['GET', '/events/:eventId/logo', getLogo],
];

/** Under the picture on a home screen there is room for a dozen characters; a phone cuts the rest. */
const MAX_SHORT_NAME = 30;
/** What an installed page starts with, such as whom its owner follows; the page reads it. */
const CARRIED = /^[\w.~,-]{1,1000}$/;

/** GET /events/{eventId}/results.csv: for spreadsheets in the language of `?lang=`, else for programs. */
function getResultsCsv(board: Board, exchange: Exchange): Promise<Answer> {
  const language = askedLanguage(exchange);
  return ofEvent(board, exchange, (current) => {
    const document = boardNow(current, Date.now());
    const { representation } = document;
    const key = `csv ${keyOfEvent(document)} ${language ?? ''}`;
    return board.pages.cache.get(key, representation, async () =>
      made(await resultsCsv(document, language), [
        ...['text/csv; charset=utf-8', 'cache-control', PUBLIC_CACHE],
        ...['content-disposition', `attachment; filename="results-${document.event.id}.csv"`],
      ]),
    );
  });
}

/** GET /events/{eventId}/results.atom: in English unless `?lang=` says otherwise. */
function getResultsFeed(board: Board, exchange: Exchange): Promise<Answer> {
  const language = askedLanguage(exchange) ?? 'en';
  const { publicUrl } = board.settings;
  return ofEvent(board, exchange, (current) => {
    const document = boardNow(current, Date.now());
    const { event, isTrial, notices, representation, updatedAt } = document;
    const key = `atom ${keyOfEvent(document)} ${language}`;
    return board.pages.cache.get(key, representation, () => {
      const races = document.inOrder;
      const shown = { event, isTrial, races, notices, updatedAt };
      const feed = { ...shown, publicUrl, domain: board.domain };
      const type = 'application/atom+xml; charset=utf-8';
      return made(resultsFeed(feed, language), [type, 'cache-control', PUBLIC_CACHE]);
    });
  });
}

/** GET /events/{eventId}/event.ics: the days of the event, in the reader's language. */
function getEventCalendar(board: Board, exchange: Exchange): Promise<Answer> {
  const reader = readerOf(exchange);
  return ofEvent(board, exchange, (document) => eventCalendarAnswer(board, document, reader));
}

/** GET /events/{eventId}/logo */
function getLogo(board: Board, exchange: Exchange): Promise<Answer> {
  return ofEvent(
    board,
    exchange,
    async (document) =>
      (await logoOfEvent(board, document)) ??
      new Refusal('route_not_found', 'The event has no logo.'),
  );
}

/** The logo of an event; the one of the installation where it has none; `undefined` where there is neither. */
async function logoOfEvent(
  { database, logo, pages: { cache } }: Board,
  { event, look }: BoardDocument,
): Promise<Publication | undefined> {
  if (!look?.logo) return logo;
  // The look stays the same object while nothing of it changes.
  return cache.get(`logo ${event.id}`, look, async () => {
    const found = await findLogo(database.reads, event.id);
    const value = found && pictureAnswer(found.bytes, found.type, PUBLIC_CACHE);
    return { value, bytes: found?.bytes.length ?? 0 };
  });
}

/** GET /events/{eventId}/manifest.webmanifest; `?follow=` is carried over to the address that the page starts at. */
function getManifest(board: Board, exchange: Exchange): Promise<Answer> {
  const reader = readerOf(exchange);
  const { language } = reader;
  const follow = exchange.query.get('follow') ?? '';
  const carried = CARRIED.test(follow) ? `?follow=${follow}` : '';
  return ofEvent(board, exchange, (document) => {
    const { event, representation } = document;
    const make = () =>
      made(JSON.stringify(manifestOf(event, board.settings.publicUrl, { language, carried })), [
        ...['application/manifest+json', 'cache-control', PUBLIC_CACHE],
        ...varyFields(reader),
      ]);
    // There are as many of those as there are readers.
    if (carried !== '') return make().value;
    return board.pages.cache.get(`manifest ${event.id} ${reader.key}`, representation, make);
  });
}

/**
 * A web application manifest; its addresses are relative to its own, `id` aside, which knows no path. Its scope is a
 * beginning of paths, so that of event 5 covers event 50 as well: `5/` would leave out the board itself, which has no slash.
 */
function manifestOf(
  event: BoardDocument['event'],
  publicUrl: string,
  { language, carried }: { language: Language; carried: string },
): object {
  const icon = (src: string, sizes: string, type: string, purpose?: string) => ({
    ...{ src: `../../${src}`, sizes, type },
    ...(purpose && { purpose }),
  });
  return {
    name: plainLine(event.name),
    short_name: shortText(event.name, MAX_SHORT_NAME),
    description: pageWords(language).service,
    lang: language,
    id: `${basePath(publicUrl)}events/${event.id}`,
    start_url: `../${event.id}${carried}`,
    scope: `../${event.id}`,
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: '#ffffff',
    icons: [
      icon('icon.svg', 'any', 'image/svg+xml'),
      icon('icon-192.png', '192x192', 'image/png'),
      icon('icon-512.png', '512x512', 'image/png'),
      icon('icon-maskable-512.png', '512x512', 'image/png', 'maskable'),
    ],
  };
}
