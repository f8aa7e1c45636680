/** Changes the facts of an event: its name, when and where it is rowed. */
import { anEvent, differing } from '../domain/changes.ts';
import { conflict } from '../domain/refusal.ts';
import { type EventFacts, findEventFacts, updateEvent } from '../storage/events.ts';
import { eventNotFound } from './actor.ts';
import type { EventOperation } from './operation.ts';

/** Facts that are left out stay as they are. */
export const editEvent: EventOperation<Partial<EventFacts>, EventFacts | undefined, void> = {
  name: 'edit-event',
  needs: 'event',
  load: (tx, { eventId }) => findEventFacts(tx, eventId),
  decide: ({ stored: before, eventId }, fields) => {
    if (!before) return eventNotFound();
    const after = { ...before, ...fields };
    if (after.end < after.start) {
      return conflict(`The event would end on ${after.end}, before it starts on ${after.start}.`);
    }
    const { changes } = differing([{ before, after }], () => anEvent(after));
    return {
      result: undefined,
      changes,
      // Its zone decides the day of every race.
      shows: 'everything',
      apply: (tx) => updateEvent(tx, eventId, after),
    };
  },
};
