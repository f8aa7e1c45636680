/** A delay with an end, and re-timed races that the delay no longer moves: in the office, in `/v1` and on the board. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { times } from '../support/board.ts';
import { openOffice } from '../support/office.ts';
import { refused } from '../support/refused.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();

const DAY = '2026-06-13';
/** 13:12 at the venue: after lunch. */
const LUNCH_ENDS = '2026-06-13T11:12:00Z';

/** A published day: races 17 and 18 before lunch, 19 to 21 after it, each with a crew in its draw. */
async function openDay() {
  const office = await openOffice(service);
  const { event } = office;
  const starts = { 17: '11:50', 18: '12:00', 19: '13:12', 20: '13:20', 21: '13:30' };
  await event.send(
    'PUT',
    '/races',
    Object.entries(starts).map(([number, time]) => ({
      externalId: number,
      raceNumber: Number(number),
      scheduledAt: `${DAY}T${time}:00+02:00`,
    })),
  );
  await event.send('PUT', '/teams', [{ externalId: 'x', name: 'Xenia' }]);
  for (const number of Object.keys(starts)) {
    await event.send('PUT', `/races/${number}/entries`, [{ position: 1, teamExternalId: 'x' }]);
  }
  await event.send('POST', '/schedule/publish');
  const { races } = await office.ids();
  /** The day's delay in minutes and its end as HH:MM in UTC, checked to be the same in board and office. */
  const dayOf = async () => {
    const { days } = (await event.board()).json;
    const { day, ...shown } = days.find((each: { day: string }) => each.day === DAY);
    const { venueDay, ...ofOffice } = (await office.read()).days.find(
      (each: { venueDay: string }) => each.venueDay === DAY,
    );
    // While the day is on time, only the office shows the end, which the next delay will have.
    const isLate = ofOffice.delayMinutes !== 0;
    assert.deepEqual(shown, isLate ? ofOffice : { ...ofOffice, until: null });
    assert.equal(venueDay, day);
    return [ofOffice.delayMinutes, ofOffice.until?.slice(11, 16) ?? null];
  };
  /** The estimated starts of the five races in the time of the venue. */
  const shown = async () => {
    const local = (instant: string) => {
      const hour = Number(instant.slice(11, 13)) + 2;
      return `${hour}${instant.slice(13, 16)}`;
    };
    const list = (document: { races: { raceNumber: number; estimatedAt: string }[] }) =>
      document.races
        .filter(({ raceNumber }) => raceNumber > 16)
        .map(({ estimatedAt }) => local(estimatedAt));
    const ofBoard = list((await event.board()).json);
    assert.deepEqual(list(await office.read()), ofBoard, 'board and office say the same');
    return ofBoard;
  };
  const planned = async () => {
    const { races: all } = (await event.send('GET', '/schedule')).json;
    return all
      .filter(({ raceNumber }: { raceNumber: number }) => raceNumber > 16)
      .map(({ scheduledAt }: { scheduledAt: string }) => scheduledAt.slice(11, 16));
  };
  return { ...office, id: (number: number) => races[number] as number, dayOf, shown, planned };
}

test('a delay ends at lunch: what is planned then or later keeps its plan, everywhere', async () => {
  const { write, event, dayOf, shown, planned, read } = await openDay();
  const before = await planned();
  const { json } = await write('/delay', { venueDay: DAY, delayMinutes: 12, until: LUNCH_ENDS });
  assert.equal(json.until, LUNCH_ENDS);
  assert.deepEqual(
    json.races
      .slice(-4)
      .map(({ estimatedAt }: { estimatedAt: string }) => estimatedAt.slice(11, 16)),
    ['10:12', '11:12', '11:20', '11:30'],
  );
  assert.deepEqual(await dayOf(), [12, '11:12']);
  assert.deepEqual(await shown(), ['12:02', '12:12', '13:12', '13:20', '13:30']);
  assert.deepEqual(await planned(), before, 'a delay plans nothing');
  const { crews } = await read();
  const crewId = crews.find(({ name }: { name: string }) => name === 'Xenia').id;
  const calendar = await service.send('GET', `/events/${event.eventId}/crews/${crewId}.ics`);
  const calendarStarts = [...calendar.text.matchAll(/DTSTART[^:]*:\d{8}T(\d{4})/g)].map(
    ([, time]) => time,
  );
  assert.deepEqual(calendarStarts.sort(), ['1002', '1012', '1112', '1120', '1130'], calendar.text);
});

test('an end that is left out stays, also while the day is on time, and null takes it away', async () => {
  const { write, dayOf, shown, event } = await openDay();
  const delay = (body: object) => write('/delay', { venueDay: DAY, ...body });
  await delay({ delayMinutes: 12, until: LUNCH_ENDS });
  await delay({ delayMinutes: 20 });
  assert.deepEqual(await dayOf(), [20, '11:12']);
  await delay({ delayMinutes: 20, until: null });
  assert.deepEqual(await dayOf(), [20, null]);
  assert.deepEqual(await shown(), ['12:10', '12:20', '13:32', '13:40', '13:50']);
  const { revision } = (await delay({ delayMinutes: 20, until: LUNCH_ENDS })).json;
  const same = await delay({ delayMinutes: 20, until: LUNCH_ENDS });
  assert.deepEqual([same.json.revision, same.json.entryId], [revision, null]);
  await delay({ delayMinutes: 0 });
  assert.deepEqual(await dayOf(), [0, '11:12']);
  const onTime = (await event.board()).json;
  await delay({ delayMinutes: 0, until: null });
  assert.deepEqual(await dayOf(), [0, null]);
  assert.deepEqual((await event.board()).json, onTime, 'the public sees nothing of that');
  await delay({ delayMinutes: 0, until: LUNCH_ENDS });
  await delay({ delayMinutes: 5 });
  assert.deepEqual(await dayOf(), [5, '11:12']);

  await delay({ delayMinutes: 12, until: LUNCH_ENDS });
  const { json, status } = await event.send('PUT', '/schedule/delay', {
    venueDay: DAY,
    delayMinutes: 12,
  });
  assert.deepEqual([status, 'until' in json], [200, false], 'the answer of /v1 is as ever');
  assert.deepEqual(await dayOf(), [12, null], 'a delay by /v1 holds for the whole day');
  assert.equal(json.races.at(-1).estimatedAt, '2026-06-13T11:42:00Z');
});

test('an end on another day, or before the race that is to start, is refused', async () => {
  const { write, dayOf, id } = await openDay();
  const wrong: [object, RegExp][] = [
    [{ venueDay: DAY, delayMinutes: 5, until: '2026-06-14T11:12:00Z' }, /on 2026-06-13/],
    [{ venueDay: DAY, delayMinutes: 5, until: '2026-06-12T21:59:00Z' }, /on 2026-06-13/],
    [{ venueDay: DAY, delayMinutes: 5, until: '13:12' }, /date-time/],
    [{ raceId: id(19), startsAt: '13:30', until: LUNCH_ENDS }, /before race 19/],
  ];
  for (const [body, detail] of wrong) {
    const reply = await write('/delay', body);
    refused(reply, 422, 'validation_failed', 'until');
    assert.match(reply.json.detail, detail);
  }
  assert.deepEqual(await dayOf(), [0, null]);
  await write('/delay', { venueDay: DAY, delayMinutes: 5, until: '2026-06-13T22:00:00Z' });
  assert.deepEqual(await dayOf(), [5, '22:00'], 'the end of the day is one');
  await write('/delay', { venueDay: DAY, delayMinutes: 12, until: LUNCH_ENDS });
  const kept = await write('/delay', { raceId: id(20), startsAt: '13:40' });
  refused(kept, 422, 'validation_failed', 'until');
  const moved = await write('/delay', { raceId: id(20), startsAt: '13:40', until: null });
  assert.deepEqual([moved.json.delayMinutes, moved.json.until], [20, null]);
});

test('next race at 14:00 is planned at 14:00 and seen at 14:00, whatever becomes of the delay', async () => {
  const { write, dayOf, shown, planned, id, event } = await openDay();
  await event.send('PUT', '/schedule/delay', { venueDay: DAY, delayMinutes: 4 });
  const { json } = await write('/retime', { fromRaceId: id(19), nextAt: '14:00' }, 'POST');
  assert.deepEqual(
    json.races.map(({ raceNumber }: { raceNumber: number }) => raceNumber),
    [19, 20, 21],
  );
  assert.deepEqual((await planned()).slice(2), ['12:00', '12:08', '12:18']);
  assert.deepEqual(await shown(), ['11:54', '12:04', '14:00', '14:08', '14:18']);
  assert.deepEqual(await dayOf(), [4, '12:00'], 'it ends before the first that was moved');
  await write('/delay', { venueDay: DAY, delayMinutes: 15 });
  assert.deepEqual(await shown(), ['12:05', '12:15', '14:00', '14:08', '14:18']);
  await write('/delay', { venueDay: DAY, delayMinutes: 0 });
  assert.deepEqual((await shown()).slice(2), ['14:00', '14:08', '14:18']);
  await write('/delay', { venueDay: DAY, delayMinutes: 4 });
  assert.deepEqual(await shown(), ['11:54', '12:04', '14:00', '14:08', '14:18']);
  // The end also stays if other races are re-timed while the day is on time.
  await write('/delay', { venueDay: DAY, delayMinutes: 0 });
  await write('/retime', { fromRaceId: id(20), shiftMinutes: 10 }, 'POST');
  await write('/delay', { venueDay: DAY, delayMinutes: 4 });
  assert.deepEqual(await shown(), ['11:54', '12:04', '14:00', '14:18', '14:28']);
  await write('/delay', { venueDay: DAY, delayMinutes: 0 });
  const { updatedAt } = (await event.send('GET', '/schedule')).json;
  await event.send('PUT', '/schedule/delay', { venueDay: DAY, delayMinutes: 0 });
  assert.equal((await event.send('GET', '/schedule')).json.updatedAt, updatedAt, 'A10');
  assert.deepEqual(await dayOf(), [0, null], '/v1 takes the end away, too');
  await event.send('PUT', '/schedule/delay', { venueDay: DAY, delayMinutes: 4 });
  assert.deepEqual((await shown()).slice(2), ['14:04', '14:22', '14:32'], 'and holds for the day');
});

test('once nothing before them is to come, the delay of the day is over', async () => {
  const { write, dayOf, shown, id, event } = await openDay();
  await write('/delay', { venueDay: DAY, delayMinutes: 4 });
  await event.send('PUT', '/races/17/results', times(61_000));
  await write(`/races/${id(18)}/state`, { state: 'cancelled' });
  await write(`/races/${(await idOfFirst(event)) as number}/state`, { state: 'cancelled' });
  await write('/retime', { fromRaceId: id(19), shiftMinutes: 10 }, 'POST');
  assert.deepEqual(await dayOf(), [0, null]);
  assert.deepEqual((await shown()).slice(2), ['13:26', '13:34', '13:44'], 'from what crews saw');
});

/** The id of race 1, which is at 9:00 on the same day. */
async function idOfFirst(event: Awaited<ReturnType<typeof openDay>>['event']) {
  const { races } = (await event.board()).json;
  return races.find(({ raceNumber }: { raceNumber: number }) => raceNumber === 1)?.id;
}

test('a race that is overtaken by the re-timed ones leaves the delay with them, and that is said', async () => {
  const { write, shown, id } = await openDay();
  await write('/delay', { venueDay: DAY, delayMinutes: 30 });
  const { json } = await write(
    '/retime?preview=true',
    { fromRaceId: id(18), nextAt: '11:40' },
    'POST',
  );
  assert.deepEqual(
    json.races
      .slice(0, 2)
      .map(({ raceNumber, before, after: then }: never) => [
        raceNumber,
        String(before).slice(11, 16),
        String(then).slice(11, 16),
      ]),
    [
      [17, '09:50', '09:50'],
      [18, '10:00', '09:40'],
    ],
  );
  await write('/retime', { fromRaceId: id(18), nextAt: '11:40' }, 'POST');
  assert.deepEqual((await shown()).slice(0, 2), ['11:40', '11:50']);
});

test('a delay that another has set meanwhile stands in the way of a re-time', async () => {
  const { person, path, read, id, event } = await openDay();
  const { revision: seen } = await read();
  await event.send('PUT', '/schedule/delay', { venueDay: DAY, delayMinutes: 10 });
  await event.send('PUT', '/schedule/delay', { venueDay: DAY, delayMinutes: 0 });
  const body = { fromRaceId: id(19), shiftMinutes: 5, seen };
  const reply = await person.send('POST', `${path}/retime`, body);
  refused(reply, 409, 'conflict');
  assert.deepEqual(
    [...new Set(reply.json.changed.map(({ subject }: never) => subject))],
    ['delay'],
  );
});

test('history has the end of a delay, and undo brings it back, of a re-time, too', async () => {
  const { write, person, path, dayOf, shown, id } = await openDay();
  await write('/delay', { venueDay: DAY, delayMinutes: 12, until: LUNCH_ENDS });
  const { json } = await write('/retime', { fromRaceId: id(18), nextAt: '12:20' }, 'POST');
  assert.deepEqual(await dayOf(), [12, '10:20']);
  const { entries } = (await person.send('GET', `${path}/history`)).json;
  const ofDelay = (index: number) =>
    entries[index].changes.find(({ subject }: { subject: string }) => subject === 'delay');
  assert.deepEqual(
    [ofDelay(0).before, ofDelay(0).after],
    [{ until: LUNCH_ENDS }, { until: '2026-06-13T10:20:00Z' }],
  );
  assert.deepEqual(
    [ofDelay(1).before, ofDelay(1).after],
    [
      { delayMinutes: 0, until: null },
      { delayMinutes: 12, until: LUNCH_ENDS },
    ],
  );
  await person.send('POST', `${path}/history/${json.entryId}/undo`, {});
  assert.deepEqual(await dayOf(), [12, '11:12']);
  assert.deepEqual(await shown(), ['12:02', '12:12', '13:12', '13:20', '13:30']);
  const cleared = await write('/delay', { venueDay: DAY, delayMinutes: 0 });
  assert.deepEqual(await dayOf(), [0, '11:12']);
  await person.send('POST', `${path}/history/${cleared.json.entryId}/undo`, {});
  assert.deepEqual(await dayOf(), [12, '11:12']);
});

test('what crews will see otherwise says the end of a delay', async () => {
  const { write, person, path } = await openDay();
  await write('/unpublish', {}, 'POST');
  await write('/delay', { venueDay: DAY, delayMinutes: 12, until: LUNCH_ENDS });
  const { json, status } = await person.send('GET', `${path}/publication`);
  assert.equal(status, 200, JSON.stringify(json));
  const day = json.changes.find(({ subject }: { subject: string }) => subject === 'day');
  assert.deepEqual(day.properties, [
    { property: 'delayMinutes', before: 0, after: 12 },
    { property: 'until', before: null, after: LUNCH_ENDS },
  ]);
});

test('a copy for another year takes the plan as it was first published', async () => {
  const { write, person, id, event } = await openDay();
  await write('/retime', { fromRaceId: id(18), nextAt: '12:40' }, 'POST');
  await write('/retime', { fromRaceId: id(18), shiftMinutes: 7 }, 'POST');
  // A race that is added to the published schedule, and moved afterwards.
  const added = { externalId: '22', raceNumber: 22, scheduledAt: `${DAY}T14:00:00+02:00` };
  await event.send('PUT', '/races', [added]);
  await write('/retime', { fromRaceId: (await newest(event)) as number, nextAt: '15:00' }, 'POST');
  // A race that is removed and brought back keeps its first planned start.
  const { revision: seen } = (await person.send('GET', `/events/${event.eventId}/office`)).json;
  const removal = { races: [], removed: [id(18)], seen };
  const removed = await person.send('PUT', `/events/${event.eventId}/races`, removal);
  assert.equal(removed.status, 200, removed.text);
  await person.send('POST', `/events/${event.eventId}/history/${removed.json.entryId}/undo`, {});
  const made = await person.send('POST', '/events', {
    ...{ clubId: event.clubId, name: 'Next year', copyFrom: event.eventId },
    ...{ startDate: '2027-06-12', endDate: '2027-06-13' },
  });
  assert.equal(made.status, 201, made.text);
  const { races } = (await person.send('GET', `/events/${made.json.id}/office`)).json;
  const plan = Object.fromEntries(
    races.map(({ raceNumber, scheduledAt }: { raceNumber: number; scheduledAt: string }) => [
      raceNumber,
      scheduledAt,
    ]),
  );
  assert.deepEqual(
    [17, 18, 19, 22].map((number) => plan[number]),
    ['09:50', '10:00', '11:12', '12:00'].map((time) => `2027-06-12T${time}:00Z`),
  );
});

async function newest(event: Awaited<ReturnType<typeof openDay>>['event']) {
  const { races } = (await event.board()).json;
  return races.find(({ raceNumber }: { raceNumber: number }) => raceNumber === 22)?.id;
}
