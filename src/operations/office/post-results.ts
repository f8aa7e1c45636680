/** Results of one race by the race office: as in `/v1`, the whole field in one write (console, "Interface"). */
import type { OfficeResultsWrite } from '../../contract/console/office-writes.ts';
import { NO_RESULT } from '../../domain/draw/lane.ts';
import { lanesOf, raceOf, withLanes } from '../../domain/event/event-rows.ts';
import { laterChanges, sentOf, type Touched } from '../../domain/history/conflicts.ts';
import { keyOf } from '../../domain/history/event-state.ts';
import { overtaken, Refusal } from '../../domain/refusal.ts';
import { planResults } from '../../domain/results/plan-results.ts';
import { officeOperation } from './office-operation.ts';

type Input = Omit<OfficeResultsWrite, 'seen'> & { raceId: number };

/** The result is the race's id. */
export const postResults = officeOperation<Input, number>({
  name: 'push-results',
  named: (_, { raceId }) => [
    { key: keyOf({ subject: 'race', id: raceId }), properties: ['resultMode'] },
  ],
  sent: ({ stored: { rows } }, { raceId, results }) => [
    ...sentOf(
      rows,
      results.map(({ position, ...result }) => [
        { subject: 'lane', id: raceId, position },
        { ...NO_RESULT, status: 'finished', ...result },
      ]),
    ),
    ...crewsIn(raceId, results),
  ],
  plan: ({ later, stored: { rows } }, { raceId, results }) => {
    const race = raceOf(rows, raceId);
    if (race instanceof Refusal) return race;
    const before = lanesOf(rows, raceId);
    // A lane that the page still showed may be gone, and with it the crew whose result is sent.
    const positions = new Set(before.map(({ position }) => position));
    const gone = results.filter(({ position }) => !positions.has(position));
    const removals = laterChanges(later, [], crewsIn(raceId, gone));
    if (removals.length > 0) return overtaken(GONE, removals);
    const after = planResults(race.resultMode, before, results);
    if (after instanceof Refusal) return after;
    return {
      after: withLanes(rows, raceId, after),
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
