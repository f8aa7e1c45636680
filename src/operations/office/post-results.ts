/** Results of one race by the race office: as in `/v1`, the whole field in one write (console, "Interface"). */
import type { OfficeResultsWrite } from '../../contract/console/office-writes.ts';
import { NO_RESULT } from '../../domain/draw/lane.ts';
import { lanesOf, raceOf, withLanes } from '../../domain/event/event-rows.ts';
import { crewsIn, lanesGone, sentOf } from '../../domain/history/conflicts.ts';
import { keyOf } from '../../domain/history/event-state.ts';
import { Refusal } from '../../domain/refusal.ts';
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
    const gone = lanesGone(later, raceId, { lanes: before, named: results });
    if (gone) return gone;
    const after = planResults(race.resultMode, before, results);
    if (after instanceof Refusal) return after;
    return {
      after: withLanes(rows, raceId, after),
      touched: crewsIn(raceId, results),
      result: raceId,
    };
  },
});
