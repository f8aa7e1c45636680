/** PUT /races: the running order. */
import type { PushedRace, RaceWrite } from '../contract/race.ts';
import { repeats } from '../contract/reading/read-body.ts';
import { raceView } from '../domain/races/race-view.ts';
import { byRunningOrder } from '../domain/races/running-order.ts';
import { pushRaces } from '../operations/pushes/push-races.ts';
import { type ApiRoute, write } from './route.ts';

export const API_RACE_ROUTES: readonly ApiRoute[] = [
  write('PUT /events/{eventId}/races', {
    judge: () => repeats<RaceWrite>('externalId', 'raceNumber'),
    operation: pushRaces,
    input: (races) => races,
    answer: ({ rows: { races, lanes }, result: outcomes, schedule }) => ({
      // All races after the push in running order, each with what became of it (decisions A3, A4).
      races: [...races].sort(byRunningOrder).map((race): PushedRace => {
        const view = raceView(race, lanes.get(race.id) ?? [], schedule?.laneScheme ?? null);
        return { ...view, outcome: outcomes.get(race.id) ?? null };
      }),
    }),
  }),
];
