/** What is between start and finish of one race, as the race office writes it: as in `/timing/v1` (racing, "The office"). */
import type { TimingWrite } from '../../contract/timing.ts';
import { lanesOf, raceOf, withLanes, withRace } from '../../domain/event/event-rows.ts';
import { presenceOf } from '../../domain/history/conflicts.ts';
import { Refusal } from '../../domain/refusal.ts';
import { planRacing } from '../../domain/results/plan-racing.ts';
import { officeOperation } from './office-operation.ts';

type Input = TimingWrite & { raceId: number };

/** The result is the race's id. */
export const setRacing = officeOperation<Input, number>({
  name: 'set-racing',
  named: (_, { raceId }) => [presenceOf(raceId)],
  plan: ({ schedule: { laneScheme }, stored: { rows } }, { raceId, ...racing }) => {
    const race = raceOf(rows, raceId);
    if (race instanceof Refusal) return race;
    const planned = planRacing({ race, lanes: lanesOf(rows, raceId), laneScheme }, racing);
    if (planned instanceof Refusal) return planned;
    const after = withLanes(withRace(rows, race, planned.race), raceId, planned.lanes);
    return { after, result: raceId };
  },
});
