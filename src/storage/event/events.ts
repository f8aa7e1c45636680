/** Events themselves: name, dates, place and look, and their logos. */
import type { BoardEvent } from '../../contract/board.ts';
import type { LookLink } from '../../contract/look.ts';
import type { ScheduleStatus } from '../../contract/schedule.ts';
import { DEFAULT_ZONE } from '../../domain/day/venue-day.ts';
import type { EventFacts } from '../../domain/event/event-rules.ts';
import type { LogoType, LookFacts } from '../../domain/event/look.ts';
import type { Queries, Write } from '../engine/database.ts';
import { findsAny } from '../engine/rows.ts';

/** A query for events (`e`) with their schedules (`s`), if they have one; `eventOf` reads its rows. */
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

export interface EventRow extends Omit<BoardEvent, 'timezone' | 'status'> {
  timezone: string | null;
  status: ScheduleStatus | null;
}

/** An event as lists show it, with the time zone in which its days are counted (decision A8). */
export function eventOf(row: EventRow): Omit<BoardEvent, 'status'> {
  const { id, name, startDate, endDate, timezone, city, countryCode } = row;
  return { id, name, startDate, endDate, timezone: timezone ?? DEFAULT_ZONE, city, countryCode };
}

/** The columns of the look of the event `e`; `lookOf` reads them. */
export const LOOK_COLUMNS = ['e.accent', 'e.links', 'e.sponsor', 'e.logo'] as const;

export interface LookRow extends Omit<LookFacts, 'links'> {
  /** JSON: a list of `LookLink`. */
  links: string | null;
}

export function lookOf({ accent, links, sponsor, logo }: LookRow): LookFacts {
  const list: LookLink[] = links === null ? [] : JSON.parse(links);
  return { accent, links: list, sponsor, logo };
}

/**
 * When a person created the `count`-th newest of their events; 1 is the newest.
 *
 * @returns epoch milliseconds; `undefined` if they have created fewer events
 */
export async function createdEventBefore(
  db: Queries,
  creatorId: number,
  count: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('events')
    .where('creator_id', '=', creatorId)
    .orderBy('created_at', 'desc')
    .offset(count - 1)
    .limit(1)
    .select('created_at')
    .executeTakeFirst();
  return row?.created_at;
}

/** The facts of an event; `undefined` if there is no such event. */
export async function findEventFacts(
  db: Queries,
  eventId: number,
): Promise<EventFacts | undefined> {
  const row = await db
    .selectFrom('events as e')
    .where('id', '=', eventId)
    .select(LOOK_COLUMNS)
    .select([
      'name',
      'start_date as start',
      'end_date as end',
      'timezone',
      'city',
      'country_code as country',
      'is_trial',
      'is_archived',
      'is_announced',
      'noindex',
    ])
    .executeTakeFirst();
  if (!row) return undefined;
  const { is_trial, is_archived, is_announced, noindex, accent, links, sponsor, logo, ...facts } =
    row;
  return {
    ...facts,
    ...lookOf({ accent, links, sponsor, logo }),
    trial: is_trial === 1,
    archived: is_archived === 1,
    announced: is_announced === 1,
    noindex: noindex === 1,
  };
}

/** An archived event, with what retention needs. */
export interface ArchivedEvent {
  id: number;
  name: string;
  /** YYYY-MM-DD. */
  lastDay: string;
  timezone: string | null;
}

/**
 * A page of the archived events whose last day is before a day, in the order of their ids.
 *
 * @param before YYYY-MM-DD
 * @param after only events with a higher id
 */
export function listArchivedEvents(
  db: Queries,
  { before, after, limit }: { before: string; after: number; limit: number },
): Promise<ArchivedEvent[]> {
  return db
    .selectFrom('events')
    .where('is_archived', '=', 1)
    .where('end_date', '<', before)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .select(['id', 'name', 'end_date as lastDay', 'timezone'])
    .execute();
}

export async function updateEvent(tx: Write, eventId: number, facts: EventFacts): Promise<void> {
  await tx.updateTable('events').set(columnsOf(facts)).where('id', '=', eventId).execute();
}

/** The facts of an event as the columns of its row. */
export function columnsOf({ name, start, end, timezone, city, country, ...is }: EventFacts) {
  const { accent, links, sponsor, logo } = is;
  return {
    ...{ accent, sponsor, logo },
    links: links.length === 0 ? null : JSON.stringify(links),
    name,
    start_date: start,
    end_date: end,
    timezone,
    city,
    country_code: country,
    is_trial: is.trial ? 1 : 0,
    is_archived: is.archived ? 1 : 0,
    is_announced: is.announced ? 1 : 0,
    noindex: is.noindex ? 1 : 0,
  };
}

/** Whether the schedule of an event has ever been published. */
export function wasPublished(db: Queries, eventId: number): Promise<boolean> {
  const schedule = db.selectFrom('schedules').where('event_id', '=', eventId);
  return findsAny(schedule.where('published_at', 'is not', null).select('event_id'));
}

/** Stores when an event is published for the first time; later publications change nothing. */
export async function notePublication(tx: Write, eventId: number, now: number): Promise<void> {
  await tx
    .updateTable('schedules')
    .set({ published_at: now })
    .where('event_id', '=', eventId)
    .where('published_at', 'is', null)
    .execute();
}

/** A picture; its version is stored with the event. */
export interface Logo {
  type: LogoType;
  bytes: Buffer;
}

/** The logo of an event; `undefined` if it has none. */
export async function findLogo(db: Queries, eventId: number): Promise<Logo | undefined> {
  const row = await db
    .selectFrom('logos')
    .where('event_id', '=', eventId)
    .select(['type', 'picture'])
    .executeTakeFirst();
  return row && { type: row.type, bytes: Buffer.from(row.picture, 'base64') };
}

/** Replaces the logo of an event. @param logo `undefined` removes it */
export async function saveLogo(tx: Write, eventId: number, logo: Logo | undefined): Promise<void> {
  await tx.deleteFrom('logos').where('event_id', '=', eventId).execute();
  if (!logo) return;
  const { type, bytes } = logo;
  const row = { event_id: eventId, type, picture: bytes.toString('base64') };
  await tx.insertInto('logos').values(row).execute();
}

/** Copies the logo of one event to another one. */
export async function copyLogo(tx: Write, fromId: number, eventId: number): Promise<void> {
  const logo = await findLogo(tx, fromId);
  await saveLogo(tx, eventId, logo);
}
