/** Deletes rows together with all that refers to them. */
import { RACE_NEWS } from '../../domain/following/news.ts';
import type { Write } from '../engine/database.ts';
import { settleFollowers } from '../following/followers.ts';

/**
 * Removes races that have no lanes any more, with what was to be sent of them. Who followed one still does: no other
 * race ever has its id, and an undo that brings it back brings it back to them.
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

/** Removes crews that are drawn nowhere; who followed one still does. */
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

/** Those that refer to others come first. */
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

/** Also those of what was removed before. */
async function deleteFollows(tx: Write, eventId: number): Promise<void> {
  const gone = await tx
    .deleteFrom('follows')
    .where('event_id', '=', eventId)
    .returning('device_id')
    .execute();
  await settleFollowers(
    tx,
    gone.map(({ device_id }) => device_id),
  );
}
