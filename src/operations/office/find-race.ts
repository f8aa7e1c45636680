/** A race of an event, by the service's own number. */
import { type EventState, type Item, keyOf } from '../../domain/event-state.ts';
import { Refusal } from '../../domain/refusal.ts';

/** @returns 404 where the event has no such race */
export function findRaceItem(state: EventState, raceId: number): Item | Refusal {
  return state.get(keyOf({ subject: 'race', id: raceId })) ?? noSuchRace(raceId);
}

export function noSuchRace(raceId: number): Refusal {
  return new Refusal('race_not_found', `No race of this event has the id ${raceId}.`);
}
