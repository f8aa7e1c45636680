/** Events that are created as copies of others, and the preview of a change of days or zone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { published, times } from '../support/board.ts';
import { signIn } from '../support/console.ts';
import { giveRule, openOffice } from '../support/office.ts';
import { PLAIN_OFFICE_LANE, PLAIN_OFFICE_RACE } from '../support/racing.ts';
import { raw } from '../support/raw.ts';
import { refused } from '../support/refused.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();

interface Copied {
  raceNumber: number;
  scheduledAt: string;
  externalId: string | null;
}

/** When the races of an event start, by their numbers. */
const starts = (races: Copied[]) =>
  Object.fromEntries(races.map(({ raceNumber, scheduledAt }) => [raceNumber, scheduledAt]));

test('a copy keeps programme and settings, and drops ids, crews, results and delays', async () => {
  const schedule = {
    laneScheme: ['A', 'B', 'C'],
    defaultResultMode: 'placesOnly',
    defaultResultVisibility: 'placesOnly',
  };
  const event = await published(service, { schedule });
  const { eventId, clubId, userId } = event;
  const facts = {
    title: 'Heat 1',
    boatClass: '4x',
    round: 'Heat',
    divisionLabel: 'Women',
    distanceMeters: 1500,
    resultMode: 'timed',
    resultVisibility: 'full',
    laneScheme: ['1', '2'],
    notes: 'On the left bank',
  };
  await event.send('PUT', '/races', [{ externalId: 'r1', raceNumber: 1, ...facts }]);
  await event.send('PUT', '/races/r1/results', times(1000, 2000));
  await event.send('PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 5 });
  const { send } = await signIn(service, userId);
  const made = await send('POST', '/events', {
    clubId,
    name: 'Next year',
    startDate: '2027-06-12',
    endDate: '2027-06-13',
    copyFrom: eventId,
  });
  assert.equal(made.status, 201, made.text);
  assert.deepEqual(
    [made.json.timezone, made.json.city, made.json.countryCode, made.json.wasPublished],
    ['Europe/Berlin', 'Berlin', 'DE', false],
  );
  const { json: office } = await send('GET', `/events/${made.json.id}/office`);
  const settings = { ...schedule, provisionalResults: false, crewGapMinutes: 40 };
  assert.deepEqual([office.status, office.settings], ['draft', settings]);
  assert.deepEqual([office.crews, office.revision], [[], 1]);
  assert.deepEqual(
    office.days.map(({ delayMinutes }: { delayMinutes: number }) => delayMinutes),
    [0, 0],
  );
  const [first, second] = office.races;
  const { id, ...race } = first;
  assert.deepEqual(race, {
    externalId: null,
    raceNumber: 1,
    ...facts,
    scheduledAt: '2027-06-12T07:00:00Z',
    estimatedAt: '2027-06-12T07:00:00Z',
    ...{ printedNumber: null, state: 'planned', reason: null, official: null, draw: null },
    ...{ ...PLAIN_OFFICE_RACE, entered: 0, scored: 0 },
    lanes: [],
  });
  assert.ok(id > 0);
  assert.deepEqual([second.scheduledAt, second.title], ['2027-06-13T07:00:00Z', 'Final']);
  const original = (await event.send('GET', '/schedule')).json.races[0];
  assert.deepEqual([original.externalId, original.lanes.length], ['r1', 3]);

  const { json: listed } = await service.send('GET', `/v1/events/${made.json.id}/schedule`, {
    key: event.key,
  });
  assert.equal(listed.races.length, 2);
  const [entry] = await raw(
    service.databaseUrl,
    `select changes from history where event_id = ${made.json.id}`,
  );
  const changes = JSON.parse(String(entry?.changes));
  assert.deepEqual(
    changes.map(({ subject }: { subject: string }) => subject),
    ['event', 'schedule', 'race', 'race'],
  );
});

test('a copy keeps the look, and each may then have another one', async () => {
  const { event, person, path } = await openOffice(service);
  const links = [{ label: 'Club', url: 'https://club.example/' }];
  const look = { accent: '#00407a', links, sponsor: 'With the lake bank' };
  assert.equal((await person.send('PATCH', path, { look })).status, 200);
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"/>';
  const type = { 'content-type': 'image/svg+xml' };
  const { json: original } = await person.send('PUT', `${path}/logo`, svg, type);
  const days = { startDate: '2027-06-12', endDate: '2027-06-13' };
  const wish = { clubId: event.clubId, name: 'Copy', ...days, copyFrom: event.eventId };
  const made = await person.send('POST', '/events', wish);
  assert.deepEqual([made.status, made.json.look], [201, original.look]);
  const copy = `/events/${made.json.id}`;
  assert.equal((await person.send('GET', `${copy}/logo`)).text, svg);
  const [entry] = (await person.send('GET', `${copy}/history`)).json.entries;
  const { logo } = original.look;
  const [{ after }] = entry.changes;
  assert.deepEqual(
    [after.accent, after.links, after.sponsor, after.logo],
    [...Object.values(look), logo],
  );
  assert.equal((await person.send('DELETE', `${copy}/logo`)).status, 204);
  assert.equal((await person.send('GET', copy)).json.look.logo, null);
  assert.equal((await person.send('GET', `${path}/logo`)).text, svg);
  const { copyFrom: _, ...fresh } = wish;
  const plain = await person.send('POST', '/events', fresh);
  assert.deepEqual([plain.status, plain.json.look], [201, null]);
});

test('a copy keeps rules and printed numbers, and drops states, official results and drawn lanes', async () => {
  const office = await openOffice(service);
  const { event, person } = office;
  const { crews, races } = await office.ids();
  await office.write('/settings', { provisionalResults: true, crewGapMinutes: 25 });
  await office.write('/races', { races: [{ id: races[2], printedNumber: 'F' }] });
  await office.write(`/races/${races[2]}/lanes`, {
    lanes: [
      { position: 1, crewId: crews.Amsel },
      { position: 2, positionLabel: 'Far' },
      { position: 3 },
    ],
  });
  await giveRule(service, races[2] as number, 1, [races[1] as number]);
  await giveRule(service, races[2] as number, 2, [races[1] as number, races[3] as number]);
  await event.send('PUT', '/races/r1/results', times(1000, 2000));
  await office.write(`/races/${races[1]}/official`, { official: true });
  await office.write(`/races/${races[3]}/state`, { state: 'postponed', reason: 'Fog' });
  const { clubId, eventId } = event;
  const days = { startDate: '2027-06-12', endDate: '2027-06-13' };
  const wish = { clubId, name: 'Copy', ...days, copyFrom: eventId };
  const made = await person.send('POST', '/events', wish);
  const copy = (await person.send('GET', `/events/${made.json.id}/office`)).json;
  assert.deepEqual(copy.settings, (await office.read()).settings);
  const [first, final, third] = copy.races;
  assert.deepEqual(
    copy.races.map((race: Record<string, unknown>) => [
      race.printedNumber,
      race.state,
      race.reason,
      race.official,
      race.externalId,
    ]),
    [
      [null, 'planned', null, false, null],
      ['F', 'planned', null, false, null],
      [null, 'planned', null, false, null],
    ],
  );
  assert.deepEqual([first.lanes, third.lanes], [[], []]);
  const empty = {
    ...PLAIN_OFFICE_LANE,
    ...{ crewId: null, status: 'assigned' },
    ...{ finishTimeMillis: null, finishPlace: null, penaltyMillis: null },
    ...{ withdrawn: false, withdrawnReason: null },
  };
  assert.deepEqual(final.lanes, [
    {
      ...{ position: 1, positionLabel: '1' },
      ...empty,
      from: { races: [first.id], place: 1, fastest: null },
    },
    {
      ...{ position: 2, positionLabel: 'Far' },
      ...empty,
      from: { races: [first.id, third.id], place: 1, fastest: 1 },
    },
  ]);
});

test('a copy keeps local times across a clock change and in another zone', async () => {
  const event = await service.provision({ timezone: 'Europe/Berlin' });
  const { clubId, eventId, userId } = event;
  await event.send('POST', '/schedule');
  await event.send('PUT', '/races', [
    { externalId: 'a', raceNumber: 1, scheduledAt: '2026-06-13T09:00:00+02:00' },
    { externalId: 'b', raceNumber: 2, scheduledAt: '2026-06-14T02:30:00+02:00' },
    { externalId: 'c', raceNumber: 3, scheduledAt: '2026-06-14T18:05:30.250+02:00' },
    { externalId: 'd', raceNumber: 4, scheduledAt: '2026-06-12T23:59:00+02:00' },
  ]);
  const { send } = await signIn(service, userId);
  const copy = async (startDate: string, timezone?: string | null) => {
    const facts = { clubId, name: 'Copy', startDate, endDate: startDate, copyFrom: eventId };
    const made = await send('POST', '/events', { ...facts, timezone });
    assert.equal(made.status, 201, made.text);
    return starts((await send('GET', `/events/${made.json.id}/office`)).json.races);
  };
  assert.deepEqual(await copy('2026-03-28'), {
    1: '2026-03-28T08:00:00Z',
    // There is no 02:30 on that day, so the start is as long after the change of the clocks.
    2: '2026-03-29T01:30:00Z',
    3: '2026-03-29T16:05:30.250Z',
    4: '2026-03-27T22:59:00Z',
  });
  assert.deepEqual(await copy('2026-10-24'), {
    1: '2026-10-24T07:00:00Z',
    // 02:30 comes twice, and the first one is used.
    2: '2026-10-25T00:30:00Z',
    3: '2026-10-25T17:05:30.250Z',
    4: '2026-10-23T21:59:00Z',
  });
  assert.deepEqual(await copy('2027-01-01', 'America/New_York'), {
    1: '2027-01-01T14:00:00Z',
    2: '2027-01-02T07:30:00Z',
    3: '2027-01-02T23:05:30.250Z',
    4: '2027-01-01T04:59:00Z',
  });
  assert.deepEqual(await copy('2026-06-13', null), {
    1: '2026-06-13T09:00:00Z',
    2: '2026-06-14T02:30:00Z',
    3: '2026-06-14T18:05:30.250Z',
    4: '2026-06-12T23:59:00Z',
  });
});

test('only an event that the person manages is copied', async () => {
  const [own, other] = [await service.provision(), await service.provision()];
  const { send } = await signIn(service, own.userId);
  const facts = { clubId: own.clubId, name: 'x', startDate: '2027-01-01', endDate: '2027-01-01' };
  for (const copyFrom of [other.eventId, 999_999]) {
    const reply = await send('POST', '/events', { ...facts, copyFrom });
    refused(reply, 422, 'validation_failed', 'copyFrom');
  }
  const made = await send('POST', '/events', { ...facts, copyFrom: own.eventId });
  assert.deepEqual([made.status, made.json.scheduleStatus], [201, 'draft']);
});

test('a preview says what a change does, and writes nothing', async () => {
  const event = await service.provision({ timezone: 'Europe/Berlin' });
  const { eventId, userId } = event;
  await event.send('POST', '/schedule');
  await event.send('PUT', '/races', [
    { externalId: 'a', raceNumber: 1, scheduledAt: '2026-06-13T09:00:00+02:00' },
    { externalId: 'b', raceNumber: 2, scheduledAt: '2026-06-13T18:00:00+02:00' },
    { externalId: 'c', raceNumber: 3, scheduledAt: '2026-06-14T17:00:00+02:00' },
  ]);
  await event.send('PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 25 });
  const { send } = await signIn(service, userId);
  const path = `/events/${eventId}`;
  const before = [
    (await send('GET', path)).json,
    (await send('GET', `${path}/office`)).json,
    (await event.send('GET', '/schedule')).json,
  ];
  const { json: schedule } = await event.send('GET', '/schedule');
  assert.ok(schedule.races.length === 3);
  const tokyo = await send('PATCH', `${path}?preview=true`, { timezone: 'Asia/Tokyo' });
  assert.equal(tokyo.status, 200, tokyo.text);
  const [a, b, c] = before[1].races;
  assert.deepEqual(tokyo.json, {
    event: { ...before[0], timezone: 'Asia/Tokyo' },
    moved: [
      { raceId: b.id, raceNumber: 2, from: '2026-06-13', to: '2026-06-14' },
      { raceId: c.id, raceNumber: 3, from: '2026-06-14', to: '2026-06-15' },
    ],
    outside: [{ raceId: c.id, raceNumber: 3, day: '2026-06-15' }],
    delays: [{ venueDay: '2026-06-13', delayMinutes: 25, raceCountBefore: 2, raceCountAfter: 1 }],
  });
  const days = { startDate: '2026-06-14', endDate: '2026-06-14' };
  const shorter = await send('PATCH', `${path}?preview=true`, days);
  assert.deepEqual(shorter.json, {
    event: { ...before[0], ...days },
    moved: [],
    outside: [
      { raceId: a.id, raceNumber: 1, day: '2026-06-13' },
      { raceId: b.id, raceNumber: 2, day: '2026-06-13' },
    ],
    delays: [{ venueDay: '2026-06-13', delayMinutes: 25, raceCountBefore: 2, raceCountAfter: 2 }],
  });
  const name = await send('PATCH', `${path}?preview=true`, { name: 'Other', archived: true });
  assert.deepEqual(
    [name.json.event.name, name.json.event.archived, name.json.moved],
    ['Other', true, []],
  );
  const after = [
    (await send('GET', path)).json,
    (await send('GET', `${path}/office`)).json,
    (await event.send('GET', '/schedule')).json,
  ];
  assert.deepEqual(after, before);
  const written = await send('PATCH', `${path}?preview=false`, { timezone: 'Asia/Tokyo' });
  assert.equal(written.json.timezone, 'Asia/Tokyo');
});
