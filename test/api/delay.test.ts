/** PUT /schedule/delay: one venue day runs late, or early. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { raceAdd } from '../../src/commands/office/races.ts';
import { readSettings } from '../../src/settings.ts';
import { refused } from '../support/refused.ts';
import { type Provisioned, startTestService } from '../support/service.ts';

const service = await startTestService();

/** An event with a schedule and a race for each start; their ids are the start times. */
async function provisionRaces(timezone: string | null, ...starts: string[]): Promise<Provisioned> {
  const event = await service.provision({ timezone });
  await event.send('POST', '/schedule');
  const races = starts.map((scheduledAt, index) => ({
    externalId: scheduledAt,
    raceNumber: index + 1,
    scheduledAt,
  }));
  const reply = await event.send('PUT', '/races', races);
  assert.equal(reply.status, 200, reply.text);
  return event;
}

const delay = (event: Provisioned, venueDay: unknown, delayMinutes: unknown) =>
  event.send('PUT', '/schedule/delay', { venueDay, delayMinutes });

/** The ids of the races that belong to a day. */
async function racesOf(event: Provisioned, venueDay: string): Promise<string[]> {
  const reply = await delay(event, venueDay, 5);
  assert.equal(reply.status, 200, reply.text);
  return reply.json.races.map((race: { externalId: string }) => race.externalId);
}

test('A7: the answer names the day, its delay and its unscored races in running order', async () => {
  const event = await provisionRaces('Europe/Berlin', '2026-06-13T10:00:00+02:00');
  await event.send('PUT', '/races', [
    { externalId: 'late', raceNumber: 9, scheduledAt: '2026-06-13T12:00:00.5+02:00' },
    { externalId: 'same', raceNumber: 8, scheduledAt: '2026-06-13T10:00:00+02:00' },
  ]);
  const settings = readSettings({ DATABASE_URL: service.databaseUrl });
  const byHand = { event: String(event.eventId), number: '7', at: '2026-06-13T11:00:00+02:00' };
  await raceAdd.run(byHand, { settings, progress() {} });
  const reply = await delay(event, '2026-06-13', 25);
  assert.equal(reply.status, 200, reply.text);
  assert.deepEqual(reply.json, {
    eventId: event.eventId,
    venueDay: '2026-06-13',
    delayMinutes: 25,
    races: [
      {
        externalId: '2026-06-13T10:00:00+02:00',
        raceNumber: 1,
        scheduledAt: '2026-06-13T08:00:00Z',
        estimatedAt: '2026-06-13T08:25:00Z',
      },
      {
        externalId: 'same',
        raceNumber: 8,
        scheduledAt: '2026-06-13T08:00:00Z',
        estimatedAt: '2026-06-13T08:25:00Z',
      },
      {
        externalId: null,
        raceNumber: 7,
        scheduledAt: '2026-06-13T09:00:00Z',
        estimatedAt: '2026-06-13T09:25:00Z',
      },
      {
        externalId: 'late',
        raceNumber: 9,
        scheduledAt: '2026-06-13T10:00:00.500Z',
        estimatedAt: '2026-06-13T10:25:00.500Z',
      },
    ],
  });
});

test('A7: scheduledAt itself never changes by a delay', async () => {
  const event = await provisionRaces('UTC', '2026-06-13T10:00:00Z');
  await delay(event, '2026-06-13', 1440);
  const { races } = (await event.send('GET', '/schedule')).json;
  assert.equal(races[0].scheduledAt, '2026-06-13T10:00:00Z');
});

test('A7: a day can run early, and up to a day either way', async () => {
  const event = await provisionRaces('UTC', '2026-06-13T10:00:00Z');
  const estimate = async (minutes: number) => {
    const reply = await delay(event, '2026-06-13', minutes);
    assert.equal(reply.json.delayMinutes, minutes);
    return reply.json.races[0].estimatedAt;
  };
  assert.equal(await estimate(-15), '2026-06-13T09:45:00Z');
  assert.equal(await estimate(1440), '2026-06-14T10:00:00Z');
  assert.equal(await estimate(-1440), '2026-06-12T10:00:00Z');
});

test('specification: the day is the day at the venue, not in UTC', async () => {
  const west = await provisionRaces(
    'America/New_York',
    '2026-06-13T23:30:00-04:00', // 14 June in UTC
    '2026-06-14T00:00:00-04:00',
    '2026-06-12T23:59:59.999-04:00',
  );
  assert.deepEqual(await racesOf(west, '2026-06-13'), ['2026-06-13T23:30:00-04:00']);
  assert.deepEqual(await racesOf(west, '2026-06-14'), ['2026-06-14T00:00:00-04:00']);
  const east = await provisionRaces(
    'Pacific/Kiritimati',
    '2026-06-13T00:10:00+14:00', // 12 June in UTC
    '2026-06-13T23:50:00+14:00',
  );
  assert.deepEqual(await racesOf(east, '2026-06-12'), []);
  assert.equal((await racesOf(east, '2026-06-13')).length, 2);
});

test('specification: the day of a race is counted in the zone, whatever offset was sent', async () => {
  const event = await provisionRaces('Europe/Berlin', '2026-06-13T22:30:00Z');
  assert.deepEqual(await racesOf(event, '2026-06-13'), []);
  assert.deepEqual(await racesOf(event, '2026-06-14'), ['2026-06-13T22:30:00Z']);
});

test('trap: days of 23 and 25 hours, a day without midnight, a day that a zone skipped', async () => {
  const berlin = await provisionRaces(
    'Europe/Berlin',
    '2026-03-28T23:59:59+01:00',
    '2026-03-29T00:00:00+01:00',
    '2026-03-29T23:59:59+02:00',
    '2026-10-25T00:00:00+02:00',
    '2026-10-25T23:59:59+01:00',
    '2026-10-26T00:00:00+01:00',
  );
  assert.equal((await racesOf(berlin, '2026-03-29')).length, 2);
  assert.equal((await racesOf(berlin, '2026-10-25')).length, 2);
  const cairo = await provisionRaces(
    'Africa/Cairo', // goes from 23:59:59 on 23 April to 01:00 on the 24th
    '2026-04-23T23:59:59+02:00',
    '2026-04-24T01:00:00+03:00',
  );
  assert.deepEqual(await racesOf(cairo, '2026-04-24'), ['2026-04-24T01:00:00+03:00']);
  const apia = await provisionRaces(
    'Pacific/Apia',
    '2011-12-29T23:59:59-10:00',
    '2011-12-31T00:00:00+14:00',
  );
  assert.deepEqual(await racesOf(apia, '2011-12-30'), []);
  assert.deepEqual(await racesOf(apia, '2011-12-31'), ['2011-12-31T00:00:00+14:00']);
});

test('A8: an event without a time zone counts its days in UTC', async () => {
  const event = await provisionRaces(null, '2026-06-13T23:30:00Z', '2026-06-14T00:30:00+02:00');
  assert.equal((await event.send('GET', '/schedule')).json.timezone, null);
  assert.equal((await racesOf(event, '2026-06-13')).length, 2);
  assert.deepEqual(await racesOf(event, '2026-06-14'), []);
});

test('A7: a day without races is fine; other days keep their own delay', async () => {
  const event = await provisionRaces('UTC', '2026-06-13T10:00:00Z', '2026-06-14T10:00:00Z');
  const empty = await delay(event, '1999-12-31', 10);
  assert.deepEqual(empty.json, {
    eventId: event.eventId,
    venueDay: '1999-12-31',
    delayMinutes: 10,
    races: [],
  });
  await delay(event, '2026-06-13', 20);
  const other = await delay(event, '2026-06-14', 30);
  assert.deepEqual(
    other.json.races.map((race: { estimatedAt: string }) => race.estimatedAt),
    ['2026-06-14T10:30:00Z'],
  );
  const row = await service.database.reads
    .selectFrom('delays')
    .where('event_id', '=', event.eventId)
    .orderBy('venue_day')
    .select(['venue_day', 'delay_minutes'])
    .execute();
  assert.deepEqual(
    row.map((each) => [each.venue_day, each.delay_minutes]),
    [
      ['1999-12-31', 10],
      ['2026-06-13', 20],
      ['2026-06-14', 30],
    ],
  );
});

test('specification: zero clears the offset rather than storing zero', async () => {
  const event = await provisionRaces('UTC', '2026-06-13T10:00:00Z');
  await delay(event, '2026-06-13', 20);
  const cleared = await delay(event, '2026-06-13', 0);
  assert.deepEqual(
    [cleared.json.delayMinutes, cleared.json.races[0].estimatedAt],
    [0, '2026-06-13T10:00:00Z'],
  );
  const minusZero = await event.send(
    'PUT',
    '/schedule/delay',
    '{"venueDay":"2026-06-13","delayMinutes":-0}',
  );
  assert.equal(minusZero.status, 200);
  assert.match(minusZero.text, /"delayMinutes":0\b/);
  const rows = await service.database.reads
    .selectFrom('delays')
    .where('event_id', '=', event.eventId)
    .selectAll()
    .execute();
  assert.deepEqual(rows, []);
});

test('A9: a race drops out as soon as one lane is scored, and returns when it is taken back', async () => {
  const event = await provisionRaces('UTC', '2026-06-13T10:00:00Z');
  const race = { externalId: 'r', raceNumber: 9, scheduledAt: '2026-06-13T11:00:00Z' };
  await event.send('PUT', '/races', [race]);
  await event.send('PUT', '/races/r/entries', [{ position: 1 }, { position: 2 }]);
  const first = '2026-06-13T10:00:00Z';
  for (const status of ['dns', 'finished', 'dnf', 'dsq']) {
    const scored = await event.send('PUT', '/races/r/results', [{ position: 2, status }]);
    assert.equal(scored.status, 200);
    assert.deepEqual(await racesOf(event, '2026-06-13'), [first], status);
    await event.send('PUT', '/races/r/results', [{ position: 2, status: 'assigned' }]);
    assert.deepEqual(await racesOf(event, '2026-06-13'), [first, 'r']);
  }
});

test('A7: a race that moves to another day takes that day’s delay', async () => {
  const event = await provisionRaces('UTC', '2026-06-13T10:00:00Z');
  await delay(event, '2026-06-13', 20);
  const id = '2026-06-13T10:00:00Z';
  await event.send('PUT', '/races', [
    { externalId: id, raceNumber: 1, scheduledAt: '2026-06-14T10:00:00Z' },
  ]);
  const [old, fresh] = [await delay(event, '2026-06-13', 20), await delay(event, '2026-06-14', 0)];
  assert.deepEqual(old.json.races, []);
  assert.equal(fresh.json.races[0].estimatedAt, '2026-06-14T10:00:00Z');
});

test('A7: what is wrong in a delay is 422 on its property', async () => {
  const event = await provisionRaces('UTC', '2026-06-13T10:00:00Z');
  const day = '2026-06-13';
  const cases: [unknown, string][] = [
    [{}, 'venueDay'],
    [{ delayMinutes: 5 }, 'venueDay'],
    [{ venueDay: day }, 'delayMinutes'],
    [{ venueDay: null, delayMinutes: 5 }, 'venueDay'],
    [{ venueDay: '2026-02-30', delayMinutes: 5 }, 'venueDay'],
    [{ venueDay: '2026-6-13', delayMinutes: 5 }, 'venueDay'],
    [{ venueDay: '2026-06-13T00:00:00Z', delayMinutes: 5 }, 'venueDay'],
    [{ venueDay: '0000-01-01', delayMinutes: 5 }, 'venueDay'],
    [{ venueDay: 20_260_613, delayMinutes: 5 }, 'venueDay'],
    [{ venueDay: day, delayMinutes: null }, 'delayMinutes'],
    [{ venueDay: day, delayMinutes: 1441 }, 'delayMinutes'],
    [{ venueDay: day, delayMinutes: -1441 }, 'delayMinutes'],
    [{ venueDay: day, delayMinutes: 2.5 }, 'delayMinutes'],
    [{ venueDay: day, delayMinutes: '25' }, 'delayMinutes'],
    [[{ venueDay: day, delayMinutes: 5 }], 'body'],
    ['7', 'body'],
  ];
  for (const [body, field] of cases) {
    const reply = await event.send('PUT', '/schedule/delay', body);
    refused(reply, 422, 'validation_failed', field);
  }
});

test('A7: without a schedule 404, after the content has been judged', async () => {
  const event = await service.provision();
  refused(await delay(event, '2026-06-13', 5), 404, 'schedule_not_found');
  refused(await delay(event, '2026-06-13', 9999), 422, 'validation_failed', 'delayMinutes');
  const other = await service.provision();
  const foreign = await service.send('PUT', `/v1/events/${event.eventId}/schedule/delay`, {
    key: other.key,
    body: { venueDay: '2026-06-13', delayMinutes: 5 },
  });
  refused(foreign, 404, 'event_not_found');
});
