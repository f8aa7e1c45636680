/** Builds the board of an event: its schedule as the public may see it. */
import type { Board, BoardCrew, BoardEvent, BoardRace } from '../contract/board.ts';
import { formatInstant } from '../contract/instant.ts';
import { boardDays, boardRace } from '../domain/board-view.ts';
import { noticeView } from '../domain/notice-rules.ts';
import { byRunningOrder } from '../domain/running-order.ts';
import { listNotices } from '../storage/notices.ts';
import { Representation, tagOf } from '../http/representation.ts';
import { findBoardEvent, listBoardCrews } from '../storage/boards.ts';
import type { Queries } from '../storage/database.ts';
import { findSchedule, listDelays } from '../storage/schedules.ts';
import { documentText, type EstimatedFragment, listEstimatedFragments } from './race-fragments.ts';

export interface BoardDocument {
  event: BoardEvent;
  isTrial: boolean;
  revision: number;
  /** Epoch milliseconds. */
  updatedAt: number;
  /** When a notice in it is over, in epoch milliseconds; then it is to be built anew. */
  endsAt: number;
  crews: BoardCrew[];
  /** By id. */
  races: Map<number, EstimatedFragment<BoardRace>>;
  representation: Representation;
}

/** The races of a board as the public may see them, in running order. */
export function racesInOrder({ races }: BoardDocument): BoardRace[] {
  return [...races.values()].sort(byRunningOrder).map(({ race }) => race);
}

/**
 * @param before what was built before, if anything; it is left as it is
 * @returns `undefined` when the public may see no board of the event
 */
export async function buildBoard(
  db: Queries,
  eventId: number,
  before: BoardDocument | undefined,
): Promise<BoardDocument | undefined> {
  const schedule = await findSchedule(db, eventId);
  if (schedule?.status !== 'published') return undefined;
  const { revision, updatedAt } = schedule;
  const { event, isTrial } = await findBoardEvent(db, eventId);
  const delays = await listDelays(db, eventId);
  const crews = await listBoardCrews(db, eventId);
  const races = await listEstimatedFragments(
    db,
    schedule,
    { delays, before },
    (race, lanes, late) => boardRace(race, lanes, schedule, late),
  );
  const notices = await listNotices(db, eventId, Date.now());
  const endsAt = Math.min(...notices.map(({ until }) => until));
  const head: Omit<Board, 'races'> = {
    eventId,
    eventName: event.name,
    timezone: event.timezone,
    ...(isTrial && { trial: true }),
    revision,
    updatedAt: formatInstant(updatedAt),
    days: boardDays(
      Array.from(races.values(), (part) => part.venueDay),
      delays,
    ),
    crews,
    notices: notices.map(noticeView),
  };
  const text = documentText(head, races.values());
  const etag = tagOf(text);
  if (before?.representation.etag === etag) return before;
  const representation = new Representation(etag, Buffer.from(text), 'low');
  return { event, isTrial, revision, updatedAt, endsAt, crews, races, representation };
}
