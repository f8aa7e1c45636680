/** Reminders of races, from the clock to the words on a device: a real service, and a push service on loopback. */
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { RaceState } from '../../src/contract/board.ts';
import { setClock } from '../support/clock.ts';
import { isOnServer, newDatabase } from '../support/databases.ts';
import { type Device, type Message, startPushService } from '../support/push-service.ts';
import { raw } from '../support/raw.ts';
import { type Provisioned, startTestService } from '../support/service.ts';
import { follow as followOn, type Wish } from './one-race.ts';

const MINUTE = 60_000;
/** A message that is due is sent within this time, also on a busy machine. */
const SOON_MILLIS = 60_000;
/** A message that has not come after this time will not come. */
const SILENCE_MILLIS = 1500;

const push = await startPushService();
const made = await newDatabase();
const start = () =>
  startTestService({
    DATABASE_URL: made.url,
    NOTIFY_SETTLE_SECONDS: '0',
    PUSH_ORIGINS: push.origin,
  });
let service = await start();
// On a server two processes send, so each test also checks that a reminder is sent only once.
let second = isOnServer ? await start() : undefined;
afterEach(() => setClock(0));

interface Regatta extends Provisioned {
  crewIds: Record<string, number>;
  raceIds: Record<number, number>;
  day: string;
}

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();

/**
 * A published regatta, in UTC: race 1 with Saline and Hudson, race 2 with Novi, both planned to start in `minutes`.
 * @param race properties of race 1, in place of those that it usually has
 */
async function regatta(minutes: number, race: object = {}): Promise<Regatta> {
  const event = await service.provision({ timezone: null });
  await event.send('POST', '/schedule');
  await event.send('PUT', '/teams', [
    { externalId: 's', name: 'Saline', clubId: 'SAL' },
    { externalId: 'h', name: 'Hudson', clubId: 'HUD' },
    { externalId: 'n', name: 'Novi' },
  ]);
  const scheduledAt = inMinutes(minutes);
  await event.send('PUT', '/races', [
    { externalId: '1', raceNumber: 1, title: 'Final', scheduledAt, ...race },
    { externalId: '2', raceNumber: 2, scheduledAt },
  ]);
  await event.send('PUT', '/races/1/entries', [
    { position: 1, teamExternalId: 's' },
    { position: 2, teamExternalId: 'h' },
  ]);
  await event.send('PUT', '/races/2/entries', [{ position: 1, teamExternalId: 'n' }]);
  assert.equal((await event.send('POST', '/schedule/publish')).status, 200);
  const board = await service.send('GET', `/board/api/events/${event.eventId}`);
  const idsBy = (name: 'name' | 'raceNumber', rows: Record<string, unknown>[]) =>
    Object.fromEntries(rows.map((row) => [row[name], row.id]));
  return {
    ...event,
    crewIds: idsBy('name', board.json.crews),
    raceIds: idsBy('raceNumber', board.json.races),
    day: scheduledAt.slice(0, 10),
  };
}

const follow = (event: Regatta, wish: Wish, device = push.subscribe()) =>
  followOn(service, event, device, { remindMinutes: 20, ...wish });

const post = ({ send }: Provisioned, results: object[]) => send('PUT', '/races/1/results', results);
const ROWED = [{ position: 1, finishTimeMillis: 400_000 }];
const TAKEN_BACK = [{ position: 1, status: 'assigned' }];

async function setDelay({ send, day }: Regatta, delayMinutes: number): Promise<void> {
  const reply = await send('PUT', '/schedule/delay', { venueDay: day, delayMinutes });
  assert.equal(reply.status, 200, reply.text);
}

const setState = ({ eventId }: Regatta, state: RaceState) =>
  service.database.writeEvent(eventId, (tx) =>
    tx.updateTable('races').set({ state }).where('event_id', '=', eventId).execute(),
  );

/** Moves the clock on, and wakes the workers by a write, because their timers do not follow this clock. */
async function pass(event: Regatta, minutes: number): Promise<void> {
  setClock(minutes * MINUTE);
  await event.send('PUT', '/teams', [{ externalId: 'n', name: `Novi ${minutes}` }]);
}

const reminders = (device: Device): Message[] =>
  push.messagesTo(device).filter(({ json }) => json.kind === 'race-soon');

/** Waits for `count` reminders of a device, and then for a surplus one. */
async function heard(device: Device, count: number): Promise<Message[]> {
  const end = performance.now() + SOON_MILLIS;
  while (reminders(device).length < count && performance.now() < end) await delay(20);
  await delay(count === 0 ? SILENCE_MILLIS : 400);
  const messages = reminders(device);
  assert.equal(messages.length, count, `${JSON.stringify(messages)} ${push.complaints}`);
  return messages;
}

test('reminders: one message to who follows race, crew and club; the words, and until when', async () => {
  const event = await regatta(20 + 8 / 60);
  const { Saline, Hudson } = event.crewIds;
  const one = event.raceIds[1];
  const own = { crews: [Saline], races: [one], clubs: ['SAL'] };
  const all = await follow(event, { wholeEvent: true, ...own });
  const race = await follow(event, { races: [one], language: 'de' });
  const club = await follow(event, { clubs: ['SAL', 'HUD'], language: 'fr' });
  const silent = [
    await follow(event, { wholeEvent: true }),
    await follow(event, { ...own, remindMinutes: null }),
    await follow(event, { ...own, remindMinutes: 5 }),
    await follow(event, { crews: [event.crewIds.Novi, Hudson], remindMinutes: 19 }),
    await follow(await regatta(60), { wholeEvent: true, clubs: ['SAL'] }),
  ];
  await heard(all, 0);
  const [message] = await heard(all, 1);
  const [row] = await raw(made.url, `select scheduled_at from races where id = ${one}`);
  const startAt = Number(row?.scheduled_at);
  const time = new Date(startAt).toISOString().slice(11, 16);
  assert.deepEqual(message?.json, {
    kind: 'race-soon',
    eventId: event.eventId,
    title: 'Your race in 20 minutes',
    body: `Race 1 · Final · Saline · ${time}`,
    url: `https://regatta.example/events/${event.eventId}/races/1`,
    tag: `soon-${one}`,
  });
  assert.equal(message?.urgency, 'high');
  assert.match(message?.topic ?? '', /^[\w-]{1,32}$/);
  assert.ok(Math.abs((message?.ttl ?? 0) - 20 * 60) < 10, String(message?.ttl));
  assert.ok(startAt - (message?.at ?? 0) <= 20 * MINUTE, 'not before the time');
  const [german] = await heard(race, 1);
  assert.deepEqual(
    [german?.json.title, german?.json.body],
    ['Rennen 1 in 20 Minuten', `Rennen 1 · Final · ${time}`],
  );
  const [french] = await heard(club, 1);
  assert.deepEqual(
    [french?.json.title, french?.json.body],
    ['Votre course dans 20 minutes', `Course 1 · Final · Saline, Hudson · ${time}`],
  );
  for (const device of silent) assert.deepEqual(reminders(device), []);
  const { eventId } = event;
  const left = await raw(
    made.url,
    `select subject from outbox where event_id = ${eventId}
      union all select subject from deliveries where event_id = ${eventId}`,
  );
  assert.deepEqual(left, []);
});

test('reminders: each at the time that it chose; who follows after that is reminded at once', async () => {
  const event = await regatta(15);
  const [one, two] = [event.raceIds[1], event.raceIds[2]];
  const early = await follow(event, { races: [one], remindMinutes: 120 });
  const late = await follow(event, { races: [one], remindMinutes: 10 });
  await pass(event, 0.1);
  assert.match((await heard(early, 1))[0]?.json.title, /^Race 1 in 15 minutes$/);
  await heard(late, 0);
  const newcomer = await follow(event, { crews: [event.crewIds.Hudson], remindMinutes: 120 });
  const longer = await follow(event, { races: [one], remindMinutes: 120 }, late);
  await follow(
    event,
    { races: [one, two], crews: [event.crewIds.Saline], remindMinutes: 120 },
    early,
  );
  await pass(event, 0.2);
  await heard(newcomer, 1);
  assert.match((await heard(longer, 1))[0]?.json.title, /^Race 1 in 15 minutes$/);
  const [, other] = await heard(early, 2);
  assert.match(other?.json.title, /^Race 2 /, 'of race 1 it was reminded before');
  await follow(event, { races: [one], remindMinutes: 10 }, late);
  await pass(event, 5);
  assert.match((await heard(late, 2))[1]?.json.title, /^Race 1 in 10 minutes$/);
  // Pages send what they follow again from time to time, which changes nothing.
  await follow(event, { races: [one], remindMinutes: 10 }, late);
  await pass(event, 5.1);
  await heard(late, 2);
  await heard(newcomer, 1);
  await pass(event, 12.5);
  const tooLate = await follow(event, { races: [one], remindMinutes: 10 });
  await pass(event, 12.6);
  await heard(tooLate, 0);
});

test('reminders: who chooses another time is reminded then, and not twice at once', async () => {
  const event = await regatta(25);
  const races = [event.raceIds[1]];
  const choose = (remindMinutes: number | null, device?: Device) =>
    follow(event, { races, remindMinutes }, device);
  const early = await choose(40);
  const device = await choose(20);
  await pass(event, 6);
  await heard(early, 1);
  await heard(device, 1);
  // The reminder of 40 minutes has been sent to others; of 30 minutes, none has been sent.
  for (const minutes of [40, 30]) {
    await choose(minutes, device);
    await pass(event, 6 + 1 / minutes);
    await heard(device, 1);
  }
  const newcomer = await choose(30);
  await choose(10, device);
  await pass(event, 6.1);
  await heard(newcomer, 1);
  await pass(event, 15.2);
  // Or 9, because a busy machine takes part of a minute to come here.
  assert.match((await heard(device, 2))[1]?.json.title, /^Race 1 in (9|10) minutes$/);
  await choose(null, device);
  await setDelay(event, 30);
  await choose(30, device);
  await pass(event, 26);
  assert.equal((await heard(device, 3))[2]?.json.title, 'Race 1 in 29 minutes');
  await heard(early, 2);
});

test('reminders: a message that waits for another try is not lost by choosing another time', async () => {
  const event = await regatta(15);
  const device = push.subscribe();
  push.answer(device, [{ status: 503 }]);
  await follow(event, { races: [event.raceIds[1]], remindMinutes: 20 }, device);
  await pass(event, 0.1);
  const { eventId } = event;
  const tried = `select 1 from deliveries where event_id = ${eventId} and attempts > 0`;
  while ((await raw(made.url, tried)).length === 0) await delay(20);
  await follow(event, { races: [event.raceIds[1]], remindMinutes: 25 }, device);
  await pass(event, 0.2);
  await heard(device, 1);
});

test('reminders: who follows a crew that is drawn later is reminded then, nobody else again', async () => {
  const event = await regatta(15);
  await event.send('PUT', '/teams', [{ externalId: 'w', name: 'Wyandotte', clubId: 'WYA' }]);
  const draw = async (...teams: string[]) => {
    const lanes = teams.map((teamExternalId, index) => ({ position: index + 1, teamExternalId }));
    assert.equal((await event.send('PUT', '/races/1/entries', lanes)).status, 200);
  };
  const saline = await follow(event, { crews: [event.crewIds.Saline], clubs: ['WYA'] });
  const race = await follow(event, { races: [event.raceIds[1]], clubs: ['WYA'] });
  const club = await follow(event, { clubs: ['WYA'] });
  const later = await follow(event, { clubs: ['WYA'], remindMinutes: 10 });
  await pass(event, 0.1);
  await heard(saline, 1);
  await draw('s', 'h', 'w');
  const [message] = await heard(club, 1);
  assert.equal(message?.json.title, 'Your race in 15 minutes');
  assert.match(message?.json.body, /Wyandotte/);
  await draw('s', 'h');
  await draw('w', 's', 'h');
  await pass(event, 5.5);
  await heard(later, 1);
  for (const device of [saline, race, club]) await heard(device, 1);
});

test('reminders: what came due while no process ran is sent if there is time left', async () => {
  const sent = await regatta(21);
  const inTime = await follow(sent, { races: [sent.raceIds[1]], remindMinutes: 20 });
  const silent = [];
  for (const minutes of [17, 12]) {
    const event = await regatta(minutes);
    silent.push(await follow(event, { races: [event.raceIds[1]], remindMinutes: 5 }));
  }
  await second?.stop();
  await service.stop();
  // Of the two silent races, one now starts in two minutes, and one started three minutes ago.
  setClock(15 * MINUTE);
  service = await start();
  if (isOnServer) second = await start();
  assert.equal((await heard(inTime, 1))[0]?.json.title, 'Race 1 in 6 minutes');
  for (const device of silent) await heard(device, 0);
});

test('reminders: they move with the delay, and come again only for more than ten minutes', async () => {
  const event = await regatta(30);
  const device = await follow(event, { crews: [event.crewIds.Saline] });
  await setDelay(event, 15);
  await pass(event, 12);
  await heard(device, 0);
  // The delay is taken back after the time of the reminder, which is then sent at once.
  await setDelay(event, 0);
  assert.equal((await heard(device, 1))[0]?.json.title, 'Your race in 18 minutes');
  await setDelay(event, 10);
  await pass(event, 21);
  await heard(device, 1);
  const newcomer = await follow(event, { crews: [event.crewIds.Saline] });
  await pass(event, 21.1);
  await heard(newcomer, 1);
  await setDelay(event, 11);
  const [first, second] = await heard(device, 2);
  assert.match(second?.json.title, /^Your race in (19|20) minutes$/);
  assert.equal(second?.topic, first?.topic, 'it replaces the one before');
  await setDelay(event, -5);
  await setDelay(event, 0);
  await heard(device, 2);
});

test('reminders: a race that is moved takes its reminder along', async () => {
  const event = await regatta(22);
  const device = await follow(event, { clubs: ['HUD'] });
  const move = (minutes: number) =>
    event.send('PUT', '/races', [
      { externalId: '1', raceNumber: 1, scheduledAt: inMinutes(minutes) },
    ]);
  await move(90);
  await pass(event, 10);
  await heard(device, 0);
  await move(19);
  assert.equal((await heard(device, 1))[0]?.json.title, 'Your race in 19 minutes');
  await move(15);
  await move(28);
  await heard(device, 1);
  await move(40);
  await pass(event, 31);
  assert.equal((await heard(device, 2))[1]?.json.title, 'Your race in 19 minutes');
});

test('reminders: silent when scored, cancelled, postponed, a draft; heard once that is taken back', async () => {
  const events = [];
  for (const kind of ['scored', 'cancelled', 'postponed', 'draft'] as const) {
    const event = await regatta(25);
    const device = await follow(event, { crews: [event.crewIds.Saline] });
    events.push({ kind, event, device });
    if (kind === 'scored') await post(event, ROWED);
    else if (kind !== 'draft') await setState(event, kind);
    else await setStatus(event, 'draft');
  }
  const hidden = await regatta(25, { resultVisibility: 'hidden' });
  const spectator = await follow(hidden, { races: [hidden.raceIds[1]] });
  await post(hidden, ROWED);
  await pass(hidden, 6);
  // Hidden results must not show, so there are reminders of their race as of any other.
  await heard(spectator, 1);
  for (const { device, kind } of events) assert.deepEqual(reminders(device), [], kind);
  for (const { kind, event, device } of events) {
    if (kind === 'scored') await post(event, TAKEN_BACK);
    else if (kind !== 'draft') await setState(event, 'planned');
    else await setStatus(event, 'published');
    await heard(device, 1);
  }
});

async function setStatus({ eventId }: Regatta, status: 'draft' | 'published'): Promise<void> {
  await service.database.writeEvent(eventId, (tx) =>
    tx.updateTable('schedules').set({ status }).where('event_id', '=', eventId).execute(),
  );
}

test('reminders: one that is on its way is dropped when it becomes untrue', async () => {
  const event = await regatta(25);
  const device = await follow(event, { crews: [event.crewIds.Saline] });
  push.answer(device, [{ status: 503 }, { status: 503 }]);
  const before = push.requests();
  await pass(event, 6);
  while (push.requests() === before) await delay(10);
  await setDelay(event, 30);
  const deadline = performance.now() + 60_000;
  const deliveries = () =>
    raw(
      made.url,
      `select 1 from deliveries where event_id = ${event.eventId} and kind = 'race-soon'`,
    );
  while ((await deliveries()).length > 0 && performance.now() < deadline) await delay(100);
  await heard(device, 0);
  await pass(event, 36);
  const [message] = await heard(device, 1);
  assert.equal(message?.json.title, 'Your race in 19 minutes');
});
