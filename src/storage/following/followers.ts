/** Devices and what they follow. */
import { sql } from 'kysely';
import { clubNumber, endpointIdentity } from '../../domain/following/followers.ts';
import { KEEP_FOLLOWS_MILLIS } from '../../domain/retention-rules.ts';
import type { Queries, Write } from '../engine/database.ts';
import { deleteAll, insertAll, insertOne, MAX_PARAMETERS, partsOf } from '../engine/rows.ts';
import type { FollowKind, NewRow, Row } from '../migrations/tables.ts';

/** A device as its browser describes it, and the network from which it was first registered. */
export type DeviceDescription = Pick<
  Row<'devices'>,
  'endpoint' | 'p256dh' | 'auth' | 'language'
> & {
  network?: string;
};

/** What a device follows of an event; the lists have no repeats. */
export interface Following {
  eventId: number;
  wholeEvent: boolean;
  crews: readonly number[];
  races: readonly number[];
  /** Ids of clubs, as crews have them (`clubId`). */
  clubs?: readonly string[];
  /** How long before a race it wants to be reminded; `null` or left out: never. */
  remindMinutes?: number | null;
}

/** How many rows one transaction deletes at most; more would delay other writes. */
const MAX_FORGOTTEN = 5000;

/** What a device follows of an event after a change: `added` is new, `kept` it followed before, too. */
export interface FollowChange {
  deviceId: number;
  added: readonly Target[];
  kept: readonly Target[];
  /** How long before a race it wanted to be reminded; `null`: never. */
  minutesBefore: number | null;
}

/**
 * Replaces what a device follows of an event. As long as the device follows anything of the event, it goes on following
 * crews and races that were removed, because an undo may bring them back. A device that follows nothing of any event any
 * more is deleted.
 *
 * @param now epoch milliseconds
 * @returns `undefined` for an unknown device that is to follow nothing
 */
export async function replaceFollows(
  tx: Write,
  device: DeviceDescription,
  following: Following,
  now: number,
): Promise<FollowChange | undefined> {
  const { eventId, remindMinutes = null } = following;
  const wanted = targetsOf(following);
  const known = await findDevice(tx, device.endpoint);
  if (!known) {
    if (wanted.length === 0) return undefined;
    const identity = endpointIdentity(device.endpoint);
    const row = { ...device, identity, created_at: now, follow_count: wanted.length };
    const id = await insertOne(tx, 'devices', row);
    await insertAll(tx, 'follows', rowsOf(id, following, wanted));
    return { deviceId: id, added: wanted, kept: [], minutesBefore: null };
  }
  const { id } = known;
  const { endpoint, p256dh, auth, language } = device;
  const described = { endpoint, p256dh, auth, language };
  if (Object.entries(described).some(([name, value]) => known[name as 'endpoint'] !== value)) {
    await tx.updateTable('devices').set(described).where('id', '=', id).execute();
  }
  const held = await tx
    .selectFrom('follows')
    .where('device_id', '=', id)
    .where('event_id', '=', eventId)
    .select(['kind', 'target_id', 'remind_minutes'])
    .execute();
  const [dropped, added] = [without(held, wanted), without(wanted, held)];
  const removed = wanted.length === 0 ? dropped : await existingTargets(tx, eventId, dropped);
  await deleteAll(
    tx,
    'follows',
    removed.map(({ kind, target_id }) => ({ device_id: id, event_id: eventId, kind, target_id })),
  );
  const isOtherTime = held.some(({ remind_minutes }) => remind_minutes !== remindMinutes);
  if (isOtherTime) {
    await tx
      .updateTable('follows')
      .set({ remind_minutes: remindMinutes })
      .where('device_id', '=', id)
      .where('event_id', '=', eventId)
      .execute();
  }
  await insertAll(tx, 'follows', rowsOf(id, following, added));
  if (removed.length !== added.length) await updateFollowCounts(tx, [id]);
  const minutesBefore = held[0]?.remind_minutes ?? null;
  return { deviceId: id, added, kept: without(wanted, added), minutesBefore };
}

interface Target {
  kind: FollowKind;
  target_id: number;
}

function targetsOf({ eventId, wholeEvent, crews, races, clubs = [] }: Following): Target[] {
  return [
    ...(wholeEvent ? [{ kind: 'event' as const, target_id: eventId }] : []),
    ...crews.map((target_id) => ({ kind: 'crew' as const, target_id })),
    ...races.map((target_id) => ({ kind: 'race' as const, target_id })),
    ...clubs.map((club) => ({ kind: 'club' as const, target_id: clubNumber(club) })),
  ];
}

function without(targets: readonly Target[], others: readonly Target[]): Target[] {
  const keyOf = ({ kind, target_id }: Target) => `${kind} ${target_id}`;
  const keys = new Set(others.map(keyOf));
  return targets.filter((target) => !keys.has(keyOf(target)));
}

/** The given targets without crews and races that were removed or merged. */
async function existingTargets(
  tx: Queries,
  eventId: number,
  targets: readonly Target[],
): Promise<Target[]> {
  const known = (table: 'teams' | 'races', of: FollowKind) => {
    const ids = targets.filter(({ kind }) => kind === of).map(({ target_id }) => target_id);
    return listKnown(tx, table, eventId, ids);
  };
  const [crews, races] = [await known('teams', 'crew'), await known('races', 'race')];
  return targets.filter(
    ({ kind, target_id: id }) =>
      (kind !== 'crew' || crews.has(id)) && (kind !== 'race' || races.has(id)),
  );
}

function rowsOf(
  deviceId: number,
  { eventId, remindMinutes = null }: Following,
  targets: readonly Target[],
): NewRow<'follows'>[] {
  const common = { device_id: deviceId, event_id: eventId, remind_minutes: remindMinutes };
  return targets.map((target) => ({ ...common, ...target }));
}

/**
 * Makes all devices that follow the crew `from` follow the crew `to` as well. The rows of `from` stay, because an undo
 * may bring that crew back.
 */
export async function copyCrewFollows(
  tx: Write,
  eventId: number,
  from: number,
  to: number,
): Promise<void> {
  const ofCrew = (id: number) =>
    tx
      .selectFrom('follows')
      .where('event_id', '=', eventId)
      .where('kind', '=', 'crew')
      .where('target_id', '=', id);
  await tx
    .insertInto('follows')
    .columns(['device_id', 'event_id', 'kind', 'target_id', 'remind_minutes'])
    .expression(
      ofCrew(from).select(({ val }) => [
        'device_id',
        'event_id',
        'kind',
        sql<number>`cast(${val(to)} as bigint)`.as('target_id'),
        'remind_minutes',
      ]),
    )
    // A device may follow the other crew already, or have just begun to.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .updateTable('devices')
    .set({ follow_count: FOLLOWS_OF_DEVICE })
    .where('id', 'in', ofCrew(from).select('device_id'))
    .execute();
}

/** How many rows of `follows` a device has, also of removed crews and races, because these may come back. */
const FOLLOWS_OF_DEVICE = sql<number>`(select count(*) from follows where device_id = devices.id)`;

/** The device with this endpoint, in any spelling (`endpointIdentity`). */
export async function findDevice(
  db: Queries,
  endpoint: string,
): Promise<(DeviceDescription & { id: number; network: string }) | undefined> {
  return db
    .selectFrom('devices')
    .where('identity', '=', endpointIdentity(endpoint))
    .select(['id', 'endpoint', 'p256dh', 'auth', 'language', 'network'])
    .executeTakeFirst();
}

/** Which of the given ids belong to crews, or races, of an event. */
export async function listKnown(
  db: Queries,
  table: 'teams' | 'races',
  eventId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom(table)
    .where('event_id', '=', eventId)
    .where('id', 'in', ids)
    .select('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Deletes devices with their follows, deliveries, and the record of what they were notified of. */
export async function forgetDevices(tx: Write, ids: readonly number[]): Promise<void> {
  for (const some of partsOf([...new Set(ids)])) {
    await tx.deleteFrom('deliveries').where('device_id', 'in', some).execute();
    await tx.deleteFrom('told').where('device_id', 'in', some).execute();
    await tx.deleteFrom('follows').where('device_id', 'in', some).execute();
    await tx.deleteFrom('devices').where('id', 'in', some).execute();
  }
}

/** Deletes devices by their endpoints. */
export async function forgetEndpoints(tx: Write, endpoints: readonly string[]): Promise<void> {
  if (endpoints.length === 0) return;
  const devices = await tx
    .selectFrom('devices')
    .where('identity', 'in', endpoints.map(endpointIdentity))
    .select('id')
    .execute();
  await forgetDevices(
    tx,
    devices.map(({ id }) => id),
  );
}

/**
 * Deletes the follows of events that ended more than 30 days ago, judged by both their last day and their last race, and
 * the devices that then follow nothing.
 *
 * @param now epoch milliseconds
 * @returns how many follows were deleted; at most 5,000 in one call, then there may be more
 */
export async function forgetOldFollows(tx: Write, now: number): Promise<number> {
  const lastDay = new Date(now - KEEP_FOLLOWS_MILLIS).toISOString().slice(0, 10);
  const events = await tx
    .selectFrom('events')
    .where('end_date', '<', lastDay)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('races')
            .whereRef('races.event_id', '=', 'events.id')
            .where('scheduled_at', '>=', now - KEEP_FOLLOWS_MILLIS)
            .select(sql.lit(1).as('one')),
        ),
      ),
    )
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('follows')
          .whereRef('follows.event_id', '=', 'events.id')
          .select(sql.lit(1).as('one')),
      ),
    )
    .limit(MAX_PARAMETERS)
    .select('id')
    .execute();
  if (events.length === 0) return 0;
  const eventIds = events.map(({ id }) => id);
  return deleteFollowsOf(tx, eventIds, MAX_FORGOTTEN);
}

/** Deletes at most `limit` follows of events, because all at once would delay other writes. @returns how many were deleted */
export async function deleteFollowsOf(
  tx: Write,
  eventIds: readonly number[],
  limit: number,
): Promise<number> {
  const follows = await tx
    .selectFrom('follows')
    .where('event_id', 'in', eventIds)
    .limit(limit)
    .select(['event_id', 'kind', 'target_id', 'device_id'])
    .execute();
  await deleteAll(tx, 'follows', follows);
  await updateFollowCounts(
    tx,
    follows.map(({ device_id }) => device_id),
  );
  return follows.length;
}

/**
 * To be called after follows of some devices were deleted or added: deletes the devices that follow nothing any more,
 * and updates `follow_count` of the others.
 */
export async function updateFollowCounts(tx: Write, ids: readonly number[]): Promise<void> {
  for (const some of partsOf(ids)) {
    const idle = await tx
      .selectFrom('devices')
      .where('id', 'in', some)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('follows')
              .whereRef('device_id', '=', 'devices.id')
              .select(sql.lit(1).as('one')),
          ),
        ),
      )
      .select('id')
      .execute();
    await forgetDevices(
      tx,
      idle.map(({ id }) => id),
    );
    const others = tx.updateTable('devices').where('id', 'in', some);
    await others.set({ follow_count: FOLLOWS_OF_DEVICE }).execute();
  }
}
