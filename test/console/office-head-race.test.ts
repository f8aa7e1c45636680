/** A race between start and finish in the race office: two devices that write at once, delays, re-timing, attention. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMember } from '../support/accounts.ts';
import { draw } from '../support/board.ts';
import { signIn } from '../support/console.ts';
import { assertGuarded, openOffice } from '../support/office.ts';
import { refused } from '../support/refused.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();

const at = (time: string) => `2026-06-13T${time}Z`;

/** An office with a head race of three crews from 09:00 UTC and other races from 10:00, and functions that write to them. */
async function openHead() {
  const office = await openOffice(service);
  await office.event.send('PUT', '/races', [
    { externalId: 'r1', raceNumber: 1, scheduledAt: at('09:00:00') },
    { externalId: 'r2', raceNumber: 2, scheduledAt: at('10:00:00') },
    { externalId: 'r3', raceNumber: 3, scheduledAt: at('11:00:00') },
  ]);
  const { races } = await office.ids();
  const patch = (number: number, body: object) =>
    office.write(`/races/${races[number]}/racing`, body, 'PATCH');
  const race = async (number: number) =>
    (await office.read()).races.find((each: { raceNumber: number }) => each.raceNumber === number);
  const attention = async (kind: string) =>
    (await office.read()).attention.filter((each: { kind: string }) => each.kind === kind);
  assert.equal((await patch(1, { startIntervalSeconds: 20 })).status, 200);
  return { ...office, patch, race, attention, id: (number: number) => races[number] as number };
}

test('start and finish of a boat are kept on two devices with what each of them has seen', async () => {
  const { patch, race, read, event } = await openHead();
  const { revision: seen } = await read();
  const starter = (position: number, startedAt: string) =>
    patch(1, { seen, entries: [{ position, startedAt }] });
  const finisher = (position: number, finishedAt: string) =>
    patch(1, { seen, entries: [{ position, finishedAt }] });
  for (const reply of [
    await starter(1, at('09:00:01.5')),
    await finisher(1, at('09:18:23.9')),
    await starter(2, at('09:00:21')),
    await finisher(2, at('09:19:00')),
  ])
    assert.equal(reply.status, 200, reply.text);
  const { lanes, startedAt, scored } = await race(1);
  assert.deepEqual(
    [lanes[0].finishTimeMillis, lanes[1].finishTimeMillis, lanes[2].status],
    [1_102_400, 1_119_000, 'assigned'],
  );
  assert.deepEqual([startedAt, scored], [at('09:00:01.500'), 2], 'the first boat starts the race');

  // The same request again, as after a lost answer, is no conflict and changes nothing.
  const again = await finisher(1, at('09:18:23.9'));
  assert.deepEqual([again.status, again.json.entryId], [200, null]);
  // Another finish time of the same boat is a conflict, because a person has to decide which one is right.
  const other = await signIn(service, await addMember(service.database, event.clubId, 'admin'));
  refused(await finisher(1, at('09:18:24')), 409, 'conflict');
  const path = `/events/${event.eventId}/races/${(await race(1)).id}/racing`;
  const by = await other.send('PATCH', path, {
    seen,
    entries: [{ position: 2, finishedAt: at('09:19:01') }],
  });
  refused(by, 409, 'conflict');
  assert.deepEqual(
    by.json.changed.map((change: { after: object }) => change.after),
    [{ finishedAt: at('09:19:00'), finishTimeMillis: 1_119_000, status: 'finished' }],
  );
  // A start after the finish of its boat is impossible, and is refused on the property that was sent last.
  const early = await finisher(3, at('09:18:00'));
  assert.equal(early.status, 200);
  const late = await starter(3, at('09:20:00'));
  refused(late, 422, 'validation_failed', 'entries[0].startedAt');
});

test('the undo of a start leaves what umpires and timers have said of a boat since', async () => {
  const { event, patch, race, person, path } = await openHead();
  const [start, finish] = [at('10:00:00'), at('10:07:00')];
  const undone = async (entries: readonly object[], starts: (string | null)[], later: object) => {
    await patch(2, { startedAt: null, entries });
    for (const startedAt of starts) assert.equal((await patch(2, { startedAt })).status, 200);
    const { json } = await person.send('GET', `${path}/history`);
    const since =
      'results' in later
        ? await event.send('PUT', '/races/r2/results', later)
        : await patch(2, later);
    assert.equal(since.status, 200, since.text);
    const undo = await person.send('POST', `${path}/history/${json.entries[0].id}/undo`);
    assert.equal(undo.status, 200, undo.text);
    return (await race(2)).lanes[1];
  };
  const finished = { position: 2, finishedAt: finish };

  const dsq = { entries: [{ position: 2, status: 'dsq' }] };
  assert.equal((await undone([finished], [start], dsq)).status, 'dsq');
  await patch(2, { startedAt: at('10:00:05') });
  const { status, finishTimeMillis, finishPlace } = (await race(2)).lanes[1];
  assert.deepEqual([status, finishTimeMillis, finishPlace], ['dsq', 415_000, null]);

  const back = { ...finished, status: 'assigned' };
  const dns = { entries: [{ position: 2, status: 'dns' }] };
  const gone = await undone([back], [start, null], dns);
  assert.deepEqual([gone.status, gone.finishTimeMillis], ['dns', null]);

  const typed = { results: [{ position: 2, finishTimeMillis: 421_000 }] };
  const timed = await undone([back], [start, at('10:00:05')], typed);
  assert.deepEqual([timed.status, timed.finishTimeMillis], ['finished', 421_000]);
});

test('what is written between start and finish is for the crew, and beside the verdict, that the page showed', async () => {
  const { event, patch, race, read } = await openHead();
  const times = { startedAt: at('09:00:00'), finishedAt: at('09:18:00') };
  await patch(1, { entries: [{ position: 1, ...times }] });
  const changed = async (entry: object, seen: number) => {
    const reply = await patch(1, { seen, entries: [entry] });
    refused(reply, 409, 'conflict');
    return reply.json.changed.map((change: { name: string }) => change.name);
  };
  const first = (await read()).revision;
  await service.send('PATCH', `/timing/v1/events/${event.eventId}/races/r1`, {
    key: event.key,
    body: { entries: [{ position: 1, status: 'dsq' }] },
  });
  const lane = 'race 1, position 1';
  assert.deepEqual(await changed({ position: 1, status: 'assigned' }, first), [lane]);
  assert.equal((await race(1)).lanes[0].status, 'dsq');

  const second = (await read()).revision;
  await event.send('PUT', '/races/r1/entries', draw('c2', 'c1'));
  assert.deepEqual(await changed({ position: 1, category: 'Masters C' }, second), [lane]);
  assert.deepEqual(await changed({ positionLabel: '1', allowanceMillis: 9000 }, second), [lane]);
  const gone = await changed({ position: 3, startedAt: at('09:00:40') }, second);
  assert.deepEqual(gone, ['race 1, position 3']);
  const unknown = await patch(1, { seen: second, entries: [{ position: 9, category: 'A' }] });
  refused(unknown, 422, 'validation_failed', 'entries[0].position');
  assert.equal((await patch(1, { entries: [{ position: 1, category: 'A' }] })).status, 200);
});

test('a race that has started is moved by no delay and no re-timing, and the answers omit it', async () => {
  const { patch, race, write, read, id } = await openHead();
  const started = at('09:04:30');
  await patch(1, { startedAt: started });
  const delayed = await write('/delay', { venueDay: '2026-06-13', delayMinutes: 10 });
  assert.deepEqual(
    delayed.json.races.map((each: { raceNumber: number }) => each.raceNumber),
    [2, 3],
  );
  assert.equal((await race(1)).estimatedAt, started);
  assert.equal((await race(2)).estimatedAt, at('10:10:00'));

  const refusal = await write('/delay', { raceId: id(1), startsAt: '11:30' });
  refused(refusal, 409, 'conflict');
  assert.match(refusal.json.detail, /Race 1 has started: no delay moves it/);

  const { revision } = await read();
  const retimed = await write(
    '/retime?preview=false',
    { fromRaceId: id(1), shiftMinutes: 5 },
    'POST',
  );
  assert.equal(retimed.status, 200, retimed.text);
  assert.deepEqual(
    retimed.json.races.map((each: { raceNumber: number }) => each.raceNumber),
    [2, 3],
  );
  assert.equal((await read()).revision, revision + 1);
  assert.deepEqual(
    [(await race(1)).scheduledAt, (await race(1)).estimatedAt],
    [at('09:00:00'), started],
  );
  // Once all races have started, there is none to re-time.
  const all = await Promise.all([1, 2, 3].map((number) => patch(number, { startedAt: started })));
  assert.ok(all.every(({ status }) => status === 200));
  refused(
    await write('/retime?preview=false', { fromRaceId: id(1), shiftMinutes: 5 }, 'POST'),
    409,
    'conflict',
  );
});

test('needs attention: times of day that lack the other one, and a day that runs otherwise than it says', async () => {
  const { patch, attention, write, id } = await openHead();
  await patch(1, {
    entries: [
      { position: 1, startedAt: at('09:00:00') },
      { position: 2, startedAt: at('09:00:20') },
      { position: 3, finishedAt: at('09:20:00') },
    ],
  });
  assert.deepEqual(await attention('finish-without-start'), [
    { kind: 'finish-without-start', raceId: id(1), positions: [3] },
  ]);
  assert.deepEqual(await attention('start-without-finish'), []);
  await patch(1, { entries: [{ position: 2, finishedAt: at('09:19:00') }] });
  assert.deepEqual(await attention('start-without-finish'), [
    { kind: 'start-without-finish', raceId: id(1), positions: [1] },
  ]);
  await patch(1, {
    entries: [
      { position: 1, status: 'dnf' },
      { position: 3, startedAt: at('09:00:40') },
    ],
  });
  assert.deepEqual(await attention('start-without-finish'), []);
  assert.deepEqual(await attention('finish-without-start'), []);

  assert.deepEqual(await attention('start-off-estimate'), [], 'the first boat was on time');
  await patch(2, { startedAt: at('10:12:10') });
  assert.deepEqual(await attention('start-off-estimate'), [
    { kind: 'start-off-estimate', raceId: id(2), delayMinutes: 12 },
  ]);
  await write('/delay', { venueDay: '2026-06-13', delayMinutes: 12 });
  assert.deepEqual(await attention('start-off-estimate'), []);
  await patch(2, { startedAt: null });
  assert.deepEqual(await attention('start-off-estimate'), [
    { kind: 'start-off-estimate', raceId: id(1), delayMinutes: 0 },
  ]);
});

test('only who runs the regatta writes times of day', async () => {
  const office = await openHead();
  await assertGuarded(service, office, ['PATCH', `/races/${office.id(1)}/racing`, { seen: 1 }]);
});
