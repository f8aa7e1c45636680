/** Adds an event, without a schedule. It begins the history of the event. */
import { insertEvent } from '../storage/accounts.ts';
import type { Write } from '../storage/database.ts';
import { recordChanges } from '../storage/history.ts';
import type { Actor } from './actor.ts';

export interface NewEvent {
  clubId: number;
  creatorId: number;
  name: string;
  /** YYYY-MM-DD */
  start: string;
  end: string;
  timezone: string | null;
  city: string;
  /** ISO 3166-1 alpha-2, or empty. */
  country: string;
}

/** @returns the id of the event */
export async function addEvent(tx: Write, { author }: Actor, event: NewEvent): Promise<number> {
  const now = Date.now();
  const { clubId, creatorId, ...after } = event;
  const eventId = await insertEvent(tx, {
    club_id: clubId,
    creator_id: creatorId,
    name: event.name,
    start_date: event.start,
    end_date: event.end,
    timezone: event.timezone,
    city: event.city,
    country_code: event.country,
    created_at: now,
  });
  const changes = [{ subject: 'event' as const, name: event.name, before: null, after }];
  await recordChanges(tx, {
    eventId,
    author,
    now,
    operation: 'add-event',
    changes,
    undoOf: null,
  });
  return eventId;
}
