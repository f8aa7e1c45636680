/** Who is told that somebody else is in the race office (console, "Live"). */
import type { OfficePart, OfficePeople } from '../../contract/console/office.ts';

/** A page says every 30 seconds where it is; one that has been silent for twice that and more is gone. */
export const PLACE_MILLIS = 75_000;
/** A page that says again where it is, as all do every 30 seconds, is written again after this. */
const REPEAT_MILLIS = 25_000;
/** Whoever sees so many names needs no more. */
const MAX_PEOPLE = 50;

interface Somebody {
  userId: number;
  name: string;
  part: OfficePart;
  raceId: number | null;
}

/** The others in an office, each once: where they were last. @param places those who said it last first */
export function othersIn(places: readonly Somebody[], ownUserId: number): OfficePeople {
  const people = new Map<number, Somebody>();
  for (const { userId, name, part, raceId } of places) {
    if (userId === ownUserId || people.has(userId)) continue;
    people.set(userId, { userId, name, part, raceId });
  }
  // In an order that stays the same while people only repeat where they are.
  const sorted = [...people.values()].sort((a, b) => a.userId - b.userId);
  return { people: sorted.slice(0, MAX_PEOPLE) };
}

interface Place {
  eventId: number;
  part: OfficePart;
  raceId: number | null;
  /** Epoch milliseconds. */
  at: number;
}

/** Whether the place of somebody has to be stored: they have moved, or it was stored long ago. */
export function isPlaceToSave(place: Place, before: Place | undefined): boolean {
  if (!before || Math.abs(place.at - before.at) >= REPEAT_MILLIS) return true;
  const { eventId, part, raceId } = place;
  return eventId !== before.eventId || part !== before.part || raceId !== before.raceId;
}
