/** Cancels a race, postpones it, or takes that back (console, "State"). */
import type { RaceState } from '../../contract/board.ts';
import { raceOf, withRace } from '../../domain/event/event-rows.ts';
import { presenceOf } from '../../domain/history/conflicts.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { officeOperation } from './office-operation.ts';

interface Input {
  raceId: number;
  state: RaceState;
  /** Left out where there is none. */
  reason?: string | null | undefined;
}

/** The result is the race's id. */
export const setRaceState = officeOperation<Input, number>({
  name: 'set-race-state',
  named: (_, { raceId }) => [presenceOf(raceId)],
  plan: ({ stored: { rows } }, { raceId, state: wanted, reason = null }) => {
    if (wanted === 'planned' && reason !== null) {
      return invalid([{ field: 'reason', detail: 'is only for cancelled and postponed races' }]);
    }
    const race = raceOf(rows, raceId);
    if (race instanceof Refusal) return race;
    // Whoever postpones a race that was under way takes back that it has started (racing, "Started, on the course, over").
    const notStarted = wanted === 'postponed' ? { startedAt: null, closed: false } : undefined;
    const changed = { state: wanted, reason, ...notStarted };
    return { after: withRace(rows, race, changed), result: raceId };
  },
});
