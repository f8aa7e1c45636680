/** Devices and what they follow. */
import { type ExpressionBuilder, sql } from 'kysely';
import { endpointIdentity } from '../domain/endpoint-identity.ts';
import { deleteAll, insertAll, MAX_PARAMETERS, partsOf } from './bulk.ts';
import type { Queries, Write } from './database.ts';
import type { FollowKind, NewRow, Row, Tables } from './tables.ts';

/** A device as its browser describes it, and the network that it came from when it was new. */
export type DeviceDescription = Pick<
  Row<'devices'>,
  'endpoint' | 'p256dh' | 'auth' | 'language'
> & {
  network?: string;
};

/** What a device follows of an event; ids without repeats. */
export interface Following {
  eventId: number;
  wholeEvent: boolean;
  crews: readonly number[];
  races: readonly number[];
}

/** The follows of an event are deleted so long after its last day. */
const KEEP_MILLIS = 30 * 24 * 3_600_000;
/** More rows in one transaction would delay other writes. */
const MAX_FORGOTTEN = 5000;

/**
 * Replaces what a device follows of an event. A device that follows nothing of any event any more is deleted.
 *
 * @param now epoch milliseconds
 */
export async function replaceFollows(
  tx: Write,
  device: DeviceDescription,
  following: Following,
  now: number,
): Promise<void> {
  const { eventId } = following;
  const wanted = targetsOf(following);
  const known = await findDevice(tx, device.endpoint);
  if (!known) {
    if (wanted.length === 0) return;
    const identity = endpointIdentity(device.endpoint);
    const { id } = await tx
      .insertInto('devices')
      .values({ ...device, identity, created_at: now, follow_count: wanted.length })
      .returning('id')
      .executeTakeFirstOrThrow();
    await insertAll(tx, 'follows', rowsOf(id, eventId, wanted));
    return;
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
    .select(['kind', 'target_id'])
    .execute();
  const [removed, added] = [without(held, wanted), without(wanted, held)];
  await deleteAll(tx, 'follows', rowsOf(id, eventId, removed));
  await insertAll(tx, 'follows', rowsOf(id, eventId, added));
  if (removed.length !== added.length) await settleFollowers(tx, [id]);
}

interface Target {
  kind: FollowKind;
  target_id: number;
}

function targetsOf({ eventId, wholeEvent, crews, races }: Following): Target[] {
  return [
    ...(wholeEvent ? [{ kind: 'event' as const, target_id: eventId }] : []),
    ...crews.map((target_id) => ({ kind: 'crew' as const, target_id })),
    ...races.map((target_id) => ({ kind: 'race' as const, target_id })),
  ];
}

function without(targets: readonly Target[], others: readonly Target[]): Target[] {
  const keyOf = ({ kind, target_id }: Target) => `${kind} ${target_id}`;
  const keys = new Set(others.map(keyOf));
  return targets.filter((target) => !keys.has(keyOf(target)));
}

function rowsOf(
  deviceId: number,
  eventId: number,
  targets: readonly Target[],
): NewRow<'follows'>[] {
  return targets.map((target) => ({ device_id: deviceId, event_id: eventId, ...target }));
}

/** Updates `follow_count` of some devices. */
async function countFollows(tx: Write, ids: readonly number[]): Promise<void> {
  await tx
    .updateTable('devices')
    .set({
      follow_count: sql<number>`(select count(*) from follows where device_id = devices.id)`,
    })
    .where('id', 'in', ids)
    .execute();
}

/** The device with an endpoint, in any spelling of it. */
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

/** Which of some ids are crews, or races, of an event. */
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

/** Deletes devices with their follows and deliveries. */
export async function forgetDevices(tx: Write, ids: readonly number[]): Promise<void> {
  for (const some of partsOf(ids)) {
    await tx.deleteFrom('deliveries').where('device_id', 'in', some).execute();
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
 * Deletes the follows of events that ended more than 30 days ago, by their dates and by their races, and the
 * devices that then follow nothing.
 *
 * @param now epoch milliseconds
 * @returns how many follows were deleted; at 5,000 it stops, and there may be more
 */
export async function forgetOldFollows(tx: Write, now: number): Promise<number> {
  const lastDay = new Date(now - KEEP_MILLIS).toISOString().slice(0, 10);
  const events = await tx
    .selectFrom('events')
    .where('end_date', '<', lastDay)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('races')
            .whereRef('races.event_id', '=', 'events.id')
            .where('scheduled_at', '>=', now - KEEP_MILLIS)
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
  const follows = await tx
    .selectFrom('follows')
    .where('event_id', 'in', eventIds)
    .limit(MAX_FORGOTTEN)
    .selectAll()
    .execute();
  await deleteAll(tx, 'follows', follows);
  await settleFollowers(tx, [...new Set(follows.map(({ device_id }) => device_id))]);
  return follows.length;
}

/**
 * To be called after follows of some devices were deleted: deletes the devices that follow nothing any more,
 * and updates `follow_count` of the others.
 */
export async function settleFollowers(tx: Write, ids: readonly number[]): Promise<void> {
  const followsNothing = ({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'devices'>) =>
    not(
      exists(
        selectFrom('follows').whereRef('device_id', '=', 'devices.id').select(sql.lit(1).as('one')),
      ),
    );
  for (const some of partsOf(ids)) {
    const idle = await tx
      .selectFrom('devices')
      .where('id', 'in', some)
      .where(followsNothing)
      .select('id')
      .execute();
    await forgetDevices(
      tx,
      idle.map(({ id }) => id),
    );
    await countFollows(tx, some);
  }
}
