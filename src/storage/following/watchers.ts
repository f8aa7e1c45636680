/** Who may go on watching events in the console, and whether there is anything new to see. */
import { sql } from 'kysely';
import { managedBy } from '../accounts/access.ts';
import type { Database, Queries } from '../engine/database.ts';
import { prepare } from '../engine/prepared.ts';

/** A session, whatever its age, with an event if its person manages that. */
interface Watched {
  sessionId: number;
  userId: number;
  /** Each in epoch milliseconds. */
  createdAt: number;
  lastSeenAt: number;
  eventId: number | null;
  /** How many entries the history of the event has. */
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

/** Finds a session by the hash of its token, and an event, if its person manages it. */
export type FindWatched = (
  tokenHash: string,
  eventId: number,
) => Watched | undefined | Promise<Watched | undefined>;

/** The one look-up of every request for an office, prepared once: fifty offices ask at once after each change. */
export function prepareWatchedLookUp(database: Database): FindWatched {
  const query = watchedQuery.compile(database.reads);
  // The types are those of the query's parameters, in its order.
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

/** Those of some sessions whose person's account is open, with those of some events that the person manages. */
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

/** The newest entries in the histories of some events, by event. */
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
