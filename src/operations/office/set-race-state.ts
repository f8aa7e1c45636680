/** Cancels a race, postpones it, or takes that back (console, "State"). */
import type { RaceState } from '../../contract/board.ts';
import { presenceOf } from '../../domain/conflicts.ts';
import { withProperties } from '../../domain/event-state.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { findRaceItem } from './find-race.ts';
import { officeOperation, type Seen } from './office-operation.ts';

interface Input extends Seen {
  raceId: number;
  state: RaceState;
  /** Left out where there is none. */
  reason?: string | null | undefined;
}

/** The result is the race's id. */
export const setRaceState = officeOperation<Input, number>({
  name: 'set-race-state',
  named: (_, { raceId }) => [presenceOf(raceId)],
  plan: ({ stored: { state } }, { raceId, state: wanted, reason = null }) => {
    if (wanted === 'planned' && reason !== null) {
      return invalid([{ field: 'reason', detail: 'is only for cancelled and postponed races' }]);
    }
    const race = findRaceItem(state, raceId);
    if (race instanceof Refusal) return race;
    const after = withProperties(state, race, { state: wanted, reason });
    return { after, result: raceId };
  },
});
