/** Deletes races, crews and events together with the rows that depend on them. */
import { RACE_NEWS } from '../../domain/following/news.ts';
import type { Write } from '../engine/database.ts';
import { updateFollowCounts } from '../following/followers.ts';

/**
 * Removes races, which must have no lanes any more, and the messages about them that are still to be sent. Their follows
 * stay: no other race ever gets the same id, and after an undo the same devices follow the race again.
 */
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
  await tx.deleteFrom('races').where('event_id', '=', eventId).where('id', 'in', ids).execute();
}

/** Removes crews, which must be drawn in no lane; their follows stay, as in `deleteRaces`. */
export async function deleteTeams(
  tx: Write,
  eventId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
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

/** A table comes before those that its foreign keys refer to. */
const TABLES_OF_EVENT = [
  'outbox',
  'deliveries',
  'reminders',
  'told',
  'webhook_deliveries',
  'webhooks',
  'notices',
  'imports',
  'office_places',
  'races',
  'teams',
  'delays',
  'history',
  'removed_history',
  'logos',
  'schedules',
] as const;

/** Deletes all follows of an event, also those of crews and races that were removed earlier. */
async function deleteFollows(tx: Write, eventId: number): Promise<void> {
  const gone = await tx
    .deleteFrom('follows')
    .where('event_id', '=', eventId)
    .returning('device_id')
    .execute();
  await updateFollowCounts(
    tx,
    gone.map(({ device_id }) => device_id),
  );
}
