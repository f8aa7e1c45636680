/** Changes the facts of an event: its name, when and where it is rowed, whether it is a trial, archived, announced. */
import type { EventFacts } from '../../domain/event/event-rules.ts';
import {
  daysRefused,
  objectionToAnnounced,
  objectionToTrial,
} from '../../domain/event/event-rules.ts';
import { Refusal } from '../../domain/refusal.ts';
import { findEventFacts, wasPublished } from '../../storage/event/events.ts';
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
      (hasNewDays ? daysRefused(after.start, after.end, field) : undefined) ??
      objectionToTrial(before.trial, after.trial, hasBeenPublished) ??
      objectionToAnnounced(before.announced, after.announced, schedule?.status === 'published');
    return objection ?? { after: { facts: after }, result: undefined };
  },
};

/** The same in a transaction; an event that is announced has a schedule from then on, which counts what the public sees. */
export async function editEventIn(
  performNext: PerformNext,
  fields: Partial<EventFacts>,
): Promise<OperationOutcome<{ facts?: EventFacts }, void> | Refusal> {
  if (fields.announced) {
    const created = await performNext(createSchedule, {});
    if (created instanceof Refusal) return created;
  }
  return performNext(editEvent, fields);
}
