/** Misspelt properties are refused, and whatever was read can be sent back (decision R7). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../support/service.ts';

const service = await startTestService();
const event = await service.provision();
await ok('POST', '/schedule', { laneScheme: ['A', 'B'] });
await ok('PUT', '/teams', [
  { externalId: 'c1', name: 'Crew 1' },
  { externalId: 'c2', name: 'Crew 2' },
]);
const scheduledAt = '2026-06-13T09:00:00Z';
await ok('PUT', '/races', [
  { externalId: 'drawn', raceNumber: 1, scheduledAt },
  { externalId: 'timed', raceNumber: 2, scheduledAt },
  { externalId: 'placed', raceNumber: 3, scheduledAt, resultMode: 'placesOnly' },
]);
const lanes = [
  { position: 1, teamExternalId: 'c1' },
  { position: 2, teamExternalId: 'c2', positionLabel: 'x' },
];
for (const race of ['drawn', 'timed', 'placed']) await ok('PUT', `/races/${race}/entries`, lanes);
await ok('PUT', '/races/timed/results', [{ position: 1, finishTimeMillis: 1, penaltyMillis: 2 }]);
await ok('PUT', '/races/placed/results', [{ position: 1, finishPlace: 2, penaltyMillis: 2 }]);

async function ok(method: string, path: string, body?: unknown) {
  const reply = await event.send(method, path, body);
  assert.ok(reply.status === 200 || reply.status === 201, reply.text);
  return reply.json;
}

test('R7: a misspelt teamExternalId does not empty a lane', async () => {
  const before = (await event.send('GET', '/schedule')).text;
  const { status, json } = await event.send('PUT', '/races/drawn/entries', [
    { position: 1, teamexternalId: 'c1' },
    { position: 2, teamExternalId: 'c2' },
  ]);
  assert.equal(status, 422);
  assert.equal(json.code, 'validation_failed');
  assert.equal(json.field, 'lanes[0].teamexternalId');
  assert.match(json.detail, /"teamExternalId" was probably meant/);
  assert.equal((await event.send('GET', '/schedule')).text, before);
});

const cases: [method: string, path: string, body: unknown, field: string, says: string][] = [
  [
    'PUT',
    '/teams',
    [{ externalId: 'c1', name: 'Crew 1', club_id: 'X' }],
    'teams[0].club_id',
    'clubId',
  ],
  ['PUT', '/teams', [{ externalID: 'c1', name: 'Crew 1' }], 'teams[0].externalID', 'externalId'],
  ['PUT', '/teams', { Teams: [] }, 'teams', 'Teams'],
  [
    'PUT',
    '/races',
    { races: [{ externalId: 'timed', raceNumber: 2, distance: 2000 }] },
    'races[0].distance',
    'distanceMeters',
  ],
  ['PUT', '/races/drawn/entries', [{ posiiton: 1 }], 'lanes[0].posiiton', 'position'],
  [
    'PUT',
    '/races/timed/results',
    [{ position: 1, finishTime: 402696 }],
    'results[0].finishTime',
    'finishTimeMillis',
  ],
  ['PUT', '/races/timed/results', [{ position: 1, staus: 'dns' }], 'results[0].staus', 'status'],
  ['PUT', '/races/timed/results', { result: [] }, 'results', 'result'],
  ['PUT', '/schedule/delay', { venueDay: '2026-06-13', delay: 5 }, 'delay', 'delayMinutes'],
  ['POST', '/schedule', { lane_scheme: ['1'] }, 'lane_scheme', 'laneScheme'],
];
for (const [method, path, body, field, says] of cases) {
  test(`R7: ${method} ${path} ${JSON.stringify(body)} names ${field} and says ${says}`, async () => {
    const { status, json } = await event.send(method, path, body);
    assert.equal(status, 422, JSON.stringify(json));
    assert.equal(json.field, field);
    assert.equal(json.errors.length, 1);
    assert.ok(json.detail.includes(`"${says}"`), json.detail);
  });
}

test('R7: a misspelt property is ignored beside the one that was meant', async () => {
  const lanes = [
    { position: 1, teamExternalId: 'c1', team_external_id: 'c2', Position: 7 },
    { position: 2, teamExternalId: 'c2' },
  ];
  const { lanes: drawn } = await ok('PUT', '/races/drawn/entries', lanes);
  assert.equal(drawn[0].teamExternalId, 'c1');
});

test('R7: every answer can be sent back as it is, to every operation that takes its like', async () => {
  const teams = await ok('GET', '/teams');
  const pushedTeams = await ok('PUT', '/teams', teams);
  assert.deepEqual(Object.keys(pushedTeams.teams[0]).includes('outcome'), true);
  await ok('PUT', '/teams', pushedTeams);
  await ok('PUT', '/teams', pushedTeams.teams);

  const schedule = await ok('GET', '/schedule');
  const runningOrder = await ok('PUT', '/races', schedule);
  assert.equal(runningOrder.races[0].outcome, 'matched');
  await ok('PUT', '/races', runningOrder);
  await ok('PUT', '/races', runningOrder.races);
  await ok('POST', '/schedule', schedule);
  await ok('POST', '/schedule', await ok('POST', '/schedule', schedule));
  await ok('POST', '/schedule', await ok('POST', '/schedule/publish'));

  for (const { externalId, lanes } of schedule.races) {
    const race = await ok('PUT', `/races/${externalId}/entries`, lanes);
    await ok('PUT', `/races/${externalId}/entries`, race);
    // The derived place of a timed race is left out, because the specification refuses it.
    const results = race.lanes.map((lane: object) =>
      externalId === 'timed' ? { ...lane, finishPlace: null } : lane,
    );
    const scored = await ok('PUT', `/races/${externalId}/results`, { ...race, results });
    await ok('PUT', `/races/${externalId}/entries`, scored);
  }

  const delayed = await ok('PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 5 });
  assert.deepEqual(await ok('PUT', '/schedule/delay', delayed), delayed);

  const after = await ok('GET', '/schedule');
  assert.deepEqual(after.races, schedule.races, 'nothing has changed by it');
});
