/** PUT /races/{externalId}/entries: the complete lane draw of a race. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { raceAdd } from '../../src/commands/office/races.ts';
import { readSettings } from '../../src/settings.ts';
import { refused } from '../support/refused.ts';
import { type Provisioned, startTestService } from '../support/service.ts';

interface Lane {
  position: number;
  positionLabel: string;
  teamExternalId: string | null;
  teamName: string | null;
  status: string;
  finishTimeMillis: number | null;
  finishPlace: number | null;
  penaltyMillis: number | null;
}

const service = await startTestService();

/** An event with crews `a` to `f` (named `Crew A` and so on) and the race `r`. */
async function provisionRace(laneScheme: string[] | null = null): Promise<Provisioned> {
  const event = await service.provision();
  await event.send('POST', '/schedule', { laneScheme });
  const crews = [...'abcdef'].map((id) => ({ externalId: id, name: `Crew ${id.toUpperCase()}` }));
  await event.send('PUT', '/teams', crews);
  const race = { externalId: 'r', raceNumber: 1, scheduledAt: '2026-06-13T09:00:00Z' };
  assert.equal((await event.send('PUT', '/races', [race])).status, 200);
  return event;
}

/** Draws crews into positions 1, 2, …; `null` is an empty lane, `undefined` leaves it out. */
async function draw(event: Provisioned, ...crews: (string | null | undefined)[]): Promise<Lane[]> {
  const reply = await event.send('PUT', '/races/r/entries', { lanes: lanesOf(crews) });
  assert.equal(reply.status, 200, reply.text);
  assert.ok(!('outcome' in reply.json));
  const read = await event.send('GET', '/schedule');
  assert.deepEqual(read.json.races[0], reply.json, 'what is answered is what is read');
  return reply.json.lanes;
}

function lanesOf(crews: (string | null | undefined)[]) {
  return crews.flatMap((teamExternalId, index) =>
    teamExternalId === undefined ? [] : { position: index + 1, teamExternalId },
  );
}

async function score(event: Provisioned, ...results: object[]): Promise<void> {
  const reply = await event.send('PUT', '/races/r/results', results);
  assert.equal(reply.status, 200, reply.text);
}

async function lanes(event: Provisioned): Promise<Lane[]> {
  return (await event.send('GET', '/schedule')).json.races[0].lanes;
}

const crewsOf = (drawn: Lane[]) => drawn.map((lane) => [lane.position, lane.teamExternalId]);

test('specification: the answer is the race with its lanes, by position (A3)', async () => {
  const event = await provisionRace();
  const reply = await event.send('PUT', '/races/r/entries', [
    { position: 12, teamExternalId: 'b' },
    { position: 2, teamExternalId: 'a' },
    { position: 1 },
  ]);
  assert.equal(reply.status, 200, reply.text);
  const nothing = {
    status: 'assigned',
    finishTimeMillis: null,
    finishPlace: null,
    penaltyMillis: null,
  };
  assert.deepEqual(reply.json, {
    externalId: 'r',
    raceNumber: 1,
    title: null,
    scheduledAt: '2026-06-13T09:00:00Z',
    distanceMeters: null,
    boatClass: null,
    round: null,
    divisionLabel: null,
    resultMode: 'timed',
    resultVisibility: null,
    laneScheme: null,
    notes: null,
    lanes: [
      { position: 1, positionLabel: '1', teamExternalId: null, teamName: null, ...nothing },
      { position: 2, positionLabel: '2', teamExternalId: 'a', teamName: 'Crew A', ...nothing },
      { position: 12, positionLabel: '12', teamExternalId: 'b', teamName: 'Crew B', ...nothing },
    ],
  });
});

test('L5: lanes that the draw leaves out go, with their results; emptied lanes stay', async () => {
  const event = await provisionRace();
  await draw(event, 'a', 'b', 'c');
  await score(event, { position: 3, finishTimeMillis: 7 });
  assert.deepEqual(crewsOf(await draw(event, 'a', null)), [
    [1, 'a'],
    [2, null],
  ]);
  const [, , third] = await draw(event, 'a', null, 'c');
  assert.deepEqual([third?.status, third?.finishTimeMillis], ['assigned', null]);
});

test('R6: an empty draw removes every lane; R9: absent and null empty a lane', async () => {
  const event = await provisionRace();
  await draw(event, 'a', 'b');
  const emptied = await event.send('PUT', '/races/r/entries', [
    { position: 1 },
    { position: 2, teamExternalId: null, positionLabel: null },
  ]);
  assert.deepEqual(crewsOf(emptied.json.lanes), [
    [1, null],
    [2, null],
  ]);
  assert.deepEqual(await draw(event), []);
});

test('L5: a crew that is still drawn in a lane the draw leaves out is 409 naming crew and lane', async () => {
  const event = await provisionRace();
  await draw(event, 'a', 'b', undefined, undefined, undefined, undefined, 'c');
  const before = await lanes(event);
  for (const partial of [
    [{ position: 1, teamExternalId: 'c' }],
    [
      { position: 1, teamExternalId: 'a' },
      { position: 2, teamExternalId: 'b' },
      { position: 3, teamExternalId: 'c' },
    ],
  ]) {
    const reply = await event.send('PUT', '/races/r/entries', partial);
    refused(reply, 409, 'conflict');
    assert.match(reply.json.detail, /Crew C/);
    assert.match(reply.json.detail, /\b7\b/);
  }
  assert.deepEqual(await lanes(event), before);
});

test('L5: naming the lane that a crew leaves makes the draw complete', async () => {
  const event = await provisionRace();
  await draw(event, 'a', 'b');
  assert.deepEqual(crewsOf(await draw(event, null, 'b', 'a')), [
    [1, null],
    [2, 'b'],
    [3, 'a'],
  ]);
});

test('L5: two crews swap lanes, three rotate, a new crew takes a lane that is left', async () => {
  const event = await provisionRace();
  await draw(event, 'a', 'b', 'c', 'd');
  const expectation = (crews: string) => [...crews].map((id, index) => [index + 1, id]);
  for (const crews of ['bacd', 'cbad', 'acdb', 'dcab', 'ecab', 'aecb']) {
    assert.deepEqual(crewsOf(await draw(event, ...crews)), expectation(crews));
  }
});

test('L1: a crew in two lanes of one payload is 409 without field', async () => {
  const event = await provisionRace();
  await draw(event, 'b');
  for (const crews of [
    ['a', 'a'],
    ['b', 'c', 'b'],
  ]) {
    const reply = await event.send('PUT', '/races/r/entries', lanesOf(crews));
    refused(reply, 409, 'conflict');
  }
  assert.deepEqual(crewsOf(await lanes(event)), [[1, 'b']]);
});

test('L1: the second lane with the same position is 422', async () => {
  const event = await provisionRace();
  const reply = await event.send('PUT', '/races/r/entries', {
    lanes: [{ position: 1 }, { position: 2 }, { position: 1, teamExternalId: 'a' }],
  });
  refused(reply, 422, 'validation_failed', 'lanes[2].position');
});

test('L6: an unknown crew is 422 on its lane, every one of them; a crew of another event too', async () => {
  const event = await provisionRace();
  const other = await service.provision();
  await other.send('PUT', '/teams', [{ externalId: 'foreign', name: 'Foreign' }]);
  await draw(event, 'a');
  const reply = await event.send('PUT', '/races/r/entries', lanesOf(['b', 'foreign', 'c', 'A']));
  refused(reply, 422, 'validation_failed', 'lanes[1].teamExternalId');
  assert.deepEqual(
    reply.json.errors.map((violation: { field: string }) => violation.field),
    ['lanes[1].teamExternalId', 'lanes[3].teamExternalId'],
  );
  assert.deepEqual(crewsOf(await lanes(event)), [[1, 'a']]);
});

test('R2: an unknown crew is 422 before the crew in two lanes is 409', async () => {
  const event = await provisionRace();
  const reply = await event.send('PUT', '/races/r/entries', lanesOf(['a', 'a', 'nobody']));
  refused(reply, 422, 'validation_failed', 'lanes[2].teamExternalId');
});

test('L5: a result stays with its lane when another crew is drawn into it', async () => {
  const event = await provisionRace();
  await draw(event, 'a', 'b');
  await score(
    event,
    { position: 1, finishTimeMillis: 500, penaltyMillis: 20 },
    { position: 2, status: 'dnf' },
  );
  const swapped = await draw(event, 'b', 'a');
  assert.deepEqual(
    swapped.map((lane) => [
      lane.teamExternalId,
      lane.status,
      lane.finishTimeMillis,
      lane.penaltyMillis,
      lane.finishPlace,
    ]),
    [
      ['b', 'finished', 500, 20, 1],
      ['a', 'dnf', null, null, null],
    ],
  );
  const [first] = await draw(event, 'c', 'a');
  assert.deepEqual([first?.teamName, first?.finishTimeMillis], ['Crew C', 500]);
});

test('L5: taking the crew out of a lane clears its result', async () => {
  const event = await provisionRace();
  await draw(event, 'a', 'b');
  await score(event, { position: 1, finishTimeMillis: 500, penaltyMillis: 20 });
  const [emptied] = await draw(event, null, 'b');
  assert.deepEqual(emptied, {
    position: 1,
    positionLabel: '1',
    teamExternalId: null,
    teamName: null,
    status: 'assigned',
    finishTimeMillis: null,
    finishPlace: null,
    penaltyMillis: null,
  });
  const [redrawn] = await draw(event, 'a', 'b');
  assert.equal(redrawn?.finishTimeMillis, null);
});

test('L5 and L7: what was timed in a lane without a crew stays, crew or no crew', async () => {
  const event = await provisionRace();
  await draw(event, null, 'b');
  await score(event, { position: 1, finishTimeMillis: 444 });
  assert.equal((await draw(event, null, 'b'))[0]?.finishTimeMillis, 444);
  const [drawn] = await draw(event, 'a', 'b');
  assert.deepEqual([drawn?.finishTimeMillis, drawn?.status], [444, 'finished']);
});

test('R9 and L23: an omitted or null label is the default again, looked up when read', async () => {
  const event = await provisionRace(['Red', 'Blue']);
  const label = async (positionLabel?: string | null) => {
    const reply = await event.send('PUT', '/races/r/entries', [{ position: 2, positionLabel }]);
    assert.equal(reply.status, 200, reply.text);
    return reply.json.lanes[0].positionLabel;
  };
  assert.equal(await label('Own'), 'Own');
  assert.equal(await label(null), 'Blue');
  assert.equal(await label('Own'), 'Own');
  assert.equal(await label(), 'Blue');
  await event.send('PUT', '/races', [{ externalId: 'r', raceNumber: 1, laneScheme: ['X', 'Y'] }]);
  assert.equal((await lanes(event))[0]?.positionLabel, 'Y');
});

test('specification: the limits of a lane', async () => {
  const event = await provisionRace();
  const long = '🚣'.repeat(40);
  const good = [{ position: 2_147_483_647, positionLabel: long }];
  const reply = await event.send('PUT', '/races/r/entries', good);
  assert.equal(reply.json.lanes[0].positionLabel, long);
  const cases: [object | number, string][] = [
    [{}, 'lanes[0].position'],
    [{ position: 0 }, 'lanes[0].position'],
    [{ position: null }, 'lanes[0].position'],
    [{ position: '1' }, 'lanes[0].position'],
    [{ position: 1, positionLabel: '' }, 'lanes[0].positionLabel'],
    [{ position: 1, positionLabel: `${long}x` }, 'lanes[0].positionLabel'],
    [{ position: 1, positionLabel: 3 }, 'lanes[0].positionLabel'],
    [{ position: 1, teamExternalId: '' }, 'lanes[0].teamExternalId'],
    [{ position: 1, teamExternalId: 5 }, 'lanes[0].teamExternalId'],
    [7, 'lanes[0]'],
  ];
  for (const [element, field] of cases) {
    const reply = await event.send('PUT', '/races/r/entries', [element]);
    refused(reply, 422, 'validation_failed', field);
  }
  for (const body of [{}, { entries: [] }, { lanes: null }]) {
    const reply = await event.send('PUT', '/races/r/entries', body);
    refused(reply, 422, 'validation_failed', 'lanes');
  }
});

test('specification: no schedule, no race, a race entered by hand, another event: 404', async () => {
  const bare = await service.provision();
  refused(await bare.send('PUT', '/races/r/entries', []), 404, 'schedule_not_found');
  const event = await provisionRace();
  refused(await event.send('PUT', '/races/nope/entries', []), 404, 'race_not_found');
  const settings = readSettings({ DATABASE_URL: service.databaseUrl });
  const byHand = { event: String(event.eventId), number: '2', at: '2026-06-13T09:00:00Z' };
  await raceAdd.run(byHand, { settings, progress() {} });
  for (const id of ['2', 'null', '']) {
    assert.equal((await event.send('PUT', `/races/${id}/entries`, [])).status, 404);
  }
  const invisible = await service.send('PUT', `/v1/events/${bare.eventId}/races/r/entries`, {
    key: event.key,
    body: [],
  });
  refused(invisible, 404, 'event_not_found');
  refused(
    await event.send('PUT', '/races/nope/entries', [{ position: 0 }]),
    422,
    'validation_failed',
    'lanes[0].position',
  );
});

test('R14: a race id of any script is addressed when percent-encoded', async () => {
  const event = await provisionRace();
  const ids = ['a/b c', '100%', '%2F', 'ü?#&=+', '🏁'.repeat(128), ' ', '...', 'a\\b', 'A', 'a'];
  const races = ids.map((externalId, index) => ({
    externalId,
    raceNumber: index + 10,
    scheduledAt: '2026-06-13T09:00:00Z',
  }));
  assert.equal((await event.send('PUT', '/races', races)).status, 200);
  for (const [index, id] of ids.entries()) {
    const reply = await event.send('PUT', `/races/${encodeURIComponent(id)}/entries`, [
      { position: 1, teamExternalId: 'a' },
    ]);
    assert.equal(reply.status, 200, `${id}: ${reply.text}`);
    assert.equal(reply.json.raceNumber, index + 10);
  }
});

test('specification: a crew may be drawn in several races; a draw touches one race', async () => {
  const event = await provisionRace();
  const second = { externalId: 's', raceNumber: 2, scheduledAt: '2026-06-13T10:00:00Z' };
  await event.send('PUT', '/races', [second]);
  await draw(event, 'a', 'b');
  await event.send('PUT', '/races/s/entries', lanesOf(['b', 'a']));
  await draw(event, 'c');
  const { races } = (await event.send('GET', '/schedule')).json;
  assert.deepEqual(crewsOf(races[1].lanes), [
    [1, 'b'],
    [2, 'a'],
  ]);
});

test('specification: a renamed crew shows its new name in every draw', async () => {
  const event = await provisionRace();
  await draw(event, 'a', 'b');
  await event.send('PUT', '/teams', [
    { externalId: 'a', name: 'Crew B' },
    { externalId: 'b', name: 'Crew A' },
  ]);
  assert.deepEqual(
    (await lanes(event)).map((lane) => [lane.teamExternalId, lane.teamName]),
    [
      ['a', 'Crew B'],
      ['b', 'Crew A'],
    ],
  );
});

test('atomicity: of 200 lanes with one that is wrong, none is written', async () => {
  const event = await provisionRace();
  await draw(event, 'a');
  const many = Array.from({ length: 200 }, (_, i) => ({ position: i + 1, teamExternalId: null }));
  const wrong = many.with(77, { position: 78, teamExternalId: 'nobody' as never });
  const reply = await event.send('PUT', '/races/r/entries', wrong);
  refused(reply, 422, 'validation_failed', 'lanes[77].teamExternalId');
  assert.deepEqual(crewsOf(await lanes(event)), [[1, 'a']]);
});
