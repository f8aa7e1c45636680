/**
 * Who sends a request, and what may they see: the look-up that every request of the API needs, and the events of a
 * person.
 */
import { type Expression, expressionBuilder, sql } from 'kysely';
import { MAX_LISTED_EVENTS } from '../../contract/limits.ts';
import type { EventListItem, Identity } from '../../contract/schedule.ts';
import { rolesThatMay } from '../../domain/accounts/roles.ts';
import type { Database, Queries } from '../engine/database.ts';
import { prepare } from '../engine/prepared.ts';
import { findsAny } from '../engine/rows.ts';
import { type EventRow, eventOf, selectEvents, selectNewestEvents } from '../event/events.ts';
import type { Tables } from '../migrations/tables.ts';

/** The owner of a live key, and the state of the requested event, if they manage it. */
export interface Access {
  keyId: number;
  userId: number;
  /** `null` when there is no such event or the person does not manage it. */
  eventId: number | null;
  /** The revision of the schedule; `null` when there is none, as is `updatedAt` (epoch milliseconds). */
  revision: number | null;
  updatedAt: number | null;
}

const accessQuery = prepare<{ keyHash: string; eventId: number }, Access>((db, p) =>
  db
    .selectFrom('api_keys as k')
    .leftJoin('events as e', (join) =>
      join.on('e.id', '=', p.eventId).on(managedBy(sql.ref('k.user_id'))),
    )
    .leftJoin('schedules as s', 's.event_id', 'e.id')
    .where('k.key_hash', '=', p.keyHash)
    .where('k.revoked_at', 'is', null)
    .select([
      'k.id as keyId',
      'k.user_id as userId',
      'e.id as eventId',
      's.revision as revision',
      's.updated_at as updatedAt',
    ]),
);

/** Looks up the hash of a key and the id of an event (or `NO_EVENT`); `undefined`: the key is unknown or revoked. */
type FindAccess = (
  keyHash: string,
  eventId: number,
) => Access | undefined | Promise<Access | undefined>;

/** Prepares the look-up of `findAccess` for all further requests. */
export function prepareAccess(database: Database): FindAccess {
  const query = accessQuery.compile(database.reads);
  // The types of the parameters in the order of the query.
  const lookUp = database.connections.prepareLookUp<Access>(query, ['bigint', 'text']);
  return (keyHash, eventId) => lookUp(accessQuery.bind(query, { keyHash, eventId }));
}

/**
 * Looks up a live key, its owner, and whether the owner manages an event.
 *
 * @returns `undefined` when the key is unknown or revoked
 */
export async function findAccess(
  db: Queries,
  keyHash: string,
  eventId: number,
): Promise<Access | undefined> {
  const [access] = await accessQuery.run(db, { keyHash, eventId });
  return access;
}

const identityQuery = prepare<{ keyId: number }, Identity>((db, p) =>
  db
    .selectFrom('api_keys as k')
    .innerJoin('users as u', 'u.id', 'k.user_id')
    .where('k.id', '=', p.keyId)
    .select([
      sql<string>`cast(u.id as text)`.as('userId'),
      'u.display_name as displayName',
      'k.label as keyLabel',
      'k.key_prefix as keyPrefix',
    ]),
);

/** The names of a key and its owner. The key must exist. */
export async function findIdentity(db: Queries, keyId: number): Promise<Identity> {
  const [identity] = await identityQuery.run(db, { keyId });
  if (!identity) throw new Error(`there is no key ${keyId}`);
  return identity;
}

/** The events that a person manages, newest first, at most `MAX_LISTED_EVENTS` (decisions A1, A2, A8, L15). */
export async function listManagedEvents(db: Queries, userId: number): Promise<EventListItem[]> {
  return (await managedEventsQuery.run(db, { userId, limit: MAX_LISTED_EVENTS })).map(listItem);
}

const managedEventsQuery = prepare<{ userId: number; limit: number }, EventRow>((db, p) =>
  selectNewestEvents(db)
    .where(managedBy(sql.val(p.userId)))
    .limit(p.limit),
);

const managementQuery = prepare<{ userId: number; eventId: number }, { id: number }>((db, p) =>
  db
    .selectFrom('events as e')
    .innerJoin('users as u', (join) => join.on('u.id', '=', p.userId).on('u.closed_at', 'is', null))
    .where('e.id', '=', p.eventId)
    .where(managedBy(sql.ref('u.id')))
    .select('e.id'),
);

/** Whether a person manages an event (decision L15); false once their account is closed. */
export async function managesEvent(db: Queries, userId: number, eventId: number): Promise<boolean> {
  const [event] = await managementQuery.run(db, { userId, eventId });
  return event !== undefined;
}

/** Whether a person is admin of the club of an event. */
export function administersEvent(db: Queries, userId: number, eventId: number): Promise<boolean> {
  return findsAny(
    db
      .selectFrom('events as e')
      .innerJoin('memberships as m', 'm.club_id', 'e.club_id')
      .where('e.id', '=', eventId)
      .where('m.user_id', '=', userId)
      .where('m.role', 'in', rolesThatMay('manage-club'))
      .select('e.id'),
  );
}

/** All events with the name of their club, in no order. */
export async function listEvents(
  db: Queries,
): Promise<{ event: EventListItem & EventKind; organiser: string }[]> {
  const rows = await selectEvents(db)
    .innerJoin('clubs as c', 'c.id', 'e.club_id')
    .select(['e.is_trial', 'e.is_archived', 'e.is_announced', 'e.noindex', 'c.name as organiser'])
    .execute();
  return rows.map((row) => ({
    event: {
      ...listItem(row),
      ...(row.is_trial === 1 && { trial: true }),
      ...(row.is_archived === 1 && { archived: true }),
      ...(row.is_announced === 1 && { announced: true }),
      ...(row.noindex === 1 && { noindex: true }),
    },
    organiser: row.organiser,
  }));
}

interface EventKind {
  trial?: boolean;
  archived?: boolean;
  announced?: boolean;
  noindex?: boolean;
}

function listItem(row: EventRow): EventListItem {
  return { ...eventOf(row), hasSchedule: row.status !== null, scheduleStatus: row.status };
}

/** Roles as literals: as parameters, they would need types in `prepareLookUp`. */
const MANAGERS = sql.join(rolesThatMay('manage-events').map((role) => sql.lit(role)));

/** A condition: the person manages the event `e`, as its creator or by their role in its club (decision L15). */
export function managedBy(userId: Expression<number>) {
  const eb = expressionBuilder<Tables & { e: Tables['events'] }, 'e'>();
  const managersRole = eb
    .selectFrom('memberships as m')
    .select('m.user_id')
    .whereRef('m.club_id', '=', 'e.club_id')
    .where('m.user_id', '=', userId)
    .where(sql<boolean>`m.role in (${MANAGERS})`);
  return eb.or([eb('e.creator_id', '=', userId), eb.exists(managersRole)]);
}
