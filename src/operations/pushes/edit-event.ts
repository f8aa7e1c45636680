/**
 * Changes the facts of an event: its name, when and where it is rowed, whether it is a trial, archived, announced; and its
 * logo, of which its board shows the new version (adopt, "One look per event").
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
  /** None where there is no such event. */
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
 * The same in a transaction; an event that is announced has a schedule from then on, which counts what the public sees.
 *
 * @param seen the revision that a page showed, where what others have changed since is not to be overwritten
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

/** So many letters of a hash tell all pictures apart that an event ever has. */
const VERSION_LETTERS = 16;

/** A picture that may be a logo. @returns 422 on `logo` where it may not */
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

/** @param logo left out where the event has none from now on */
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
