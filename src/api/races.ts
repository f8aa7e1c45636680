/** PUT /races: the running order. */
import { type PushedRace, RaceList, type RaceWrite } from '../contract/race.ts';
import { readList, repeats } from '../contract/read-body.ts';
import { raceView } from '../domain/race-view.ts';
import { byRunningOrder } from '../domain/running-order.ts';
import { pushRaces } from '../operations/push-races.ts';
import { jsonBody, ok, write } from './route.ts';

export const putRaces = write({
  method: 'PUT',
  path: '/v1/events/:eventId/races',
  body: jsonBody((json) =>
    readList(RaceList, 'races', json, repeats<RaceWrite>('externalId', 'raceNumber')),
  ),
  operation: pushRaces,
  input: (payload) => payload,
  answer: ({ rows: { races, lanes }, result: outcomes, schedule }) =>
    ok({
      // All races after the push in running order, each with what became of it (decisions A3, A4).
      races: [...races].sort(byRunningOrder).map((race): PushedRace => {
        const view = raceView(race, lanes.get(race.id) ?? [], schedule?.laneScheme ?? null);
        return { ...view, outcome: outcomes.get(race.id) ?? null };
      }),
    }),
});
