/** Counts the devices of each network, and deletes those that may be replaced by new ones. */
import { sql } from 'kysely';
import { DAY_MILLIS } from '../../contract/time-units.ts';
import { FOLLOWS_PER_PLACE, placesOf } from '../../domain/following/followers.ts';
import type { Queries, Write } from '../engine/database.ts';
import { forgetDevices } from './followers.ts';

export interface FollowerCounts {
  devices: number;
  /** The devices for which a push service has ever accepted a message. */
  reached: number;
  /** The number of rows of `follows`. */
  follows: number;
  places: number;
}

/** `placesOf` in SQL. */
const PLACES = sql<number>`case when follow_count > ${sql.lit(FOLLOWS_PER_PLACE)}
  then (follow_count + ${sql.lit(FOLLOWS_PER_PLACE - 1)}) / ${sql.lit(FOLLOWS_PER_PLACE)} else 1 end`;

/** Counts all devices, their follows and their places; takes some 20 ms for 200,000 devices. */
export async function countFollowers(db: Queries): Promise<FollowerCounts> {
  const row = await db
    .selectFrom('devices')
    .select([
      sql<number>`count(*)`.as('devices'),
      sql<number>`count(delivered_at)`.as('reached'),
      sql<number | null>`sum(follow_count)`.as('follows'),
      sql<number | null>`sum(${PLACES})`.as('places'),
    ])
    .executeTakeFirstOrThrow();
  const { devices, reached, follows, places } = row;
  return {
    devices: Number(devices),
    reached: Number(reached),
    follows: Number(follows ?? 0),
    places: Number(places ?? 0),
  };
}

/** How many places the devices of a network take, and how many of them were taken in the last 24 hours. */
export async function countNetwork(
  db: Queries,
  network: string,
  now: number,
): Promise<{ places: number; today: number }> {
  const row = await db
    .selectFrom('devices')
    .where('network', '=', network)
    .select([
      sql<number | null>`sum(${PLACES})`.as('places'),
      // Rows from the future, left by a clock that has been set back since, are not counted for today.
      sql<number | null>`sum(case when created_at > ${sql.lit(now - DAY_MILLIS)}
        and created_at <= ${sql.lit(now)} then ${PLACES} else 0 end)`.as('today'),
    ])
    .executeTakeFirstOrThrow();
  return { places: Number(row.places ?? 0), today: Number(row.today ?? 0) };
}

/** How many rows of `follows` a device has, and how many of them belong to other events than this one. */
export async function countFollowsOf(
  db: Queries,
  deviceId: number,
  eventId: number,
): Promise<{ all: number; elsewhere: number }> {
  const row = await db
    .selectFrom('follows')
    .where('device_id', '=', deviceId)
    .select([
      sql<number>`count(*)`.as('all'),
      sql<number>`count(case when event_id <> ${sql.lit(eventId)} then 1 end)`.as('elsewhere'),
    ])
    .executeTakeFirstOrThrow();
  return { all: Number(row.all), elsewhere: Number(row.elsewhere) };
}

/** How many devices follow something of an event. */
export async function countFollowersOf(db: Queries, eventId: number): Promise<number> {
  const { followers } = await db
    .selectFrom('follows')
    .where('event_id', '=', eventId)
    .select(sql<number>`count(distinct device_id)`.as('followers'))
    .executeTakeFirstOrThrow();
  return Number(followers);
}

export interface Freed {
  devices: number;
  follows: number;
  places: number;
}

/**
 * Deletes devices of a network that no message has ever reached, oldest first, until this many places are free or there
 * are no more such devices.
 *
 * @param except the id of a device that is not deleted
 */
export async function freePlaces(
  tx: Write,
  network: string,
  places: number,
  except: number | undefined,
): Promise<Freed> {
  const devices = await tx
    .selectFrom('devices')
    .where('network', '=', network)
    .where('delivered_at', 'is', null)
    .where('id', '<>', except ?? 0)
    .orderBy('created_at')
    .orderBy('id')
    .limit(places)
    .select(['id', 'follow_count as followCount'])
    .execute();
  const freed: Freed = { devices: 0, follows: 0, places: 0 };
  const ids: number[] = [];
  for (const { id, followCount } of devices) {
    if (freed.places >= places) break;
    ids.push(id);
    freed.devices++;
    freed.follows += followCount;
    freed.places += placesOf(followCount);
  }
  await forgetDevices(tx, ids);
  return freed;
}

/** The network whose never reached devices take the most places; `undefined` if there is none. */
export async function findLargestUnreached(db: Queries): Promise<string | undefined> {
  const row = await db
    .selectFrom('devices')
    .where('delivered_at', 'is', null)
    .groupBy('network')
    .orderBy(sql`sum(${PLACES})`, 'desc')
    .limit(1)
    .select('network')
    .executeTakeFirst();
  return row?.network;
}
