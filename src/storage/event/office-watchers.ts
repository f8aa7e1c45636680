/**
 * Open race offices: which sessions may go on watching an event in the console, whether there is anything new, and which
 * part of the office each person has open.
 */
import { sql } from 'kysely';
import type { OfficePart } from '../../contract/console/office.ts';
import { managedBy } from '../accounts/access.ts';
import type { Database, Queries, Write } from '../engine/database.ts';
import { prepare } from '../engine/prepared.ts';

/** A session, of whatever age, with the event if its person manages that. */
interface Watched {
  sessionId: number;
  userId: number;
  /** Each in epoch milliseconds. */
  createdAt: number;
  lastSeenAt: number;
  eventId: number | null;
  /** The revision of the race office: the number of the newest entry of the event's history, also a removed one. */
  revision: number;
}

const watchedQuery = prepare<{ tokenHash: string; eventId: number }, Watched>((db, p) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('users as u', (join) =>
      join.onRef('u.id', '=', 's.user_id').on('u.closed_at', 'is', null),
    )
    .leftJoin('events as e', (join) =>
      join.on('e.id', '=', p.eventId).on(managedBy(sql.ref('u.id'))),
    )
    .where('s.token_hash', '=', p.tokenHash)
    .select((eb) => [
      's.id as sessionId',
      's.user_id as userId',
      's.created_at as createdAt',
      's.last_seen_at as lastSeenAt',
      'e.id as eventId',
      eb
        .selectFrom('history as h')
        .whereRef('h.event_id', '=', 'e.id')
        .select(({ fn, lit, selectFrom }) => {
          const removed = selectFrom('removed_history as r')
            .whereRef('r.event_id', '=', 'e.id')
            .select('r.to_number');
          return fn.coalesce(fn.max('h.number'), removed, lit(0)).as('number');
        })
        .$asScalar()
        .$notNull()
        .as('revision'),
    ]),
);

/** Finds a session by the hash of its token, and the event, if the session's person manages it. */
export type FindWatched = (
  tokenHash: string,
  eventId: number,
) => Watched | undefined | Promise<Watched | undefined>;

/** Prepares the look-up of every request for an office: after each change, fifty open offices may ask at once. */
export function prepareWatchedLookUp(database: Database): FindWatched {
  const query = watchedQuery.compile(database.reads);
  // The types of the parameters in the order of the query.
  const lookUp = database.connections.prepareLookUp<Watched>(query, ['bigint', 'text']);
  return (tokenHash, eventId) => lookUp(watchedQuery.bind(query, { tokenHash, eventId }));
}

/** A session whose person manages an event. */
interface Watcher {
  sessionId: number;
  eventId: number;
  /** Each in epoch milliseconds. */
  createdAt: number;
  lastSeenAt: number;
}

/** Each pair of these sessions and events where the session's person manages the event and has an open account. */
export async function listWatchers(
  db: Queries,
  sessionIds: readonly number[],
  eventIds: readonly number[],
): Promise<Watcher[]> {
  return db
    .selectFrom('sessions as s')
    .innerJoin('users as u', (join) =>
      join.onRef('u.id', '=', 's.user_id').on('u.closed_at', 'is', null),
    )
    .innerJoin('events as e', (join) => join.on('e.id', 'in', eventIds))
    .where('s.id', 'in', sessionIds)
    .where(managedBy(sql.ref('u.id')))
    .select([
      's.id as sessionId',
      'e.id as eventId',
      's.created_at as createdAt',
      's.last_seen_at as lastSeenAt',
    ])
    .execute();
}

/** The id of the newest entry in the history of each of these events, by event; `null`: it has no entries. */
export async function listNewestEntries(
  db: Queries,
  eventIds: readonly number[],
): Promise<Map<number, number | null>> {
  const rows = await db
    .selectFrom('events as e')
    .where('e.id', 'in', eventIds)
    .select((eb) => [
      'e.id as eventId',
      eb
        .selectFrom('history as h')
        .whereRef('h.event_id', '=', 'e.id')
        .select(({ fn }) => fn.max('h.id').as('id'))
        .as('entryId'),
    ])
    .execute();
  return new Map(rows.map(({ eventId, entryId }) => [eventId, entryId]));
}

interface Place {
  sessionId: number;
  eventId: number;
  part: OfficePart;
  raceId: number | null;
  /** When the page last reported this place, in epoch milliseconds. */
  at: number;
}

/** Stores where a session is in an office; a `raceId` that is not a race of the event is stored as null. */
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

/** The last place of a session, in whichever office. */
export async function findPlace(db: Queries, sessionId: number): Promise<Place | undefined> {
  return db
    .selectFrom('office_places')
    .where('session_id', '=', sessionId)
    .select(['session_id as sessionId', 'event_id as eventId', 'part', 'race_id as raceId', 'at'])
    .executeTakeFirst();
}

/** Deletes the place of a session that has left an office. */
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

/** A person in a race office. */
interface PlaceOfPerson extends Omit<Place, 'sessionId'> {
  userId: number;
  name: string;
  /** The times of the session, each in epoch milliseconds. */
  createdAt: number;
  lastSeenAt: number;
}

/** The people whose pages have reported a place in these offices since a time, the latest first; managers only. */
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
