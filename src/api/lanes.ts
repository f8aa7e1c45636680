/** PUT /entries and PUT /results: the draw and the results of one race. */
import { LaneList, type LaneWrite, ResultList, type ResultWrite } from '../contract/race.ts';
import { readList, repeats } from '../contract/read-body.ts';
import { judgeTakenBack } from '../domain/plan-results.ts';
import { raceView } from '../domain/race-view.ts';
import { drawLanes } from '../operations/draw-lanes.ts';
import { oneRaceOf, type RaceRows } from '../operations/load-rows.ts';
import type { OperationOutcome } from '../operations/operation.ts';
import { pushResults } from '../operations/push-results.ts';
import { jsonBody, ok, write } from './route.ts';

const RACE = '/v1/events/:eventId/races/:externalId';

export const putEntries = write({
  method: 'PUT',
  path: `${RACE}/entries`,
  body: jsonBody((json) => readList(LaneList, 'lanes', json, repeats<LaneWrite>('position'))),
  operation: drawLanes,
  input: (lanes: LaneWrite[], { externalId = '' }) => ({ race: { externalId }, lanes }),
  answer: raceAnswer,
});

export const putResults = write({
  method: 'PUT',
  path: `${RACE}/results`,
  body: jsonBody((json) => {
    const isRepeat = repeats<ResultWrite>('position');
    return readList(
      ResultList,
      'results',
      json,
      (property, result) => isRepeat(property, result) ?? judgeTakenBack(property, result),
    );
  }),
  operation: pushResults,
  input: (results: ResultWrite[], { externalId = '' }) => ({ race: { externalId }, results }),
  answer: raceAnswer,
});

function raceAnswer({ rows, schedule }: OperationOutcome<RaceRows, void>) {
  const { race, lanes } = oneRaceOf(rows);
  return ok(raceView(race, lanes, schedule?.laneScheme ?? null));
}
