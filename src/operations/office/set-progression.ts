/** Says where the crews of a race's lanes come from (console, "Progression"). */
import type { ProgressionWrite } from '../../contract/console/office-writes.ts';
import { touchedWhere } from '../../domain/conflicts.ts';
import { keyOf, rowsOf, stateOf } from '../../domain/event-state.ts';
import { planRules } from '../../domain/progression-rules.ts';
import { Refusal } from '../../domain/refusal.ts';
import { withLanes } from './draw-lanes.ts';
import { findRaceItem } from './find-race.ts';
import { officeOperation } from './office-operation.ts';

/** The result is the race's id. */
export const setProgression = officeOperation<ProgressionWrite & { raceId: number }, number>({
  name: 'set-progression',
  named: ({ stored: { later } }, { raceId, rules }) => [
    ...[raceId, ...rules.flatMap(({ races }) => races)].map((id) => ({
      key: keyOf({ subject: 'race', id }),
      properties: ['scheduledAt'],
    })),
    // A circle goes over rules of any race.
    ...touchedWhere(later, ({ before, after }) => Boolean(before?.from ?? after?.from), ['from']),
  ],
  plan: ({ stored: { state } }, { raceId, rules }) => {
    const race = findRaceItem(state, raceId);
    if (race instanceof Refusal) return race;
    const rows = rowsOf(state);
    const lanes = planRules(rows, raceId, rules);
    if (lanes instanceof Refusal) return lanes;
    return { after: stateOf(withLanes(rows, raceId, lanes)), result: raceId };
  },
});
