/** The pages of an event: its board, the board opened at a race or a crew, its other views, and the plain page. */
import { parseEventId } from '../contract/event-id.ts';
import type { BoardDocument } from '../documents/build-board.ts';
import type { Answer } from '../http/answer.ts';
import type { Exchange } from '../http/exchange.ts';
import { type Board, eventIdOf, type PublicHandler } from './board.ts';
import { calendarAnswer } from './calendar.ts';
import { readerLanguage } from './language.ts';
import { missingEvent, missingOnBoard } from './missing.ts';
import type { Kind } from './pages.ts';
import { plainTable } from './plain-table.ts';

/** GET /events/{eventId} */
export const getBoardPage = viewOf('board');

/** GET /events/{eventId}/display, GET /events/{eventId}/print */
export const getOtherView = viewOf('unlisted');

/** GET /events/{eventId}/embed */
export const getEmbedPage = viewOf('embed');

function viewOf(kind: Kind): PublicHandler {
  return (board, exchange) =>
    ofEvent(board, exchange, (document) =>
      board.pages.board(document, kind, readerLanguage(exchange)),
    );
}

/** GET /events/{eventId}/plain */
export function getPlainPage(board: Board, exchange: Exchange): Promise<Answer> {
  return ofEvent(board, exchange, (document) =>
    plainTable(board, document, readerLanguage(exchange)),
  );
}

/** GET /events/{eventId}/races/{raceNumber} */
export function getRacePage(board: Board, exchange: Exchange): Promise<Answer> {
  // A race number is read like an id: a positive number without zeros in front.
  const number = parseEventId(exchange.params.raceNumber ?? '');
  return ofEvent(board, exchange, (document) => {
    for (const { race } of document.races.values()) {
      if (race.raceNumber === number) {
        return board.pages.race(document, race, readerLanguage(exchange));
      }
    }
    return missingOnBoard(board, exchange, document, 'Race');
  });
}

/** GET /events/{eventId}/crews/{crewId}, and the calendar of the same crew, which ends in `.ics` */
export function getCrew(board: Board, exchange: Exchange): Promise<Answer> {
  const [, text = '', isCalendar] = /^(\d+)(\.ics)?$/.exec(exchange.params.crew ?? '') ?? [];
  const crewId = parseEventId(text);
  return ofEvent(board, exchange, (document) => {
    const crew = document.crews.find(({ id }) => id === crewId);
    if (!crew) return missingOnBoard(board, exchange, document, 'Crew');
    if (isCalendar) return calendarAnswer(board, document, crew);
    return board.pages.crew(document, crew, readerLanguage(exchange));
  });
}

/** What is made of the board of the event that the path names. */
export async function ofEvent(
  board: Board,
  exchange: Exchange,
  answer: (document: BoardDocument) => Answer,
): Promise<Answer> {
  const document = await board.documents.board(eventIdOf(exchange));
  return document ? answer(document) : missingEvent(board, exchange);
}
