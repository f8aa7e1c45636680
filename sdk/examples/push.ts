/**
 * Pushes crews, races, a draw and results with the client. It can be run as often as you like: what is there
 * already stays as it is.
 *
 *     RUNNING_ORDER_URL=http://127.0.0.1:8080 RUNNING_ORDER_KEY=ro_… RUNNING_ORDER_EVENT=1 node push.ts
 */
import { RunningOrder, ValidationFailed } from '@running-order/client';

const { RUNNING_ORDER_URL = '', RUNNING_ORDER_KEY = '', RUNNING_ORDER_EVENT = '' } = process.env;
const api = new RunningOrder({
  baseUrl: RUNNING_ORDER_URL,
  key: RUNNING_ORDER_KEY,
  app: 'PushExample/1.0',
});
const event = api.event(Number(RUNNING_ORDER_EVENT));

try {
  await event.createSchedule({ laneScheme: ['1', '2', '3', '4'] });
  await event.putTeams([
    { externalId: 'crew-1', name: 'Quayside' },
    { externalId: 'crew-2', name: "St. Mary's Ü" },
  ]);
  await event.putRaces([
    {
      externalId: 'W4x Heat 1',
      raceNumber: 901,
      title: 'Women 4x, Heat 1',
      scheduledAt: '2026-06-13T09:00:00+02:00',
    },
  ]);
  const race = event.race('W4x Heat 1');
  await race.putEntries([
    { position: 2, teamExternalId: 'crew-1' },
    { position: 3, teamExternalId: 'crew-2' },
  ]);
  const { lanes } = await race.putResults([
    { position: 2, finishTimeMillis: 402_700 },
    { position: 3, finishTimeMillis: 399_500, penaltyMillis: 5000 },
  ]);
  for (const { finishPlace, teamName } of lanes) console.log(`${finishPlace} ${teamName}`);
} catch (error) {
  if (!(error instanceof ValidationFailed)) throw error;
  for (const { field, detail } of error.errors) console.error(`${field} ${detail}`);
  process.exitCode = 1;
}
