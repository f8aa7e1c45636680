/** Posts the draw that the rules of a race name now (console, "Progression"). */
import { applyRules, touchedByRules } from '../../domain/progression/apply-rules.ts';
import { aSchedule } from '../../domain/history/changes.ts';
import { presenceOf } from '../../domain/history/conflicts.ts';
import { lanesOf, raceOf, withLanes } from '../../domain/event/event-rows.ts';
import { keyOf } from '../../domain/history/event-state.ts';
import { officeRaces } from '../../domain/event/office-view.ts';
import { Refusal } from '../../domain/refusal.ts';
import { officeOperation } from './office-operation.ts';

/** The result is the race's id. */
export const applyProgression = officeOperation<{ raceId: number }, number>({
  name: 'apply-progression',
  named: ({ later, stored: { rows } }, { raceId }) => [
    presenceOf(raceId),
    ...touchedByRules(later, raceId, lanesOf(rows, raceId)),
    { key: keyOf(aSchedule), properties: ['provisionalResults'] },
  ],
  plan: ({ schedule, later, stored: { rows } }, { raceId }) => {
    const race = raceOf(rows, raceId);
    if (race instanceof Refusal) return race;
    const [view] = officeRaces(rows, [raceId], schedule);
    const lanes = applyRules(rows, raceId, view?.draw ?? null);
    if (lanes instanceof Refusal) return lanes;
    return {
      after: withLanes(rows, raceId, lanes),
      touched: touchedByRules(later, raceId, lanes),
      result: raceId,
    };
  },
});
