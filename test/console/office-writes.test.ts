/** What all writes of the race office have in common, tested with the state of a race, official results and settings. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { times } from '../support/board.ts';
import { signIn } from '../support/console.ts';
import { assertGuarded, openOffice } from '../support/office.ts';
import { refused } from '../support/refused.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();

/** An office, and the id of its first race. */
async function openHeat() {
  const office = await openOffice(service);
  const { 1: raceId = 0 } = (await office.ids()).races;
  return { ...office, raceId };
}

test('a cancelled race stays, is not estimated, and says why; /v1 neither shows nor changes it', async () => {
  const { event, read, raceId, write } = await openHeat();
  await event.send('PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 10 });
  const { revision: seen } = await read();
  const before = (await event.send('GET', '/schedule')).json.races;
  const { status, json } = await write(`/races/${raceId}/state`, {
    state: 'cancelled',
    reason: 'Wind',
    seen,
  });
  assert.equal(status, 200);
  const { estimatedAt, scheduledAt, state, reason } = json.race;
  assert.deepEqual([state, reason, estimatedAt], ['cancelled', 'Wind', scheduledAt]);
  assert.equal(json.revision, seen + 1);
  const [ofBoard] = (await event.board()).json.races;
  assert.deepEqual(
    [ofBoard.state, ofBoard.reason, ofBoard.estimatedAt],
    ['cancelled', 'Wind', scheduledAt],
  );
  assert.deepEqual((await event.send('GET', '/schedule')).json.races, before);
  const push = [{ externalId: 'r1', raceNumber: 1, title: 'Heat one', state: 'planned' }];
  assert.equal((await event.send('PUT', '/races', push)).status, 200);
  const [race] = (await read()).races;
  assert.deepEqual([race.title, race.state, race.reason], ['Heat one', 'cancelled', 'Wind']);
  const again = await write(`/races/${raceId}/state`, { state: 'planned', seen: seen + 2 });
  assert.deepEqual([again.json.race.state, again.json.race.reason], ['planned', null]);
});

test('a write that changes nothing moves nothing', async () => {
  const { raceId, read, write } = await openHeat();
  const { revision: seen } = await read();
  const { status, json } = await write(`/races/${raceId}/state`, { state: 'planned', seen });
  assert.deepEqual([status, json.revision, json.entryId], [200, seen, null]);
  assert.equal((await read()).revision, seen);
});

test('what another has changed since stands in the way, and the newer revision goes through', async () => {
  const { event, raceId, read, write } = await openHeat();
  const { revision: seen } = await read();
  await write(`/races/${raceId}/state`, { state: 'postponed', reason: 'Fog', seen });
  // A change of another property is no conflict.
  await event.send('PUT', '/races', [{ externalId: 'r1', raceNumber: 1, title: 'Other' }]);
  const late = await write(`/races/${raceId}/state`, { state: 'cancelled', reason: 'Storm', seen });
  assert.equal(late.status, 409);
  const { changed } = late.json;
  assert.equal(changed.length, 1);
  const { by, operation, subject, id, before, after } = changed[0];
  assert.deepEqual([operation, subject, id], ['set-race-state', 'race', raceId]);
  assert.deepEqual(
    [before, after],
    [
      { state: 'planned', reason: null },
      { state: 'postponed', reason: 'Fog' },
    ],
  );
  assert.equal(by.userId, event.userId);
  assert.equal((await read()).races[0].state, 'postponed');
  const { revision } = await read();
  const knowing = { state: 'cancelled', reason: 'Storm', seen: revision };
  assert.equal((await write(`/races/${raceId}/state`, knowing)).status, 200);
  // No conflict despite the old revision, because what is sent is stored already.
  const same = await write(`/races/${raceId}/state`, { ...knowing, seen });
  assert.deepEqual([same.status, same.json.entryId], [200, null]);
});

test('seen is required, and never newer than the office', async () => {
  const { raceId, read, write } = await openHeat();
  const { revision } = await read();
  for (const seen of [undefined, revision + 1, -1, 1.5, '1', null]) {
    const reply = await write(`/races/${raceId}/state`, { state: 'cancelled', seen });
    refused(reply, 422, 'validation_failed', 'seen');
  }
  const missing = { state: 'cancelled', seen: revision + 1 };
  refused(await write('/races/999999/state', missing), 404, 'race_not_found');
  assert.equal((await read()).revision, revision);
});

test('what is wrong is named, and nothing is written', async () => {
  const { raceId, read, write } = await openHeat();
  const { revision: seen } = await read();
  const path = `/races/${raceId}/state`;
  refused(await write(path, { state: 'off', seen }), 422, 'validation_failed', 'state');
  refused(
    await write(path, { state: 'planned', reason: 'x', seen }),
    422,
    'validation_failed',
    'reason',
  );
  const long = { state: 'cancelled', reason: 'x'.repeat(201), seen };
  refused(await write(path, long), 422, 'validation_failed', 'reason');
  refused(await write('/races/999999/state', { state: 'cancelled', seen }), 404, 'race_not_found');
  refused(await write('/races/x/state', { state: 'cancelled', seen }), 404, 'race_not_found');
  assert.equal((await read()).revision, seen);
});

test('a printed number is a line of text, and a blank reason is none', async () => {
  const { raceId, write } = await openHeat();
  const number = (printedNumber: string) =>
    write('/races', { races: [{ id: raceId, printedNumber }] });
  const shown = await number('  16A ');
  assert.equal(shown.json.races[0].printedNumber, '16A');
  for (const wrong of ['', '   ', 'a\nb', 'a\u2028b', '\u202E61', '\u2067x', '\u200B']) {
    refused(await number(wrong), 422, 'validation_failed', 'races[0].printedNumber');
  }
  for (const [reason, kept] of [
    ['  Wind ', 'Wind'],
    ['   ', null],
    ['Wind', 'Wind'],
    ['', null],
  ]) {
    const { json } = await write(`/races/${raceId}/state`, { state: 'postponed', reason });
    assert.equal(json.race.reason, kept);
  }
  const planned = await write(`/races/${raceId}/state`, { state: 'planned', reason: ' ' });
  assert.deepEqual([planned.status, planned.json.race.reason], [200, null]);
});

test('only lists may be large', async () => {
  const { person, path, raceId, read } = await openHeat();
  const { revision: seen } = await read();
  const large = { seen, padding: 'x'.repeat(70_000) };
  for (const [method, tail] of [
    ['PUT', `/races/${raceId}/state`],
    ['PUT', `/races/${raceId}/official`],
    ['POST', `/races/${raceId}/restore`],
    ['PUT', '/settings'],
    ['PUT', '/delay'],
    ['POST', '/crews/merge'],
  ] as const) {
    refused(await person.send(method, path + tail, large), 413, 'payload_too_large');
  }
  for (const [tail, body] of [
    ['/races', { races: [] }],
    ['/crews', { crews: [] }],
    [`/races/${raceId}/progression`, { rules: [] }],
  ] as const) {
    const reply = await person.send('PUT', path + tail, { ...large, ...body });
    assert.equal(reply.status, 200, reply.text);
  }
});

test('results are official where somebody says so, until they change', async () => {
  const { event, raceId, read, write } = await openHeat();
  const official = (seen: number, value = true) =>
    write(`/races/${raceId}/official`, { official: value, seen });
  let { revision: seen } = await read();
  refused(await official(seen), 409, 'conflict');
  seen = (await write('/settings', { provisionalResults: true, seen })).json.revision;
  refused(await official(seen), 409, 'conflict');
  assert.equal((await event.board()).json.races[0].official, false);
  await event.send('PUT', '/races/r1/results', times(61_000, 62_000));
  refused(await official(seen), 409, 'conflict');
  seen = (await read()).revision;
  assert.equal((await official(seen)).json.race.official, true);
  assert.equal((await event.board()).json.races[0].official, true);
  await event.send('PUT', '/races/r1/results', times(61_000, 62_000));
  assert.equal((await event.board()).json.races[0].official, true, 'the same results again');
  await event.send('PUT', '/races/r1/results', times(60_000, 62_000));
  assert.equal((await event.board()).json.races[0].official, false);
});

test('settings that are left out stay', async () => {
  const { event, read, write } = await openHeat();
  const { revision: seen, settings } = await read();
  const schedule = (await event.send('GET', '/schedule')).json;
  const { status, json } = await write('/settings', { crewGapMinutes: 25, seen });
  assert.equal(status, 200);
  assert.deepEqual(json.settings, { ...settings, crewGapMinutes: 25 });
  assert.deepEqual(
    (await event.send('GET', '/schedule')).json,
    schedule,
    'no reader sees it (A10)',
  );
  assert.deepEqual((await read()).settings, json.settings);
  refused(
    await write('/settings', { crewGapMinutes: -1, seen }),
    422,
    'validation_failed',
    'crewGapMinutes',
  );
});

test('an event without a schedule gets one with the first write of the office', async () => {
  const { eventId, userId, send } = await service.provision();
  const person = await signIn(service, userId);
  const path = `/events/${eventId}`;
  const { revision: seen, status } = (await person.send('GET', `${path}/office`)).json;
  assert.equal(status, null);
  for (const [method, tail, body] of [
    ['PUT', '/races', { races: [] }],
    ['PUT', '/crews', { crews: [] }],
    ['PUT', '/settings', {}],
  ] as const) {
    const { json } = await person.send(method, path + tail, { ...body, seen });
    assert.deepEqual([json.revision, json.entryId], [seen, null], tail);
    assert.equal((await person.send('GET', `${path}/office`)).json.status, null, tail);
  }
  const reply = await person.send('PUT', `${path}/settings`, { provisionalResults: true, seen });
  assert.equal(reply.status, 200);
  assert.equal((await send('GET', '/schedule')).json.status, 'draft');
});

test('only those who manage the event write, and only from our pages', async () => {
  const office = await openHeat();
  const { revision: seen } = await office.read();
  const body = { state: 'cancelled', seen };
  await assertGuarded(service, office, ['PUT', `/races/${office.raceId}/state`, body]);
});
