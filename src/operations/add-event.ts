/** Adds an event, without a schedule. It begins the history of the event. */
import { anEvent } from '../domain/changes.ts';
import { insertEvent } from '../storage/accounts.ts';
import type { Write } from '../storage/database.ts';
import type { EventFacts } from '../storage/events.ts';
import { recordChanges } from '../storage/history.ts';
import type { Actor } from './actor.ts';

export interface NewEvent extends EventFacts {
  clubId: number;
  creatorId: number;
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
  const changes = [{ ...anEvent(after), before: null, after }];
  const operation = 'add-event';
  await recordChanges(tx, { eventId, author, now, operation, changes, undoOf: null });
  return eventId;
}
