/** What pages, tables and calendars are made of: a board document, and nothing that it does not show. */
import type { Board } from '../contract/board.ts';
import type { BoardDocument } from '../documents/build-board.ts';

export type BoardFacts = Pick<
  BoardDocument,
  | 'event'
  | 'isTrial'
  | 'organiser'
  | 'look'
  | 'revision'
  | 'updatedAt'
  | 'crews'
  | 'notices'
  | 'inOrder'
>;

/** The same of a document as it crosses the wire. */
export function factsOf(board: Board): BoardFacts {
  const { eventId: id, eventName: name, startDate, endDate, timezone, city, countryCode } = board;
  const { status, trial, organiser, look, revision, updatedAt, crews, notices, races } = board;
  return {
    event: { id, name, startDate, endDate, timezone, city, countryCode, status },
    isTrial: trial === true,
    ...{ organiser, look, revision, crews, notices },
    updatedAt: Date.parse(updatedAt),
    inOrder: races,
  };
}
