/** The requests of a timing package in its first regatta, from crews to places. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../support/service.ts';

const service = await startTestService();
const event = await service.provision();

test('a regatta goes from crews to places', async () => {
  assert.equal((await event.send('POST', '/schedule', { laneScheme: ['A', 'B'] })).status, 201);
  const crews = [1, 2, 3].map((n) => ({ externalId: `c${n}`, name: `Crew ${n}` }));
  assert.equal((await event.send('PUT', '/teams', { teams: crews })).status, 200);
  const race = { externalId: 'r/1', raceNumber: 1, scheduledAt: '2026-06-13T09:00:00+02:00' };
  assert.equal((await event.send('PUT', '/races', [race])).status, 200);
  const lanes = [1, 2, 3].map((n) => ({ position: n, teamExternalId: `c${n}` }));
  assert.equal((await event.send('PUT', '/races/r%2F1/entries', { lanes })).status, 200);
  const results = [
    { position: 1, finishTimeMillis: 400_000 },
    { position: 2, finishTimeMillis: 390_000, penaltyMillis: 10_000 },
    { position: 3, finishTimeMillis: 410_000 },
  ];
  assert.equal((await event.send('PUT', '/races/r%2F1/results', { results })).status, 200);
  assert.equal((await event.send('POST', '/schedule/publish')).status, 200);

  const read = await event.send('GET', '/schedule');
  assert.equal(read.status, 200);
  const [stored] = read.json.races;
  assert.equal(stored.scheduledAt, '2026-06-13T07:00:00Z');
  assert.deepEqual(
    stored.lanes.map((lane: { positionLabel: string; teamName: string; finishPlace: number }) => [
      lane.positionLabel,
      lane.teamName,
      lane.finishPlace,
    ]),
    [
      ['A', 'Crew 1', 1],
      ['B', 'Crew 2', 1],
      ['3', 'Crew 3', 3],
    ],
  );
});
