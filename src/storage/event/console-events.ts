/** Events, as those who manage them see them in the console. */
import { sql } from 'kysely';
import type { ScheduleStatus } from '../../contract/account.ts';
import type { ConsoleEvent } from '../../contract/console/events.ts';
import { MAX_LISTED_EVENTS } from '../../contract/limits.ts';
import { lookView } from '../../domain/event/look.ts';
import { managedBy } from '../accounts/access.ts';
import type { Queries } from '../engine/database.ts';
import { prepare } from '../engine/prepared.ts';
import { LOOK_COLUMNS, type LookRow, lookOf, selectNewestEvents } from './events.ts';

interface ConsoleEventRow extends LookRow {
  id: number;
  name: string;
  startDate: string;
  endDate: string;
  timezone: string | null;
  city: string;
  countryCode: string;
  clubId: number;
  clubName: string;
  isTrial: number;
  isArchived: number;
  isAnnounced: number;
  noindex: number;
  status: ScheduleStatus | null;
  publishedAt: number | null;
  creatorId: number;
  creatorName: string;
}

function selectConsoleEvents(db: Queries) {
  return selectNewestEvents(db)
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

const managedQuery = prepare<
  { userId: number; isArchived: number; limit: number },
  ConsoleEventRow
>((db, p) =>
  selectConsoleEvents(db)
    .where('e.is_archived', '=', p.isArchived)
    .where(managedBy(sql.val(p.userId)))
    .limit(p.limit),
);

/** The events that a person manages, newest first (decision L15): the archived ones, or the others. */
export async function listConsoleEvents(
  db: Queries,
  userId: number,
  isArchived: boolean,
): Promise<ConsoleEvent[]> {
  const parameters = { userId, isArchived: isArchived ? 1 : 0, limit: MAX_LISTED_EVENTS };
  return (await managedQuery.run(db, parameters)).map(consoleEventOf);
}

const eventQuery = prepare<{ eventId: number }, ConsoleEventRow>((db, p) =>
  selectConsoleEvents(db).where('e.id', '=', p.eventId),
);

/** One event; nothing when there is none. */
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
