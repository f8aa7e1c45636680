/** The schedule itself: create, publish, full read, and when its `updatedAt` moves. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { raceAdd } from '../../src/commands/office/races.ts';
import { scheduleUnpublish } from '../../src/commands/office/schedule.ts';
import { teamAdd } from '../../src/commands/office/teams.ts';
import { readSettings } from '../../src/settings.ts';
import { refused } from '../support/refused.ts';
import { type Provisioned, startTestService } from '../support/service.ts';

const service = await startTestService();

const context = () => ({
  settings: readSettings({ DATABASE_URL: service.databaseUrl }),
  progress: () => {},
});

async function ok(event: Provisioned, method: string, path: string, body?: unknown) {
  const reply = await event.send(method, path, body);
  assert.ok(reply.status === 200 || reply.status === 201, reply.text);
  return reply.json;
}

async function updatedAt(event: Provisioned): Promise<string> {
  return (await ok(event, 'GET', '/schedule')).updatedAt;
}

async function historyLength(event: Provisioned): Promise<number> {
  const rows = await service.database.reads
    .selectFrom('history')
    .where('event_id', '=', event.eventId)
    .select('id')
    .execute();
  return rows.length;
}

/** An event with crews a, b, c, the races r and s, and a and b drawn in r. */
async function provisionRegatta(): Promise<Provisioned> {
  const event = await service.provision();
  await ok(event, 'POST', '/schedule', { laneScheme: ['One', 'Two'] });
  await ok(
    event,
    'PUT',
    '/teams',
    [...'abc'].map((id) => ({ externalId: id, name: id.toUpperCase(), clubId: 'C' })),
  );
  await ok(event, 'PUT', '/races', [
    { externalId: 'r', raceNumber: 1, scheduledAt: '2026-06-13T09:00:00Z' },
    { externalId: 's', raceNumber: 2, scheduledAt: '2026-06-13T09:10:00Z' },
  ]);
  await ok(event, 'PUT', '/races/r/entries', [
    { position: 1, teamExternalId: 'a' },
    { position: 2, teamExternalId: 'b' },
  ]);
  return event;
}

/** Runs a write and says whether `updatedAt` moved; it must never move backwards. */
async function moves(event: Provisioned, write: () => Promise<unknown>): Promise<boolean> {
  const before = await updatedAt(event);
  await write();
  const after = await updatedAt(event);
  assert.ok(Date.parse(after) >= Date.parse(before), `${before} → ${after}`);
  return after !== before;
}

test('specification: a schedule is created as a draft with the defaults', async () => {
  for (const body of [undefined, {}, { laneScheme: null }]) {
    const event = await service.provision();
    const reply = await event.send('POST', '/schedule', body);
    assert.equal(reply.status, 201, reply.text);
    const { updatedAt, ...rest } = reply.json;
    assert.match(updatedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/);
    assert.deepEqual(rest, {
      eventId: event.eventId,
      status: 'draft',
      laneScheme: null,
      defaultResultMode: 'timed',
      defaultResultVisibility: 'full',
    });
  }
});

test('specification: a schedule is created once; later settings are not taken', async () => {
  const event = await service.provision();
  const settings = {
    laneScheme: ['Near', 'Far'],
    defaultResultMode: 'placesOnly',
    defaultResultVisibility: 'hidden',
  };
  const created = await event.send('POST', '/schedule', settings);
  assert.equal(created.status, 201);
  const again = await event.send('POST', '/schedule', {
    laneScheme: [],
    defaultResultMode: 'timed',
  });
  assert.equal(again.status, 200);
  assert.deepEqual(again.json, created.json);
  await ok(event, 'POST', '/schedule/publish');
  const published = await event.send('POST', '/schedule');
  assert.deepEqual([published.status, published.json.status], [200, 'published']);
  assert.deepEqual(published.json.laneScheme, ['Near', 'Far']);
});

test('specification: the full read has every field, and no others', async () => {
  const event = await provisionRegatta();
  const read = await ok(event, 'GET', '/schedule');
  assert.deepEqual(Object.keys(read).sort(), [
    'defaultResultMode',
    'defaultResultVisibility',
    'eventId',
    'eventName',
    'laneScheme',
    'races',
    'status',
    'timezone',
    'updatedAt',
  ]);
  assert.deepEqual(
    [read.eventId, read.eventName, read.timezone, read.status],
    [event.eventId, 'Spring regatta', 'Europe/Berlin', 'draft'],
  );
  assert.deepEqual(
    read.races.map((race: { externalId: string; lanes: object[] }) => [
      race.externalId,
      race.lanes.length,
    ]),
    [
      ['r', 2],
      ['s', 0],
    ],
  );
});

test('specification: the settings of a schedule have limits (L23)', async () => {
  const event = await service.provision();
  const cases: [unknown, string][] = [
    [[], 'body'],
    ['"x"', 'body'],
    [{ laneScheme: 'A' }, 'laneScheme'],
    [{ laneScheme: Array(101).fill('x') }, 'laneScheme'],
    [{ laneScheme: ['A', ''] }, 'laneScheme[1]'],
    [{ laneScheme: ['x'.repeat(41)] }, 'laneScheme[0]'],
    [{ laneScheme: [1] }, 'laneScheme[0]'],
    [{ defaultResultMode: null }, 'defaultResultMode'],
    [{ defaultResultMode: 'handTimed' }, 'defaultResultMode'],
    [{ defaultResultVisibility: null }, 'defaultResultVisibility'],
    [{ defaultResultVisibility: 'none' }, 'defaultResultVisibility'],
  ];
  for (const [body, field] of cases) {
    const reply = await event.send('POST', '/schedule', body);
    refused(reply, 422, 'validation_failed', field);
  }
  refused(await event.send('GET', '/schedule'), 404, 'schedule_not_found');
  assert.equal((await event.send('POST', '/schedule', { laneScheme: [] })).status, 201);
});

test('R11: a body that is JSON null is wrong content, in every write that reads a body', async () => {
  const event = await provisionRegatta();
  const cases: [string, string, string][] = [
    ['PUT', '/teams', 'teams'],
    ['PUT', '/races', 'races'],
    ['PUT', '/races/r/entries', 'lanes'],
    ['PUT', '/races/r/results', 'results'],
    ['PUT', '/schedule/delay', 'body'],
    ['POST', '/schedule', 'body'],
  ];
  const wrong: string[] = [];
  for (const [method, path, field] of cases) {
    const reply = await event.send(method, path, 'null');
    if (reply.status !== 422 || reply.json.field !== field) {
      wrong.push(`${method} ${path}: ${reply.status} ${reply.json?.field ?? ''}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test('specification: publishing is idempotent and needs a schedule; A6: it answers the summary', async () => {
  const event = await service.provision();
  refused(await event.send('POST', '/schedule/publish'), 404, 'schedule_not_found');
  const created = await ok(event, 'POST', '/schedule');
  const first = await event.send('POST', '/schedule/publish');
  assert.equal(first.status, 200);
  assert.deepEqual(
    { ...first.json, updatedAt: 0 },
    { ...created, status: 'published', updatedAt: 0 },
  );
  assert.ok(Date.parse(first.json.updatedAt) > Date.parse(created.updatedAt));
  const second = await event.send('POST', '/schedule/publish', '{not json');
  assert.equal(second.status, 200, 'R4: a body is ignored');
  assert.deepEqual(second.json, first.json);
  assert.equal((await ok(event, 'GET', '/schedule')).status, 'published');
});

test('specification: unpublishing is a manual action outside the API', async () => {
  const event = await service.provision();
  await ok(event, 'POST', '/schedule');
  await ok(event, 'POST', '/schedule/publish');
  const values = { event: String(event.eventId) };
  assert.ok(await moves(event, () => scheduleUnpublish.run(values, context())));
  assert.equal((await ok(event, 'GET', '/schedule')).status, 'draft');
  assert.ok(!(await moves(event, () => scheduleUnpublish.run(values, context()))));
  assert.ok(await moves(event, () => ok(event, 'POST', '/schedule/publish')));
});

test('specification: there is no DELETE, and an event without a schedule has none to read', async () => {
  const event = await service.provision();
  refused(await event.send('GET', '/schedule'), 404, 'schedule_not_found');
  for (const path of ['/schedule', '/teams', '/races', '/races/r/entries']) {
    refused(await event.send('DELETE', path), 405, 'method_not_allowed');
  }
});

test('A10: every write that changes something moves updatedAt, its repetition does not', async () => {
  const event = await provisionRegatta();
  const race = { externalId: 'r', raceNumber: 1 };
  const writes: [string, string, string, unknown][] = [
    ['publish', 'POST', '/schedule/publish', undefined],
    [
      'a new race',
      'PUT',
      '/races',
      [{ ...race, externalId: 't', raceNumber: 3, scheduledAt: '2026-06-13T09:20:00Z' }],
    ],
    ['a number', 'PUT', '/races', [{ externalId: 't', raceNumber: 30 }]],
    ['a title', 'PUT', '/races', [{ ...race, title: 'Final' }]],
    ['a start', 'PUT', '/races', [{ ...race, scheduledAt: '2026-06-13T09:00:00.001Z' }]],
    ['a distance', 'PUT', '/races', [{ ...race, distanceMeters: 500 }]],
    ['a boat class', 'PUT', '/races', [{ ...race, boatClass: '8+' }]],
    ['a round', 'PUT', '/races', [{ ...race, round: 'Heat' }]],
    ['a division', 'PUT', '/races', [{ ...race, divisionLabel: 'Open' }]],
    ['a visibility', 'PUT', '/races', [{ ...race, resultVisibility: 'full' }]],
    ['a lane scheme', 'PUT', '/races', [{ ...race, laneScheme: ['Uno'] }]],
    ['an empty lane scheme', 'PUT', '/races', [{ ...race, laneScheme: [] }]],
    ['notes', 'PUT', '/races', [{ ...race, notes: 'Windy' }]],
    ['cleared notes', 'PUT', '/races', [{ ...race, notes: null }]],
    ['a draw', 'PUT', '/races/s/entries', [{ position: 1, teamExternalId: 'b' }, { position: 2 }]],
    [
      'a label',
      'PUT',
      '/races/s/entries',
      [
        { position: 1, teamExternalId: 'b' },
        { position: 2, positionLabel: 'X' },
      ],
    ],
    [
      'a swap of lanes',
      'PUT',
      '/races/r/entries',
      [
        { position: 1, teamExternalId: 'b' },
        { position: 2, teamExternalId: 'a' },
      ],
    ],
    [
      'results',
      'PUT',
      '/races/r/results',
      [
        { position: 1, finishTimeMillis: 100, penaltyMillis: 5 },
        { position: 2, status: 'dns' },
      ],
    ],
    [
      'a penalty',
      'PUT',
      '/races/r/results',
      [{ position: 1, finishTimeMillis: 100, penaltyMillis: 6 }],
    ],
    ['a mode', 'PUT', '/races', [{ ...race, resultMode: 'placesOnly' }]],
    ['a place', 'PUT', '/races/r/results', [{ position: 1, finishPlace: 4 }]],
    ['a result taken back', 'PUT', '/races/r/results', [{ position: 1, status: 'assigned' }]],
    ['a delay', 'PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 5 }],
    ['another delay', 'PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: -5 }],
    [
      'a delay of a day without races',
      'PUT',
      '/schedule/delay',
      { venueDay: '2027-01-01', delayMinutes: 9 },
    ],
    ['a cleared delay', 'PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 0 }],
    [
      'names of drawn crews',
      'PUT',
      '/teams',
      [
        { externalId: 'a', name: 'B' },
        { externalId: 'b', name: 'A' },
      ],
    ],
    ['an empty draw', 'PUT', '/races/s/entries', []],
  ];
  for (const [what, method, path, body] of writes) {
    const entries = await historyLength(event);
    assert.ok(await moves(event, () => ok(event, method, path, body)), `${what} moves it`);
    assert.equal(await historyLength(event), entries + 1, `${what} leaves one entry`);
    const stays = !(await moves(event, () => ok(event, method, path, body)));
    assert.ok(stays, `${what} again leaves it alone`);
    assert.equal(await historyLength(event), entries + 1, `${what} again leaves none`);
  }
});

test('A10: what no reader of the schedule sees leaves updatedAt alone', async () => {
  const event = await provisionRegatta();
  const writes: [string, () => Promise<unknown>][] = [
    ['an existing schedule', () => ok(event, 'POST', '/schedule', { laneScheme: ['Z'] })],
    ['a crew drawn nowhere', () => ok(event, 'PUT', '/teams', [{ externalId: 'c', name: 'Cc' }])],
    ['a new crew', () => ok(event, 'PUT', '/teams', [{ externalId: 'n', name: 'N' }])],
    ['a crew by hand', () => teamAdd.run({ event: `${event.eventId}`, name: 'Hand' }, context())],
    ['its adoption', () => ok(event, 'PUT', '/teams', [{ externalId: 'h', name: 'Hand' }])],
    ['an empty push of crews', () => ok(event, 'PUT', '/teams', [])],
    ['an empty push of races', () => ok(event, 'PUT', '/races', [])],
    ['an empty push of results', () => ok(event, 'PUT', '/races/r/results', [])],
    ['a refused push', () => event.send('PUT', '/races', [{ externalId: 'r' }])],
    ['a conflict', () => event.send('PUT', '/races', [{ externalId: 'r', raceNumber: 2 }])],
    [
      'the same start in another zone',
      () =>
        ok(event, 'PUT', '/races', [
          { externalId: 'r', raceNumber: 1, scheduledAt: '2026-06-13T11:00:00+02:00' },
        ]),
    ],
    [
      'zero where there is no delay',
      () => ok(event, 'PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 0 }),
    ],
  ];
  for (const [what, write] of writes) assert.ok(!(await moves(event, write)), what);
});

test('A10: a race entered by hand, and its adoption, move updatedAt', async () => {
  const event = await provisionRegatta();
  const values = { event: `${event.eventId}`, number: '9', at: '2026-06-13T12:00:00Z' };
  assert.ok(await moves(event, () => raceAdd.run(values, context())));
  const adopt = () => ok(event, 'PUT', '/races', [{ externalId: 'nine', raceNumber: 9 }]);
  assert.ok(await moves(event, adopt));
  assert.ok(!(await moves(event, adopt)));
});

test('A10: writes of the same millisecond still move updatedAt strictly forward', async () => {
  const event = await provisionRegatta();
  const seen = new Set<string>();
  const titles = Array.from({ length: 40 }, (_, index) => `Title ${index}`);
  await Promise.all(
    titles.map(async (title) => {
      await ok(event, 'PUT', '/races', [{ externalId: 'r', raceNumber: 1, title }]);
    }),
  );
  // Writes one straight after the other: each `updatedAt` must be later than the one before.
  let last = Date.parse(await updatedAt(event));
  for (let minutes = 1; minutes <= 40; minutes++) {
    await ok(event, 'PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: minutes });
    const text = await updatedAt(event);
    assert.ok(Date.parse(text) > last, `${text} is later than ${last}`);
    last = Date.parse(text);
    seen.add(text);
  }
  assert.equal(seen.size, 40);
});

test('A10: a write is seen by the next read, whichever way it came', async () => {
  const event = await provisionRegatta();
  const values = { event: `${event.eventId}` };
  for (let round = 1; round <= 10; round++) {
    await ok(event, 'PUT', '/races/r/results', [{ position: 1, finishTimeMillis: round }]);
    const { races } = await ok(event, 'GET', '/schedule');
    assert.equal(races[0].lanes[0].finishTimeMillis, round);
    const at = '2026-06-13T12:00:00Z';
    await raceAdd.run({ ...values, number: String(100 + round), at }, context());
    const read = await ok(event, 'GET', '/schedule');
    assert.equal(read.races.length, 2 + round);
  }
});

test('A8: the schedule of an event without a time zone says null', async () => {
  const event = await service.provision({ timezone: null });
  await ok(event, 'POST', '/schedule');
  assert.equal((await ok(event, 'GET', '/schedule')).timezone, null);
});

test('specification: last write wins, and none of many at once is lost or refused', async () => {
  const event = await provisionRegatta();
  const statuses = await Promise.all(
    Array.from({ length: 30 }, async (_, index) => {
      const race = {
        externalId: `p${index % 3}`,
        raceNumber: 50 + (index % 3),
        scheduledAt: '2026-06-13T10:00:00Z',
        title: `Push ${index}`,
      };
      return (await event.send('PUT', '/races', [race])).status;
    }),
  );
  assert.deepEqual(new Set(statuses), new Set([200]));
  assert.equal((await ok(event, 'GET', '/schedule')).races.length, 5);
});
