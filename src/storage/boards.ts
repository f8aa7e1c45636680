/** What the public may read: which regattas there are, and what a board shows besides its races. */
import type { BoardCrew, BoardEvent } from '../contract/board.ts';
import { DEFAULT_ZONE } from '../domain/race-day.ts';
import type { Schedule } from '../domain/schedule.ts';
import type { Queries } from './database.ts';
import { prepare } from './prepared.ts';
import { parseList } from './schedules.ts';

/** Where a published schedule stands. */
export interface PublishedSchedule {
  eventId: number;
  revision: number;
  baseRevision: number;
  updatedAt: number;
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
    .selectFrom('schedules')
    .where('status', '=', 'published')
    .select([
      'event_id as eventId',
      'revision',
      'base_revision as baseRevision',
      'updated_at as updatedAt',
    ]);
  const rows = await (eventIds ? query.where('event_id', 'in', eventIds) : query).execute();
  return new Map(rows.map((row) => [row.eventId, row]));
}

const MAX_EVENTS = 200;

type EventRow = Omit<BoardEvent, 'timezone'> & { timezone: string | null };

const EVENT_COLUMNS = [
  'e.id',
  'e.name',
  'e.start_date as startDate',
  'e.end_date as endDate',
  'e.timezone',
  'e.city',
  'e.country_code as countryCode',
] as const;

const eventsQuery = prepare<{ limit: number }, EventRow>((db, p) =>
  db
    .selectFrom('events as e')
    .innerJoin('schedules as s', 's.event_id', 'e.id')
    .where('s.status', '=', 'published')
    .orderBy('e.start_date', 'desc')
    .orderBy('e.id', 'desc')
    .limit(p.limit)
    .select(EVENT_COLUMNS),
);

/** The events with a published schedule, newest first. */
export async function listPublishedEvents(db: Queries): Promise<BoardEvent[]> {
  return (await eventsQuery.run(db, { limit: MAX_EVENTS })).map(eventOf);
}

/** A published schedule with its event. */
export interface BoardSource extends Omit<Schedule, 'eventId' | 'eventName' | 'status'> {
  event: BoardEvent;
}

type SourceRow = EventRow & Omit<BoardSource, 'event' | 'laneScheme'> & { scheme: string | null };

const sourceQuery = prepare<{ eventId: number }, SourceRow>((db, p) =>
  db
    .selectFrom('schedules as s')
    .innerJoin('events as e', 'e.id', 's.event_id')
    .where('s.event_id', '=', p.eventId)
    .where('s.status', '=', 'published')
    .select([
      ...EVENT_COLUMNS,
      's.lane_scheme as scheme',
      's.default_result_mode as defaultResultMode',
      's.default_result_visibility as defaultResultVisibility',
      's.revision',
      's.base_revision as baseRevision',
      's.updated_at as updatedAt',
    ]),
);

/** An event's schedule, or `undefined` when the public may not see one. */
export async function findBoardSource(
  db: Queries,
  eventId: number,
): Promise<BoardSource | undefined> {
  const [row] = await sourceQuery.run(db, { eventId });
  if (!row) return undefined;
  const { scheme, defaultResultMode, defaultResultVisibility, revision, baseRevision, updatedAt } =
    row;
  return {
    event: eventOf(row),
    timezone: row.timezone,
    laneScheme: parseList(scheme),
    defaultResultMode,
    defaultResultVisibility,
    revision,
    baseRevision,
    updatedAt,
  };
}

const delaysQuery = prepare<{ eventId: number }, { day: string; minutes: number }>((db, p) =>
  db
    .selectFrom('delays')
    .where('event_id', '=', p.eventId)
    .select(['venue_day as day', 'delay_minutes as minutes']),
);

/** The delays of an event in minutes, by venue day. */
export async function listDelays(db: Queries, eventId: number): Promise<Map<string, number>> {
  const rows = await delaysQuery.run(db, { eventId });
  return new Map(rows.map(({ day, minutes }) => [day, minutes]));
}

const crewsQuery = prepare<{ eventId: number }, BoardCrew>((db, p) =>
  db
    .selectFrom('teams')
    .where('event_id', '=', p.eventId)
    .orderBy('sort_order')
    .orderBy('name')
    .select(['id', 'name']),
);

/** The crews of an event as the public sees them, by sortOrder, then name (decision A3). */
export function listBoardCrews(db: Queries, eventId: number): Promise<BoardCrew[]> {
  return crewsQuery.run(db, { eventId });
}

function eventOf(row: EventRow): BoardEvent {
  const { id, name, startDate, endDate, timezone, city, countryCode } = row;
  return { id, name, startDate, endDate, timezone: timezone ?? DEFAULT_ZONE, city, countryCode };
}
