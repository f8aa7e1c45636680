/** Timing software that writes through `/v1` beside a race office: neither destroys what the other wrote. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draw, times } from '../support/board.ts';
import { giveRule, openOffice } from '../support/office.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();

const ALL_OF_A_RACE = {
  title: 'Timing',
  scheduledAt: '2026-06-13T11:00:00+02:00',
  distanceMeters: 1000,
  boatClass: '2x',
  round: 'Final',
  divisionLabel: 'Men',
  resultMode: 'timed',
  resultVisibility: 'full',
  laneScheme: ['X', 'Y', 'Z'],
  notes: 'by software',
};

test('a push of races leaves printed number, state, reason and official results alone, and shows none of them', async () => {
  const office = await openOffice(service);
  const { event } = office;
  const { races } = await office.ids();
  const id = races[1];
  const own = await event.send('GET', '/schedule');
  await office.write('/settings', { provisionalResults: true });
  await office.write('/races', { races: [{ id, printedNumber: '1A' }] });
  await event.send('PUT', '/races/r1/results', times(61_000));
  await office.write(`/races/${id}/official`, { official: true });
  await office.write(`/races/${id}/state`, { state: 'cancelled', reason: 'Wind' });
  const shown = (await event.send('GET', '/schedule')).json.races[0];
  assert.deepEqual(Object.keys(shown).sort(), Object.keys(own.json.races[0]).sort());
  const stays = async () => {
    const race = (await office.read()).races.find((each: { id: number }) => each.id === id);
    const { printedNumber, state, reason, official } = race;
    assert.deepEqual([printedNumber, state, reason, official], ['1A', 'cancelled', 'Wind', true]);
    return race;
  };
  await stays();
  const push = { externalId: 'r1', raceNumber: 11, ...ALL_OF_A_RACE };
  const ignored = { printedNumber: 'B', state: 'planned', reason: null, official: false };
  for (const element of [push, { ...push, ...ignored, raceNumber: 12 }]) {
    const { status, json } = await event.send('PUT', '/races', [element]);
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(json.races[0]).sort(), [...Object.keys(shown), 'outcome'].sort());
    const race = await stays();
    assert.deepEqual([race.raceNumber, race.title], [element.raceNumber, 'Timing']);
  }
});

test('PUT results makes official results provisional again, where they are other ones', async () => {
  const office = await openOffice(service);
  const { event } = office;
  const id = (await office.ids()).races[1];
  await office.write('/settings', { provisionalResults: true });
  await event.send('PUT', '/races/r1/results', times(61_000, 62_000));
  const official = async () => (await office.read()).races[0].official;
  const make = () => office.write(`/races/${id}/official`, { official: true });
  await make();
  await event.send('PUT', '/races/r1/results', times(61_000, 62_000));
  assert.equal(await official(), true);
  const pushes: [path: string, body: object][] = [
    ['results', times(61_000, 62_500)],
    ['results', [{ position: 3, status: 'dns' }]],
    ['results', [{ position: 1, status: 'assigned' }]],
    ['entries', draw('c2', 'c1', 'c3')],
    ['entries', draw('c2')],
  ];
  for (const [path, body] of pushes) {
    await event.send('PUT', '/races/r1/results', times(61_000));
    await make();
    assert.equal(await official(), true);
    assert.equal((await event.send('PUT', `/races/r1/${path}`, body)).status, 200);
    assert.equal(await official(), false, `${path} ${JSON.stringify(body)}`);
  }
  // A write of the office itself makes results provisional, too.
  await event.send('PUT', '/races/r1/results', times(61_000));
  await make();
  await office.write(`/races/${id}/results`, { results: times(60_000) });
  assert.equal(await official(), false);
});

test('PUT entries keeps the rule of a lane that it draws, and removes rule and lane that it leaves out', async () => {
  const office = await openOffice(service);
  const { event } = office;
  const { crews, races } = await office.ids();
  const [first, second] = [races[1] as number, races[2] as number];
  for (const position of [1, 2]) await giveRule(service, second, position, [first]);
  const rule = { races: [first], place: 1, fastest: null };
  const rules = async () => {
    const race = (await office.read()).races.find(({ id }: { id: number }) => id === second);
    return race.lanes.map(({ position, crewId, from }: Record<string, unknown>) => [
      position,
      crewId,
      from,
    ]);
  };
  await event.send('PUT', '/races/r2/entries', [
    { position: 1, teamExternalId: 'c3' },
    { position: 2 },
    { position: 3 },
  ]);
  assert.deepEqual(await rules(), [
    [1, crews.Chamäleon, rule],
    [2, null, rule],
    [3, null, null],
  ]);
  const board = (await event.board()).json.races[1];
  assert.deepEqual(
    board.lanes.map(({ from }: { from: unknown }) => from),
    [null, rule, null],
    'the board says where a crew comes from while nobody is drawn',
  );
  await event.send('PUT', '/races/r2/results', [{ position: 1, finishTimeMillis: 1000 }]);
  await event.send('PUT', '/races', [{ externalId: 'r2', raceNumber: 2, title: 'T' }]);
  await event.send('PUT', '/races/r2/entries', draw('c3'));
  assert.deepEqual(await rules(), [[1, crews.Chamäleon, rule]]);
  await event.send('PUT', '/races/r2/entries', draw('c3', 'c1'));
  assert.deepEqual(await rules(), [
    [1, crews.Chamäleon, rule],
    [2, crews.Amsel, null],
  ]);
});

test('what the office removed is gone for /v1, whose push of it makes another race and another crew', async () => {
  const office = await openOffice(service);
  const { event } = office;
  const { races } = await office.ids();
  await office.write('/races', { races: [], removed: [races[1], races[2]] });
  const { crews } = await office.ids();
  await office.write('/crews', { crews: [], removed: [crews.Amsel] });
  for (const path of ['/races/r1/entries', '/races/r1/results']) {
    const { status, json } = await event.send('PUT', path, []);
    assert.deepEqual([status, json.code], [404, 'race_not_found']);
  }
  const named = await event.send('PUT', '/races/r3/entries', draw('c1'));
  assert.deepEqual([named.status, named.json.field], [422, 'lanes[0].teamExternalId']);
  const at = '2026-06-13T09:00:00Z';
  const pushed = await event.send('PUT', '/races', [
    { externalId: 'r1', raceNumber: 1, scheduledAt: at },
  ]);
  assert.equal(pushed.json.races[0].outcome, 'inserted');
  const again = await event.send('PUT', '/teams', [{ externalId: 'c1', name: 'Amsel' }]);
  assert.equal(again.json.teams[0].outcome, 'inserted');
  const now = await office.ids();
  assert.ok((now.races[1] ?? 0) > (races[3] ?? 0));
  assert.ok((now.crews.Amsel ?? 0) > (crews.Amsel ?? 0));
});
