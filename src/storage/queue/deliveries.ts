/**
 * Notifications that are to be sent: one row for each device and race, notice or day. A worker takes
 * rows by moving their due time to the end of its lease; should it die, they come due again.
 */
import type { NewsKind } from '../../contract/following.ts';
import { LONGEST_DELIVERY_WAIT_MILLIS } from '../../domain/day/due.ts';
import { deleteAll, updateAll } from '../engine/bulk.ts';
import type { Queries, Write } from '../engine/database.ts';
import { noteTold, type Told } from '../following/told.ts';
import type { NewsSubject } from './outbox.ts';

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
  /** What its device has been told by that, where it is remembered. */
  told?: readonly Told[];
}

/** Whether a device has a delivery that is still to be sent. */
export async function hasDelivery(
  db: Queries,
  deviceId: number,
  { eventId, kind, subject }: NewsSubject,
): Promise<boolean> {
  const row = await db
    .selectFrom('deliveries')
    .where('event_id', '=', eventId)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('device_id', '=', deviceId)
    .select('device_id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The devices, among some, to which a message of some kinds is being sent.
 *
 * @param about.subjects patterns of `like`
 * @param leaseMillis for how long a worker takes deliveries
 */
export async function listBeingTold(
  db: Queries,
  {
    eventId,
    kinds,
    subjects,
  }: { eventId: number; kinds: readonly NewsKind[]; subjects: readonly string[] },
  deviceIds: readonly number[],
  { now, leaseMillis }: { now: number; leaseMillis: number },
): Promise<Set<number>> {
  if (subjects.length === 0) return new Set();
  const rows = await db
    .selectFrom('deliveries')
    .where('event_id', '=', eventId)
    .where('kind', 'in', kinds)
    .where((eb) => eb.or(subjects.map((subject) => eb('subject', 'like', subject))))
    .where('device_id', 'in', deviceIds)
    .where('due_at', '>', now)
    .where('wait_millis', '=', leaseMillis)
    .select('device_id')
    .execute();
  return new Set(rows.map(({ device_id }) => device_id));
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
  const told = deliveries.flatMap(({ told = [], deviceId }) =>
    told.map((each) => ({ ...each, deviceId })),
  );
  await noteTold(tx, told, now);
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
