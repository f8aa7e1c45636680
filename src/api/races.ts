/** PUT /races: the running order. */
import { type PushedRace, RaceList, type RaceWrite } from '../contract/race.ts';
import { readList, repeats } from '../contract/read-body.ts';
import { raceView } from '../domain/race-view.ts';
import { byRunningOrder } from '../domain/running-order.ts';
import { type PushedRaces, pushRaces } from '../operations/push-races.ts';
import { jsonBody, ok, write } from './route.ts';

export const putRaces = write({
  method: 'PUT',
  path: '/v1/events/:eventId/races',
  body: jsonBody((json) =>
    readList(RaceList, 'races', json, repeats<RaceWrite>('externalId', 'raceNumber')),
  ),
  operation: pushRaces,
  input: (payload) => payload,
  answer: (pushed) => ok({ races: runningOrder(pushed) }),
});

/** All races after the push in running order, each with what became of it (decisions A3, A4). */
function runningOrder({ races, steps, lanes, schedule }: PushedRaces): PushedRace[] {
  const pushed = new Set(steps.map(({ before }) => before?.id));
  const untouched = races.filter(({ id }) => !pushed.has(id));
  return [
    ...untouched.map((race) => ({ race, lanes: lanes.get(race.id), outcome: null })),
    ...steps.map(({ before, after, outcome }) => ({
      race: after,
      lanes: before ? lanes.get(before.id) : undefined,
      outcome,
    })),
  ]
    .sort((a, b) => byRunningOrder(a.race, b.race))
    .map(({ race, lanes = [], outcome }) => ({
      ...raceView(race, lanes, schedule.laneScheme),
      outcome,
    }));
}
