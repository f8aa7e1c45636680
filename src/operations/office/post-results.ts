/** Results of one race by the race office: as in `/v1`, the whole field in one write (console, "Interface"). */
import type { OfficeResultsWrite } from '../../contract/console/office-writes.ts';
import { laterChanges, sentOf, type Touched } from '../../domain/conflicts.ts';
import { keyOf, rowsOf, stateOf } from '../../domain/event-state.ts';
import { NO_RESULT } from '../../domain/lane.ts';
import type { Race } from '../../domain/plan-races.ts';
import { planResults } from '../../domain/plan-results.ts';
import { overtaken, Refusal } from '../../domain/refusal.ts';
import { withLanes } from './draw-lanes.ts';
import { findRaceItem } from './find-race.ts';
import { officeOperation } from './office-operation.ts';

/** The result is the race's id. */
export const postResults = officeOperation<OfficeResultsWrite & { raceId: number }, number>({
  name: 'push-results',
  named: (_, { raceId }) => [
    { key: keyOf({ subject: 'race', id: raceId }), properties: ['resultMode'] },
  ],
  sent: ({ stored: { state } }, { raceId, results }) => [
    ...results.flatMap(({ position, ...result }) => {
      const whole = { ...NO_RESULT, status: 'finished', ...result };
      return sentOf(state, { subject: 'lane', id: raceId, position }, whole);
    }),
    ...crewsIn(raceId, results),
  ],
  plan: ({ stored: { state, later } }, { raceId, results }) => {
    const race = findRaceItem(state, raceId);
    if (race instanceof Refusal) return race;
    const rows = rowsOf(state);
    const before = rows.lanes.get(raceId) ?? [];
    // A lane that the page still showed may be gone, and with it the crew whose result is sent.
    const positions = new Set(before.map(({ position }) => position));
    const gone = results.filter(({ position }) => !positions.has(position));
    const removals = laterChanges(later, [], crewsIn(raceId, gone));
    if (removals.length > 0) return overtaken(GONE, removals);
    const { resultMode } = race.properties as unknown as Race;
    const after = planResults(resultMode, before, results);
    if (after instanceof Refusal) return after;
    return {
      after: stateOf(withLanes(rows, raceId, after)),
      touched: crewsIn(raceId, results),
      result: raceId,
    };
  },
});

const GONE = 'A lane of the race has been removed since you saw it.';

/** The crews in some lanes: it is to them that somebody gives results. */
function crewsIn(raceId: number, lanes: readonly { position: number }[]): Touched[] {
  return lanes.map(({ position }) => ({
    key: keyOf({ subject: 'lane', id: raceId, position }),
    properties: ['teamId'],
  }));
}
