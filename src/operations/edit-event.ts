/** Changes the facts of an event: its name, when and where it is rowed, whether it is a trial, whether it is archived. */
import { anEvent, differing } from '../domain/changes.ts';
import { daysRefused, objectionToTrial } from '../domain/event-rules.ts';
import { type EventFacts, findEventFacts, updateEvent, wasPublished } from '../storage/events.ts';
import { eventNotFound } from './actor.ts';
import type { EventOperation } from './operation.ts';

interface Stored {
  before: EventFacts | undefined;
  /** Whether it has ever been published. */
  hasBeenPublished: boolean;
}

/** The facts that a reader of the schedule sees (decision A10); the zone decides the day of every race. */
const IN_SCHEDULE = ['name', 'timezone'] as const;

/** Facts that are left out stay as they are. */
export const editEvent: EventOperation<Partial<EventFacts>, Stored, void> = {
  name: 'edit-event',
  needs: 'event',
  load: async (tx, { eventId }) => {
    const [before, hasBeenPublished] = await Promise.all([
      findEventFacts(tx, eventId),
      wasPublished(tx, eventId),
    ]);
    return { before, hasBeenPublished };
  },
  decide: ({ stored: { before, hasBeenPublished }, eventId }, fields) => {
    if (!before) return eventNotFound();
    const after = { ...before, ...fields };
    // An event that was too long already may still be renamed.
    const hasNewDays = after.start !== before.start || after.end !== before.end;
    const field = fields.end === undefined ? 'startDate' : 'endDate';
    const objection =
      (hasNewDays ? daysRefused(after.start, after.end, field) : undefined) ??
      objectionToTrial(before.trial, after.trial, hasBeenPublished);
    if (objection) return objection;
    const { changes } = differing([{ before, after }], () => anEvent(after));
    return {
      result: undefined,
      changes,
      shows: IN_SCHEDULE.some((fact) => after[fact] !== before[fact]) ? 'everything' : [],
      apply: (tx) => updateEvent(tx, eventId, after),
    };
  },
};
