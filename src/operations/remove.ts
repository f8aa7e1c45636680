/** Removes races, crews and events. The history keeps races and crews, so undo can restore them. */
import type { Turn } from '../concurrency/turn-queue.ts';
import { type EventRows, lanesOf } from '../domain/event/event-rows.ts';
import { objectionToRemoval } from '../domain/event/event-rules.ts';
import { aLane } from '../domain/history/changes.ts';
import { withoutRaces } from '../domain/races/office-races.ts';
import { conflict, type Refusal } from '../domain/refusal.ts';
import type { Database, Write } from '../storage/engine/database.ts';
import { findEventFacts, wasPublished } from '../storage/event/events.ts';
import { deleteEvent } from '../storage/event/removal.ts';
import type { Actor } from './actor.ts';
import { loadWhole, raceNotFound } from './load-rows.ts';
import type { EventOperation, ScheduleOperation } from './operation.ts';

interface Stored {
  rows: EventRows;
}

/** Removes a race with its lanes and results, and the rules that name it; followers are not notified. */
export const removeRace: ScheduleOperation<{ raceNumber: number }, Stored, void> = {
  name: 'remove-race',
  needs: 'schedule',
  load: async (tx, { eventId }) => ({ rows: await loadWhole(tx, eventId) }),
  plan: ({ stored: { rows } }, { raceNumber }) => {
    const race = rows.races.find((each) => each.raceNumber === raceNumber);
    if (!race) return raceNotFound({ raceNumber });
    return { after: withoutRaces(rows, [race.id]), result: undefined };
  },
};

/** Removes a crew that is drawn in no race; else it is a conflict. */
export const removeTeam: EventOperation<{ name: string }, Stored, void> = {
  name: 'remove-team',
  needs: 'event',
  load: async (tx, { eventId }) => ({ rows: await loadWhole(tx, eventId) }),
  plan: ({ stored: { rows } }, { name }) => {
    const team = rows.teams.find((each) => each.name === name);
    if (!team) return conflict(`There is no crew named "${name}".`);
    for (const race of rows.races) {
      const lane = lanesOf(rows, race.id).find((each) => each.team?.id === team.id);
      if (lane) return conflict(`"${name}" is drawn in ${aLane(race, lane.position).name}.`);
    }
    const teams = rows.teams.filter((each) => each !== team);
    return { after: { ...rows, teams }, result: undefined };
  },
};

/**
 * Removes an event that was never published and is not announced, or a trial, with all that belongs to it, including its
 * history. This cannot be undone.
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
    const reason = facts && objectionToRemoval(facts, hasBeenPublished);
    if (reason) return reason;
    await deleteEvent(tx, eventId);
    return undefined;
  };
  // To delete tens of thousands of follows takes seconds on a slow server.
  return database.writeEvent(eventId, work, { turn, isLong: true });
}
