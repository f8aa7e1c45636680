/** Events as their managers see them in the console. */
import { sql } from 'kysely';
import type { ConsoleEvent } from '../../contract/console/events.ts';
import { lookView } from '../../domain/event/look.ts';
import { managedBy } from '../accounts/access.ts';
import type { Queries } from '../engine/database.ts';
import { prepare } from '../engine/prepared.ts';
import { type EventRow, LOOK_COLUMNS, type LookRow, lookOf, selectEvents } from './events.ts';

interface ConsoleEventRow extends EventRow, LookRow {
  clubId: number;
  clubName: string;
  isTrial: number;
  isArchived: number;
  isAnnounced: number;
  noindex: number;
  publishedAt: number | null;
  creatorId: number;
  creatorName: string;
}

function selectConsoleEvents(db: Queries) {
  return selectEvents(db)
    .innerJoin('clubs as c', 'c.id', 'e.club_id')
    .innerJoin('users as u', 'u.id', 'e.creator_id')
    .select(LOOK_COLUMNS)
    .select([
      'c.id as clubId',
      'c.name as clubName',
      'e.is_trial as isTrial',
      'e.is_archived as isArchived',
      'e.is_announced as isAnnounced',
      'e.noindex',
      's.published_at as publishedAt',
      'u.id as creatorId',
      'u.display_name as creatorName',
    ]);
}

/** The properties that managed events are sorted by. */
type DatedRow = Pick<EventRow, 'id' | 'startDate' | 'endDate' | 'timezone'>;

/** The same, and the properties that a search compares. */
type FindableRow = Omit<EventRow, 'status'> & { organiser: string };

interface Managed {
  userId: number;
  isArchived: number;
}

const datedQuery = prepare<Managed, DatedRow>((db, p) =>
  db
    .selectFrom('events as e')
    .where('e.is_archived', '=', p.isArchived)
    .where(managedBy(sql.val(p.userId)))
    .select(['e.id', 'e.start_date as startDate', 'e.end_date as endDate', 'e.timezone']),
);

const findableQuery = prepare<Managed, FindableRow>((db, p) =>
  db
    .selectFrom('events as e')
    .innerJoin('clubs as c', 'c.id', 'e.club_id')
    .where('e.is_archived', '=', p.isArchived)
    .where(managedBy(sql.val(p.userId)))
    .select(['e.id', 'e.start_date as startDate', 'e.end_date as endDate', 'e.timezone'])
    .select(['e.name', 'e.city', 'e.country_code as countryCode', 'c.name as organiser']),
);

/** All events that a person manages (decision L15), in no order: the archived ones, or the others. */
export function listManagedEvents(
  db: Queries,
  userId: number,
  isArchived: boolean,
): Promise<DatedRow[]> {
  return datedQuery.run(db, { userId, isArchived: isArchived ? 1 : 0 });
}

/** The same events with the properties for a search. Reading these thousands of texts doubles the time. */
export function listFindableEvents(
  db: Queries,
  userId: number,
  isArchived: boolean,
): Promise<FindableRow[]> {
  return findableQuery.run(db, { userId, isArchived: isArchived ? 1 : 0 });
}

/** The events with these ids, in the given order; ids without an event are left out. */
export async function listConsoleEvents(
  db: Queries,
  eventIds: readonly number[],
): Promise<ConsoleEvent[]> {
  if (eventIds.length === 0) return [];
  const rows = await selectConsoleEvents(db).where('e.id', 'in', eventIds).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return eventIds.flatMap((id) => {
    const row = byId.get(id);
    return row ? [consoleEventOf(row)] : [];
  });
}

const eventQuery = prepare<{ eventId: number }, ConsoleEventRow>((db, p) =>
  selectConsoleEvents(db).where('e.id', '=', p.eventId),
);

/** One event; `undefined` if there is none with this id. */
export async function findConsoleEvent(
  db: Queries,
  eventId: number,
): Promise<ConsoleEvent | undefined> {
  const [row] = await eventQuery.run(db, { eventId });
  return row && consoleEventOf(row);
}

function consoleEventOf(row: ConsoleEventRow): ConsoleEvent {
  const { id, name, startDate, endDate, timezone, city, countryCode } = row;
  return {
    ...{ id, name, startDate, endDate, timezone, city, countryCode },
    club: { id: row.clubId, name: row.clubName },
    trial: row.isTrial === 1,
    archived: row.isArchived === 1,
    announced: row.isAnnounced === 1,
    noindex: row.noindex === 1,
    look: lookView(lookOf(row)),
    wasPublished: row.publishedAt !== null,
    scheduleStatus: row.status,
    createdBy: { userId: row.creatorId, name: row.creatorName },
  };
}
