/** Moves the planned starts of a venue day from a race on (console, "Day"). */
import type { RetimeWrite } from '../../contract/console/office-writes.ts';
import { touchedOfRaces, touchedWhere } from '../../domain/conflicts.ts';
import { type EventState, type Item, keyOf, rowsOf } from '../../domain/event-state.ts';
import type { Race } from '../../domain/plan-races.ts';
import { venueDay } from '../../domain/race-day.ts';
import { conflict, invalid, Refusal } from '../../domain/refusal.ts';
import { type RetimedDay, retime as newStarts } from '../../domain/retime.ts';
import { byRunningOrder } from '../../domain/running-order.ts';
import { isScored } from '../../domain/standings.ts';
import { officeOperation } from './office-operation.ts';

/** A race that moves; the planned starts in epoch milliseconds. */
export interface Moved {
  id: number;
  raceNumber: number;
  before: number;
  after: number;
}

/** The result is what moves, in the order before. The input has passed `judgeRetime`. */
export const retime = officeOperation<RetimeWrite, Moved[]>({
  name: 'retime',
  named: ({ stored: { later } }, { fromRaceId }) => [
    ...touchedOfRaces(later, [fromRaceId]),
    // Which races move, and whether they fit.
    ...touchedWhere(later, ({ subject }) => subject === 'race', ['scheduledAt', 'state']),
  ],
  plan: ({ schedule: { timezone }, stored: { state } }, { fromRaceId, seen: _, ...wish }) => {
    const found = racesToMove(state, fromRaceId, timezone);
    if (found instanceof Refusal) return found;
    const { day, races } = found;
    if (wish.nextAt !== undefined && races.every((race) => race.state === 'postponed')) {
      return conflict('All races from there on are postponed: crews see no time of them.');
    }
    const starts = newStarts(races, day, wish);
    if (starts instanceof Refusal) return starts;
    const moved = races
      .map(({ id, raceNumber, scheduledAt }) => {
        return { id, raceNumber, before: scheduledAt, after: starts.get(id) ?? scheduledAt };
      })
      .filter(({ before, after }) => before !== after);
    const touched = moved.map(({ id }) => ({ key: keyOf({ subject: 'race', id }) }));
    return { after: withStarts(state, moved), touched, result: moved };
  },
});

/** The races of the day from that one on that are neither scored nor cancelled, in running order. */
function racesToMove(
  state: EventState,
  fromRaceId: number,
  timezone: string | null,
): { day: RetimedDay; races: Race[] } | Refusal {
  const { races, lanes, delays } = rowsOf(state);
  const from = races.find(({ id }) => id === fromRaceId);
  if (!from) return invalid([{ field: 'fromRaceId', detail: 'names no race of this event' }]);
  const day = venueDay(from.scheduledAt, timezone);
  const left = races
    .filter(
      (race) =>
        venueDay(race.scheduledAt, timezone) === day &&
        byRunningOrder(race, from) >= 0 &&
        race.state !== 'cancelled' &&
        !isScored(lanes.get(race.id) ?? []),
    )
    .sort(byRunningOrder);
  if (left.length === 0) {
    return conflict(
      `All races of the day from race ${from.raceNumber} on have results or are cancelled.`,
    );
  }
  return { day: { day, timezone, delayMinutes: delays.get(day) ?? 0 }, races: left };
}

function withStarts(state: EventState, moved: readonly Moved[]): EventState {
  const next = new Map(state);
  for (const { id, after } of moved) {
    const key = keyOf({ subject: 'race', id });
    const item = state.get(key) as Item;
    next.set(key, { ...item, properties: { ...item.properties, scheduledAt: after } });
  }
  return next;
}
