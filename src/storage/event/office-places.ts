/** Where in race offices people are: one row for each session, without a history. */
import { sql } from 'kysely';
import type { OfficePart } from '../../contract/console/office.ts';
import { managedBy } from '../accounts/access.ts';
import type { Queries, Write } from '../engine/database.ts';

export interface Place {
  sessionId: number;
  eventId: number;
  part: OfficePart;
  raceId: number | null;
  /** When the page last said so, in epoch milliseconds. */
  at: number;
}

/** Saves where somebody is; a race that the event does not have, or not any more, is left out. */
export async function savePlace(tx: Write, { sessionId, eventId, ...place }: Place): Promise<void> {
  const { part, raceId, at } = place;
  const race = sql<
    number | null
  >`(select id from races where id = ${raceId} and event_id = ${eventId})`;
  const values = { event_id: eventId, part, race_id: race, at };
  await tx
    .insertInto('office_places')
    .values({ session_id: sessionId, ...values })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(values))
    .execute();
}

/** Where somebody was last, in whichever office. */
export async function findPlace(db: Queries, sessionId: number): Promise<Place | undefined> {
  return db
    .selectFrom('office_places')
    .where('session_id', '=', sessionId)
    .select(['session_id as sessionId', 'event_id as eventId', 'part', 'race_id as raceId', 'at'])
    .executeTakeFirst();
}

/** Forgets where somebody was who has left an office. */
export async function deletePlace(
  tx: Write,
  { sessionId, eventId }: Pick<Place, 'sessionId' | 'eventId'>,
): Promise<void> {
  await tx
    .deleteFrom('office_places')
    .where('session_id', '=', sessionId)
    .where('event_id', '=', eventId)
    .execute();
}

/** Somebody in a race office. */
interface PlaceOfPerson extends Omit<Place, 'sessionId'> {
  userId: number;
  name: string;
  /** Of the session, each in epoch milliseconds. */
  createdAt: number;
  lastSeenAt: number;
}

/** The people in some offices who manage the event and have said so since a moment, those who said it last first. */
export function listPlaces(
  db: Queries,
  eventIds: readonly number[],
  since: number,
): Promise<PlaceOfPerson[]> {
  return db
    .selectFrom('office_places as p')
    .innerJoin('sessions as s', 's.id', 'p.session_id')
    .innerJoin('users as u', (join) =>
      join.onRef('u.id', '=', 's.user_id').on('u.closed_at', 'is', null),
    )
    .innerJoin('events as e', 'e.id', 'p.event_id')
    .where('p.event_id', 'in', eventIds)
    .where('p.at', '>', since)
    .where(managedBy(sql.ref('u.id')))
    .orderBy('p.at', 'desc')
    .orderBy('p.session_id', 'desc')
    .select([
      'p.event_id as eventId',
      'p.part',
      'p.race_id as raceId',
      'p.at',
      'u.id as userId',
      'u.display_name as name',
      's.created_at as createdAt',
      's.last_seen_at as lastSeenAt',
    ])
    .execute();
}
