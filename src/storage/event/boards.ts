/** What the public may read: which regattas there are, and what a board shows besides its races. */
import type { BoardCrew, BoardEvent } from '../../contract/board.ts';
import { MAX_LISTED_EVENTS } from '../../contract/limits.ts';
import { isIndexed } from '../../domain/event/event-rules.ts';
import type { Queries } from '../engine/database.ts';
import { prepare } from '../engine/prepared.ts';
import { type EventRow, eventOf, selectEvents, selectNewestEvents } from './events.ts';

/** Where a published schedule stands; revision and date are the board's. */
export interface PublishedSchedule {
  eventId: number;
  revision: number;
  baseRevision: number;
  updatedAt: number;
  /** Whether search engines may list the event. */
  isIndexed: boolean;
}

/**
 * Published schedules, by their event.
 *
 * @param eventIds of these events only
 */
export async function listPublishedSchedules(
  db: Queries,
  eventIds?: readonly number[],
): Promise<Map<number, PublishedSchedule>> {
  if (eventIds?.length === 0) return new Map();
  const query = db
    .selectFrom('schedules as s')
    .innerJoin('events as e', 'e.id', 's.event_id')
    .where('s.status', '=', 'published')
    .select([
      's.event_id as eventId',
      's.board_revision as revision',
      's.base_revision as baseRevision',
      's.board_updated_at as updatedAt',
      'e.is_trial',
      'e.noindex',
    ]);
  const rows = await (eventIds ? query.where('s.event_id', 'in', eventIds) : query).execute();
  return new Map(
    rows.map(({ is_trial, noindex, ...row }) => [
      row.eventId,
      { ...row, isIndexed: isIndexed({ trial: is_trial === 1, noindex: noindex === 1 }) },
    ]),
  );
}

const eventsQuery = prepare<{ limit: number; mostTrial: number }, EventRow>((db, p) =>
  selectNewestEvents(db)
    .where('s.status', '=', 'published')
    .where('e.is_trial', '<=', p.mostTrial)
    .where('e.is_archived', '=', 0)
    .limit(p.limit),
);

/**
 * The events that the public list shows, newest first: published, neither trials nor archived.
 *
 * @param withTrials shows trials, too, as the sandbox does
 */
export async function listPublishedEvents(db: Queries, withTrials: boolean): Promise<BoardEvent[]> {
  const wanted = { limit: MAX_LISTED_EVENTS, mostTrial: withTrials ? 1 : 0 };
  return (await eventsQuery.run(db, wanted)).map(eventOf);
}

/** No file that names addresses for search engines may name more (sitemaps.org). */
const MAX_INDEXED_EVENTS = 50_000;

const indexedQuery = prepare<{ limit: number }, { id: number }>((db, p) =>
  db
    .selectFrom('events as e')
    .innerJoin('schedules as s', 's.event_id', 'e.id')
    .where('s.status', '=', 'published')
    // As `isIndexed` says.
    .where('e.is_trial', '=', 0)
    .where('e.noindex', '=', 0)
    .orderBy('e.id', 'desc')
    .limit(p.limit)
    .select('e.id'),
);

/** The numbers of the events that search engines may list, the last one first: published, archived ones as well, no trials. */
export async function listIndexedEvents(db: Queries): Promise<number[]> {
  return (await indexedQuery.run(db, { limit: MAX_INDEXED_EVENTS })).map(({ id }) => id);
}

interface BoardEventRow extends EventRow {
  isTrial: number;
  noindex: number;
}

const eventQuery = prepare<{ eventId: number }, BoardEventRow>((db, p) =>
  selectEvents(db).where('e.id', '=', p.eventId).select(['e.is_trial as isTrial', 'e.noindex']),
);

/** An event as the public sees it. The event must exist. */
export async function findBoardEvent(
  db: Queries,
  eventId: number,
): Promise<{ event: BoardEvent; isTrial: boolean; isIndexed: boolean; hasZone: boolean }> {
  const [row] = await eventQuery.run(db, { eventId });
  if (!row) throw new Error(`there is no event ${eventId}`);
  const trial = row.isTrial === 1;
  return {
    event: eventOf(row),
    isTrial: trial,
    isIndexed: isIndexed({ trial, noindex: row.noindex === 1 }),
    hasZone: row.timezone !== null,
  };
}

const crewsQuery = prepare<{ eventId: number }, BoardCrew>((db, p) =>
  db
    .selectFrom('teams')
    .where('event_id', '=', p.eventId)
    .orderBy('sort_order')
    .orderBy('name')
    .select(['id', 'name', 'club_id as club']),
);

/** The crews of an event as the public sees them, by sortOrder, then name (decision A3). */
export function listBoardCrews(db: Queries, eventId: number): Promise<BoardCrew[]> {
  return crewsQuery.run(db, { eventId });
}
