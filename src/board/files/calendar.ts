/** Answers with calendars that people subscribe to: the races of one crew, and the days of an event. */
import type { BoardCrew } from '../../contract/board.ts';
import type { BoardDocument } from '../../documents/build-board.ts';
import type { Answer, Publication } from '../../http/answers/answer.ts';
import { crewCalendar, eventCalendar } from '../../renderings/calendar.ts';
import type { Board } from '../board.ts';
import { type Reader, varyFields } from '../language.ts';
import { made } from '../pages/page-cache.ts';
import { keyOfEvent, PUBLIC_CACHE } from '../pages/pages.ts';

/** The calendar of a crew of a board, in the reader's language. */
export function calendarAnswer(
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
    made(
      await crewCalendar(document, crew, { publicUrl, domain: board.domain, language }),
      calendarFields(reader),
    ),
  );
}

/** The calendar of the days of an event, in the reader's language. */
export function eventCalendarAnswer(
  board: Board,
  document: BoardDocument,
  reader: Reader,
): Publication {
  const { event, representation } = document;
  const { language } = reader;
  const writing = { publicUrl: board.settings.publicUrl, domain: board.domain, language };
  return board.pages.cache.get(`event calendar ${event.id} ${reader.key}`, representation, () =>
    made(eventCalendar(document, writing), calendarFields(reader)),
  );
}

/** The media type, and header fields. */
function calendarFields(reader: Reader): string[] {
  return [
    ...['text/calendar; charset=utf-8', 'cache-control', PUBLIC_CACHE],
    ...varyFields(reader),
  ];
}
