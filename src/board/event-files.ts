/**
 * Files about an event for other programs: results as a table and as a feed (RFC 4287), calendars that people subscribe
 * to, the logo, and the manifest with which a phone installs the page.
 */
import type { BoardCrew, BoardEvent, BoardNotice, BoardRace } from '../contract/board.ts';
import { formatInstant } from '../contract/instant.ts';
import type { BoardDocument } from '../documents/build-board.ts';
import { Refusal } from '../domain/refusal.ts';
import { hasResults } from '../domain/results/standings.ts';
import { plainLine } from '../domain/text/plain-line.ts';
import { type Answer, type Publication, pictureAnswer } from '../http/answers/answer.ts';
import { PUBLIC_CACHE } from '../http/answers/cache-control.ts';
import { escaped } from '../http/answers/page-layout.ts';
import { basePath } from '../http/answers/template.ts';
import type { Exchange } from '../http/exchange.ts';
import { raceTitle } from '../notify/messages/message.ts';
import { shortText } from '../notify/messages/short-text.ts';
import { boardNow } from '../renderings/board-facts.ts';
import { crewCalendar, eventCalendar } from '../renderings/calendar.ts';
import { raceState } from '../renderings/preview.ts';
import { resultsCsv } from '../renderings/results-csv.ts';
import { findLogo } from '../storage/event/events.ts';
import type { Language } from '../words/languages.ts';
import { messageWords, pageWords } from '../words/words.ts';
import type { Board, PublicRoute } from './board.ts';
import { askedLanguage, type Reader, readerOf, varyFields } from './language.ts';
import { ofCrew, ofEvent } from './pages/event-pages.ts';
import { publishedParts, publishedText } from './pages/page-cache.ts';
import { SERVICE_NAME } from './pages/page-frame.ts';
import { keyOfEvent } from './pages/pages.ts';

export const EVENT_FILES: readonly PublicRoute[] = [
  ['GET', '/events/:eventId/manifest.webmanifest', getManifest],
  ['GET', '/events/:eventId/results.csv', getResultsCsv, 'every origin'],
  ['GET', '/events/:eventId/results.atom', getResultsFeed, 'every origin'],
  ['GET', '/events/:eventId/event.ics', getEventCalendar, 'every origin'],
  ['GET', '/events/:eventId/crews/:crewId.ics', getCrewCalendar, 'every origin'],
  ['GET', '/events/:eventId/logo', getLogo],
];

/** Under the picture on a home screen there is room for a dozen characters; a phone cuts the rest. */
const MAX_SHORT_NAME = 30;
/** The `?follow=` that an installed page starts with, such as the crews that its owner follows; only the page reads it. */
const CARRIED = /^[\w.~,-]{1,1000}$/;

/** GET /events/{eventId}/results.csv: for spreadsheets in the language of `?lang=`, else for programs. */
function getResultsCsv(board: Board, exchange: Exchange): Promise<Answer> {
  const language = askedLanguage(exchange);
  return ofEvent(board, exchange, (current) => {
    const document = boardNow(current, Date.now());
    const { representation } = document;
    const key = `csv ${keyOfEvent(document)} ${language ?? ''}`;
    return board.pages.cache.get(key, representation, async () =>
      publishedText(await resultsCsv(document, language), [
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
      return publishedText(resultsFeed(feed, language), [type, 'cache-control', PUBLIC_CACHE]);
    });
  });
}

/** GET /events/{eventId}/event.ics: the days of the event, in the reader's language. */
function getEventCalendar(board: Board, exchange: Exchange): Promise<Answer> {
  const reader = readerOf(exchange);
  return ofEvent(board, exchange, (document) => eventCalendarAnswer(board, document, reader));
}

/** GET /events/{eventId}/crews/{crewId}.ics: the races of a crew, in the reader's language. */
function getCrewCalendar(board: Board, exchange: Exchange): Promise<Answer> {
  const reader = readerOf(exchange);
  return ofCrew(board, exchange, (document, crew) => calendarAnswer(board, document, crew, reader));
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
      publishedText(
        JSON.stringify(manifestOf(event, board.settings.publicUrl, { language, carried })),
        [...['application/manifest+json', 'cache-control', PUBLIC_CACHE], ...varyFields(reader)],
      );
    // Not cached, because there are as many of these as there are readers.
    if (carried !== '') return make().value;
    return board.pages.cache.get(`manifest ${event.id} ${reader.key}`, representation, make);
  });
}

/**
 * A web application manifest; its addresses are relative to its own, except `id`, which is relative to the origin. A scope is
 * a prefix of paths, so that of event 5 covers event 50 as well: `5/` would exclude the board itself, which has no slash.
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

/** The calendar of a crew of a board, in the reader's language. */
function calendarAnswer(
  board: Board,
  document: BoardDocument,
  crew: BoardCrew,
  reader: Reader,
): Answer | Promise<Answer> {
  const { representation } = document;
  const { publicUrl } = board.settings;
  const { language } = reader;
  const key = `calendar ${keyOfEvent(document)} ${crew.id} ${reader.key}`;
  return board.pages.cache.get(key, representation, async () =>
    publishedParts(
      await crewCalendar(document, crew, { publicUrl, domain: board.domain, language }),
      calendarFields(reader),
    ),
  );
}

/** The calendar of the days of an event, in the reader's language. */
function eventCalendarAnswer(board: Board, document: BoardDocument, reader: Reader): Publication {
  const { event, representation } = document;
  const { language } = reader;
  const writing = { publicUrl: board.settings.publicUrl, domain: board.domain, language };
  return board.pages.cache.get(`event calendar ${event.id} ${reader.key}`, representation, () =>
    publishedText(eventCalendar(document, writing), calendarFields(reader)),
  );
}

/** The media type of a calendar, and its header fields. */
function calendarFields(reader: Reader): string[] {
  return [
    ...['text/calendar; charset=utf-8', 'cache-control', PUBLIC_CACHE],
    ...varyFields(reader),
  ];
}

/** Feed readers poll every quarter of an hour or so; a regatta rows fewer races in that time. */
const MAX_ENTRIES = 50;
/** How many characters: feed readers list titles in one line. */
const MAX_NOTICE_TITLE = 80;

interface Feed {
  event: BoardEvent;
  isTrial: boolean;
  /** As the public may see them. */
  races: readonly BoardRace[];
  /** Newest first. */
  notices: readonly BoardNotice[];
  /** When the board last changed, in epoch milliseconds: an entry may change or disappear without a new result. */
  updatedAt: number;
  publicUrl: string;
  /** A part of all ids, which no two installations share. */
  domain: string;
}

/** The text of the feed. Ids stay the same when the address of the service changes (RFC 4151). */
function resultsFeed(feed: Feed, language: Language): string {
  const { event, isTrial, updatedAt, publicUrl, domain } = feed;
  const shown = event.status === 'announced' ? noticeEntries(feed) : raceEntries(feed, language);
  const url = `${publicUrl}/events/${event.id}`;
  const id = `tag:${domain},2026:event-${event.id}`;
  const { results, trial } = pageWords(language);
  const entries = shown.map((entry) => [
    '<entry>',
    `<id>${id}-${entry.id}</id>`,
    `<title>${escaped(entry.title)}</title>`,
    `<updated>${entry.updated}</updated>`,
    `<link rel="alternate" href="${escaped(url + entry.path)}"/>`,
    `<summary>${escaped(entry.summary)}</summary>`,
    '</entry>',
  ]);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    `<id>${id}</id>`,
    `<title>${escaped(results(plainLine(event.name)))}</title>`,
    ...(isTrial ? [`<subtitle>${escaped(trial)}</subtitle>`] : []),
    `<updated>${formatInstant(updatedAt)}</updated>`,
    `<author><name>${SERVICE_NAME}</name></author>`,
    `<link rel="alternate" type="text/html" href="${escaped(url)}"/>`,
    `<link rel="self" type="application/atom+xml" href="${escaped(`${url}/results.atom?lang=${language}`)}"/>`,
    ...entries.flat(),
    '</feed>',
    '',
  ].join('\n');
}

/** An entry of the feed. */
interface Entry {
  /** The end of its id. */
  id: string;
  title: string;
  /** RFC 3339. */
  updated: string;
  /** Relative to the address of the board. */
  path: string;
  summary: string;
}

function raceEntries({ races, event }: Feed, language: Language): Entry[] {
  return races
    .filter(({ lanes }) => hasResults(lanes))
    .flatMap((race) => (race.resultsAt === null ? [] : { race, at: race.resultsAt }))
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.race.raceNumber - a.race.raceNumber)
    .slice(0, MAX_ENTRIES)
    .map(({ race, at }) => ({
      id: `race-${race.id}`,
      title: raceTitle(race, messageWords(language)),
      updated: at,
      path: `/races/${race.raceNumber}`,
      summary: raceState(race, event, language),
    }));
}

/** The entries of an event that is only announced: its notices. */
function noticeEntries({ notices }: Feed): Entry[] {
  return notices.map(({ id, text, postedAt }) => ({
    id: `notice-${id}`,
    title: shortText(text, MAX_NOTICE_TITLE),
    updated: postedAt,
    path: '#notices',
    summary: plainLine(text),
  }));
}
