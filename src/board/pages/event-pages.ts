/** The pages of an event: its board, the board opened at a race or a crew, its other views, and the plain page. */
import type { BoardCrew } from '../../contract/board.ts';
import { parseEventId } from '../../contract/event-id.ts';
import type { BoardDocument } from '../../documents/build-board.ts';
import { raceAt } from '../../domain/races/race-address.ts';
import type { Answer } from '../../http/answers/answer.ts';
import { basePath } from '../../http/answers/template.ts';
import type { Exchange } from '../../http/exchange.ts';
import { type BoardNow, boardNow } from '../../renderings/board-now.ts';
import { type Board, eventIdOf, type PublicHandler, type PublicRoute } from '../board.ts';
import { calendarAnswer } from '../files/calendar.ts';
import { plainTable } from '../files/plain-table.ts';
import { readerOf } from '../language.ts';
import { missingEvent, missingOnBoard } from './missing.ts';
import { ASK_FIRST, type Kind } from './pages.ts';

export const EVENT_PAGES: readonly PublicRoute[] = [
  ['GET', '/events/:eventId', viewOf('board')],
  ['GET', '/events/:eventId/races/:raceNumber', getRacePage],
  ['GET', '/events/:eventId/crews/:crewId', getCrewPage],
  ['GET', '/events/:eventId/crews/:crewId.ics', getCalendar, 'every origin'],
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

/** GET /events/{eventId}/overlay; of an event that is not there as well a page, for over a picture it is to be nothing. */
function getOverlay(board: Board, exchange: Exchange): Promise<Answer> {
  const reader = readerOf(exchange);
  return ofEvent(
    board,
    exchange,
    (document) => board.pages.board(document, 'overlay', reader),
    () => board.pages.unknown(reader, 'overlay'),
  );
}

/** GET /events/{eventId}/plain */
function getPlainPage(board: Board, exchange: Exchange): Promise<Answer> {
  const byCategory = exchange.query.get('by') === 'category';
  return ofEvent(board, exchange, (document) =>
    plainTable(board, boardNow(document, Date.now()), readerOf(exchange), byCategory),
  );
}

/** GET /events/{eventId}/races/{raceNumber}; what is printed in its place leads there, `/races/16A` to `/races/16`. */
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
    // What is printed may change at any time, so nobody is to remember the way.
    const headers = { location: [path, ...query].join('?'), 'cache-control': ASK_FIRST };
    return { status: 302, headers, body: '' };
  });
}

/** GET /events/{eventId}/crews/{crewId} */
function getCrewPage(board: Board, exchange: Exchange): Promise<Answer> {
  return ofCrew(board, exchange, (document, crew) =>
    board.pages.crew(document, crew, readerOf(exchange), () => board.coldPages.take(exchange)),
  );
}

/** GET /events/{eventId}/crews/{crewId}.ics */
function getCalendar(board: Board, exchange: Exchange): Promise<Answer> {
  return ofCrew(board, exchange, (document, crew) =>
    calendarAnswer(board, document, crew, readerOf(exchange)),
  );
}

/** What is made of the crew that the path names. */
function ofCrew(
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

/** What is made of the board of the event that the path names. */
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
