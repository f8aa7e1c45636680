/** PUT /entries and PUT /results: the draw and the results of one race. */
import type { LaneWrite, ResultWrite } from '../contract/race.ts';
import { repeats } from '../contract/reading/read-body.ts';
import { raceView } from '../domain/races/race-view.ts';
import { judgeTakenBack } from '../domain/results/plan-results.ts';
import { oneRaceOf, type RaceRows } from '../operations/load-rows.ts';
import type { OperationOutcome } from '../operations/operation.ts';
import { drawLanes } from '../operations/pushes/draw-lanes.ts';
import { pushResults } from '../operations/pushes/push-results.ts';
import { type ApiRoute, write } from './route.ts';

export const API_LANE_ROUTES: readonly ApiRoute[] = [
  write('PUT /events/{eventId}/races/{externalId}/entries', {
    judge: () => repeats<LaneWrite>('position'),
    operation: drawLanes,
    input: (lanes, { externalId = '' }) => ({ race: { externalId }, lanes }),
    answer: raceAnswer,
  }),
  write('PUT /events/{eventId}/races/{externalId}/results', {
    judge: () => {
      const isRepeat = repeats<ResultWrite>('position');
      return (property, result) => isRepeat(property, result) ?? judgeTakenBack(property, result);
    },
    operation: pushResults,
    input: (results, { externalId = '' }) => ({ race: { externalId }, results }),
    answer: raceAnswer,
  }),
];

function raceAnswer({ rows, schedule }: OperationOutcome<RaceRows, void>) {
  const { race, lanes } = oneRaceOf(rows);
  return raceView(race, lanes, schedule?.laneScheme ?? null);
}
