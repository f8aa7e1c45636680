/**
 * Changes the facts of an event: its name, when and where it is rowed, whether it is a trial, archived, announced; and its
 * logo, under a version by which the board notices a new one (adopt, "One look per event").
 */
import { hash } from 'node:crypto';
import {
  type EventFacts,
  objectionToAnnounced,
  objectionToTrial,
  refuseDays,
} from '../../domain/event/event-rules.ts';
import { logoTypeOf } from '../../domain/event/look.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import type { Write } from '../../storage/engine/database.ts';
import { findEventFacts, type Logo, saveLogo, wasPublished } from '../../storage/event/events.ts';
import { eventNotFound } from '../actor.ts';
import type { EventOperation, OperationOutcome, PerformNext } from '../operation.ts';
import { createSchedule } from './schedule.ts';

interface Stored {
  /** Empty when there is no such event. */
  rows: { facts?: EventFacts };
  /** Whether it has ever been published. */
  hasBeenPublished: boolean;
}

/** Facts that are left out stay as they are. */
export const editEvent: EventOperation<Partial<EventFacts>, Stored, void> = {
  name: 'edit-event',
  needs: 'event',
  load: async (tx, { eventId }) => {
    const [facts, hasBeenPublished] = await Promise.all([
      findEventFacts(tx, eventId),
      wasPublished(tx, eventId),
    ]);
    return { rows: facts ? { facts } : {}, hasBeenPublished };
  },
  plan: ({ schedule, stored: { rows, hasBeenPublished } }, fields) => {
    const { facts: before } = rows;
    if (!before) return eventNotFound();
    const after = { ...before, ...fields };
    // An event that was too long already may still be renamed.
    const hasNewDays = after.start !== before.start || after.end !== before.end;
    const field = fields.end === undefined ? 'startDate' : 'endDate';
    const objection =
      (hasNewDays ? refuseDays(after.start, after.end, field) : undefined) ??
      objectionToTrial(before.trial, after.trial, hasBeenPublished) ??
      objectionToAnnounced(before.announced, after.announced, schedule?.status === 'published');
    return objection ?? { after: { facts: after }, result: undefined };
  },
};

/**
 * Edits an event among other operations of a transaction. One that is announced gets a schedule, for the public revisions.
 *
 * @param seen the revision that a page showed, if what others have changed since must not be overwritten
 */
export async function editEventIn(
  performNext: PerformNext,
  fields: Partial<EventFacts>,
  seen?: number,
): Promise<OperationOutcome<{ facts?: EventFacts }, void> | Refusal> {
  if (fields.announced) {
    const created = await performNext(createSchedule, {});
    if (created instanceof Refusal) return created;
  }
  return performNext(editEvent, fields, seen);
}

/** Enough letters of a hash to tell apart all pictures that an event ever has. */
const VERSION_LETTERS = 16;

/** Checks that a picture may be a logo. @returns 422 on `logo` when it may not */
export function readLogo(bytes: Buffer): Logo | Refusal {
  const read = logoTypeOf(bytes);
  return 'type' in read
    ? { type: read.type, bytes }
    : invalid([{ field: 'logo', detail: read.objection }]);
}

/** The version of a picture, from its content. */
function versionOf({ bytes }: Logo): string {
  return hash('sha256', bytes, 'base64url').slice(0, VERSION_LETTERS);
}

/** Sets or removes the logo of an event. @param logo left out to remove it */
export async function setLogo(
  performNext: PerformNext,
  tx: Write,
  eventId: number,
  logo?: Logo,
): Promise<Refusal | undefined> {
  const done = await performNext(editEvent, { logo: logo ? versionOf(logo) : null });
  if (done instanceof Refusal) return done;
  if (done.hasChanged) await saveLogo(tx, eventId, logo);
  return undefined;
}
