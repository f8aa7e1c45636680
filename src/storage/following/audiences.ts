/** Which devices get deliveries of some news, and what is needed to send to each of them. */
import { type Expression, sql } from 'kysely';
import type { Queries, Write } from '../engine/database.ts';
import { partsOf } from '../engine/rows.ts';
import type { FollowKind } from '../migrations/tables.ts';
import type { NewsSubject } from '../queue/outbox.ts';

/** The devices that are notified of some news. */
export interface Audience {
  /** Devices that follow one of these events, crews, races or clubs; `'everybody'`: anything of the event. */
  of: ReadonlyMap<FollowKind, ReadonlySet<number>> | 'everybody';
  /** Of these devices, only those that want to be reminded this many minutes before a race. */
  remindMinutes?: number;
}

/** The deliveries that are written in one go. */
interface DeliveryPage {
  /** The devices with ids above `after`, up to and including `upTo`. */
  after: number;
  upTo: number;
  /** Epoch milliseconds, both. */
  dueAt: number;
  expiresAt: number;
}

/**
 * Gives each device of an audience one delivery, however many of the targets it follows. If the device has one already,
 * that delivery keeps its due time and attempts, but gets a new version, so that it is sent again.
 */
export async function insertDeliveries(
  tx: Write,
  news: NewsSubject,
  audience: Audience,
  { after, upTo, dueAt, expiresAt }: DeliveryPage,
): Promise<void> {
  for (const part of parts(audience)) {
    const devices = followersOf(tx, news.eventId, part, audience.remindMinutes)
      .where('device_id', '>', after)
      .where('device_id', '<=', upTo)
      .select('device_id')
      .distinct();
    await sql`${insertFor(devices, news, { dueAt, expiresAt })} do update
      set version = deliveries.version + 1, expires_at = excluded.expires_at`.execute(tx);
  }
}

/** Gives each of these devices a delivery, unless it has one already. Times are epoch milliseconds. */
export async function insertDeliveriesTo(
  tx: Write,
  deviceIds: readonly number[],
  news: NewsSubject,
  times: DeliveryTimes,
): Promise<void> {
  for (const ids of partsOf(deviceIds)) {
    const devices = tx.selectFrom('devices').where('id', 'in', ids).select('id as device_id');
    await sql`${insertFor(devices, news, times)} do nothing`.execute(tx);
  }
}

type DeliveryTimes = Pick<DeliveryPage, 'dueAt' | 'expiresAt'>;

/** The start of the insert; the caller adds what to do with a delivery that a device already has. */
function insertFor(
  devices: Expression<{ device_id: number }>,
  { eventId, kind, subject }: NewsSubject,
  { dueAt, expiresAt }: DeliveryTimes,
) {
  return sql`
    insert into deliveries (event_id, kind, subject, device_id, due_at, expires_at, attempts, version)
    select cast(${eventId} as bigint), cast(${kind} as text), cast(${subject} as text), device_id,
      cast(${dueAt} as bigint), cast(${expiresAt} as bigint), 0, 1
    from (${devices}) as devices where true
    on conflict (event_id, kind, subject, device_id)`;
}

/** The ids of the next devices of an audience, ascending. @param after only devices with a higher id */
export async function listFollowers(
  db: Queries,
  eventId: number,
  audience: Audience,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const found = new Set<number>();
  for (const part of parts(audience)) {
    const rows = await followersOf(db, eventId, part, audience.remindMinutes)
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

function followersOf(db: Queries, eventId: number, part: Part, remindMinutes?: number) {
  let ofEvent = db.selectFrom('follows').where('event_id', '=', eventId);
  if (remindMinutes !== undefined) {
    // Written as an expression so that no database uses the index on minutes: all followers may have the same value.
    ofEvent = ofEvent.where(sql<number>`remind_minutes + 0`, '=', remindMinutes);
  }
  if (part === 'everybody') return ofEvent;
  const { kind, targetIds } = part;
  return ofEvent.where('kind', '=', kind).where('target_id', 'in', targetIds);
}

type Part = { kind: FollowKind; targetIds: number[] } | 'everybody';

function parts({ of: targets }: Audience): Part[] {
  if (targets === 'everybody') return ['everybody'];
  return [...targets].flatMap(([kind, ids]) =>
    Array.from(partsOf([...ids]), (targetIds) => ({ kind, targetIds })),
  );
}

/** A device that is to be notified, and what it follows of an event. */
export interface Addressee {
  id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  language: string;
  follows: { kind: FollowKind; targetId: number }[];
  /** How long before a race it wants to be reminded; `null`: never. */
  remindMinutes: number | null;
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
  const addressees = new Map<number, Addressee>(
    devices.map((device) => [device.id, { ...device, follows: [], remindMinutes: null }]),
  );
  const follows = await db
    .selectFrom('follows')
    .where('device_id', 'in', deviceIds)
    // Written as an expression so that no database uses the index on the event, which has far more rows.
    .where(sql<number>`event_id + 0`, '=', eventId)
    .select(['device_id', 'kind', 'target_id', 'remind_minutes'])
    .execute();
  for (const { device_id, kind, target_id, remind_minutes } of follows) {
    const addressee = addressees.get(device_id);
    if (!addressee) continue;
    addressee.follows.push({ kind, targetId: target_id });
    addressee.remindMinutes = remind_minutes;
  }
  return addressees;
}
