/**
 * Notifications that are to be sent: one row for each device and race, notice or day. A worker takes rows by moving their
 * due time to the end of its lease; if it crashes, they come due again.
 * Also stores what devices were notified of (crews and races), so that no device is notified of the same state twice.
 */
import type { NewsKind } from '../../contract/following.ts';
import { LONGEST_DELIVERY_WAIT_MILLIS } from '../../domain/queue-rules.ts';
import { KEEP_NOTIFIED_MILLIS } from '../../domain/retention-rules.ts';
import type { Queries, Write } from '../engine/database.ts';
import { deleteAll, findsAny, MAX_PARAMETERS, partsOf, updateAll } from '../engine/rows.ts';
import type { Row } from '../migrations/tables.ts';
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
  /** The states that this message has told its device, if they are to be stored. */
  told?: readonly NotifiedStates[];
}

/** Whether a device has a delivery that is still to be sent. */
export function hasDelivery(
  db: Queries,
  deviceId: number,
  { eventId, kind, subject }: NewsSubject,
): Promise<boolean> {
  return findsAny(
    db
      .selectFrom('deliveries')
      .where('event_id', '=', eventId)
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .where('device_id', '=', deviceId)
      .select('device_id'),
  );
}

/**
 * The devices, among the given ones, to which a worker is sending a message of these kinds and subjects at the moment.
 *
 * @param about.subjects patterns of `like`; with an empty list the result is empty
 * @param leaseMillis the length of a worker's lease on deliveries
 */
export async function listDevicesBeingNotified(
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

/** Takes deliveries that are due; until the lease ends, no other worker takes them. `now` is in epoch milliseconds. */
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

/** Deletes deliveries. A row that got a newer version since it was taken stays: it is due at once, with no attempts. */
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

/** Notes the first message that reached a device: such a device is not deleted to make room for new ones. */
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

/** Moves due times; `attempts` is how often each delivery has been tried so far. */
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

/** The wait to store. It is limited because the clock may have been set, in either direction, since the row was taken. */
function waitOf({ takenAt }: Delivery, dueAt: number): number {
  return Math.min(Math.max(dueAt - takenAt, 0), LONGEST_DELIVERY_WAIT_MILLIS);
}

/** When the next row of the outbox or the next delivery is due, in epoch milliseconds; `undefined` if there is none. */
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

/** What one device was notified of: the states of crews, or of a race as a whole (`THE_RACE`). */
export interface NotifiedStates {
  eventId: number;
  about: Row<'told'>['about'];
  raceId: number;
  /** The states by the id of the crew. */
  states: ReadonlyMap<number, string>;
}

/** What devices were notified of a race: the states by crew, by device. Devices without any are left out. */
export async function findNotifiedStates(
  db: Queries,
  { eventId, about, raceId }: Omit<NotifiedStates, 'states'>,
  deviceIds: readonly number[],
): Promise<Map<number, Map<number, string>>> {
  if (deviceIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('told')
    .where('event_id', '=', eventId)
    .where('about', '=', about)
    .where('race_id', '=', raceId)
    .where('device_id', 'in', deviceIds)
    .select(['device_id', 'crew_id', 'state'])
    .execute();
  const told = new Map<number, Map<number, string>>();
  for (const { device_id, crew_id, state } of rows) {
    const ofDevice = told.get(device_id) ?? new Map<number, string>();
    told.set(device_id, ofDevice.set(crew_id, state));
  }
  return told;
}

/** Stores what devices were notified of, except those that were deleted meanwhile. @param now epoch milliseconds */
async function noteTold(
  tx: Write,
  told: readonly (NotifiedStates & { deviceId: number })[],
  now: number,
): Promise<void> {
  if (told.length === 0) return;
  const kept = await tx
    .selectFrom('devices')
    .where('id', 'in', [...new Set(told.map(({ deviceId }) => deviceId))])
    .select('id')
    .execute();
  const ids = new Set(kept.map(({ id }) => id));
  const rows = told.flatMap(({ eventId, about, raceId, states, deviceId }) =>
    Array.from(ids.has(deviceId) ? states : [], ([crewId, state]) => ({
      ...{ event_id: eventId, about, race_id: raceId, crew_id: crewId, device_id: deviceId },
      ...{ state, told_at: now },
    })),
  );
  // One statement must not insert the same key twice, so the last state of each key is kept.
  const last = new Map(rows.map((row) => [TOLD_KEYS.map((key) => row[key]).join(), row]));
  for (const some of partsOf([...last.values()], Math.floor(MAX_PARAMETERS / COLUMNS))) {
    await tx
      .insertInto('told')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(TOLD_KEYS).doUpdateSet((eb) => ({
          state: eb.ref('excluded.state'),
          told_at: eb.ref('excluded.told_at'),
        })),
      )
      .execute();
  }
}

const TOLD_KEYS = ['event_id', 'about', 'race_id', 'crew_id', 'device_id'] as const;
const COLUMNS = 7;

/** Deletes states older than `KEEP_NOTIFIED_MILLIS`. @param now epoch milliseconds */
export async function deleteOldNotifiedStates(tx: Write, now: number): Promise<void> {
  await tx
    .deleteFrom('told')
    .where('told_at', '<', now - KEEP_NOTIFIED_MILLIS)
    .execute();
}
