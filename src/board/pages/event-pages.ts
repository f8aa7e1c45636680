/** The pages of an event: its board, the board opened at a race or a crew, its other views, and the plain page. */
import { mapInSlices } from '../../concurrency/long-work.ts';
import type { BoardCrew, BoardRace } from '../../contract/board.ts';
import type { BoardDocument } from '../../documents/build-board.ts';
import { venueDay } from '../../domain/day/venue-day.ts';
import { parseEventId, raceAt } from '../../domain/event/event-address.ts';
import type { Answer, Publication } from '../../http/answers/answer.ts';
import { PUBLIC_CACHE, REVALIDATE } from '../../http/answers/cache-control.ts';
import {
  escaped,
  NO_INDEX,
  PAGE_POLICY,
  plainPage,
  titleTag,
} from '../../http/answers/page-layout.ts';
import { basePath, HTML, pageFields } from '../../http/answers/template.ts';
import type { Exchange } from '../../http/exchange.ts';
import { type BoardNow, boardNow } from '../../renderings/board-facts.ts';
import { eventPreview, ofTrial, organiserLine } from '../../renderings/preview.ts';
import { dayName, raceSection, shown } from '../../renderings/race-section.ts';
import { messageWords, pageWords, racingWords } from '../../words/words.ts';
import { type Board, eventIdOf, type PublicHandler, type PublicRoute } from '../board.ts';
import { type Reader, readerOf, varyFields } from '../language.ts';
import { missingEvent, missingOnBoard } from './missing.ts';
import { publishedText } from './page-cache.ts';
import { aboutLinks, addressLinks } from './page-frame.ts';
import { type Kind, keyOfEvent } from './pages.ts';

export const EVENT_PAGES: readonly PublicRoute[] = [
  ['GET', '/events/:eventId', viewOf('board')],
  ['GET', '/events/:eventId/races/:raceNumber', getRacePage],
  ['GET', '/events/:eventId/crews/:crewId', getCrewPage],
  ['GET', '/events/:eventId/display', viewOf('unlisted')],
  ['GET', '/events/:eventId/announcer', viewOf('unlisted')],
  ['GET', '/events/:eventId/print', viewOf('unlisted')],
  ['GET', '/events/:eventId/embed', viewOf('embed')],
  ['GET', '/events/:eventId/overlay', getOverlay],
  ['GET', '/events/:eventId/plain', getPlainPage],
];

function viewOf(kind: Kind): PublicHandler {
  return (board, exchange) =>
    ofEvent(board, exchange, (document) => board.pages.board(document, kind, readerOf(exchange)));
}

/** GET /events/{eventId}/overlay; an unknown event is a page, too, which shows nothing, because it lies over a picture. */
function getOverlay(board: Board, exchange: Exchange): Promise<Answer> {
  const reader = readerOf(exchange);
  return ofEvent(
    board,
    exchange,
    (document) => board.pages.board(document, 'overlay', reader),
    () => board.pages.unknown(reader, 'overlay'),
  );
}

/**
 * GET /events/{eventId}/plain: running order and results as plain text, for readers without script and for search
 * engines. A page of its own: inside the page of the board it would add half to what a phone has to load before it can
 * show the next race.
 */
function getPlainPage(board: Board, exchange: Exchange): Promise<Answer> {
  const byCategory = exchange.query.get('by') === 'category';
  return ofEvent(board, exchange, (document) =>
    plainTable(board, boardNow(document, Date.now()), readerOf(exchange), byCategory),
  );
}

/** GET /events/{eventId}/races/{raceNumber}; a printed number redirects to the race number, `/races/16A` to `/races/16`. */
function getRacePage(board: Board, exchange: Exchange): Promise<Answer> {
  const asked = exchange.params.raceNumber ?? '';
  return ofEvent(board, exchange, (current) => {
    const document = boardNow(current, Date.now());
    const race = raceAt(asked, document.inOrder);
    if (!race) return missingOnBoard(board, exchange, document, 'Race');
    if (asked === String(race.raceNumber)) {
      return board.pages.race(document, race, readerOf(exchange), () =>
        board.coldPages.take(exchange),
      );
    }
    const query = (exchange.request.url ?? '').split('?').slice(1);
    const path = `${basePath(board.settings.publicUrl)}events/${document.event.id}/races/${race.raceNumber}`;
    // Printed numbers may change at any time, so no cache may use the redirect without asking.
    const headers = { location: [path, ...query].join('?'), 'cache-control': REVALIDATE };
    return { status: 302, headers, body: '' };
  });
}

/** GET /events/{eventId}/crews/{crewId} */
function getCrewPage(board: Board, exchange: Exchange): Promise<Answer> {
  return ofCrew(board, exchange, (document, crew) =>
    board.pages.crew(document, crew, readerOf(exchange), () => board.coldPages.take(exchange)),
  );
}

/** The answer for the crew that the path names; 404 where its board has no such crew. */
export function ofCrew(
  board: Board,
  exchange: Exchange,
  answer: (document: BoardNow<BoardDocument>, crew: BoardCrew) => Answer | Promise<Answer>,
): Promise<Answer> {
  const crewId = parseEventId(exchange.params.crewId ?? '');
  return ofEvent(board, exchange, (current) => {
    const document = boardNow(current, Date.now());
    const crew = document.crews.find(({ id }) => id === crewId);
    return crew ? answer(document, crew) : missingOnBoard(board, exchange, document, 'Crew');
  });
}

/** The answer for the board of the event that the path names; `missing` where the public sees none. */
export async function ofEvent(
  board: Board,
  exchange: Exchange,
  answer: (document: BoardDocument) => Answer | Promise<Answer>,
  missing: () => Answer = () => missingEvent(board, exchange),
): Promise<Answer> {
  const document = await board.documents.board(eventIdOf(exchange));
  if (document) exchange.isUnindexed = !document.isIndexed;
  return document ? answer(document) : missing();
}

/** The plain page, from the cache where it is there. @param byCategory whether races list each category by itself */
function plainTable(
  { pages, settings }: Board,
  document: BoardNow<BoardDocument>,
  reader: Reader,
  byCategory: boolean,
): Publication | Promise<Publication> {
  const { representation } = document;
  const key = `plain ${keyOfEvent(document)} ${reader.key}${byCategory ? ' by category' : ''}`;
  return pages.cache.get(key, representation, async () =>
    publishedText(
      await pageOf(document, settings.publicUrl, reader, byCategory),
      [HTML, ...pageFields(PUBLIC_CACHE, PAGE_POLICY), ...varyFields(reader)],
      'low',
    ),
  );
}

async function pageOf(
  document: BoardNow<BoardDocument>,
  publicUrl: string,
  reader: Reader,
  byCategory: boolean,
): Promise<string> {
  const { now, event, isTrial, isIndexed, organiser, look, notices } = document;
  const { language } = reader;
  const preview = eventPreview(event, language);
  const { title, description } = isTrial ? ofTrial(preview, language) : preview;
  const home = basePath(publicUrl);
  const board = `${home}events/${event.id}`;
  const byId = new Map(document.inOrder.map((race) => [race.id, race]));
  const place = {
    ...{ timezone: event.timezone, language, races: byId, now },
    tables: byCategory ? ('categories' as const) : ('overall' as const),
    raceHref: ({ raceNumber }: BoardRace) => `${board}/races/${raceNumber}`,
  };
  let lastDay = '';
  const sections = await mapInSlices(document.inOrder, (race) => {
    const day = venueDay(Date.parse(race.scheduledAt), event.timezone);
    const section = raceSection(race, place);
    if (day === lastDay) return section;
    lastDay = day;
    return `<h2>${escaped(dayName(day, language))}</h2>\n${section}`;
  });
  return plainPage({
    language,
    head: [
      titleTag(title),
      `<meta name="description" content="${escaped(description)}">`,
      ...addressLinks(`${publicUrl}/events/${event.id}/plain`, reader, isIndexed),
      ...(isIndexed ? [] : [NO_INDEX]),
    ].join('\n'),
    home,
    body: [
      `<h1>${escaped(title)}</h1>`,
      `<p>${escaped(description)}</p>`,
      `<p>${escaped(organiserLine(organiser, language))}</p>`,
      ...(look?.sponsor ? [`<p>${shown(look.sponsor)}</p>`] : []),
      ...(look?.links ?? []).map(
        ({ label, url }) => `<p><a href="${escaped(url)}">${shown(label)}</a></p>`,
      ),
      ...notices.map(({ text }) => `<p>${shown(text)}</p>`),
      `<p><a href="${escaped(board)}">${escaped(pageWords(language).toBoard(title))}</a></p>`,
      ...rankingLinks(document.inOrder, `${board}/plain`, reader, byCategory),
      ...sections,
    ].join('\n'),
    footer: aboutLinks(home, language),
  });
}

/** Links between the two rankings of races with categories; none where no race has categories. @returns HTML */
function rankingLinks(
  races: readonly BoardRace[],
  address: string,
  { language, isAsked }: Reader,
  byCategory: boolean,
): string[] {
  if (races.every(({ categories }) => categories.length === 0)) return [];
  const { which, overall, category } = racingWords(language).ranking;
  const link = (text: string, isShown: boolean, by?: string) => {
    const query = new URLSearchParams({ ...(by && { by }), ...(isAsked && { lang: language }) });
    const href = escaped(query.size > 0 ? `${address}?${query}` : address);
    return isShown ? `<strong>${text}</strong>` : `<a href="${href}">${text}</a>`;
  };
  const links = [link(overall, !byCategory), link(category, byCategory, 'category')];
  return [`<p>${which}${messageWords(language).colon}${links.join(' · ')}</p>`];
}
