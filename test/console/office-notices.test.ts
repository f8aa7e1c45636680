/** Notices of the race office: posted once, shown on the board until their end, removed by one request. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { endOfVenueDay, venueDay } from '../../src/domain/day/venue-day.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { signedInPerson } from '../../src/operations/actor.ts';
import { postNoticeOnce } from '../../src/operations/office/day.ts';
import { undo } from '../../src/operations/undo.ts';
import { closeAccount } from '../support/accounts.ts';
import { signIn } from '../support/console.ts';
import { assertGuarded, openOffice } from '../support/office.ts';
import { tryOn } from '../support/perform.ts';
import { refused } from '../support/refused.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();

const HOUR_MILLIS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MILLIS).toISOString();

test('a notice stands on the board and in the office, newest first, and in the history', async () => {
  const { event, person, path, read } = await openOffice(service);
  const { revision: seen } = await read();
  const { revision: ofBoard } = (await event.board()).json;
  const first = await person.send('POST', `${path}/notices`, {
    text: '  Racing suspended 🌩️ <b>until</b> further notice ',
    until: inHours(2),
  });
  assert.equal(first.status, 201, first.text);
  assert.equal(first.headers.get('cache-control'), 'no-store');
  const { notice, revision, entryId } = first.json;
  assert.equal(notice.text, 'Racing suspended 🌩️ <b>until</b> further notice');
  assert.equal(revision, seen + 1);
  const second = await person.send('POST', `${path}/notices`, { text: 'Prize-giving at 17:00' });
  const day = venueDay(Date.now(), 'Europe/Berlin');
  assert.equal(Date.parse(second.json.notice.until), endOfVenueDay(day, 'Europe/Berlin'));
  const notices = [second.json.notice, notice];
  const { json: board } = await event.board();
  assert.deepEqual(board.notices, notices);
  assert.equal(board.revision, ofBoard + 2);
  assert.deepEqual((await read()).notices, notices);
  const { json: schedule } = await event.send('GET', '/schedule');
  assert.equal(schedule.notices, undefined, '/v1 says nothing of it');

  const entry = await service.database.reads
    .selectFrom('history')
    .where('id', '=', entryId)
    .selectAll()
    .executeTakeFirstOrThrow();
  assert.equal(entry.operation, 'post-notice');
  const [change] = JSON.parse(entry.changes);
  assert.deepEqual([change.subject, change.id, change.before], ['notice', notice.id, null]);

  const gone = await person.send('DELETE', `${path}/notices/${notice.id}`);
  assert.deepEqual([gone.status, gone.json.revision], [200, seen + 3]);
  assert.deepEqual((await event.board()).json.notices, [second.json.notice]);
  refused(await person.send('DELETE', `${path}/notices/${notice.id}`), 404, 'not_found');
  for (const id of [entryId, gone.json.entryId]) {
    const undone = await tryOn(service, event.eventId, undo, { entryId: id });
    assert.ok(undone instanceof Refusal && undone.code === 'conflict');
  }
});

test('a notice without a zone ends with the day in UTC', async () => {
  const { person, path } = await openOffice(service, { timezone: null });
  const { json } = await person.send('POST', `${path}/notices`, { text: 'Hello', until: null });
  const today = new Date(json.notice.postedAt).toISOString().slice(0, 10);
  assert.equal(Date.parse(json.notice.until), Date.parse(today) + 24 * HOUR_MILLIS);
});

test('a notice that is wrong is named, and nothing is written', async () => {
  const { person, path, read } = await openOffice(service);
  const { revision } = await read();
  const wrong: [object, string][] = [
    [{}, 'text'],
    [{ text: '' }, 'text'],
    [{ text: ' \n\t ' }, 'text'],
    [{ text: '\u200b' }, 'text'],
    [{ text: 'x'.repeat(301) }, 'text'],
    [{ text: 'x'.repeat(10_000) }, 'text'],
    [{ text: 'a\0b' }, 'text'],
    [{ text: '\ud800' }, 'text'],
    [{ text: 7 }, 'text'],
    [{ text: null }, 'text'],
    [{ text: 'x', until: inHours(-1) }, 'until'],
    [{ text: 'x', until: '2026-06-13' }, 'until'],
    [{ text: 'x', until: '17:00' }, 'until'],
    [{ text: 'x', until: '9999-12-31T23:59:59-01:00' }, 'until'],
    [{ text: 'x', until: 7 }, 'until'],
  ];
  for (const [body, field] of wrong) {
    const reply = await person.send('POST', `${path}/notices`, body);
    refused(reply, 422, 'validation_failed', field);
  }
  assert.equal((await read()).revision, revision);
  for (const text of [
    'x',
    '🚣'.repeat(300),
    'Zeile 1\nZeile 2',
    'שלום ‮abc',
    'e\u0301'.repeat(300),
  ]) {
    const reply = await person.send('POST', `${path}/notices`, { text, until: inHours(1) });
    assert.equal(reply.status, 201, reply.text);
    assert.equal(reply.json.notice.text, text.normalize('NFC'));
  }
});

test('a lost answer makes no second notice', async () => {
  const { person, path, read } = await openOffice(service);
  const body = { text: 'Course closed', until: inHours(1) };
  const key = { 'idempotency-key': 'n-1' };
  const first = await person.send('POST', `${path}/notices`, body, key);
  const repeat = await person.send('POST', `${path}/notices`, body, key);
  assert.deepEqual([repeat.status, repeat.json], [201, first.json]);
  assert.equal((await read()).notices.length, 1);
  const other = await person.send('POST', `${path}/notices`, { ...body, text: 'Open' }, key);
  refused(other, 422, 'validation_failed', 'Idempotency-Key');
  const together = await Promise.all(
    [1, 2, 3].map(() => person.send('POST', `${path}/notices`, body, { 'idempotency-key': 'n-2' })),
  );
  assert.deepEqual(new Set(together.map(({ status }) => status)), new Set([201]));
  assert.equal(new Set(together.map(({ text }) => text)).size, 1);
  assert.equal((await read()).notices.length, 2);
  await person.send('DELETE', `${path}/notices/${first.json.notice.id}`);
  const late = await person.send('POST', `${path}/notices`, body, key);
  assert.deepEqual(
    [late.status, late.json],
    [201, first.json],
    'posted once, and taken back since',
  );
  assert.equal((await read()).notices.length, 1);
  const past = { text: 'x', until: inHours(-1) };
  const wrong = await person.send('POST', `${path}/notices`, past, { 'idempotency-key': 'n-3' });
  refused(wrong, 422, 'validation_failed', 'until');
  const right = await person.send('POST', `${path}/notices`, body, { 'idempotency-key': 'n-3' });
  assert.equal(right.status, 201, 'what was refused has taken no key');
});

test('a repeat by somebody who may not write any more is answered nothing', async () => {
  const { event } = await openOffice(service);
  const idOfPerson = event.userId;
  const text = 'Course closed';
  const repeatable = { key: 'n-1', bodyHash: 'of the request' };
  const post = (userId: number) =>
    postNoticeOnce(
      { database: service.database, settings: { notifySettleSeconds: 10 } },
      { actor: signedInPerson(userId), eventId: event.eventId },
      { userId, wish: { text }, repeatable },
    );
  const posted = await post(idOfPerson);
  assert.ok(!(posted instanceof Refusal));
  assert.deepEqual(await post(idOfPerson), posted);
  await closeAccount(service.database, idOfPerson);
  const late = await post(idOfPerson);
  assert.ok(late instanceof Refusal && late.code === 'event_not_found');
});

test('a draft has no notices, and not too many stand at a time', async () => {
  const { event, person, path, write } = await openOffice(service);
  const post = (text: string) =>
    person.send('POST', `${path}/notices`, { text, until: inHours(1) });
  const { json } = await post('Before');
  await write('/unpublish', {}, 'POST');
  refused(await post('On a draft'), 409, 'conflict');
  assert.equal((await person.send('DELETE', `${path}/notices/${json.notice.id}`)).status, 200);
  await write('/publish', {}, 'POST');
  assert.deepEqual((await event.board()).json.notices, []);
  for (let count = 0; count < 50; count++) assert.equal((await post(`No ${count}`)).status, 201);
  refused(await post('One more'), 409, 'conflict');
  const unscheduled = await service.provision();
  const theirs = await signIn(service, unscheduled.userId);
  const none = await theirs.send('POST', `/events/${unscheduled.eventId}/notices`, { text: 'x' });
  refused(none, 409, 'conflict');
});

test('who may: managers of the event, from our own pages, and only its own notices', async () => {
  const office = await openOffice(service);
  const { person, path, read } = office;
  const body = { text: 'Hello', until: inHours(1) };
  const { json } = await person.send('POST', `${path}/notices`, body);
  const { revision } = await read();
  const one = `/notices/${json.notice.id}`;
  await assertGuarded(service, office, ['POST', '/notices', body]);
  await assertGuarded(service, office, ['DELETE', one]);
  const other = await openOffice(service);
  refused(await other.person.send('DELETE', other.path + one), 404, 'not_found');
  for (const id of ['0', '-1', 'x', '9'.repeat(30)]) {
    refused(await person.send('DELETE', `${path}/notices/${id}`), 404, 'not_found');
  }
  assert.equal((await read()).revision, revision);
  assert.equal((await read()).notices.length, 1);
});

test('a notice whose time is over leaves the board without another change', async () => {
  const { event, person, path } = await openOffice(service);
  const until = new Date(Date.now() + 1500).toISOString();
  await person.send('POST', `${path}/notices`, { text: 'Weigh-in closes', until });
  await person.send('POST', `${path}/notices`, { text: 'Stays', until: inHours(1) });
  const shown = await event.board();
  const etag = shown.headers.get('etag') ?? '';
  assert.equal(shown.json.notices.length, 2);
  const deadline = Date.now() + 60_000;
  let now = shown;
  while (now.json.notices.length === 2 && Date.now() < deadline) {
    await delay(50);
    now = await event.board();
    if (Date.now() < Date.parse(until)) assert.equal(now.json.notices.length, 2);
  }
  assert.deepEqual(
    now.json.notices.map(({ text }: { text: string }) => text),
    ['Stays'],
  );
  assert.equal(now.json.revision, shown.json.revision);
  const fresh = await event.board('', { 'if-none-match': etag });
  assert.equal(fresh.status, 200, 'who holds the old one is sent the new one');
});
