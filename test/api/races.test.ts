/** PUT /races: how races are matched, adopted, inserted, renumbered and refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { raceAdd } from '../../src/commands/office/races.ts';
import { readSettings } from '../../src/settings.ts';
import { refused } from '../support/refused.ts';
import { type Provisioned, startTestService } from '../support/service.ts';

interface Race {
  externalId: string | null;
  raceNumber: number;
  title: string | null;
  scheduledAt: string;
  resultMode: string;
  laneScheme: string[] | null;
  lanes: { position: number; positionLabel: string }[];
  outcome?: string | null;
  [property: string]: unknown;
}

const service = await startTestService();

async function provisionSchedule(settings: object = {}): Promise<Provisioned> {
  const event = await service.provision();
  assert.equal((await event.send('POST', '/schedule', settings)).status, 201);
  return event;
}

/** Enters a race as `running-order race add` does. */
async function enterByHand(event: Provisioned, number: number, at: string, title?: string) {
  const settings = readSettings({ DATABASE_URL: service.databaseUrl });
  const values = { event: String(event.eventId), number: String(number), at };
  await raceAdd.run(
    { ...values, ...(title !== undefined && { title }) },
    { settings, progress() {} },
  );
}

async function push(event: Provisioned, ...races: object[]): Promise<Race[]> {
  const reply = await event.send('PUT', '/races', { races });
  assert.equal(reply.status, 200, reply.text);
  assert.deepEqual(Object.keys(reply.json), ['races']);
  return reply.json.races;
}

async function read(event: Provisioned): Promise<Race[]> {
  const reply = await event.send('GET', '/schedule');
  assert.equal(reply.status, 200, reply.text);
  return reply.json.races;
}

/** A race at so many minutes past nine, UTC. */
function race(externalId: string, raceNumber: number, minute = raceNumber % 60) {
  const scheduledAt = `2026-06-13T09:${String(minute).padStart(2, '0')}:00Z`;
  return { externalId, raceNumber, scheduledAt };
}

const numbers = (races: Race[]) => races.map((r) => [r.externalId, r.raceNumber]);
const outcomes = (races: Race[]) => races.map((r) => [r.externalId, r.outcome]);

test('specification: a race is inserted with its defaults, every field as sent', async () => {
  const event = await provisionSchedule({ defaultResultMode: 'placesOnly' });
  const full = {
    externalId: 'full',
    raceNumber: 2,
    title: 'Final',
    scheduledAt: '2026-06-13T11:00:00.250+02:00',
    distanceMeters: 2000,
    boatClass: '8+',
    round: 'Final A',
    divisionLabel: 'Women',
    resultMode: 'timed',
    resultVisibility: 'hidden',
    laneScheme: ['Near', 'Far'],
    notes: 'One to watch',
  };
  const answer = await push(event, full, race('bare', 1));
  assert.deepEqual(answer, [
    { ...full, scheduledAt: '2026-06-13T09:00:00.250Z', lanes: [], outcome: 'inserted' },
    {
      externalId: 'bare',
      raceNumber: 1,
      title: null,
      scheduledAt: '2026-06-13T09:01:00Z',
      distanceMeters: null,
      boatClass: null,
      round: null,
      divisionLabel: null,
      resultMode: 'placesOnly',
      resultVisibility: null,
      laneScheme: null,
      notes: null,
      lanes: [],
      outcome: 'inserted',
    },
  ]);
  const withoutOutcome = answer.map(({ outcome: _, ...rest }) => rest);
  assert.deepEqual(await read(event), withoutOutcome);
});

test('A4: the answer is the whole running order, outcome null where the push named nothing', async () => {
  const event = await provisionSchedule();
  await push(event, race('a', 1), race('b', 2), race('c', 3));
  await enterByHand(event, 9, '2026-06-13T09:00:30Z', 'By hand');
  const answer = await push(event, { externalId: 'b', raceNumber: 2, title: 'B' }, race('d', 4, 2));
  assert.deepEqual(outcomes(answer), [
    [null, null],
    ['a', null],
    ['b', 'matched'],
    ['d', 'inserted'],
    ['c', null],
  ]);
  for (const each of answer) assert.ok('outcome' in each);
});

test('A3: by scheduledAt, then raceNumber, in the answer and when read', async () => {
  const event = await provisionSchedule();
  const answer = await push(
    event,
    race('a', 7, 5),
    race('b', 3, 5),
    race('c', 9, 4),
    race('d', 1, 6),
  );
  const expected = [
    ['c', 9],
    ['b', 3],
    ['a', 7],
    ['d', 1],
  ];
  assert.deepEqual(numbers(answer), expected);
  assert.deepEqual(numbers(await read(event)), expected);
  const moved = await push(event, { ...race('d', 1, 3) });
  assert.deepEqual(numbers(moved)[0], ['d', 1]);
  assert.deepEqual(numbers(await read(event))[0], ['d', 1]);
});

test('L3: a race entered by hand is adopted by its number and keeps what the push omits', async () => {
  const event = await provisionSchedule();
  await enterByHand(event, 5, '2026-06-13T12:00:00+02:00', 'By hand');
  const [adopted] = await push(event, { externalId: 'five', raceNumber: 5, round: 'Heat' });
  assert.deepEqual(
    [adopted?.outcome, adopted?.title, adopted?.scheduledAt, adopted?.round],
    ['adopted', 'By hand', '2026-06-13T10:00:00Z', 'Heat'],
  );
  const [matched] = await push(event, { externalId: 'five', raceNumber: 6 });
  assert.deepEqual([matched?.outcome, matched?.raceNumber], ['matched', 6]);
  const [fresh] = await push(event, race('again', 5));
  assert.deepEqual([fresh?.externalId, fresh?.outcome], ['again', 'inserted']);
});

test('specification: a held race is never adopted: 409 without field, the detail names the number', async () => {
  const event = await provisionSchedule();
  await push(event, race('a', 4711));
  const reply = await event.send('PUT', '/races', [race('x', 1), race('b', 4711), race('y', 2)]);
  refused(reply, 409, 'conflict');
  assert.match(reply.json.detail, /4711/);
  assert.deepEqual(reply.json.conflicts, [
    {
      element: 'races[1]',
      property: 'raceNumber',
      value: 4711,
      heldBy: { externalId: 'a', title: null },
    },
  ]);
  assert.deepEqual(numbers(await read(event)), [['a', 4711]]);
});

test('specification: a number of a race that the payload leaves out is 409', async () => {
  const event = await provisionSchedule();
  await push(event, race('a', 1), race('b', 22));
  const reply = await event.send('PUT', '/races', [{ externalId: 'a', raceNumber: 22 }]);
  refused(reply, 409, 'conflict');
  assert.match(reply.json.detail, /22/);
});

test('L4: renumbering onto a race that nobody has claimed is 409; nothing is written', async () => {
  const event = await provisionSchedule();
  await push(event, race('a', 1));
  await enterByHand(event, 88, '2026-06-13T12:00:00Z');
  const reply = await event.send('PUT', '/races', [
    { externalId: 'a', raceNumber: 88, title: 'Lost' },
    race('n', 2),
  ]);
  refused(reply, 409, 'conflict');
  assert.match(reply.json.detail, /88/);
  assert.deepEqual(
    (await read(event)).map((each) => [each.externalId, each.raceNumber, each.title]),
    [
      ['a', 1, null],
      [null, 88, null],
    ],
  );
});

test('L2: two races swap numbers, three rotate, all move up by one, a freed number is reused', async () => {
  const event = await provisionSchedule();
  await push(event, race('a', 1), race('b', 2), race('c', 3));
  const renumber = async (...pairs: [string, number][]) =>
    numbers(
      await push(event, ...pairs.map(([externalId, raceNumber]) => ({ externalId, raceNumber }))),
    );
  assert.deepEqual(await renumber(['a', 2], ['b', 1]), [
    ['a', 2],
    ['b', 1],
    ['c', 3],
  ]);
  assert.deepEqual(await renumber(['a', 3], ['b', 2], ['c', 1]), [
    ['a', 3],
    ['b', 2],
    ['c', 1],
  ]);
  assert.deepEqual(await renumber(['c', 2], ['b', 3], ['a', 4]), [
    ['a', 4],
    ['b', 3],
    ['c', 2],
  ]);
  const answer = await push(event, race('d', 3, 0), { externalId: 'b', raceNumber: 1 });
  assert.deepEqual(outcomes(answer), [
    ['d', 'inserted'],
    ['a', null],
    ['b', 'matched'],
    ['c', null],
  ]);
  assert.deepEqual(numbers(await read(event)), [
    ['d', 3],
    ['a', 4],
    ['b', 1],
    ['c', 2],
  ]);
});

test('L2: the largest number can be given, moved and swapped', async () => {
  const event = await provisionSchedule();
  const max = 2_147_483_647;
  await push(event, race('a', max, 1), race('b', 1, 2));
  const swapped = await push(
    event,
    { externalId: 'a', raceNumber: 1 },
    { externalId: 'b', raceNumber: max },
  );
  assert.deepEqual(numbers(swapped), [
    ['a', 1],
    ['b', max],
  ]);
});

test('R9: absent keeps, null clears, a value sets, for every field of a race', async () => {
  const event = await provisionSchedule({ defaultResultMode: 'timed' });
  const fields: [string, unknown, unknown][] = [
    ['title', 'First', 'Second'],
    ['distanceMeters', 2000, 1],
    ['boatClass', '4x', ''],
    ['round', 'Heat 1', 'Heat 2'],
    ['divisionLabel', 'Open', 'Masters'],
    ['resultVisibility', 'hidden', 'placesOnly'],
    ['laneScheme', ['A', 'B'], []],
    ['notes', 'Note', 'Other'],
  ];
  const base = { externalId: 'r', raceNumber: 1 };
  const first = Object.fromEntries(fields.map(([field, value]) => [field, value]));
  await push(event, { ...race('r', 1), ...first });
  const stored = async () => (await read(event))[0] as Race;
  for (const [field, value, other] of fields) {
    await push(event, base);
    assert.deepEqual((await stored())[field], value, `${field} absent`);
    await push(event, { ...base, [field]: null });
    assert.equal((await stored())[field], null, `${field} null`);
    await push(event, { ...base, [field]: other });
    assert.deepEqual((await stored())[field], other, `${field} set`);
  }
  for (const field of ['externalId', 'raceNumber', 'scheduledAt', 'resultMode']) {
    const reply = await event.send('PUT', '/races', [{ ...base, [field]: null }]);
    refused(reply, 422, 'validation_failed', `races[0].${field}`);
  }
  await push(event, { ...base, resultMode: 'placesOnly' });
  await push(event, base);
  assert.equal((await stored()).resultMode, 'placesOnly', 'resultMode absent');
});

test('R9: a new race may carry null in every nullable field', async () => {
  const event = await provisionSchedule();
  const nothing = Object.fromEntries(
    ['title', 'distanceMeters', 'boatClass', 'round', 'divisionLabel', 'notes', 'laneScheme']
      .concat('resultVisibility')
      .map((field) => [field, null]),
  );
  const [created] = await push(event, { ...race('r', 1), ...nothing });
  for (const field of Object.keys(nothing)) assert.equal(created?.[field], null);
});

test('specification: scheduledAt is required for a new race only, with an explicit offset', async () => {
  const event = await provisionSchedule();
  await push(event, race('a', 1));
  const missing = await event.send('PUT', '/races', [
    { externalId: 'a', raceNumber: 1 },
    { externalId: 'b', raceNumber: 2 },
    race('c', 3),
    { externalId: 'd', raceNumber: 4 },
  ]);
  refused(missing, 422, 'validation_failed', 'races[1].scheduledAt');
  assert.deepEqual(
    missing.json.errors.map((violation: { field: string }) => violation.field),
    ['races[1].scheduledAt', 'races[3].scheduledAt'],
  );
  for (const scheduledAt of ['2026-06-13T09:00:00', '2026-06-13', '2026-06-13 09:00:00Z', '', 5]) {
    const reply = await event.send('PUT', '/races', [{ ...race('a', 1), scheduledAt }]);
    refused(reply, 422, 'validation_failed', 'races[0].scheduledAt');
  }
  assert.deepEqual(numbers(await read(event)), [['a', 1]]);
});

test('R2: a missing scheduledAt is 422 after the 404s and before a 409', async () => {
  const event = await service.provision();
  const bare = [{ externalId: 'n', raceNumber: 9 }];
  refused(await event.send('PUT', '/races', bare), 404, 'schedule_not_found');
  const shapeless = [{ externalId: 'n' }];
  refused(
    await event.send('PUT', '/races', shapeless),
    422,
    'validation_failed',
    'races[0].raceNumber',
  );
  await event.send('POST', '/schedule');
  await push(event, race('a', 9));
  refused(
    await event.send('PUT', '/races', bare),
    422,
    'validation_failed',
    'races[0].scheduledAt',
  );
});

test('L1: the second externalId or raceNumber of one payload is 422', async () => {
  const event = await provisionSchedule();
  const cases: [object, string][] = [
    [race('a', 2), 'races[2].externalId'],
    [race('c', 1), 'races[2].raceNumber'],
    [{ ...race('c', 1), raceNumber: 1.0 }, 'races[2].raceNumber'],
  ];
  for (const [second, field] of cases) {
    const races = [race('a', 1), race('b', 5), second];
    for (const body of [races, { races }]) {
      refused(await event.send('PUT', '/races', body), 422, 'validation_failed', field);
    }
  }
  assert.deepEqual(await read(event), []);
});

test('L23: a label comes from the draw, the race, the schedule, else the position', async () => {
  const event = await provisionSchedule({ laneScheme: ['S1', 'S2', 'S3', 'S4'] });
  await push(event, { ...race('r', 1), laneScheme: ['R1', 'R2', 'R3'] });
  const lanes = [1, 2, 3, 4, 5].map((position) => ({ position }));
  const drawn = await event.send('PUT', '/races/r/entries', [
    { position: 1, positionLabel: 'own' },
    ...lanes.slice(1),
  ]);
  const labels = (each: Race | undefined) => each?.lanes.map((lane) => lane.positionLabel);
  assert.deepEqual(labels(drawn.json), ['own', 'R2', 'R3', 'S4', '5']);

  const rename = async (laneScheme: unknown) => {
    const [answer] = await push(event, { externalId: 'r', raceNumber: 1, laneScheme });
    assert.deepEqual(labels((await read(event))[0]), labels(answer));
    return labels(answer);
  };
  assert.deepEqual(await rename(['Only']), ['own', 'S2', 'S3', 'S4', '5']);
  assert.deepEqual(await rename([]), ['own', 'S2', 'S3', 'S4', '5']);
  assert.deepEqual(await rename(['a', 'b', 'c', 'd', 'e']), ['own', 'b', 'c', 'd', 'e']);
  assert.deepEqual(await rename(null), ['own', 'S2', 'S3', 'S4', '5']);
});

test('specification and L23: the limits of a race hold to the character', async () => {
  const event = await provisionSchedule();
  const good = {
    ...race('🏁'.repeat(128), 1),
    title: '🚣'.repeat(200),
    boatClass: '🚣'.repeat(60),
    round: '🚣'.repeat(60),
    divisionLabel: '🚣'.repeat(60),
    laneScheme: Array.from({ length: 100 }, () => '🚣'.repeat(40)),
    notes: '🚣'.repeat(500),
    distanceMeters: 2_147_483_647,
  };
  const [created] = await push(event, good);
  assert.equal(created?.title, good.title);
  assert.deepEqual(created?.laneScheme, good.laneScheme);
  const cases: [string, unknown, string?][] = [
    ['externalId', '🏁'.repeat(129)],
    ['externalId', ''],
    ['externalId', '..'],
    ['raceNumber', 0],
    ['raceNumber', -1],
    ['raceNumber', '1'],
    ['raceNumber', 1.5],
    ['raceNumber', 2_147_483_648],
    ['title', 'x'.repeat(201)],
    ['title', 7],
    ['distanceMeters', 0],
    ['boatClass', 'x'.repeat(61)],
    ['round', 'x'.repeat(61)],
    ['divisionLabel', 'x'.repeat(61)],
    ['resultMode', 'Timed'],
    ['resultVisibility', 'public'],
    ['laneScheme', 'A'],
    ['laneScheme', [...good.laneScheme, 'x']],
    ['laneScheme', ['A', ''], 'laneScheme[1]'],
    ['laneScheme', ['A', 'x'.repeat(41)], 'laneScheme[1]'],
    ['laneScheme', ['A', 'B', null], 'laneScheme[2]'],
    ['notes', 'x'.repeat(501)],
  ];
  for (const [property, value, named = property] of cases) {
    const races = [race('z', 99), { ...race('y', 98), [property]: value }];
    const reply = await event.send('PUT', '/races', { races });
    refused(reply, 422, 'validation_failed', `races[1].${named}`);
  }
  for (const property of ['externalId', 'raceNumber']) {
    const reply = await event.send('PUT', '/races', [{ ...race('y', 98), [property]: undefined }]);
    refused(reply, 422, 'validation_failed', `races[0].${property}`);
  }
  assert.equal((await read(event)).length, 1);
});

test('R7: a running order that was read is pushed back as it is; R6: an empty list', async () => {
  const event = await provisionSchedule();
  const answer = await push(event, { ...race('a', 1), title: 'A' }, race('b', 2));
  await event.send('PUT', '/races/a/entries', [{ position: 1 }]);
  const again = await push(event, ...answer);
  assert.deepEqual(outcomes(again), [
    ['a', 'matched'],
    ['b', 'matched'],
  ]);
  assert.equal(again[0]?.lanes.length, 1, 'lanes of a race write are ignored');
  const nothing = await event.send('PUT', '/races', []);
  assert.deepEqual(outcomes(nothing.json.races), [
    ['a', null],
    ['b', null],
  ]);
  for (const body of [{}, { lanes: [] }, 7, '"races"', { races: {} }]) {
    refused(await event.send('PUT', '/races', body), 422, 'validation_failed', 'races');
  }
});

test('atomicity: of 200 races with one that is wrong, none is written, and it is named', async () => {
  const event = await provisionSchedule();
  const races = Array.from({ length: 200 }, (_, i) => race(`r${i}`, i + 1, i % 60));
  for (const wrong of [{ scheduledAt: '2026-02-30T09:00:00Z' }, { scheduledAt: undefined }]) {
    const reply = await event.send(
      'PUT',
      '/races',
      races.with(151, { ...race('r151', 152), ...wrong } as never),
    );
    refused(reply, 422, 'validation_failed', 'races[151].scheduledAt');
    assert.equal(reply.json.errors.length, 1);
    assert.deepEqual(await read(event), []);
  }
});

test('atomicity: a 409 in the middle of 200 races writes nothing', async () => {
  const event = await provisionSchedule();
  await push(event, { ...race('held', 100), title: 'Held' });
  const before = await event.send('GET', '/schedule');
  const races = Array.from({ length: 200 }, (_, i) => race(`r${i}`, i + 1, i % 60));
  const reply = await event.send('PUT', '/races', races);
  refused(reply, 409, 'conflict');
  assert.match(reply.json.detail, /\b100\b/);
  assert.equal((await event.send('GET', '/schedule')).text, before.text);
});

test('specification: events share neither ids nor numbers', async () => {
  const [one, two] = [await provisionSchedule(), await provisionSchedule()];
  await push(one, race('a', 1));
  assert.deepEqual(outcomes(await push(two, race('a', 1))), [['a', 'inserted']]);
  assert.equal((await read(one)).length, 1);
});
