/** Events themselves: how they are called, when and where they are rowed. */
import type { ScheduleStatus } from '../contract/account.ts';
import type { BoardEvent } from '../contract/board.ts';
import { DEFAULT_ZONE } from '../domain/race-day.ts';
import type { Queries, Write } from './database.ts';

/** The event `e` and its schedule `s`, if it has one; `eventOf` reads the rows. */
export function selectEvents(db: Queries) {
  return db
    .selectFrom('events as e')
    .leftJoin('schedules as s', 's.event_id', 'e.id')
    .select([
      'e.id',
      'e.name',
      'e.start_date as startDate',
      'e.end_date as endDate',
      'e.timezone',
      'e.city',
      'e.country_code as countryCode',
      's.status',
    ]);
}

/** The same, newest first (decision A2). */
export function selectNewestEvents(db: Queries) {
  return selectEvents(db).orderBy('e.start_date', 'desc').orderBy('e.id', 'desc');
}

export interface EventRow extends Omit<BoardEvent, 'timezone'> {
  timezone: string | null;
  status: ScheduleStatus | null;
}

/** An event as lists show it, with the zone in which its days are counted (decision A8). */
export function eventOf(row: EventRow): BoardEvent {
  const { id, name, startDate, endDate, timezone, city, countryCode } = row;
  return { id, name, startDate, endDate, timezone: timezone ?? DEFAULT_ZONE, city, countryCode };
}

/** What an organiser says of an event. */
export interface EventFacts {
  name: string;
  /** YYYY-MM-DD */
  start: string;
  end: string;
  /** As the organiser wrote it; `null` when nobody has named one. */
  timezone: string | null;
  city: string;
  /** ISO 3166-1 alpha-2, or empty. */
  country: string;
}

/** @returns nothing when there is no such event */
export function findEventFacts(db: Queries, eventId: number): Promise<EventFacts | undefined> {
  return db
    .selectFrom('events')
    .where('id', '=', eventId)
    .select([
      'name',
      'start_date as start',
      'end_date as end',
      'timezone',
      'city',
      'country_code as country',
    ])
    .executeTakeFirst();
}

export async function updateEvent(tx: Write, eventId: number, facts: EventFacts): Promise<void> {
  const { name, start, end, timezone, city, country } = facts;
  await tx
    .updateTable('events')
    .set({ name, start_date: start, end_date: end, timezone, city, country_code: country })
    .where('id', '=', eventId)
    .execute();
}
