/** Deletes rows together with all that refers to them. */
import { RACE_NEWS } from '../domain/news.ts';
import type { Write } from './database.ts';
import { settleFollowers } from './followers.ts';
import type { FollowKind } from './tables.ts';

/** Removes races that have no lanes any more, with their followers and what was to be sent of them. */
export async function deleteRaces(
  tx: Write,
  eventId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const subjects = ids.map(String);
  for (const table of ['outbox', 'deliveries'] as const) {
    await tx
      .deleteFrom(table)
      .where('event_id', '=', eventId)
      .where('kind', 'in', RACE_NEWS)
      .where('subject', 'in', subjects)
      .execute();
  }
  await deleteFollows(tx, eventId, 'race', ids);
  await tx.deleteFrom('races').where('event_id', '=', eventId).where('id', 'in', ids).execute();
}

/** Removes crews that are drawn nowhere, with their followers. */
export async function deleteTeams(
  tx: Write,
  eventId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await deleteFollows(tx, eventId, 'crew', ids);
  await tx.deleteFrom('teams').where('event_id', '=', eventId).where('id', 'in', ids).execute();
}

/** Removes an event with all that belongs to it, its history included. */
export async function deleteEvent(tx: Write, eventId: number): Promise<void> {
  const races = tx.selectFrom('races').where('event_id', '=', eventId).select('id');
  await tx.deleteFrom('lanes').where('race_id', 'in', races).execute();
  await deleteFollows(tx, eventId);
  for (const table of TABLES_OF_EVENT) {
    await tx.deleteFrom(table).where('event_id', '=', eventId).execute();
  }
  await tx.deleteFrom('events').where('id', '=', eventId).execute();
}

/** Those that refer to others come first. */
const TABLES_OF_EVENT = [
  'outbox',
  'deliveries',
  'races',
  'teams',
  'delays',
  'history',
  'schedules',
] as const;

/** @param kind left out for all follows of the event */
async function deleteFollows(
  tx: Write,
  eventId: number,
  kind?: FollowKind,
  targetIds: readonly number[] = [],
): Promise<void> {
  let query = tx.deleteFrom('follows').where('event_id', '=', eventId);
  if (kind) query = query.where('kind', '=', kind).where('target_id', 'in', targetIds);
  const gone = await query.returning('device_id').execute();
  await settleFollowers(tx, [...new Set(gone.map(({ device_id }) => device_id))]);
}
