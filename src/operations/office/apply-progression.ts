/** Posts the draw that the rules of a race name now (console, "Progression"). */
import { applyRules, touchedByRules } from '../../domain/apply-rules.ts';
import { aSchedule } from '../../domain/changes.ts';
import { presenceOf } from '../../domain/conflicts.ts';
import { keyOf, rowsOf, stateOf } from '../../domain/event-state.ts';
import { officeRaces } from '../../domain/office-view.ts';
import { Refusal } from '../../domain/refusal.ts';
import { withLanes } from './draw-lanes.ts';
import { findRaceItem } from './find-race.ts';
import { officeOperation, type Seen } from './office-operation.ts';

/** The result is the race's id. */
export const applyProgression = officeOperation<Seen & { raceId: number }, number>({
  name: 'apply-progression',
  named: ({ stored: { state, later } }, { raceId }) => [
    presenceOf(raceId),
    ...touchedByRules(later, raceId, rowsOf(state).lanes.get(raceId) ?? []),
    { key: keyOf(aSchedule), properties: ['provisionalResults'] },
  ],
  plan: ({ schedule, stored: { state, later } }, { raceId }) => {
    const race = findRaceItem(state, raceId);
    if (race instanceof Refusal) return race;
    const rows = rowsOf(state);
    const [view] = officeRaces(state, [raceId], schedule);
    const lanes = applyRules(rows, raceId, view?.draw ?? null);
    if (lanes instanceof Refusal) return lanes;
    return {
      after: stateOf(withLanes(rows, raceId, lanes)),
      touched: touchedByRules(later, raceId, lanes),
      result: raceId,
    };
  },
});
