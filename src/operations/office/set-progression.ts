/** Says where the crews of races' lanes come from (console, "Progression"): of one race, or of rounds at once. */
import { touchedWhere } from '../../domain/history/conflicts.ts';
import { objectionToSources } from '../../domain/event/event-size.ts';
import { raceOf, withLanes } from '../../domain/event/event-rows.ts';
import { keyOf } from '../../domain/history/event-state.ts';
import { type LaneRule, planRules } from '../../domain/progression/progression-rules.ts';
import { Refusal } from '../../domain/refusal.ts';
import { officeOperation } from './office-operation.ts';

interface RuledRace {
  raceId: number;
  /** All rules of the race. */
  rules: readonly LaneRule[];
  /** Where they stand in the body, for what is said of them: `races[3].`; left out in a body about one race. */
  at?: string;
}

/** All of the races, or none. The result is their ids. */
export const setProgression = officeOperation<{ races: readonly RuledRace[] }, number[]>({
  name: 'set-progression',
  named: ({ later }, { races }) => [
    ...races
      .flatMap(({ raceId, rules }) => [raceId, ...rules.flatMap((rule) => rule.races)])
      .map((id) => ({ key: keyOf({ subject: 'race', id }), properties: ['scheduledAt'] })),
    // A circle goes over rules of any race.
    ...touchedWhere(later, ({ before, after }) => Boolean(before?.from ?? after?.from), ['from']),
  ],
  plan: ({ stored }, { races }) => {
    let { rows } = stored;
    for (const { raceId, rules, at } of races) {
      const race = raceOf(rows, raceId);
      if (race instanceof Refusal) return race;
      const lanes = planRules(rows, raceId, rules, at);
      if (lanes instanceof Refusal) return lanes;
      rows = withLanes(rows, raceId, lanes);
    }
    const tooMany = objectionToSources(stored.rows.lanes, races);
    if (tooMany) return tooMany;
    return { after: rows, result: races.map(({ raceId }) => raceId) };
  },
});
