/** Builds the board of an event: its schedule as the public may see it. */
import type { Board, BoardCrew, BoardEvent, BoardRace } from '../contract/board.ts';
import { formatInstant } from '../contract/instant.ts';
import type { DayDelay } from '../domain/day/race-day.ts';
import { boardDays, boardRace } from '../domain/event/board-view.ts';
import type { Schedule } from '../domain/event/schedule.ts';
import { type Notice, noticeView } from '../domain/following/notice-rules.ts';
import { byRunningOrder } from '../domain/races/running-order.ts';
import { bytesOf, Representation } from '../http/answers/representation.ts';
import type { Queries } from '../storage/engine/database.ts';
import { findBoardEvent, listBoardCrews } from '../storage/event/boards.ts';
import { listNotices } from '../storage/event/notices.ts';
import { findSchedule, listDelays } from '../storage/event/schedules.ts';
import {
  buildEstimatedFragments,
  type ChangedRaces,
  documentParts,
  type EstimatedFragment,
  loadChangedRaces,
} from './race-fragments.ts';

export interface BoardDocument {
  event: BoardEvent;
  isTrial: boolean;
  /** Whether search engines may list it. */
  isIndexed: boolean;
  /** The board's own. */
  revision: number;
  /** Epoch milliseconds. */
  updatedAt: number;
  /** Of the schedule that it was built from: what has changed since is read for the next one. */
  scheduleRevision: number;
  /** When a notice in it is over, in epoch milliseconds; then it is to be built anew. */
  endsAt: number;
  crews: BoardCrew[];
  /** By id. */
  races: Map<number, EstimatedFragment<BoardRace>>;
  /** The same in running order. */
  inOrder: readonly BoardRace[];
  representation: Representation;
}

/** What the board of an event is built from. */
interface LoadedBoard {
  schedule: Schedule;
  event: BoardEvent;
  isTrial: boolean;
  isIndexed: boolean;
  hasZone: boolean;
  /** By venue day. */
  delays: ReadonlyMap<string, DayDelay>;
  crews: BoardCrew[];
  /** Those whose time is not over. */
  notices: Notice[];
  changed: ChangedRaces;
}

/**
 * @param before what was built before, if anything
 * @returns `undefined` when the public may see no board of the event
 */
export async function loadBoard(
  db: Queries,
  eventId: number,
  before: BoardDocument | undefined,
): Promise<LoadedBoard | undefined> {
  const schedule = await findSchedule(db, eventId);
  if (schedule?.status !== 'published') return undefined;
  return {
    schedule,
    ...(await findBoardEvent(db, eventId)),
    delays: await listDelays(db, eventId),
    crews: await listBoardCrews(db, eventId),
    notices: await listNotices(db, eventId, Date.now()),
    changed: await loadChangedRaces(db, schedule, before && { revision: before.scheduleRevision }),
  };
}

/** Builds it in slices. @param before what was built before, if anything; it is left as it is */
export async function buildBoard(
  { schedule, event, isTrial, isIndexed, hasZone, delays, crews, notices, changed }: LoadedBoard,
  before: BoardDocument | undefined,
): Promise<BoardDocument> {
  const { eventId, timezone, revision: scheduleRevision } = schedule;
  const { boardRevision: revision, boardUpdatedAt: updatedAt } = schedule;
  const days = { timezone, delays };
  const races = await buildEstimatedFragments(changed, before?.races, days, (race, lanes, late) =>
    boardRace(race, lanes, schedule, late),
  );
  const endsAt = Math.min(...notices.map(({ until }) => until));
  const head: Omit<Board, 'races'> = {
    eventId,
    eventName: event.name,
    ...{ startDate: event.startDate, endDate: event.endDate },
    ...{ city: event.city, countryCode: event.countryCode },
    timezone: event.timezone,
    ...(!hasZone && { zoneUnknown: true }),
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
  const ordered = [...races.values()].sort(byRunningOrder);
  const { bytes, etag } = await bytesOf(documentParts(head, ordered));
  const isSame = before?.representation.etag === etag;
  const representation = isSame ? before.representation : new Representation(etag, bytes, 'low');
  const inOrder = ordered.map(({ race }) => race);
  const known = { event, isTrial, isIndexed, revision, updatedAt, scheduleRevision, endsAt };
  return { ...known, crews, races, inOrder, representation };
}
