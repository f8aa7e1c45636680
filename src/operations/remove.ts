/** Removes races, crews and events. The history keeps races and crews, so undo can restore them. */

import { type EventState, type Item, rowsOf, stateOf } from '../domain/event-state.ts';
import { objectionToRemoval } from '../domain/event-rules.ts';
import { conflict, type Refusal } from '../domain/refusal.ts';
import { withoutRaces } from '../domain/without-races.ts';
import type { Turn } from '../concurrency/turn-queue.ts';
import type { Database, Write } from '../storage/database.ts';
import { findEventFacts, wasPublished } from '../storage/events.ts';
import { deleteEvent } from '../storage/removal.ts';
import type { Actor } from './actor.ts';
import { raceNotFound } from './change-lanes.ts';
import { changeState, loadState } from './event-changes.ts';
import type { EventOperation, ScheduleOperation } from './operation.ts';

/** With its lanes and results, and the rules that name it; followers are not notified. */
export const removeRace: ScheduleOperation<{ raceNumber: number }, EventState, void> = {
  name: 'remove-race',
  needs: 'schedule',
  load: (tx, { eventId }) => loadState(tx, eventId),
  decide: (situation, { raceNumber }) => {
    const state = situation.stored;
    const race = find(state, 'race', 'raceNumber', raceNumber);
    if (!race) return raceNotFound({ raceNumber });
    const after = stateOf(withoutRaces(rowsOf(state), [race.thing.id as number]));
    return { ...changeState(situation, state, after), result: undefined };
  },
};

/** Only where the crew is drawn nowhere. */
export const removeTeam: EventOperation<{ name: string }, EventState, void> = {
  name: 'remove-team',
  needs: 'event',
  load: (tx, { eventId }) => loadState(tx, eventId),
  decide: (situation, { name }) => {
    const state = situation.stored;
    const team = find(state, 'team', 'name', name);
    if (!team) return conflict(`There is no crew named "${name}".`);
    const drawn = find(state, 'lane', 'teamId', team.thing.id);
    if (drawn) return conflict(`"${name}" is drawn in ${drawn.thing.name}.`);
    const after = new Map([...state].filter(([, item]) => item !== team));
    return { ...changeState(situation, state, after), result: undefined };
  },
};

/**
 * Removes an event that was never published, or a trial, with all that belongs to it, its history included.
 * It cannot be undone.
 *
 * @returns the reason if it is refused
 */
export function removeEvent(
  database: Database,
  actor: Actor,
  eventId: number,
  turn?: Turn,
): Promise<Refusal | undefined> {
  const work = async (tx: Write) => {
    const [objection, facts, hasBeenPublished] = await Promise.all([
      actor.objection(tx, eventId),
      findEventFacts(tx, eventId),
      wasPublished(tx, eventId),
    ]);
    if (objection) return objection;
    const reason = objectionToRemoval(facts?.trial ?? false, hasBeenPublished);
    if (reason) return reason;
    await deleteEvent(tx, eventId);
    return undefined;
  };
  return database.writeEvent(eventId, work, { turn });
}

function find(
  state: EventState,
  subject: Item['thing']['subject'],
  property: string,
  value: unknown,
): Item | undefined {
  return [...state.values()].find(
    (item) => item.thing.subject === subject && item.properties[property] === value,
  );
}
