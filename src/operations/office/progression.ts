/** Where the crews of races come from: the rules, and the draw that follows from them (console, "Progression"). */
import { lanesOf, raceOf, withLanes } from '../../domain/event/event-rows.ts';
import { objectionToSources } from '../../domain/event/event-size.ts';
import { officeRaces } from '../../domain/event/office-view.ts';
import { aSchedule } from '../../domain/history/changes.ts';
import { presenceOf, touchedWhere } from '../../domain/history/conflicts.ts';
import { keyOf } from '../../domain/history/event-state.ts';
import { applyRules, touchedByRules } from '../../domain/progression/apply-rules.ts';
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
