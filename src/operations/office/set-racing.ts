/** What is between start and finish of one race, as the race office writes it: as in `/timing/v1` (racing, "The office"). */
import type { TimingWrite } from '../../contract/timing.ts';
import {
  type EventRows,
  lanesOf,
  raceOf,
  withLanes,
  withRace,
} from '../../domain/event/event-rows.ts';
import {
  crewsIn,
  lanesGone,
  presenceOf,
  sentOf,
  type Touched,
} from '../../domain/history/conflicts.ts';
import type { Identity } from '../../domain/history/event-state.ts';
import { Refusal } from '../../domain/refusal.ts';
import { planRacing, sentOfRacing } from '../../domain/results/plan-racing.ts';
import { officeOperation } from './office-operation.ts';

type Input = TimingWrite & { raceId: number };

/** The result is the race's id. */
export const setRacing = officeOperation<Input, number>({
  name: 'set-racing',
  named: (_, { raceId }) => [presenceOf(raceId)],
  sent: ({ schedule: { laneScheme }, stored: { rows } }, input) =>
    touchedBy(rows, laneScheme, input),
  plan: ({ later, schedule: { laneScheme }, stored: { rows } }, input) => {
    const { raceId, ...racing } = input;
    const race = raceOf(rows, raceId);
    if (race instanceof Refusal) return race;
    const lanes = lanesOf(rows, raceId);
    const stored = { race, lanes, laneScheme };
    const named = sentOfRacing(stored, racing).ofLanes;
    const gone = lanesGone(later, raceId, { lanes, named });
    if (gone) return gone;
    const planned = planRacing(stored, racing);
    if (planned instanceof Refusal) return planned;
    const after = withLanes(withRace(rows, race, planned.race), raceId, planned.lanes);
    return { after, touched: touchedBy(rows, laneScheme, input), result: raceId };
  },
});

/**
 * What a page must have seen of what it sends: also what is derived otherwise all the same, such as the verdict that it
 * takes back, and whose times they are.
 */
function touchedBy(
  rows: EventRows,
  laneScheme: readonly string[] | null,
  { raceId, ...racing }: Input,
): Touched[] {
  const race = raceOf(rows, raceId);
  if (race instanceof Refusal) return [];
  const stored = { race, lanes: lanesOf(rows, raceId), laneScheme };
  const { ofRace, ofLanes } = sentOfRacing(stored, racing);
  const sent = ofLanes.map(({ position, values }): [Identity, object] => [
    { subject: 'lane', id: raceId, position },
    values,
  ]);
  return [
    ...sentOf(rows, [[{ subject: 'race', id: raceId }, ofRace], ...sent]),
    ...crewsIn(raceId, ofLanes),
  ];
}
