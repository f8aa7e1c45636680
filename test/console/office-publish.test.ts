/** Publishing in the race office, and what has changed since crews last saw it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMember } from '../support/accounts.ts';
import { times } from '../support/board.ts';
import { signIn } from '../support/console.ts';
import { assertGuarded, openOffice } from '../support/office.ts';
import { refused } from '../support/refused.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();

test('un-publish and publish, each once', async () => {
  const { event, person, path, read, write } = await openOffice(service);
  const { revision: seen } = await read();
  const off = await person.send('POST', `${path}/unpublish`, { seen });
  assert.equal(off.status, 200, off.text);
  assert.deepEqual(off.json, { revision: seen + 1, entryId: off.json.entryId, status: 'draft' });
  assert.equal((await event.board()).status, 404);
  assert.equal((await event.send('GET', '/schedule')).json.status, 'draft');
  const again = await write('/unpublish', {}, 'POST');
  assert.deepEqual(again.json, { revision: seen + 1, entryId: null, status: 'draft' });
  const on = await write('/publish', {}, 'POST');
  assert.deepEqual([on.json.status, on.json.revision], ['published', seen + 2]);
  assert.equal((await event.board()).status, 200);
});

test('only a change of the status is in the way', async () => {
  const { event, person, path, read, write } = await openOffice(service);
  await write('/unpublish', {}, 'POST');
  const { revision: seen } = await read();
  await event.send('PUT', '/races', [{ externalId: 'r1', raceNumber: 1, title: 'Other' }]);
  await write('/settings', { crewGapMinutes: 20 });
  assert.equal((await person.send('POST', `${path}/publish`, { seen })).status, 200);
  const late = await person.send('POST', `${path}/unpublish`, { seen });
  refused(late, 409, 'conflict');
  const [{ operation, after: status }] = late.json.changed;
  assert.deepEqual([operation, status], ['publish-schedule', { status: 'published' }]);
  assert.equal((await person.send('POST', `${path}/publish`, { seen })).status, 200);
  for (const wrong of [{}, { seen: seen + 99 }, { seen: -1 }, { seen: '1' }]) {
    const reply = await person.send('POST', `${path}/publish`, wrong);
    refused(reply, 422, 'validation_failed', 'seen');
  }
});

test('an event without a schedule is published, too', async () => {
  const { eventId, userId } = await service.provision();
  const { send } = await signIn(service, userId);
  const path = `/events/${eventId}`;
  const { json: before } = await send('GET', `${path}/publication`);
  assert.deepEqual([before.status, before.wasPublished, before.seenUntil], [null, false, null]);
  const { json } = await send('POST', `${path}/publish`, { seen: 0 });
  assert.deepEqual([json.status, json.revision], ['published', 2]);
});

test('what has changed since crews last saw it, thing by thing', async () => {
  const { event, person, path, read, write, ids } = await openOffice(service);
  const publication = async () => (await person.send('GET', `${path}/publication`)).json;
  const shown = await publication();
  assert.deepEqual(
    { ...shown, revision: 0 },
    {
      revision: 0,
      status: 'published',
      wasPublished: true,
      followersTold: false,
      seenUntil: null,
      races: 3,
      crews: 3,
      followers: 0,
      changes: [],
      changeCount: 0,
    },
  );
  await event.send('PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 5 });
  const { 1: one, 2: two } = (await ids()).races;
  await write('/unpublish', {}, 'POST');
  const { revision, seenUntil, changes } = await publication();
  assert.equal(revision, (await read()).revision);
  assert.ok(Math.abs(Date.parse(seenUntil) - Date.now()) < 60_000);
  assert.deepEqual(changes, []);

  await event.send('PUT', '/teams', [
    { externalId: 'c1', name: 'Adler' },
    { externalId: 'c9', name: 'Zander', clubId: 'rcz' },
  ]);
  await event.send('PUT', '/races', [
    {
      externalId: 'r1',
      raceNumber: 1,
      title: 'Heat one',
      scheduledAt: '2026-06-13T09:30:00+02:00',
    },
    { externalId: 'r4', raceNumber: 4, scheduledAt: '2026-06-14T11:00:00+02:00' },
  ]);
  await event.send('PUT', '/races/r1/entries', [
    { position: 1, teamExternalId: 'c1' },
    { position: 2, teamExternalId: 'c3', positionLabel: 'Far' },
    { position: 3 },
    { position: 4 },
  ]);
  await event.send('PUT', '/races/r1/results', times(61_000));
  await write(`/races/${two}/state`, { state: 'cancelled', reason: 'Wind' });
  await event.send('PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 15 });
  await event.send('PUT', '/schedule/delay', { venueDay: '2026-06-14', delayMinutes: 5 });
  await event.send('PUT', '/schedule/delay', { venueDay: '2026-06-14', delayMinutes: 0 });
  await person.send('PATCH', path, { name: 'Summer regatta' });
  await person.send('PATCH', path, { city: 'Köln' });
  await person.send('PATCH', path, { city: 'Berlin' });
  const { races, crews } = await ids();
  const changed = await publication();
  assert.equal(changed.changeCount, changed.changes.length);
  assert.deepEqual(changed.changes, [
    {
      subject: 'event',
      name: 'Summer regatta',
      kind: 'changed',
      properties: [{ property: 'name', before: 'Spring regatta', after: 'Summer regatta' }],
    },
    {
      subject: 'day',
      name: '2026-06-13',
      kind: 'changed',
      properties: [{ property: 'delayMinutes', before: 5, after: 15 }],
    },
    {
      subject: 'crew',
      id: crews.Adler,
      name: 'Adler',
      kind: 'changed',
      properties: [{ property: 'name', before: 'Amsel', after: 'Adler' }],
    },
    { subject: 'crew', id: crews.Zander, name: 'Zander', kind: 'added', properties: [] },
    {
      subject: 'race',
      id: one,
      name: '1',
      kind: 'changed',
      properties: [
        { property: 'title', before: 'Heat 1', after: 'Heat one' },
        { property: 'scheduledAt', before: '2026-06-13T07:00:00Z', after: '2026-06-13T07:30:00Z' },
        { property: 'status', position: 1, before: 'assigned', after: 'finished' },
        { property: 'finishTimeMillis', position: 1, before: null, after: 61_000 },
        { property: 'finishPlace', position: 1, before: null, after: 1 },
        { property: 'positionLabel', position: 2, before: '2', after: 'Far' },
        { property: 'crewName', position: 2, before: 'Biber', after: 'Chamäleon' },
        { property: 'crewName', position: 3, before: 'Chamäleon', after: null },
        { property: 'positionLabel', position: 4, before: null, after: '4' },
      ],
    },
    {
      subject: 'race',
      id: two,
      name: '2',
      kind: 'changed',
      properties: [
        { property: 'state', before: 'planned', after: 'cancelled' },
        { property: 'reason', before: null, after: 'Wind' },
      ],
    },
    { subject: 'race', id: races[4], name: '4', kind: 'added', properties: [] },
  ]);
  await write('/publish', {}, 'POST');
  assert.deepEqual((await publication()).changes, []);
});

test('what crews do not see is no change for them', async () => {
  const { event, person, path, write } = await openOffice(service, {
    schedule: { defaultResultVisibility: 'hidden' },
  });
  await write('/unpublish', {}, 'POST');
  await event.send('PUT', '/races/r1/results', times(61_000));
  await event.send('PUT', '/teams', [{ externalId: 'c1', name: 'Amsel', clubId: 'rca' }]);
  await write('/settings', { crewGapMinutes: 25 });
  await event.send('PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 5 });
  await event.send('PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 0 });
  const { json } = await person.send('GET', `${path}/publication`);
  assert.deepEqual(json.changes, []);
});

test('who may: managers of the event, from our own pages', async () => {
  const office = await openOffice(service);
  const { revision: seen } = await office.read();
  for (const tail of ['/publish', '/unpublish'])
    await assertGuarded(service, office, ['POST', tail, { seen }]);
  const member = await addMember(service.database, office.event.clubId, 'member');
  const stranger = (await service.provision()).userId;
  for (const userId of [member, stranger]) {
    const { send } = await signIn(service, userId);
    refused(await send('GET', `${office.path}/publication`), 404, 'event_not_found');
  }
  assert.equal((await office.event.board()).status, 200);
});
