/**
 * Notifications that are to be sent: one row for each device and race, or device and day. A worker takes
 * rows by moving their due time to the end of its lease; should it die, they come due again.
 */
import { sql } from 'kysely';
import { LONGEST_DELIVERY_WAIT_MILLIS } from '../domain/due.ts';
import { deleteAll, partsOf, updateAll } from './bulk.ts';
import type { Queries, Write } from './database.ts';
import type { NewsSubject } from './outbox.ts';
import type { FollowKind } from './tables.ts';

/** A delivery that a worker has taken. */
export interface Delivery extends NewsSubject {
  deviceId: number;
  /** When it was taken, in epoch milliseconds. */
  takenAt: number;
  /** Epoch milliseconds. */
  expiresAt: number;
  attempts: number;
  version: number;
  /** Whether the push service has accepted its message. */
  isDelivered?: boolean;
}

/** Who is notified of some news: those who follow one of these events, races or crews. */
export type Audience = ReadonlyMap<FollowKind, ReadonlySet<number>>;

/** The deliveries that are written together. */
interface DeliveryPage {
  /** Ids of devices: above the first, up to the second. */
  after: number;
  upTo: number;
  /** Epoch milliseconds, both. */
  dueAt: number;
  expiresAt: number;
}

/**
 * Gives each device of an audience one delivery, however many of these things it follows. If it has one
 * already, that keeps its back-off but gets a new version, so that it is sent again.
 */
export async function insertDeliveries(
  tx: Write,
  { eventId, kind, subject }: NewsSubject,
  audience: Audience,
  { after, upTo, dueAt, expiresAt }: DeliveryPage,
): Promise<void> {
  for (const part of parts(audience)) {
    const devices = followersOf(tx, eventId, part)
      .where('device_id', '>', after)
      .where('device_id', '<=', upTo)
      .select('device_id')
      .distinct();
    await sql`
      insert into deliveries (event_id, kind, subject, device_id, due_at, expires_at, attempts, version)
      select cast(${eventId} as bigint), cast(${kind} as text), cast(${subject} as text), device_id,
        cast(${dueAt} as bigint), cast(${expiresAt} as bigint), 0, 1
      from (${devices}) as followers where true
      on conflict (event_id, kind, subject, device_id) do update
        set version = deliveries.version + 1, expires_at = excluded.expires_at`.execute(tx);
  }
}

/** The next devices of an audience, in order of their ids. @param after the id of the last one before */
export async function listFollowers(
  db: Queries,
  eventId: number,
  audience: Audience,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const found = new Set<number>();
  for (const part of parts(audience)) {
    const rows = await followersOf(db, eventId, part)
      .where('device_id', '>', after)
      .select('device_id')
      .distinct()
      .orderBy('device_id')
      .limit(limit)
      .execute();
    for (const row of rows) found.add(row.device_id);
  }
  return [...found].sort((a, b) => a - b).slice(0, limit);
}

function followersOf(db: Queries, eventId: number, { kind, targetIds }: Part) {
  return db
    .selectFrom('follows')
    .where('event_id', '=', eventId)
    .where('kind', '=', kind)
    .where('target_id', 'in', targetIds);
}

interface Part {
  kind: FollowKind;
  targetIds: number[];
}

function parts(audience: Audience): Part[] {
  return [...audience].flatMap(([kind, targets]) =>
    Array.from(partsOf([...targets]), (targetIds) => ({ kind, targetIds })),
  );
}

/** Takes deliveries that are due; until the lease ends, nobody else takes them. */
export async function takeDeliveries(
  tx: Write,
  now: number,
  limit: number,
  leaseMillis: number,
): Promise<Delivery[]> {
  const found = await tx
    .selectFrom('deliveries')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .select([
      'event_id as eventId',
      'kind',
      'subject',
      'device_id as deviceId',
      'expires_at as expiresAt',
      'attempts',
      'version',
    ])
    .execute();
  const deliveries = found.map((delivery) => ({ ...delivery, takenAt: now }));
  const lease = { due_at: now + leaseMillis, wait_millis: leaseMillis };
  await updateAll(
    tx,
    'deliveries',
    KEYS,
    deliveries.map((delivery) => ({ ...keyOf(delivery), ...lease })),
  );
  return deliveries;
}

/** Deletes deliveries. Those with a newer version than the one that was taken are due at once, with no tries. */
export async function endDeliveries(
  tx: Write,
  deliveries: readonly Delivery[],
  now: number,
): Promise<void> {
  await noteDelivered(tx, deliveries, now);
  await deleteAll(
    tx,
    'deliveries',
    deliveries.map((delivery) => ({ ...keyOf(delivery), version: delivery.version })),
  );
  await updateAll(
    tx,
    'deliveries',
    KEYS,
    deliveries.map((delivery) => ({
      ...keyOf(delivery),
      due_at: now,
      wait_millis: 0,
      attempts: 0,
    })),
  );
}

/** A device that has got a message once does not have to make room for others. */
async function noteDelivered(
  tx: Write,
  deliveries: readonly Delivery[],
  now: number,
): Promise<void> {
  const ids = deliveries.flatMap(({ isDelivered, deviceId }) => (isDelivered ? deviceId : []));
  if (ids.length === 0) return;
  await tx
    .updateTable('devices')
    .set({ delivered_at: now })
    .where('id', 'in', ids)
    .where('delivered_at', 'is', null)
    .execute();
}

/** Moves due times; `attempts` is how often each delivery has been tried by now. */
export async function putOffDeliveries(
  tx: Write,
  deliveries: readonly { delivery: Delivery; dueAt: number; attempts: number }[],
): Promise<void> {
  await updateAll(
    tx,
    'deliveries',
    KEYS,
    deliveries.map(({ delivery, dueAt, attempts }) => ({
      ...keyOf(delivery),
      due_at: dueAt,
      wait_millis: waitOf(delivery, dueAt),
      attempts,
    })),
  );
}

/** The clock may have been set, in either direction, since the delivery was taken. */
function waitOf({ takenAt }: Delivery, dueAt: number): number {
  return Math.min(Math.max(dueAt - takenAt, 0), LONGEST_DELIVERY_WAIT_MILLIS);
}

/** A device, and what it follows of an event. */
export interface Addressee {
  id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  language: string;
  follows: { kind: FollowKind; targetId: number }[];
}

/** Devices by their ids, without those that have been deleted. */
export async function findAddressees(
  db: Queries,
  eventId: number,
  deviceIds: readonly number[],
): Promise<Map<number, Addressee>> {
  const devices = await db
    .selectFrom('devices')
    .where('id', 'in', deviceIds)
    .select(['id', 'endpoint', 'p256dh', 'auth', 'language'])
    .execute();
  const addressees = new Map(devices.map((device) => [device.id, { ...device, follows: [] }]));
  const follows = await db
    .selectFrom('follows')
    .where('device_id', 'in', deviceIds)
    // As an expression, so that no database uses the index on the event, which has many more followers.
    .where(sql<number>`event_id + 0`, '=', eventId)
    .select(['device_id', 'kind', 'target_id'])
    .execute();
  for (const { device_id, kind, target_id } of follows) {
    const addressee: Addressee | undefined = addressees.get(device_id);
    addressee?.follows.push({ kind, targetId: target_id });
  }
  return addressees;
}

/** When the next row of the outbox or delivery is due; `undefined` when there is none. */
export async function findNextDue(db: Queries): Promise<number | undefined> {
  const news = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.min('due_at').as('at'))
    .execute();
  const deliveries = await db
    .selectFrom('deliveries')
    .select((eb) => eb.fn.min('due_at').as('at'))
    .execute();
  const times = [...news, ...deliveries].flatMap(({ at }) => at ?? []);
  return times.length > 0 ? Math.min(...times) : undefined;
}

const KEYS = ['event_id', 'kind', 'subject', 'device_id'] as const;

function keyOf({ eventId, kind, subject, deviceId }: Delivery) {
  return { event_id: eventId, kind, subject, device_id: deviceId };
}
