/** Delays of a day in the race office, and planned starts that are moved together. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Listener, times } from '../support/board.ts';
import { assertGuarded, openOffice } from '../support/office.ts';
import { refused } from '../support/refused.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();

/** Five races on the first day, at 09:00, 09:10, 09:20, 09:40 and 10:00 (UTC+2), and one on the second. */
async function openDay() {
  const office = await openOffice(service);
  const starts = ['09:00', '09:10', '09:20', '09:40', '10:00'];
  const { status } = await office.event.send(
    'PUT',
    '/races',
    [...starts.map((time) => `2026-06-13T${time}`), '2026-06-14T09:00'].map((start, index) => ({
      externalId: `d${index + 1}`,
      raceNumber: index + 11,
      scheduledAt: `${start}:00+02:00`,
    })),
  );
  assert.equal(status, 200);
  await office.event.send('PUT', '/races', [
    { externalId: 'r1', raceNumber: 1, scheduledAt: '2026-06-12T09:00:00+02:00' },
  ]);
  const { races } = await office.ids();
  const id = (raceNumber: number) => races[raceNumber] as number;
  /** The planned starts of the first day in UTC. */
  const planned = async () =>
    (await office.read()).races
      .filter(({ scheduledAt }: never) => String(scheduledAt).startsWith('2026-06-13'))
      .map(({ scheduledAt }: { scheduledAt: string }) => scheduledAt.slice(11, 16));
  return { ...office, id, planned };
}

test('a delay by minutes: the answer is that of /v1 with ids, and crews see it', async () => {
  const { event, path, person, read, id } = await openDay();
  const { revision: seen } = await read();
  await event.send('POST', '/schedule/publish');
  const body = { venueDay: '2026-06-13', delayMinutes: 25, seen };
  const preview = await person.send('PUT', `${path}/delay?preview=true`, body);
  assert.equal(preview.status, 200, preview.text);
  assert.equal((await read()).revision, seen);
  assert.equal((await event.board()).json.races[1].estimatedAt, '2026-06-13T07:00:00Z');
  const { status, json } = await person.send('PUT', `${path}/delay`, body);
  assert.equal(status, 200);
  const { revision, entryId, ...answer } = json;
  assert.equal(revision, seen + 1);
  assert.ok(entryId > 0);
  assert.deepEqual(preview.json, { ...answer, revision: seen, entryId: null });
  const races = [
    ['07:00', '07:25'],
    ['07:10', '07:35'],
    ['07:20', '07:45'],
    ['07:40', '08:05'],
    ['08:00', '08:25'],
  ].map(([planned, estimated], index) => ({
    id: id(index + 11),
    externalId: `d${index + 1}`,
    raceNumber: index + 11,
    scheduledAt: `2026-06-13T${planned}:00Z`,
    estimatedAt: `2026-06-13T${estimated}:00Z`,
  }));
  const expected = { eventId: event.eventId, venueDay: '2026-06-13', delayMinutes: 25, races };
  assert.deepEqual(answer, { ...expected, until: null });
  const { json: ofApi } = await event.send('PUT', '/schedule/delay', {
    venueDay: '2026-06-13',
    delayMinutes: 25,
  });
  assert.deepEqual(
    ofApi,
    { ...expected, races: races.map(({ id: _, ...race }) => race) },
    'as in /v1',
  );
  assert.equal((await event.board()).json.races[1].estimatedAt, '2026-06-13T07:25:00Z');
  const { json: entry } = await person.send('GET', `${path}/office`);
  assert.deepEqual(entry.days[1], { venueDay: '2026-06-13', delayMinutes: 25, until: null });
  const cleared = await person.send('PUT', `${path}/delay`, {
    venueDay: '2026-06-13',
    delayMinutes: 0,
    seen: revision,
  });
  assert.equal(cleared.json.races[0].estimatedAt, '2026-06-13T07:00:00Z');
  assert.deepEqual((await read()).days[1], {
    venueDay: '2026-06-13',
    delayMinutes: 0,
    until: null,
  });
});

test('race N now at HH:MM: crews see that time, whatever the delay was', async () => {
  const { event, write, read, id } = await openDay();
  for (const [startsAt, delayMinutes] of [
    ['09:45', 25],
    ['09:20', 0],
    ['09:05', -15],
  ] as const) {
    const { json } = await write('/delay', { raceId: id(13), startsAt });
    assert.equal(json.delayMinutes, delayMinutes, JSON.stringify(json));
    assert.equal(json.venueDay, '2026-06-13');
    const { races } = (await event.board()).json;
    const shown = races.find(({ raceNumber }: never) => raceNumber === 13);
    const local = `${String(Number(startsAt.slice(0, 2)) - 2).padStart(2, '0')}${startsAt.slice(2)}`;
    assert.equal(shown.estimatedAt, `2026-06-13T${local}:00Z`);
  }
  const { revision } = await read();
  const same = await write('/delay', { raceId: id(13), startsAt: '09:05' });
  assert.deepEqual([same.json.revision, same.json.entryId], [revision, null]);
});

test('a delay moves neither cancelled nor postponed races, nor those that have results', async () => {
  const { event, write, id } = await openDay();
  await write(`/races/${id(11)}/state`, { state: 'cancelled', reason: 'Wind' });
  await write(`/races/${id(12)}/state`, { state: 'postponed' });
  await event.send('PUT', '/teams', [{ externalId: 'x', name: 'Xenia' }]);
  await event.send('PUT', '/races/d3/entries', [{ position: 1, teamExternalId: 'x' }]);
  await event.send('PUT', '/races/d3/results', times(61_000));
  const { json } = await write('/delay', { venueDay: '2026-06-13', delayMinutes: 10 });
  assert.deepEqual(
    json.races.map((race: { raceNumber: number; estimatedAt: string }) => [
      race.raceNumber,
      race.estimatedAt.slice(11, 16),
    ]),
    [
      [11, '07:00'],
      [12, '07:10'],
      [14, '07:50'],
      [15, '08:10'],
    ],
  );
  for (const number of [11, 12, 13]) {
    const reply = await write('/delay', { raceId: id(number), startsAt: '11:00' });
    refused(reply, 409, 'conflict');
    assert.match(reply.json.detail, new RegExp(`Race ${number} `));
    assert.equal(reply.json.changed, undefined);
  }
});

test('a delay that is wrong is named, and nothing is written', async () => {
  const { person, path, read, id } = await openDay();
  const { revision: seen } = await read();
  const day = '2026-06-13';
  const raceId = id(13);
  const wrong: [object, string][] = [
    [{}, 'venueDay'],
    [{ venueDay: day }, 'delayMinutes'],
    [{ delayMinutes: 5 }, 'venueDay'],
    [{ raceId }, 'startsAt'],
    [{ startsAt: '09:00' }, 'raceId'],
    [{ venueDay: day, delayMinutes: 5, raceId, startsAt: '09:00' }, 'raceId'],
    [{ venueDay: day, delayMinutes: 5, startsAt: '09:00' }, 'startsAt'],
    [{ venueDay: '2026-02-30', delayMinutes: 5 }, 'venueDay'],
    [{ venueDay: day, delayMinutes: 1441 }, 'delayMinutes'],
    [{ venueDay: day, delayMinutes: -1441 }, 'delayMinutes'],
    [{ venueDay: day, delayMinutes: 1.5 }, 'delayMinutes'],
    [{ venueDay: day, delayMinutes: '5' }, 'delayMinutes'],
    [{ venueDay: day, delayMinutes: null }, 'delayMinutes'],
    [{ raceId: 999_999, startsAt: '09:00' }, 'raceId'],
    [{ raceId: 0, startsAt: '09:00' }, 'raceId'],
    [{ raceId, startsAt: '25:00' }, 'startsAt'],
    [{ raceId, startsAt: '9:00' }, 'startsAt'],
    [{ raceId, startsAt: '09:00:00' }, 'startsAt'],
    [{ raceId, startsAt: '99:99' }, 'startsAt'],
    [{ raceId, startsAt: 900 }, 'startsAt'],
    [{ raceId, startsAt: '' }, 'startsAt'],
  ];
  for (const [body, field] of wrong) {
    for (const query of ['', '?preview=true']) {
      const reply = await person.send('PUT', `${path}/delay${query}`, { ...body, seen });
      refused(reply, 422, 'validation_failed', field);
    }
  }
  const body = { venueDay: day, delayMinutes: 5, seen };
  for (const query of ['preview=1', 'preview=', 'preview=true&preview=true']) {
    const reply = await person.send('PUT', `${path}/delay?${query}`, body);
    refused(reply, 422, 'validation_failed', 'preview');
  }
  const future = { ...body, seen: seen + 1 };
  refused(await person.send('PUT', `${path}/delay`, future), 422, 'validation_failed', 'seen');
  assert.equal((await read()).revision, seen);
});

test('a start in the clock change is refused, and the hours around it are read', async () => {
  const { event, ids, write } = await openOffice(service);
  await event.send('PUT', '/races', [
    { externalId: 's', raceNumber: 31, scheduledAt: '2026-03-29T01:00:00+01:00' },
    { externalId: 'w', raceNumber: 32, scheduledAt: '2026-10-25T01:00:00+02:00' },
  ]);
  const { races } = await ids();
  for (const number of [31, 32]) {
    const reply = await write('/delay', { raceId: races[number], startsAt: '02:30' });
    refused(reply, 422, 'validation_failed', 'startsAt');
    assert.match(reply.json.detail, /clock is changed/);
  }
  const spring = await write('/delay', { raceId: races[31], startsAt: '03:30' });
  assert.equal(spring.json.delayMinutes, 90);
  const autumn = await write('/delay', { raceId: races[32], startsAt: '03:30' });
  assert.equal(autumn.json.delayMinutes, 210);
  const late = await write('/retime', { fromRaceId: races[32], nextAt: '02:00' }, 'POST');
  refused(late, 422, 'validation_failed', 'nextAt');
});

test('a delay that another has set meanwhile stands in the way; another day does not', async () => {
  const { event, person, path, read, id } = await openDay();
  const { revision: seen } = await read();
  await event.send('PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 15 });
  await event.send('PUT', '/schedule/delay', { venueDay: '2026-06-14', delayMinutes: 5 });
  const body = { venueDay: '2026-06-13', delayMinutes: 20, seen };
  for (const query of ['', '?preview=true']) {
    const reply = await person.send('PUT', `${path}/delay${query}`, body);
    refused(reply, 409, 'conflict');
    const [{ subject, name, before, after, by, operation }, ...more] = reply.json.changed;
    assert.deepEqual(more, []);
    assert.deepEqual(
      { subject, name, before, after, operation },
      {
        subject: 'delay',
        name: '2026-06-13',
        before: { delayMinutes: 0 },
        after: { delayMinutes: 15 },
        operation: 'set-delay',
      },
    );
    assert.equal(by.keyLabel, 'Timing');
  }
  const equal = await person.send('PUT', `${path}/delay`, { ...body, delayMinutes: 15 });
  assert.equal(equal.status, 200, 'what is stored equals what is sent');
  const newer = (await read()).revision;
  assert.equal((await person.send('PUT', `${path}/delay`, { ...body, seen: newer })).status, 200);

  const now = (await read()).revision;
  await event.send('PUT', '/races', [
    { externalId: 'd3', raceNumber: 13, scheduledAt: '2026-06-13T09:25:00+02:00' },
  ]);
  const moved = { raceId: id(13), startsAt: '11:00', seen: now };
  const reply = await person.send('PUT', `${path}/delay`, moved);
  refused(reply, 409, 'conflict');
  assert.deepEqual(Object.keys(reply.json.changed[0].after), ['scheduledAt']);
});

test('re-time by minutes, to a next start, and into a span', async () => {
  const { event, write, read, planned, id, path, person } = await openDay();
  const { revision: seen } = await read();
  const shift = { fromRaceId: id(13), shiftMinutes: 15 };
  const preview = await person.send('POST', `${path}/retime?preview=true`, { ...shift, seen });
  assert.deepEqual(await planned(), ['07:00', '07:10', '07:20', '07:40', '08:00']);
  const { status, json } = await write('/retime', shift, 'POST');
  assert.equal(status, 200);
  const { revision, entryId, ...answer } = json;
  assert.deepEqual([revision, entryId > 0], [seen + 1, true]);
  assert.deepEqual(preview.json, { ...answer, revision: seen, entryId: null });
  assert.deepEqual(answer.races, [
    { id: id(13), raceNumber: 13, before: '2026-06-13T07:20:00Z', after: '2026-06-13T07:35:00Z' },
    { id: id(14), raceNumber: 14, before: '2026-06-13T07:40:00Z', after: '2026-06-13T07:55:00Z' },
    { id: id(15), raceNumber: 15, before: '2026-06-13T08:00:00Z', after: '2026-06-13T08:15:00Z' },
  ]);
  assert.deepEqual(await planned(), ['07:00', '07:10', '07:35', '07:55', '08:15']);

  await event.send('PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 10 });
  await write('/retime', { fromRaceId: id(14), nextAt: '10:00' }, 'POST');
  assert.deepEqual(await planned(), ['07:00', '07:10', '07:35', '08:00', '08:20'], 'as typed');
  const { races, days } = (await event.board()).json;
  const shown = races.map(({ estimatedAt }: { estimatedAt: string }) => estimatedAt.slice(11, 16));
  assert.deepEqual(
    shown.slice(1, 6),
    ['07:10', '07:20', '07:45', '08:00', '08:20'],
    'seen so, too',
  );
  const day = days.find((each: { day: string }) => each.day === '2026-06-13');
  assert.deepEqual([day.delayMinutes, day.until], [10, '2026-06-13T08:00:00Z']);

  const span = { fromRaceId: id(11), nextAt: '09:10', lastAt: '09:50', minGapMinutes: 8 };
  await write('/retime', span, 'POST');
  assert.deepEqual(await planned(), ['07:10', '07:18', '07:31', '07:39', '07:50']);

  const same = await write('/retime', { fromRaceId: id(11), shiftMinutes: 0 }, 'POST');
  assert.deepEqual([same.json.entryId, same.json.races], [null, []]);
});

test('re-time leaves what is rowed, cancelled, before, or on another day, where it is', async () => {
  const { event, write, planned, id } = await openDay();
  await write(`/races/${id(13)}/state`, { state: 'cancelled' });
  await write(`/races/${id(14)}/state`, { state: 'postponed' });
  await event.send('PUT', '/teams', [{ externalId: 'x', name: 'Xenia' }]);
  await event.send('PUT', '/races/d2/entries', [{ position: 1, teamExternalId: 'x' }]);
  await event.send('PUT', '/races/d2/results', times(61_000));
  const { json } = await write('/retime', { fromRaceId: id(12), shiftMinutes: 5 }, 'POST');
  const numbers = json.races.map(({ raceNumber }: { raceNumber: number }) => raceNumber);
  assert.deepEqual(numbers, [14, 15]);
  assert.deepEqual(await planned(), ['07:00', '07:10', '07:20', '07:45', '08:05']);
  // Crews see no time for the postponed race, so `nextAt` is the new start of the race after it.
  await write('/retime', { fromRaceId: id(13), nextAt: '10:15' }, 'POST');
  assert.deepEqual(await planned(), ['07:00', '07:10', '07:20', '07:55', '08:15']);
  await write(`/races/${id(15)}/state`, { state: 'postponed' });
  refused(await write('/retime', { fromRaceId: id(14), nextAt: '10:00' }, 'POST'), 409, 'conflict');
  for (const number of [14, 15]) {
    await write(`/races/${id(number)}/state`, { state: 'cancelled' });
  }
  const none = await write('/retime', { fromRaceId: id(12), shiftMinutes: 5 }, 'POST');
  refused(none, 409, 'conflict');
});

test('a re-time that is wrong is named, and nothing is written', async () => {
  const { person, path, read, id } = await openDay();
  const { revision: seen } = await read();
  const fromRaceId = id(11);
  const wrong: [object, string][] = [
    [{ fromRaceId }, 'shiftMinutes'],
    [{ shiftMinutes: 5 }, 'fromRaceId'],
    [{ fromRaceId: 999_999, shiftMinutes: 5 }, 'fromRaceId'],
    [{ fromRaceId: null, shiftMinutes: 5 }, 'fromRaceId'],
    [{ fromRaceId, shiftMinutes: 1441 }, 'shiftMinutes'],
    [{ fromRaceId, shiftMinutes: 0.5 }, 'shiftMinutes'],
    [{ fromRaceId, shiftMinutes: 840 }, 'shiftMinutes'],
    [{ fromRaceId, shiftMinutes: -541 }, 'shiftMinutes'],
    [{ fromRaceId, shiftMinutes: 5, nextAt: '10:00' }, 'nextAt'],
    [{ fromRaceId, nextAt: '7:6' }, 'nextAt'],
    [{ fromRaceId, nextAt: '99:99' }, 'nextAt'],
    [{ fromRaceId, nextAt: '-1' }, 'nextAt'],
    [{ fromRaceId, nextAt: '23:30' }, 'nextAt'],
    [{ fromRaceId, nextAt: '10:00', lastAt: '11:00' }, 'minGapMinutes'],
    [{ fromRaceId, nextAt: '10:00', minGapMinutes: 5 }, 'lastAt'],
    [{ fromRaceId, lastAt: '11:00', minGapMinutes: 5 }, 'nextAt'],
    [{ fromRaceId, nextAt: '10:00', lastAt: '24:00', minGapMinutes: 5 }, 'lastAt'],
    [{ fromRaceId, nextAt: '10:00', lastAt: '09:00', minGapMinutes: 5 }, 'lastAt'],
    [{ fromRaceId, nextAt: '10:00', lastAt: '10:19', minGapMinutes: 5 }, 'lastAt'],
    [{ fromRaceId, nextAt: '10:00', lastAt: '11:00', minGapMinutes: -1 }, 'minGapMinutes'],
  ];
  for (const [body, field] of wrong) {
    const reply = await person.send('POST', `${path}/retime`, { ...body, seen });
    refused(reply, 422, 'validation_failed', field);
  }
  assert.equal((await read()).revision, seen);
});

test('a race that would move and has changed stands in the way of a re-time; others do not', async () => {
  const { event, person, path, read, id } = await openDay();
  const { revision: seen } = await read();
  await event.send('PUT', '/races', [{ externalId: 'd1', raceNumber: 11, title: 'Other' }]);
  const body = { fromRaceId: id(12), shiftMinutes: 5, seen };
  const free = await person.send('POST', `${path}/retime?preview=true`, body);
  assert.equal(free.status, 200);
  await event.send('PUT', '/races', [{ externalId: 'd4', raceNumber: 14, title: 'Other' }]);
  const reply = await person.send('POST', `${path}/retime`, body);
  refused(reply, 409, 'conflict');
  const [{ id: raceId, after }] = reply.json.changed;
  assert.deepEqual([raceId, after], [id(14), { title: 'Other' }]);
  const { revision } = await read();
  const newer = await person.send('POST', `${path}/retime`, { ...body, seen: revision });
  assert.equal(newer.status, 200);
});

test('who may: managers of the event, from our own pages', async () => {
  const office = await openDay();
  const { revision: seen } = await office.read();
  const delay = { venueDay: '2026-06-13', delayMinutes: 5, seen };
  await assertGuarded(service, office, ['PUT', '/delay', delay]);
  const retime = { fromRaceId: office.id(11), shiftMinutes: 5, seen };
  await assertGuarded(service, office, ['POST', '/retime', retime]);
});

test('a colleague who watches is told of a delay within two seconds', async () => {
  const { event, person, write } = await openDay();
  const listener = await Listener.at(`${service.url}/console/api/events/${event.eventId}/live`, {
    cookie: person.cookie,
  });
  await listener.until(({ revisions }) => revisions.length === 1);
  const { json } = await write('/delay', { venueDay: '2026-06-13', delayMinutes: 5 });
  await listener.until(({ revisions }) => revisions.at(-1) === json.revision, 2000);
  listener.close();
});
