/** PUT /races/{externalId}/results: times, places that are given by hand, and the places that are derived. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../support/refused.ts';
import { type Provisioned, startTestService } from '../support/service.ts';

interface Lane {
  position: number;
  teamExternalId: string | null;
  status: string;
  finishTimeMillis: number | null;
  finishPlace: number | null;
  penaltyMillis: number | null;
}

/** Status, time, place and penalty of a lane. */
type Facts = [string, number | null, number | null, number | null];

const service = await startTestService();

/** An event whose race `r` has crews in positions 1 to `size`, named `c1` and so on. */
async function provisionRace(size: number, resultMode = 'timed'): Promise<Provisioned> {
  const event = await service.provision();
  await event.send('POST', '/schedule', { defaultResultMode: resultMode });
  const positions = Array.from({ length: size }, (_, index) => index + 1);
  const crews = positions.map((n) => ({ externalId: `c${n}`, name: `Crew ${n}` }));
  await event.send('PUT', '/teams', crews);
  const race = { externalId: 'r', raceNumber: 1, scheduledAt: '2026-06-13T09:00:00Z' };
  await event.send('PUT', '/races', [race]);
  const lanes = positions.map((position) => ({ position, teamExternalId: `c${position}` }));
  assert.equal((await event.send('PUT', '/races/r/entries', lanes)).status, 200);
  return event;
}

async function score(event: Provisioned, ...results: object[]): Promise<Facts[]> {
  const reply = await event.send('PUT', '/races/r/results', { results });
  assert.equal(reply.status, 200, reply.text);
  const read = (await event.send('GET', '/schedule')).json.races[0];
  assert.deepEqual(read, reply.json, 'what is answered is what is read');
  return reply.json.lanes.map(factsOf);
}

async function switchMode(event: Provisioned, resultMode: string): Promise<Facts[]> {
  const race = { externalId: 'r', raceNumber: 1, resultMode };
  const reply = await event.send('PUT', '/races', [race]);
  assert.equal(reply.status, 200, reply.text);
  const read = (await event.send('GET', '/schedule')).json.races[0];
  assert.deepEqual(read.lanes, reply.json.races[0].lanes);
  return read.lanes.map(factsOf);
}

async function facts(event: Provisioned): Promise<Facts[]> {
  return (await event.send('GET', '/schedule')).json.races[0].lanes.map(factsOf);
}

function factsOf(lane: Lane): Facts {
  return [lane.status, lane.finishTimeMillis, lane.finishPlace, lane.penaltyMillis];
}

const UNSCORED: Facts = ['assigned', null, null, null];

test('L10: places follow time plus penalty; equal totals share a place and the next is skipped', async () => {
  const event = await provisionRace(6);
  assert.deepEqual(
    await score(
      event,
      { position: 1, finishTimeMillis: 400_000 },
      { position: 2, finishTimeMillis: 390_000, penaltyMillis: 10_000 },
      { position: 3, finishTimeMillis: 399_999 },
      { position: 4, finishTimeMillis: 400_000, penaltyMillis: 0 },
      { position: 5, finishTimeMillis: 380_000, penaltyMillis: 60_000 },
      { position: 6, finishTimeMillis: 400_001 },
    ),
    [
      ['finished', 400_000, 2, null],
      ['finished', 390_000, 2, 10_000],
      ['finished', 399_999, 1, null],
      ['finished', 400_000, 2, 0],
      ['finished', 380_000, 6, 60_000],
      ['finished', 400_001, 5, null],
    ],
  );
});

test('L10: dns, dnf and dsq have no place and take none, time or not; nor has a finish without a time', async () => {
  const event = await provisionRace(6);
  assert.deepEqual(
    await score(
      event,
      { position: 1, status: 'dnf', finishTimeMillis: 1 },
      { position: 2, status: 'dsq', finishTimeMillis: 2, penaltyMillis: 5 },
      { position: 3, status: 'dns', finishTimeMillis: 3 },
      { position: 4 },
      { position: 5, status: 'finished', finishTimeMillis: 0 },
      { position: 6, status: 'dns' },
    ),
    [
      ['dnf', 1, null, null],
      ['dsq', 2, null, 5],
      ['dns', 3, null, null],
      ['finished', null, null, null],
      ['finished', 0, 1, null],
      ['dns', null, null, null],
    ],
  );
});

test('L10: the largest time and penalty are added without overflow', async () => {
  const event = await provisionRace(2);
  const max = 2_147_483_647;
  const [first, second] = await score(
    event,
    { position: 1, finishTimeMillis: max, penaltyMillis: max },
    { position: 2, finishTimeMillis: max, penaltyMillis: max - 1 },
  );
  assert.deepEqual(first, ['finished', max, 2, max]);
  assert.deepEqual(second, ['finished', max, 1, max - 1]);
});

test('L11: hand-given places repeat, leave gaps and stand beside dns, dnf and dsq', async () => {
  const event = await provisionRace(6, 'placesOnly');
  assert.deepEqual(
    await score(
      event,
      { position: 1, finishPlace: 1 },
      { position: 2, finishPlace: 1, penaltyMillis: 4 },
      { position: 3, finishPlace: 7 },
      { position: 4, status: 'dnf', finishPlace: 8 },
      { position: 5, status: 'dsq', finishPlace: 2_147_483_647 },
      { position: 6, status: 'dns' },
    ),
    [
      ['finished', null, 1, null],
      ['finished', null, 1, 4],
      ['finished', null, 7, null],
      ['dnf', null, 8, null],
      ['dsq', null, 2_147_483_647, null],
      ['dns', null, null, null],
    ],
  );
});

test('L7: an element replaces its lane whole, other lanes stay as they are', async () => {
  const event = await provisionRace(3);
  await score(
    event,
    { position: 1, finishTimeMillis: 100, penaltyMillis: 9 },
    { position: 2, finishTimeMillis: 200, penaltyMillis: 8 },
  );
  assert.deepEqual(await score(event, { position: 2, finishTimeMillis: 50 }), [
    ['finished', 100, 2, 9],
    ['finished', 50, 1, null],
    UNSCORED,
  ]);
  assert.deepEqual(await score(event, { position: 1, penaltyMillis: 3 }), [
    ['finished', null, null, 3],
    ['finished', 50, 1, null],
    UNSCORED,
  ]);
  assert.deepEqual(await score(event, { position: 2, status: 'dns' }), [
    ['finished', null, null, 3],
    ['dns', null, null, null],
    UNSCORED,
  ]);
  assert.deepEqual(await score(event), [
    ['finished', null, null, 3],
    ['dns', null, null, null],
    UNSCORED,
  ]);
});

test('R9: null in a result is like leaving it out, in the other mode too', async () => {
  const event = await provisionRace(1);
  const nothing = { finishTimeMillis: null, finishPlace: null, penaltyMillis: null };
  await score(event, { position: 1, finishTimeMillis: 10, penaltyMillis: 1 });
  assert.deepEqual(await score(event, { position: 1, ...nothing }), [
    ['finished', null, null, null],
  ]);
  assert.deepEqual(
    await score(event, { position: 1, ...nothing, finishTimeMillis: 12, status: 'finished' }),
    [['finished', 12, 1, null]],
  );
  await switchMode(event, 'placesOnly');
  assert.deepEqual(await score(event, { position: 1, ...nothing, finishPlace: 3 }), [
    ['finished', null, 3, null],
  ]);
  for (const field of ['position', 'status']) {
    const reply = await event.send('PUT', '/races/r/results', [
      { position: 1, finishPlace: 1, [field]: null },
    ]);
    refused(reply, 422, 'validation_failed', `results[0].${field}`);
  }
});

test('L8: assigned takes a result back, and the race is unscored again', async () => {
  const event = await provisionRace(2);
  await score(
    event,
    { position: 1, finishTimeMillis: 100, penaltyMillis: 5 },
    { position: 2, finishTimeMillis: 200 },
  );
  assert.deepEqual(await score(event, { position: 1, status: 'assigned' }), [
    UNSCORED,
    ['finished', 200, 1, null],
  ]);
  const lane = (await event.send('GET', '/schedule')).json.races[0].lanes[0];
  assert.equal(lane.teamExternalId, 'c1', 'the crew stays in its lane');
  const nulls = { finishTimeMillis: null, finishPlace: null, penaltyMillis: null };
  await score(event, { position: 2, status: 'assigned', ...nulls });
  const delay = await event.send('PUT', '/schedule/delay', {
    venueDay: '2026-06-13',
    delayMinutes: 0,
  });
  assert.equal(delay.json.races.length, 1);
});

test('L8: assigned with a time, place or penalty is 422 on that field, zero included', async () => {
  for (const mode of ['timed', 'placesOnly']) {
    const event = await provisionRace(1, mode);
    for (const [field, value] of [
      ['finishTimeMillis', 0],
      ['finishPlace', 1],
      ['penaltyMillis', 0],
    ] as const) {
      const reply = await event.send('PUT', '/races/r/results', [
        { position: 1, status: 'assigned', [field]: value },
      ]);
      refused(reply, 422, 'validation_failed', `results[0].${field}`);
      const reversed = await event.send(
        'PUT',
        '/races/r/results',
        `[{"${field}": ${value}, "status": "assigned", "position": 1}]`,
      );
      refused(reversed, 422, 'validation_failed', `results[0].${field}`);
    }
    assert.deepEqual(await facts(event), [UNSCORED]);
  }
});

test('L9: a contradiction to the mode is 422 on the whole list; penalties fit both modes', async () => {
  const timed = await provisionRace(2);
  const places = await provisionRace(2, 'placesOnly');
  const time = { position: 1, finishTimeMillis: 100 };
  const place = { position: 2, finishPlace: 1 };
  for (const [event, payload] of [
    [timed, [time, place]],
    [timed, [place]],
    [timed, [{ ...time, finishPlace: 1 }]],
    [timed, [{ position: 1, status: 'dns', finishPlace: 1 }]],
    [places, [place, time]],
    [places, [time]],
    [places, [{ ...place, finishTimeMillis: 0 }]],
    [places, [{ position: 1, status: 'dnf', finishTimeMillis: 1 }]],
  ] as const) {
    for (const body of [payload, { results: payload }]) {
      const reply = await event.send('PUT', '/races/r/results', body);
      refused(reply, 422, 'validation_failed', 'results');
    }
    assert.deepEqual(await facts(event), [UNSCORED, UNSCORED]);
  }
  for (const event of [timed, places]) {
    assert.deepEqual((await score(event, { position: 1, penaltyMillis: 7 }))[0], [
      'finished',
      null,
      null,
      7,
    ]);
  }
});

test('L7: a position without a lane is 422 on it and writes nothing; every one is named', async () => {
  const event = await provisionRace(2);
  const reply = await event.send('PUT', '/races/r/results', [
    { position: 1, finishTimeMillis: 100 },
    { position: 3, finishTimeMillis: 300 },
    { position: 2, finishTimeMillis: 200 },
    { position: 99, status: 'dns' },
  ]);
  refused(reply, 422, 'validation_failed', 'results[1].position');
  assert.deepEqual(
    reply.json.errors.map((violation: { field: string }) => violation.field),
    ['results[1].position', 'results[3].position'],
  );
  assert.deepEqual(await facts(event), [UNSCORED, UNSCORED]);
});

test('L7: a lane without a crew may have a result and is ranked with it', async () => {
  const event = await provisionRace(1);
  await event.send('PUT', '/races/r/entries', [
    { position: 1, teamExternalId: 'c1' },
    { position: 2 },
  ]);
  assert.deepEqual(
    await score(
      event,
      { position: 1, finishTimeMillis: 20 },
      { position: 2, finishTimeMillis: 10 },
    ),
    [
      ['finished', 20, 2, null],
      ['finished', 10, 1, null],
    ],
  );
});

test('L1: the second result with the same position is 422', async () => {
  const event = await provisionRace(2);
  const reply = await event.send('PUT', '/races/r/results', {
    results: [{ position: 1 }, { position: 2 }, { position: 1, status: 'dns' }],
  });
  refused(reply, 422, 'validation_failed', 'results[2].position');
});

test('L12: times stay stored while a race is placesOnly, and come back', async () => {
  const event = await provisionRace(3);
  const timed = await score(
    event,
    { position: 1, finishTimeMillis: 300, penaltyMillis: 1 },
    { position: 2, finishTimeMillis: 200 },
    { position: 3, status: 'dnf', finishTimeMillis: 100 },
  );
  const hidden: Facts[] = [
    ['finished', null, null, 1],
    ['finished', null, null, null],
    ['dnf', null, null, null],
  ];
  assert.deepEqual(await switchMode(event, 'placesOnly'), hidden);
  assert.deepEqual(await facts(event), hidden);
  assert.deepEqual(await switchMode(event, 'timed'), timed);
});

test('L12: hand-given places stay stored while a race is timed, and come back', async () => {
  const event = await provisionRace(2, 'placesOnly');
  const given = await score(
    event,
    { position: 1, finishPlace: 5 },
    { position: 2, status: 'dsq', finishPlace: 2 },
  );
  assert.deepEqual(await switchMode(event, 'timed'), [
    ['finished', null, null, null],
    ['dsq', null, null, null],
  ]);
  assert.deepEqual(await switchMode(event, 'placesOnly'), given);
  assert.deepEqual(await switchMode(event, 'timed'), [
    ['finished', null, null, null],
    ['dsq', null, null, null],
  ]);
});

test('L12 and L7: a result that is pushed in the other mode clears what was hidden in its lane only', async () => {
  const event = await provisionRace(2);
  await score(
    event,
    { position: 1, finishTimeMillis: 100 },
    { position: 2, finishTimeMillis: 200 },
  );
  await switchMode(event, 'placesOnly');
  assert.deepEqual(await score(event, { position: 1, finishPlace: 2 }), [
    ['finished', null, 2, null],
    ['finished', null, null, null],
  ]);
  assert.deepEqual(await switchMode(event, 'timed'), [
    ['finished', null, null, null],
    ['finished', 200, 1, null],
  ]);
  assert.deepEqual(await switchMode(event, 'placesOnly'), [
    ['finished', null, 2, null],
    ['finished', null, null, null],
  ]);
});

test('L12: an omitted mode keeps it, and a new race takes the default of its schedule', async () => {
  const event = await provisionRace(1, 'placesOnly');
  await score(event, { position: 1, finishPlace: 1 });
  const race = { externalId: 'r', raceNumber: 1, title: 'Renamed' };
  const reply = await event.send('PUT', '/races', [race]);
  assert.equal(reply.json.races[0].resultMode, 'placesOnly');
  assert.equal(reply.json.races[0].lanes[0].finishPlace, 1);
});

test('specification: the limits of a result', async () => {
  const event = await provisionRace(1);
  const cases: [object | string, string][] = [
    [{}, 'results[0].position'],
    [{ position: 0 }, 'results[0].position'],
    [{ position: 1, status: 'Finished' }, 'results[0].status'],
    [{ position: 1, status: 7 }, 'results[0].status'],
    [{ position: 1, finishTimeMillis: -1 }, 'results[0].finishTimeMillis'],
    [{ position: 1, finishTimeMillis: 1.5 }, 'results[0].finishTimeMillis'],
    [{ position: 1, finishTimeMillis: '100' }, 'results[0].finishTimeMillis'],
    [{ position: 1, finishTimeMillis: 2_147_483_648 }, 'results[0].finishTimeMillis'],
    [{ position: 1, finishPlace: 0 }, 'results[0].finishPlace'],
    [{ position: 1, penaltyMillis: -1 }, 'results[0].penaltyMillis'],
    ['position', 'results[0]'],
  ];
  for (const [element, field] of cases) {
    const reply = await event.send('PUT', '/races/r/results', [element]);
    refused(reply, 422, 'validation_failed', field);
  }
  for (const body of [{}, { lanes: [] }, 7, { results: null }]) {
    const reply = await event.send('PUT', '/races/r/results', body);
    refused(reply, 422, 'validation_failed', 'results');
  }
});

test('R2: shape is judged before schedule and race, mode and lanes after them', async () => {
  const bare = await service.provision();
  const mixed = [{ position: 1, finishTimeMillis: 1, finishPlace: 1 }];
  refused(
    await bare.send('PUT', '/races/r/results', [{ position: 0 }]),
    422,
    'validation_failed',
    'results[0].position',
  );
  refused(await bare.send('PUT', '/races/r/results', mixed), 404, 'schedule_not_found');
  const event = await provisionRace(1);
  refused(await event.send('PUT', '/races/x/results', mixed), 404, 'race_not_found');
  refused(await event.send('PUT', '/races/r/results', mixed), 422, 'validation_failed', 'results');
});

test('specification: full times are returned whatever the visibility says', async () => {
  const event = await provisionRace(1);
  await event.send('PUT', '/races', [
    { externalId: 'r', raceNumber: 1, resultVisibility: 'hidden' },
  ]);
  assert.deepEqual(await score(event, { position: 1, finishTimeMillis: 5 }), [
    ['finished', 5, 1, null],
  ]);
});
