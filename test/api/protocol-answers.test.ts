/** The shapes of the answers (decisions A3 to A7, A9, A10; specification, "Endpoints"). */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { headerOf, problem } from '../support/raw-http.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();
const event = await service.provision();

const RACE_MEMBERS = [
  'externalId',
  'raceNumber',
  'title',
  'scheduledAt',
  'distanceMeters',
  'boatClass',
  'round',
  'divisionLabel',
  'resultMode',
  'resultVisibility',
  'laneScheme',
  'notes',
  'lanes',
].sort();
const SUMMARY_MEMBERS = [
  'eventId',
  'status',
  'laneScheme',
  'defaultResultMode',
  'defaultResultVisibility',
  'updatedAt',
].sort();

const members = (object: object) => Object.keys(object).sort();

describe('POST /schedule and publish', () => {
  test('201 once, with the values given or defaults; then 200 with the schedule unchanged', async () => {
    for (const [body, expected] of [
      [
        undefined,
        { laneScheme: null, defaultResultMode: 'timed', defaultResultVisibility: 'full' },
      ],
      [{}, { laneScheme: null, defaultResultMode: 'timed', defaultResultVisibility: 'full' }],
      [
        { laneScheme: null, unknown: 1 },
        { laneScheme: null, defaultResultMode: 'timed', defaultResultVisibility: 'full' },
      ],
      [
        { laneScheme: [], defaultResultMode: 'placesOnly', defaultResultVisibility: 'hidden' },
        { laneScheme: [], defaultResultMode: 'placesOnly', defaultResultVisibility: 'hidden' },
      ],
    ] as const) {
      const own = await service.provision();
      const created = await own.send('POST', '/schedule', body);
      assert.equal(created.status, 201);
      assert.deepEqual(members(created.json), SUMMARY_MEMBERS);
      const { updatedAt, ...rest } = created.json;
      assert.deepEqual(rest, { eventId: own.eventId, status: 'draft', ...expected });
      const again = await own.send('POST', '/schedule', { laneScheme: ['other'] });
      assert.equal(again.status, 200);
      assert.deepEqual(again.json, created.json);
      assert.match(headerOf(again, 'content-type') ?? '', /^application\/json/);
      problem(
        await own.send('POST', '/schedule', { laneScheme: 7 }),
        'validation_failed',
        'laneScheme',
      );
      assert.ok(Math.abs(Date.parse(updatedAt) - Date.now()) < 60_000);
    }
  });
  test('two creations at once: one 201, one 200, one schedule', async () => {
    const own = await service.provision();
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, i) => own.send('POST', '/schedule', { laneScheme: [`${i}`] })),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 200, 200, 200, 200, 201]);
    assert.equal(new Set(replies.map(({ text }) => text)).size, 1);
  });
  test('A6: publish answers the summary, twice the same', async () => {
    const own = await service.provision();
    problem(await own.send('POST', '/schedule/publish'), 'schedule_not_found');
    await own.send('POST', '/schedule', {});
    const first = await own.send('POST', '/schedule/publish');
    assert.equal(first.status, 200);
    assert.deepEqual(members(first.json), SUMMARY_MEMBERS);
    assert.equal(first.json.status, 'published');
    const second = await own.send('POST', '/schedule/publish');
    assert.equal(second.status, 200);
    assert.deepEqual(second.json, first.json);
    const again = await own.send('POST', '/schedule');
    assert.equal(again.json.status, 'published');
  });
});

describe('A3, A4, A5: orders and outcomes', () => {
  before(async () => {
    await event.send('POST', '/schedule', {});
  });
  test('PUT /teams answers the payload in its order; GET orders by sortOrder, then name', async () => {
    const crews = [
      { externalId: 'z', name: 'Z', sortOrder: 5 },
      { externalId: 'b', name: 'b', sortOrder: -1 },
      { externalId: 'a', name: 'a', sortOrder: 5 },
      { externalId: 'B', name: 'B', sortOrder: 5 },
    ];
    const pushed = await event.send('PUT', '/teams', crews);
    const ids = (reply: { json: { teams: { externalId: string }[] } }) =>
      reply.json.teams.map(({ externalId }) => externalId);
    assert.deepEqual(ids(pushed), ['z', 'b', 'a', 'B']);
    for (const team of pushed.json.teams) {
      assert.equal(team.outcome, 'inserted');
      assert.deepEqual(
        members(team),
        ['externalId', 'name', 'clubId', 'boatIndex', 'sortOrder', 'adopted', 'outcome'].sort(),
      );
    }
    const read = await event.send('GET', '/teams');
    assert.deepEqual(ids(read), ['b', 'B', 'z', 'a'].sort(byCrew(crews)));
    assert.ok(!('outcome' in read.json.teams[0]));
    const again = await event.send('PUT', '/teams', { teams: [crews[2], crews[0]] });
    assert.deepEqual(ids(again), ['a', 'z']);
    for (const { outcome } of again.json.teams) assert.equal(outcome, 'matched');
    assert.deepEqual((await event.send('PUT', '/teams', [])).json, { teams: [] });
  });

  test('PUT /races answers the whole running order; outcome null where the payload said nothing', async () => {
    const at = (hour: number) => `2026-06-13T0${hour}:00:00Z`;
    const races = [
      { externalId: 'late', raceNumber: 1, scheduledAt: at(9) },
      { externalId: 'early', raceNumber: 3, scheduledAt: at(7) },
      { externalId: 'same', raceNumber: 2, scheduledAt: at(7) },
    ];
    const order = (reply: { json: { races: { externalId: string; outcome: unknown }[] } }) =>
      reply.json.races.map(({ externalId, outcome }) => [externalId, outcome]);
    assert.deepEqual(order(await event.send('PUT', '/races', races)), [
      ['same', 'inserted'],
      ['early', 'inserted'],
      ['late', 'inserted'],
    ]);
    const moved = await event.send('PUT', '/races', [
      { externalId: 'late', raceNumber: 1, scheduledAt: at(6) },
      { externalId: 'new', raceNumber: 4, scheduledAt: at(7) },
    ]);
    assert.deepEqual(order(moved), [
      ['late', 'matched'],
      ['same', null],
      ['early', null],
      ['new', 'inserted'],
    ]);
    for (const race of moved.json.races) {
      assert.deepEqual(members(race), [...RACE_MEMBERS, 'outcome'].sort());
    }
    const { json } = await event.send('GET', '/schedule');
    assert.deepEqual(members(json), [...SUMMARY_MEMBERS, 'eventName', 'timezone', 'races'].sort());
    assert.deepEqual(
      json.races.map(({ externalId }: { externalId: string }) => externalId),
      ['late', 'same', 'early', 'new'],
    );
    for (const race of json.races) assert.deepEqual(members(race), RACE_MEMBERS);
  });

  test('lanes stand by position, whatever order they were sent in', async () => {
    await event.send('PUT', '/races', [
      { externalId: 'lanes', raceNumber: 50, scheduledAt: '2026-06-13T09:00:00Z' },
    ]);
    const drawn = await event.send(
      'PUT',
      '/races/lanes/entries',
      [10, 2, 1, 2_147_483_647].map((position) => ({ position })),
    );
    assert.deepEqual(
      drawn.json.lanes.map((lane: { position: number; positionLabel: string }) => [
        lane.position,
        lane.positionLabel,
      ]),
      [1, 2, 10, 2_147_483_647].map((position) => [position, String(position)]),
    );
    assert.deepEqual(members(drawn.json), RACE_MEMBERS);
    assert.deepEqual(drawn.json.lanes[0], {
      position: 1,
      positionLabel: '1',
      teamExternalId: null,
      teamName: null,
      status: 'assigned',
      finishTimeMillis: null,
      finishPlace: null,
      penaltyMillis: null,
    });
    const read = (await event.send('GET', '/schedule')).json.races;
    const stored = read.find(({ externalId }: { externalId: string }) => externalId === 'lanes');
    assert.deepEqual(stored, drawn.json, 'what is read is what was answered');
  });
});

describe('A7, A9: delay', () => {
  test('the unscored races of the venue day with their estimates; scheduledAt stays', async () => {
    const own = await service.provision({ timezone: 'America/New_York' });
    problem(
      await own.send('PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 1 }),
      'schedule_not_found',
    );
    await own.send('POST', '/schedule', {});
    const race = (externalId: string, raceNumber: number, scheduledAt: string) => ({
      externalId,
      raceNumber,
      scheduledAt,
    });
    await own.send('PUT', '/races', [
      race('before', 1, '2026-06-13T03:59:59Z'),
      race('first', 2, '2026-06-13T04:00:00Z'),
      race('last', 3, '2026-06-14T03:59:59.999Z'),
      race('after', 4, '2026-06-14T04:00:00Z'),
      race('scored', 5, '2026-06-13T12:00:00Z'),
      race('drawn', 6, '2026-06-13T12:00:00Z'),
    ]);
    for (const id of ['scored', 'drawn']) {
      await own.send('PUT', `/races/${id}/entries`, [{ position: 1 }]);
    }
    await own.send('PUT', '/races/scored/results', [{ position: 1, status: 'dns' }]);
    const ids = (json: { races: { externalId: string }[] }) =>
      json.races.map(({ externalId }) => externalId);
    const delayed = await own.send('PUT', '/schedule/delay', {
      venueDay: '2026-06-13',
      delayMinutes: 25,
    });
    assert.equal(delayed.status, 200);
    assert.deepEqual(members(delayed.json), ['delayMinutes', 'eventId', 'races', 'venueDay']);
    assert.equal(delayed.json.eventId, own.eventId);
    assert.equal(delayed.json.delayMinutes, 25);
    assert.deepEqual(delayed.json.races, [
      {
        externalId: 'first',
        raceNumber: 2,
        scheduledAt: '2026-06-13T04:00:00Z',
        estimatedAt: '2026-06-13T04:25:00Z',
      },
      {
        externalId: 'drawn',
        raceNumber: 6,
        scheduledAt: '2026-06-13T12:00:00Z',
        estimatedAt: '2026-06-13T12:25:00Z',
      },
      {
        externalId: 'last',
        raceNumber: 3,
        scheduledAt: '2026-06-14T03:59:59.999Z',
        estimatedAt: '2026-06-14T04:24:59.999Z',
      },
    ]);
    for (const delayMinutes of [-1440, 0, 1440]) {
      const reply = await own.send('PUT', '/schedule/delay', {
        venueDay: '2026-06-13',
        delayMinutes,
      });
      assert.equal(reply.json.delayMinutes, delayMinutes);
      const [first] = reply.json.races;
      assert.equal(
        Date.parse(first.estimatedAt) - Date.parse(first.scheduledAt),
        delayMinutes * 60_000,
      );
    }
    const empty = await own.send('PUT', '/schedule/delay', {
      venueDay: '1999-01-01',
      delayMinutes: 5,
    });
    assert.equal(empty.status, 200);
    assert.deepEqual(empty.json.races, []);
    await own.send('PUT', '/races/scored/results', [{ position: 1, status: 'assigned' }]);
    const back = await own.send('PUT', '/schedule/delay', {
      venueDay: '2026-06-13',
      delayMinutes: 0,
    });
    assert.ok(ids(back.json).includes('scored'), 'a result taken back makes the race unscored');
    const { races } = (await own.send('GET', '/schedule')).json;
    assert.equal(races[0].scheduledAt, '2026-06-13T03:59:59Z');
  });
  test('an estimate at the edges of time is still an instant', async () => {
    const own = await service.provision({ timezone: null });
    await own.send('POST', '/schedule', {});
    await own.send('PUT', '/races', [
      { externalId: 'last', raceNumber: 1, scheduledAt: '9999-12-31T23:59:59Z' },
      { externalId: 'first', raceNumber: 2, scheduledAt: '0001-01-01T00:00:00Z' },
    ]);
    for (const [venueDay, delayMinutes] of [
      ['9999-12-31', 1440],
      ['0001-01-01', -1440],
    ] as const) {
      const reply = await own.send('PUT', '/schedule/delay', { venueDay, delayMinutes });
      assert.equal(reply.status, 200, reply.text);
      assert.equal(reply.json.races.length, 1, reply.text);
      const { estimatedAt } = reply.json.races[0];
      assert.match(
        estimatedAt,
        /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/,
        'RFC 3339 has four-digit years',
      );
    }
    assert.equal((await own.send('GET', '/schedule')).status, 200);
  });
  test('a venue day in a zone whose dates leave the years 0001 to 9999 harms nothing', async () => {
    for (const timezone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const own = await service.provision({ timezone });
      await own.send('POST', '/schedule', {});
      await own.send('PUT', '/races', [
        { externalId: 'last', raceNumber: 1, scheduledAt: '9999-12-31T23:59:59Z' },
        { externalId: 'first', raceNumber: 2, scheduledAt: '0001-01-01T00:00:00Z' },
      ]);
      for (const venueDay of ['9999-12-31', '0001-01-01']) {
        const reply = await own.send('PUT', '/schedule/delay', { venueDay, delayMinutes: 1 });
        assert.equal(reply.status, 200, reply.text);
      }
      assert.equal((await own.send('GET', '/schedule')).json.races.length, 2);
    }
  });
});

describe('A10: updatedAt moves strictly forward', () => {
  test('many writes in one millisecond, from several clients, all have a time of their own', async () => {
    const own = await service.provision();
    await own.send('POST', '/schedule', {});
    const seen: string[] = [(await own.send('GET', '/schedule')).json.updatedAt];
    for (let i = 0; i < 15; i++) {
      await own.send('PUT', '/races', [
        { externalId: 'r', raceNumber: 1, title: `${i}`, scheduledAt: '2026-06-13T09:00:00Z' },
      ]);
      seen.push((await own.send('GET', '/schedule')).json.updatedAt);
    }
    const times = seen.map((text) => Date.parse(text));
    assert.ok(
      times.every((time, i) => i === 0 || time > (times[i - 1] as number)),
      seen.join(),
    );
  });
});

function byCrew(crews: { externalId: string; name: string; sortOrder: number }[]) {
  const crew = (id: string) => crews.find(({ externalId }) => externalId === id);
  return (a: string, b: string) => {
    const [left, right] = [crew(a), crew(b)];
    if (!left || !right) return 0;
    return left.sortOrder - right.sortOrder || (left.name < right.name ? -1 : 1);
  };
}
