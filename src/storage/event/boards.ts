/** What the public may read: the public events, and what a board shows besides its races. */
import { sql } from 'kysely';
import type { BoardCrew, BoardEvent, ListedEvent, PublicStatus } from '../../contract/board.ts';
import type { Look } from '../../contract/look.ts';
import { isIndexed } from '../../domain/event/event-rules.ts';
import { lookView } from '../../domain/event/look.ts';
import type { Queries } from '../engine/database.ts';
import { prepare } from '../engine/prepared.ts';
import {
  type EventRow,
  eventOf,
  LOOK_COLUMNS,
  type LookRow,
  lookOf,
  selectEvents,
} from './events.ts';

/** The state of an event that the public sees. `revision` and `updatedAt` (epoch milliseconds) are those of its board. */
export interface PublicEvent {
  eventId: number;
  status: PublicStatus;
  revision: number;
  baseRevision: number;
  updatedAt: number;
  /** Whether search engines may list the event. */
  isIndexed: boolean;
}

/**
 * The revision of a board counts every change that the public could see, including a new name of the club. Renaming a club
 * does not write the rows of its events, because other transactions may be writing them.
 */
const BOARD_REVISION = sql<number>`s.board_revision + c.rename_count`;
const BOARD_UPDATED_AT = sql<number>`case when c.renamed_at > s.board_updated_at
  then c.renamed_at else s.board_updated_at end`;
/** Whether the public sees the event (`publicStatus`). */
const IS_PUBLIC = sql<boolean>`(s.status = 'published' or e.is_announced = 1)`;
const STATUS = sql<PublicStatus>`case when s.status = 'published' then 'published' else 'announced' end`;

/**
 * The events that the public sees, by their ids.
 *
 * @param eventIds only these events; left out: all events
 */
export async function listPublicEvents(
  db: Queries,
  eventIds?: readonly number[],
): Promise<Map<number, PublicEvent>> {
  if (eventIds?.length === 0) return new Map();
  const query = db
    .selectFrom('schedules as s')
    .innerJoin('events as e', 'e.id', 's.event_id')
    .innerJoin('clubs as c', 'c.id', 'e.club_id')
    .where(IS_PUBLIC)
    .select([
      's.event_id as eventId',
      's.base_revision as baseRevision',
      'e.is_trial',
      'e.noindex',
      STATUS.as('status'),
      BOARD_REVISION.as('revision'),
      BOARD_UPDATED_AT.as('updatedAt'),
    ]);
  const rows = await (eventIds ? query.where('s.event_id', 'in', eventIds) : query).execute();
  return new Map(
    rows.map(({ is_trial, noindex, ...row }) => [
      row.eventId,
      { ...row, isIndexed: isIndexed({ trial: is_trial === 1, noindex: noindex === 1 }) },
    ]),
  );
}

/** The ids of the events of a club that the public sees. */
export async function listPublicEventsOf(db: Queries, clubId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('schedules as s')
    .innerJoin('events as e', 'e.id', 's.event_id')
    .where('e.club_id', '=', clubId)
    .where(IS_PUBLIC)
    .select('e.id')
    .execute();
  return rows.map(({ id }) => id);
}

interface Listing {
  /** Whether to list trials as well, as the sandbox does. */
  withTrials: boolean;
  /** Only these events; left out: all events. */
  eventIds?: readonly number[] | undefined;
}

/** The events of the public list, in no order: announced or published, not archived, and trials only `withTrials`. */
export async function listBoardEvents(
  db: Queries,
  { withTrials, eventIds }: Listing,
): Promise<ListedEvent[]> {
  if (eventIds?.length === 0) return [];
  let query = selectEvents(db)
    .innerJoin('clubs as c', 'c.id', 'e.club_id')
    .select(['c.name as organiser', STATUS.as('publicStatus')])
    .where(IS_PUBLIC)
    .where('e.is_archived', '=', 0);
  if (!withTrials) query = query.where('e.is_trial', '=', 0);
  if (eventIds) query = query.where('e.id', 'in', eventIds);
  const rows = await query.execute();
  return rows.map(({ organiser, publicStatus: status, ...row }) => ({
    ...eventOf(row),
    ...{ status, organiser },
  }));
}

/** The maximum number of addresses in a sitemap (sitemaps.org). */
const MAX_INDEXED_EVENTS = 50_000;

const indexedQuery = prepare<{ limit: number }, { id: number }>((db, p) =>
  db
    .selectFrom('events as e')
    .innerJoin('schedules as s', 's.event_id', 'e.id')
    .where(IS_PUBLIC)
    // The same rule as `isIndexed`.
    .where('e.is_trial', '=', 0)
    .where('e.noindex', '=', 0)
    .orderBy('e.id', 'desc')
    .limit(p.limit)
    .select('e.id'),
);

/**
 * The ids of the events that search engines may list, the highest first, at most 50,000: announced or published, also
 * archived, but no trials.
 */
export async function listIndexedEvents(db: Queries): Promise<number[]> {
  return (await indexedQuery.run(db, { limit: MAX_INDEXED_EVENTS })).map(({ id }) => id);
}

interface BoardEventRow extends EventRow, LookRow {
  isTrial: number;
  noindex: number;
  organiser: string;
  publicStatus: PublicStatus;
  revision: number;
  updatedAt: number;
}

const eventQuery = prepare<{ eventId: number }, BoardEventRow>((db, p) =>
  selectBoardEvent(db, p.eventId).where(IS_PUBLIC),
);
const draftQuery = prepare<{ eventId: number }, BoardEventRow>((db, p) =>
  selectBoardEvent(db, p.eventId),
);

function selectBoardEvent(db: Queries, eventId: unknown) {
  return selectEvents(db)
    .innerJoin('clubs as c', 'c.id', 'e.club_id')
    .where('e.id', '=', eventId as number)
    .select(LOOK_COLUMNS)
    .select([
      'e.is_trial as isTrial',
      'e.noindex',
      'c.name as organiser',
      STATUS.as('publicStatus'),
      BOARD_REVISION.as('revision'),
      BOARD_UPDATED_AT.as('updatedAt'),
    ]);
}

/** An event with what its board shows besides races, crews and notices. */
export interface ShownEvent {
  event: BoardEvent;
  isTrial: boolean;
  /** Whether search engines may list the event. */
  isIndexed: boolean;
  hasZone: boolean;
  /** The name of its club. */
  organiser: string;
  look: Look | null;
  /** The revision of the board. */
  revision: number;
  /** Epoch milliseconds. */
  updatedAt: number;
}

/**
 * An event as the public sees it; `undefined` if the public does not see it.
 *
 * @param asPublished returns the event as if its schedule were published, also a draft
 */
export async function findBoardEvent(
  db: Queries,
  eventId: number,
  asPublished = false,
): Promise<ShownEvent | undefined> {
  const [row] = await (asPublished ? draftQuery : eventQuery).run(db, { eventId });
  if (!row) return undefined;
  const { organiser, revision, updatedAt } = row;
  const trial = row.isTrial === 1;
  return {
    event: { ...eventOf(row), status: asPublished ? 'published' : row.publicStatus },
    isTrial: trial,
    isIndexed: isIndexed({ trial, noindex: row.noindex === 1 }),
    hasZone: row.timezone !== null,
    look: lookView(lookOf(row)),
    ...{ organiser, revision, updatedAt },
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
