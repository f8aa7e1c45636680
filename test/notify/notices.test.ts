/** Notices, and races that are cancelled or postponed, from the race office to the words on a device. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { removeRace } from '../../src/operations/remove.ts';
import { undo } from '../../src/operations/undo.ts';
import { signIn } from '../support/console.ts';
import { performOn } from '../support/perform.ts';
import { type Device, startPushService } from '../support/push-service.ts';
import { startTestService } from '../support/service.ts';
import { follow as followOn, heardBy, type Wish } from './one-race.ts';

/** Long, because the tests show that a notice does not wait for it. */
const SETTLE_SECONDS = 20;
/** A message that has not come after this time will not come. */
const SILENCE_MILLIS = 1500;
const HOUR_MILLIS = 3_600_000;

const push = await startPushService();
const service = await startTestService({
  NOTIFY_SETTLE_SECONDS: String(SETTLE_SECONDS),
  PUSH_ORIGINS: push.origin,
});

const start = () => new Date(Date.now() + 60_000).toISOString();
const secondsToMidnight = () => (24 * HOUR_MILLIS - (Date.now() % (24 * HOUR_MILLIS))) / 1000;

/** A published regatta of today, in UTC: race 1, printed as 1A, with Saline; race 2 with no crew; Hudson in no race. */
async function regatta() {
  const event = await service.provision({ timezone: null });
  await event.send('POST', '/schedule');
  await event.send('PUT', '/teams', [
    { externalId: 's', name: 'Saline', clubId: 'SAL' },
    { externalId: 'h', name: 'Hudson', clubId: 'HUD' },
  ]);
  await event.send('PUT', '/races', [
    { externalId: '1', raceNumber: 1, title: 'Final', scheduledAt: start() },
    { externalId: '2', raceNumber: 2, scheduledAt: start() },
  ]);
  await event.send('PUT', '/races/1/entries', [{ position: 1, teamExternalId: 's' }]);
  await event.send('POST', '/schedule/publish');
  await service.database.write((tx) =>
    tx
      .updateTable('races')
      .set({ printed_number: '1A' })
      .where('event_id', '=', event.eventId)
      .where('race_number', '=', 1)
      .execute(),
  );
  const person = await signIn(service, event.userId);
  const path = `/events/${event.eventId}`;
  const office = async () => (await person.send('GET', `${path}/office`)).json;
  const { races, crews } = await office();
  const write = async (method: string, tail: string, body: object) => {
    const { revision: seen } = await office();
    const reply = await person.send(method, path + tail, { seen, ...body });
    assert.ok(reply.status < 300, reply.text);
    return reply.json;
  };
  return {
    ...event,
    raceIds: races.map(({ id }: { id: number }) => id) as number[],
    crewIds: crews.map(({ id }: { id: number }) => id) as number[],
    post: (text: string, more: object = {}) =>
      write('POST', '/notices', { seen: undefined, text, ...more }),
    withdraw: (id: number) => person.send('DELETE', `${path}/notices/${id}`),
    setState: (race: number, body: object) =>
      write('PUT', `/races/${races[race - 1].id}/state`, body),
    write,
  };
}

const follow = (event: { eventId: number }, wish: Wish) =>
  followOn(service, event, push.subscribe(), wish);

const heard = (device: Device, count: number) => heardBy(push, device, count);

test('a notice goes to everybody who follows the event or anything of it, at once', async () => {
  const event = await regatta();
  const [saline, hudson] = event.crewIds;
  const devices = [
    await follow(event, { wholeEvent: true, crews: [saline], races: event.raceIds }),
    await follow(event, { crews: [hudson] }),
    await follow(event, { races: [event.raceIds[1]], language: 'de' }),
    await follow(event, { clubs: ['nobody’s'] }),
  ];
  const other = await follow(await regatta(), { wholeEvent: true });
  const { notice } = await event.post('Racing  suspended\n<b>until</b> 14:00', {
    until: new Date(Date.now() + 2 * HOUR_MILLIS).toISOString(),
  });
  for (const device of devices) {
    const [message] = await heard(device, 1);
    assert.deepEqual(message?.json, {
      kind: 'notice',
      eventId: event.eventId,
      title: 'Spring regatta',
      body: 'Racing suspended <b>until</b> 14:00',
      url: `https://regatta.example/events/${event.eventId}#notices`,
      tag: `notice-${notice.id}`,
    });
    assert.equal(message?.urgency, 'high');
    assert.ok(Math.abs((message?.ttl ?? 0) - 7200) < 15, String(message?.ttl));
    assert.match(message?.topic ?? '', /^[\w-]{1,32}$/);
  }
  const next = await event.post('🚣'.repeat(300));
  assert.ok(Buffer.byteLength(JSON.stringify(next)) > 1024);
  const [first, second] = await heard(devices[0] as Device, 2);
  assert.notEqual(first?.topic, second?.topic, 'each notice is one of its own');
  assert.ok(Math.abs((second?.ttl ?? 0) - secondsToMidnight()) < 60, String(second?.ttl));
  assert.ok(Buffer.byteLength(JSON.stringify(second?.json)) <= 1024);
  assert.deepEqual(push.messagesTo(other), []);
});

test('a notice for weeks asks push services for no longer than they keep', async () => {
  const event = await regatta();
  const device = await follow(event, { wholeEvent: true });
  await event.post('See you next year', { until: '2999-01-01T00:00:00Z' });
  const [message] = await heard(device, 1);
  assert.ok((message?.ttl ?? 0) <= 28 * 24 * 3600, String(message?.ttl));
});

test('what is taken back before it is sent is not sent; nothing is told of a draft', async () => {
  const event = await regatta();
  const device = await follow(event, { wholeEvent: true });
  push.answer(device, [{ status: 503 }]);
  const { notice } = await event.post('Wrong');
  const before = push.requests();
  while (push.requests() === before) await delay(10);
  assert.equal((await event.withdraw(notice.id)).status, 200);
  await event.setState(1, { state: 'cancelled' });
  await heard(device, 1);
  await event.write('POST', '/unpublish', {});
  await event.setState(1, { state: 'planned' });
  await event.setState(2, { state: 'cancelled' });
  await event.write('POST', '/publish', {});
  await event.post('Right');
  const messages = await heard(device, 2);
  assert.deepEqual(
    messages.map(({ json }) => json.title),
    ['Race 1A · Final', 'Spring regatta'],
  );
});

test('a race is cancelled, postponed and takes place after all: who follows it hears of each', async () => {
  const event = await regatta();
  const [saline, hudson] = event.crewIds;
  const [one, two] = event.raceIds;
  const followers = [
    await follow(event, { wholeEvent: true }),
    await follow(event, { crews: [saline] }),
    await follow(event, { races: [one] }),
    await follow(event, { clubs: ['SAL'] }),
  ];
  const german = await follow(event, { races: [one], language: 'de' });
  const french = await follow(event, { races: [one], language: 'fr' });
  const others = [
    await follow(event, { crews: [hudson], clubs: ['HUD'] }),
    await follow(event, { races: [two] }),
  ];
  await event.setState(1, { state: 'postponed', reason: 'Fog on the course' });
  for (const device of followers) {
    const [message] = await heard(device, 1);
    assert.deepEqual(message?.json, {
      kind: 'notice',
      eventId: event.eventId,
      title: 'Race 1A · Final',
      body: 'This race is postponed; its new time is not known yet. Fog on the course',
      url: `https://regatta.example/events/${event.eventId}/races/1`,
      tag: `state-${one}`,
    });
    assert.equal(message?.urgency, 'high');
    assert.ok(Math.abs((message?.ttl ?? 0) - secondsToMidnight()) < 60, String(message?.ttl));
  }
  const [words] = await heard(german, 1);
  assert.deepEqual(
    [words?.json.title, words?.json.body],
    [
      'Rennen 1A · Final',
      'Dieses Rennen ist vertagt; die neue Zeit steht noch nicht fest. Fog on the course',
    ],
  );
  const device = followers[0] as Device;
  await event.setState(1, { state: 'cancelled' });
  const [, cancelled] = await heard(device, 2);
  assert.equal(cancelled?.json.body, 'This race is cancelled.');
  assert.match((await heard(french, 2))[1]?.json.body, /est annulée/);
  await event.setState(1, { state: 'cancelled', reason: 'Storm' });
  await event.setState(1, { state: 'planned' });
  const messages = await heard(device, 3);
  assert.match(messages[2]?.json.body, /^This race takes place after all: \w+ \d\d:\d\d\.$/);
  assert.equal(new Set(messages.map(({ topic }) => topic)).size, 1, 'each replaces the one before');
  await delay(SILENCE_MILLIS);
  for (const other of others) assert.deepEqual(push.messagesTo(other), []);
});

test('undone is told as well, and a race that is removed is told nothing of', async () => {
  const event = await regatta();
  const device = await follow(event, { wholeEvent: true });
  const { entryId } = await event.setState(1, { state: 'cancelled' });
  await heard(device, 1);
  await performOn(service, event.eventId, undo, { entryId });
  const [, second] = await heard(device, 2);
  assert.match(second?.json.body, /after all/);
  const gone = await follow(event, { races: [event.raceIds[1]] });
  push.answer(gone, [{ status: 503 }]);
  const before = push.requests();
  await event.setState(2, { state: 'cancelled' });
  while (push.requests() < before + 2) await delay(10);
  await performOn(service, event.eventId, removeRace, { raceNumber: 2 });
  await event.post('Good night');
  await heard(device, 4);
  const [only, ...others] = await heard(gone, 1);
  assert.deepEqual([only?.json.body, others], ['Good night', []], 'nothing of the race itself');
});

test('a delay goes to those whose race it moves, not to those of a cancelled race', async () => {
  const event = await regatta();
  const device = await follow(event, { races: [event.raceIds[0]] });
  const outbox = () =>
    service.database.reads
      .selectFrom('outbox')
      .where('event_id', '=', event.eventId)
      .where('kind', '=', 'schedule-delayed')
      .select('subject')
      .execute();
  await event.setState(1, { state: 'cancelled' });
  await heard(device, 1);
  await event.setState(2, { state: 'postponed' });
  const day = new Date(start()).toISOString().slice(0, 10);
  await event.write('PUT', '/delay', { venueDay: day, delayMinutes: 10 });
  assert.deepEqual(await outbox(), []);
  await event.setState(2, { state: 'planned' });
  await event.write('PUT', '/delay', { venueDay: day, delayMinutes: 20 });
  assert.equal((await outbox()).length, 1);
});
