/** From a write to the words on a device: a real service, and a push service on loopback. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { raceRemove } from '../../src/commands/office/races.ts';
import { scheduleUnpublish } from '../../src/commands/office/schedule.ts';
import { historyRestore, historyUndo } from '../../src/commands/office/undo.ts';
import { readSettings } from '../../src/settings.ts';
import { officeOf } from '../support/office.ts';
import { type Device, startPushService } from '../support/push-service.ts';
import { raw } from '../support/raw.ts';
import { type Provisioned, startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { zoneOfNoon } from '../support/zone-of-noon.ts';
import { follow as followOn, heardBy, type Wish } from './one-race.ts';

const SETTLE_MILLIS = 1000;
/** A message that has not come after this time will not come. */
const SILENCE_MILLIS = SETTLE_MILLIS + 1500;
const HOUR_SECONDS = 3600;

const push = await startPushService();
const service = await startTestService({
  NOTIFY_SETTLE_SECONDS: String(SETTLE_MILLIS / 1000),
  PUSH_ORIGINS: push.origin,
});

const ZONE = zoneOfNoon();
const soon = () => new Date(Date.now() + 60_000).toISOString();
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format();

interface Regatta extends Provisioned {
  crewIds: Record<string, number>;
  raceIds: Record<number, number>;
}

/** A published regatta of today: race 1 with Saline and Hudson, race 2 with Hudson alone. */
async function regatta(race: object = {}): Promise<Regatta> {
  const event = await service.provision({ timezone: ZONE });
  await event.send('POST', '/schedule');
  await event.send('PUT', '/teams', [
    { externalId: 's', name: 'Saline', clubId: 'SAL' },
    { externalId: 'h', name: 'Hudson', clubId: 'HUD' },
    { externalId: 'w', name: 'Wyandotte' },
  ]);
  await event.send('PUT', '/races', [
    { externalId: '1', raceNumber: 1, title: 'Final', scheduledAt: soon(), ...race },
    { externalId: '2', raceNumber: 2, scheduledAt: soon() },
  ]);
  await event.send('PUT', '/races/1/entries', [
    { position: 1, teamExternalId: 's' },
    { position: 2, teamExternalId: 'h' },
  ]);
  await event.send('PUT', '/races/2/entries', [{ position: 1, teamExternalId: 'h' }]);
  const published = await event.send('POST', '/schedule/publish');
  assert.equal(published.status, 200);
  const board = await service.send('GET', `/board/api/events/${event.eventId}`);
  return {
    ...event,
    crewIds: Object.fromEntries(
      board.json.crews.map((c: { id: number; name: string }) => [c.name, c.id]),
    ),
    raceIds: Object.fromEntries(
      board.json.races.map((r: { id: number; raceNumber: number }) => [r.raceNumber, r.id]),
    ),
  };
}

const follow = (event: { eventId: number }, wish: Wish, device = push.subscribe()) =>
  followOn(service, event, device, wish);

const RESULTS = [
  { position: 1, finishTimeMillis: 402_690, penaltyMillis: 10_000 },
  { position: 2, finishTimeMillis: 405_310 },
];

async function post({ send }: Provisioned, results: object[], race = '1'): Promise<void> {
  const reply = await send('PUT', `/races/${race}/results`, results);
  assert.equal(reply.status, 200, reply.text);
}

async function setDelay({ send }: Provisioned, delayMinutes: number, venueDay = today()) {
  const reply = await send('PUT', '/schedule/delay', { venueDay, delayMinutes });
  assert.equal(reply.status, 200, reply.text);
}

/** Waits for `count` messages of a device, and then for as long as a surplus one might take. */
const heard = (device: Device, count: number, patienceMillis?: number) =>
  heardBy(push, device, count, {
    ...{ patienceMillis, silenceMillis: count === 0 ? SILENCE_MILLIS : 400 },
  });

/** How many rows of an event are left in the outbox and among the deliveries. */
async function leftOver({ eventId }: Provisioned): Promise<number> {
  const rows = await raw(
    service.databaseUrl,
    `select subject from outbox where event_id = ${eventId}
     union all select subject from deliveries where event_id = ${eventId}`,
  );
  return rows.length;
}

/** The same regatta with a final A in an hour, whose lanes 3 and 4 the first and the second of race 1 take. */
async function withFinal() {
  const event = await regatta({ boatClass: '8+', title: null, round: 'Heat 1' });
  const scheduledAt = new Date(Date.now() + HOUR_SECONDS * 1000).toISOString();
  const final = { externalId: 'f', raceNumber: 3, boatClass: '8+', round: 'Final A', scheduledAt };
  await event.send('PUT', '/races', [final]);
  const office = await officeOf(service, event);
  const { races } = await office.ids();
  const rules = [1, 2].map((place) => ({
    ...{ position: place + 2, races: [races[1]], place, fastest: null },
  }));
  assert.equal((await office.write(`/races/${races[3]}/progression`, { rules })).status, 200);
  const apply = async () => {
    const { status, text } = await office.write(`/races/${races[3]}/progression/apply`, {}, 'POST');
    assert.equal(status, 200, text);
  };
  return { event, apply };
}

// These tests mostly wait, each with an event and devices of its own, so several run at once.
describe('what followers hear', { concurrency: 4 }, () => {
  test('results: one message to a device that follows event, crew and race; its crew comes first', async () => {
    const event = await regatta();
    const { Saline } = event.crewIds;
    const all = await follow(event, {
      wholeEvent: true,
      crews: [Saline],
      races: [event.raceIds[1]],
    });
    const spectator = await follow(event, { wholeEvent: true });
    const other = await follow(event, {
      crews: [event.crewIds.Wyandotte],
      races: [event.raceIds[2]],
    });
    await post(event, RESULTS);
    const [message] = await heard(all, 1);
    assert.deepEqual(message?.json, {
      kind: 'results-posted',
      eventId: event.eventId,
      title: 'Race 1 · Final',
      body: 'Saline: 2nd, 6:52.69 (+7.38, incl. 10 s penalty). 1. Hudson 6:45.31',
      url: `https://regatta.example/events/${event.eventId}/races/1`,
      tag: `race-${event.raceIds[1]}`,
    });
    assert.equal(message?.urgency, 'normal');
    assert.ok(Math.abs((message?.ttl ?? 0) - 4 * HOUR_SECONDS) < 15, String(message?.ttl));
    assert.match(message?.topic ?? '', /^[\w-]{1,32}$/);
    const [seen] = await heard(spectator, 1);
    assert.match(seen?.json.body, /^1\. Hudson 6:45\.31 · 2\. Saline 6:52\.69/);
    assert.equal(seen?.topic, message?.topic);
    await heard(other, 0);
    assert.equal(await leftOver(event), 0);
  });

  test('clubs: whose crews row, also one that is added or joins later; one message, its crews first', async () => {
    const event = await regatta();
    const club = await follow(event, { clubs: ['SAL', 'nobody’s'] });
    const all = await follow(event, {
      ...{ wholeEvent: true, crews: [event.crewIds.Saline], races: [event.raceIds[1]] },
      clubs: ['SAL', 'HUD'],
    });
    await post(event, RESULTS);
    assert.match((await heard(club, 1))[0]?.json.body, /^Saline: 2nd, .* 1\. Hudson 6:45\.31$/);
    assert.match((await heard(all, 1))[0]?.json.body, /^Hudson: 1st, 6:45\.31\. Saline: 2nd, /);

    await post(event, [{ position: 1, finishTimeMillis: 400_000 }], '2');
    await heard(all, 2);
    await event.send('PUT', '/teams', [{ externalId: 'n', name: 'Novi', clubId: 'SAL' }]);
    await event.send('PUT', '/races/2/entries', [
      { position: 1, teamExternalId: 'h' },
      { position: 2, teamExternalId: 'n' },
    ]);
    await post(event, [{ position: 2, finishTimeMillis: 401_000 }], '2');
    assert.match((await heard(club, 2))[1]?.json.body, /^Novi: 2nd, /);

    await event.send('PUT', '/teams', [
      { externalId: 'n', name: 'Novi', clubId: 'NOV' },
      { externalId: 'h', name: 'Hudson', clubId: 'SAL' },
    ]);
    await post(event, [{ position: 2, finishTimeMillis: 402_000 }], '2');
    assert.match((await heard(club, 3))[2]?.json.body, /^Hudson: 1st, 6:40\.00\. 2\. Novi/);
    await event.send('PUT', '/teams', [{ externalId: 'h', name: 'Hudson', clubId: null }]);
    await post(event, [{ position: 2, finishTimeMillis: 403_000 }], '2');
    await heard(all, 5);
    await heard(club, 3);
    assert.equal(await leftOver(event), 0);
  });

  test('results: lane by lane and corrected is one message, with what holds then', async () => {
    const event = await regatta();
    const device = await follow(event, { races: [event.raceIds[1]] });
    await post(event, RESULTS.slice(0, 1));
    await delay(200);
    await post(event, RESULTS.slice(1));
    await delay(200);
    await post(event, [{ position: 1, finishTimeMillis: 402_690 }]);
    const [message] = await heard(device, 1);
    assert.equal(message?.json.body, '1. Saline 6:42.69 · 2. Hudson 6:45.31');
  });

  test('results: a correction after the message is a second one that replaces it', async () => {
    const event = await regatta();
    const device = await follow(event, { wholeEvent: true });
    await post(event, RESULTS);
    await heard(device, 1);
    await post(event, [{ position: 1, status: 'dsq' }]);
    const [first, second] = await heard(device, 2);
    assert.deepEqual([first?.topic, first?.json.tag], [second?.topic, second?.json.tag]);
    assert.notEqual(first?.json.body, second?.json.body);
  });

  test('who is through: the results say what the place leads to, and the draw where that is', async () => {
    const { event, apply } = await withFinal();
    const saline = await follow(event, { crews: [event.crewIds.Saline] });
    await post(event, RESULTS);
    const [first] = await heard(saline, 1);
    assert.match(first?.json.body, /^Saline: 2nd, .*\); 1st and 2nd to Final A\. 1\. Hudson/);
    await apply();
    const [, second] = await heard(saline, 2);
    assert.match(second?.json.body, /^Saline: 8\+, Final A, .*, lane 4$/);
  });

  test('who is through: drawn before the results are told, these say where, and the draw says nothing more', async () => {
    const { event, apply } = await withFinal();
    const saline = await follow(event, { crews: [event.crewIds.Saline] });
    const both = await follow(event, { crews: [event.crewIds.Saline, event.crewIds.Hudson] });
    const german = await follow(event, { clubs: ['SAL'], language: 'de' });
    const spectator = await follow(event, { wholeEvent: true });
    await post(event, RESULTS);
    await apply();
    const goes = (position: number) => `to Final A, (\\w+ )?\\d\\d:\\d\\d, lane ${position}`;
    const body = async (device: Device) => (await heard(device, 1))[0]?.json.body;
    assert.match(await body(saline), new RegExp(`^Saline: 2nd, .*; ${goes(4)}\\. 1\\. Hudson`));
    assert.match(await body(both), new RegExp(`; ${goes(3)}\\. .*; ${goes(4)}\\.`));
    assert.match(await body(german), /; weiter in Final A, .*, Bahn 4\. 1\. Hudson/);
    assert.doesNotMatch(await body(spectator), /Final A/);
    await delay(SILENCE_MILLIS + 2500);
    for (const device of [saline, both, german, spectator]) await heard(device, 1);
    assert.equal(await leftOver(event), 0);
  });

  test('who has withdrawn: its followers hear nothing of the race, until it rows or gets a status, and that once', async () => {
    const event = await regatta();
    const crew = await follow(event, { crews: [event.crewIds.Hudson] });
    const club = await follow(event, { clubs: ['HUD'] });
    const both = await follow(event, { wholeEvent: true, crews: [event.crewIds.Hudson] });
    const office = await officeOf(service, event);
    const withdraw = async (withdrawn: boolean) => {
      const reply = await office.write(`/crews/${event.crewIds.Hudson}/withdrawn`, { withdrawn });
      assert.equal(reply.status, 200, reply.text);
    };
    await withdraw(true);
    await setDelay(event, 25);
    assert.equal((await heard(both, 1))[0]?.json.kind, 'schedule-delayed');
    await office.write(`/races/${event.raceIds[2]}/state`, { state: 'postponed' });
    await heard(both, 2);
    await post(event, RESULTS.slice(0, 1));
    // The withdrawn crew is not waited for, so the race is complete and has a winner.
    assert.equal((await heard(both, 3))[2]?.json.body, '1. Saline 6:52.69 (incl. 10 s penalty)');
    for (const device of [crew, club]) await heard(device, 0);
    // Put back and withdrawn again, nothing that the public knows of results changes.
    await withdraw(false);
    await withdraw(true);
    await heard(crew, 0);
    await heard(both, 3);
    await post(event, [{ position: 2, status: 'dns' }]);
    for (const device of [crew, club]) {
      const [message] = await heard(device, 1);
      assert.match(message?.json.body, /^Hudson: did not start\. 1\. Saline /);
    }
    await post(event, [{ position: 2, status: 'dns' }]);
    await delay(SILENCE_MILLIS);
    await heard(crew, 1);
    assert.equal(await leftOver(event), 0);
  });

  test('results: changed and changed back after the message is nothing', async () => {
    const event = await regatta();
    const device = await follow(event, { wholeEvent: true });
    await post(event, RESULTS);
    await heard(device, 1);
    await post(event, [{ position: 1, finishTimeMillis: 300_000 }]);
    await post(event, RESULTS.slice(0, 1));
    await delay(SILENCE_MILLIS);
    await heard(device, 1);
    assert.equal(await leftOver(event), 0);
  });

  test('results: each device hears in its language', async () => {
    const event = await regatta();
    const german = await follow(event, { crews: [event.crewIds.Hudson], language: 'de-CH' });
    const french = await follow(event, { crews: [event.crewIds.Hudson], language: 'fr' });
    await post(event, RESULTS);
    assert.match((await heard(german, 1))[0]?.json.body, /^Hudson: 1\. .*6:45,31/);
    assert.match((await heard(french, 1))[0]?.json.body, /^Hudson\u00a0: .*6:45,31/);
  });

  test('results: where only places are public, there is no time in the message', async () => {
    const event = await regatta({ resultVisibility: 'placesOnly' });
    const device = await follow(event, { wholeEvent: true });
    await post(event, RESULTS);
    const [message] = await heard(device, 1);
    assert.equal(message?.json.body, '1. Hudson · 2. Saline');
  });

  test('results: taken back, hidden or unpublished before they are sent: nothing', async () => {
    const [back, hidden, draft] = [await regatta(), await regatta(), await regatta()];
    const devices = await Promise.all(
      [back, hidden, draft].map((e) => follow(e, { wholeEvent: true })),
    );
    for (const event of [back, hidden, draft]) await post(event, RESULTS);
    await post(
      back,
      RESULTS.map(({ position }) => ({ position, status: 'assigned' })),
    );
    await hidden.send('PUT', '/races', [
      { externalId: '1', raceNumber: 1, resultVisibility: 'hidden' },
    ]);
    await unpublish(draft);
    await delay(SILENCE_MILLIS);
    for (const device of devices) assert.deepEqual(push.messagesTo(device), []);
    for (const event of [back, hidden, draft]) assert.equal(await leftOver(event), 0);
  });

  test('delay: followers of the event, and of the crews and races of that day, and nobody else', async () => {
    const event = await regatta();
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    await event.send('PUT', '/races', [{ externalId: '3', raceNumber: 3, scheduledAt: tomorrow }]);
    await event.send('PUT', '/races/3/entries', [{ position: 1, teamExternalId: 'w' }]);
    const device = await follow(event, { wholeEvent: true });
    const crew = await follow(event, { crews: [event.crewIds.Hudson] });
    const race = await follow(event, { races: [event.raceIds[2]], language: 'de' });
    const club = await follow(event, { clubs: ['SAL'] });
    const otherDay = await follow(event, { crews: [event.crewIds.Wyandotte], clubs: ['WYA'] });
    for (const minutes of [5, 40, 25]) await setDelay(event, minutes);
    const [message] = await heard(device, 1);
    assert.equal(message?.json.kind, 'schedule-delayed');
    assert.match(`${message?.json.title} ${message?.json.body}`, /25 min late/);
    assert.equal(message?.json.tag, `delay-${event.eventId}-${today()}`);
    assert.equal(message?.urgency, 'high');
    const clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: ZONE,
      timeStyle: 'medium',
    }).format();
    const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number);
    const untilMidnight = 24 * HOUR_SECONDS - hours * HOUR_SECONDS - minutes * 60 - seconds;
    assert.ok(Math.abs((message?.ttl ?? 0) - untilMidnight) < 60, `${message?.ttl}`);
    await heard(crew, 1);
    await heard(club, 1);
    assert.match((await heard(race, 1))[0]?.json.title, /25 min/);
    await heard(otherDay, 0);
  });

  test('delay: set and cleared before it is sent is nothing; cleared afterwards is sent', async () => {
    const event = await regatta();
    const device = await follow(event, { wholeEvent: true });
    await setDelay(event, 25);
    await setDelay(event, 0);
    await heard(device, 0);
    await setDelay(event, 25);
    await heard(device, 1);
    await setDelay(event, 0);
    const messages = await heard(device, 2);
    assert.doesNotMatch(JSON.stringify(messages[1]?.json), /25/);
  });

  test('following: what was unfollowed or forgotten before the message came hears nothing', async () => {
    const event = await regatta();
    const device = await follow(event, { wholeEvent: true });
    const forgotten = await follow(event, { wholeEvent: true });
    await post(event, RESULTS);
    await follow(event, { races: [event.raceIds[2]] }, device);
    const { endpoint } = forgotten;
    const reply = await service.send('DELETE', '/board/api/follows', { body: { endpoint } });
    assert.equal(reply.status, 204);
    await delay(SILENCE_MILLIS);
    assert.deepEqual([...push.messagesTo(device), ...push.messagesTo(forgotten)], []);
    assert.equal(await leftOver(event), 0);
  });

  /** The context of a command, which works on the service's database as another process does. */
  function context() {
    const settings = readSettings({
      DATABASE_URL: service.databaseUrl,
      NOTIFY_SETTLE_SECONDS: String(SETTLE_MILLIS / 1000),
    });
    return { settings, progress: () => {} };
  }

  async function unpublish({ eventId }: Provisioned): Promise<void> {
    await scheduleUnpublish.run({ event: String(eventId) }, context());
  }

  /** Undoes the newest entry of the history. */
  async function undoNewest({ eventId }: Provisioned): Promise<void> {
    const newest = `select max(id) as id from history where event_id = ${eventId}`;
    const [row] = await raw(service.databaseUrl, newest);
    await historyUndo.run({ entry: String(row?.id) }, context());
  }

  test('history: a correction and a delay that are undone are told again, as they are then', async () => {
    const event = await regatta();
    const device = await follow(event, { races: [event.raceIds[1]] });
    await post(event, RESULTS);
    await heard(device, 1);
    await post(event, [{ position: 1, status: 'dsq' }]);
    await heard(device, 2);
    await undoNewest(event);
    const [first, , third] = await heard(device, 3);
    assert.equal(third?.json.body, first?.json.body);
    await setDelay(event, 10);
    await heard(device, 4);
    await undoNewest(event);
    const [, , , late, onTime] = await heard(device, 5);
    assert.deepEqual(
      [late?.json.kind, onTime?.json.kind],
      ['schedule-delayed', 'schedule-delayed'],
    );
    assert.notEqual(late?.json.body, onTime?.json.body);
  });

  test('history: a race that is restored is told if its results are others than before', async () => {
    const event = await regatta();
    const device = await follow(event, { races: [event.raceIds[1]] });
    await post(event, RESULTS);
    const at = new Date().toISOString();
    await heard(device, 1);
    await post(event, [{ position: 1, status: 'dsq' }]);
    await event.send('PUT', '/races', [{ externalId: '1', raceNumber: 1, title: 'B-Final' }]);
    await heard(device, 2);
    await historyRestore.run({ event: String(event.eventId), race: '1', at }, context());
    const [first, , third] = await heard(device, 3);
    assert.deepEqual([third?.json.title, third?.json.body], [first?.json.title, first?.json.body]);
  });

  test('history: undone before it is told, a draw, a visibility, a race that comes back: nothing', async () => {
    const event = await regatta();
    const device = await follow(event, { wholeEvent: true });
    await post(event, RESULTS);
    await undoNewest(event);
    await heard(device, 0);
    await post(event, RESULTS);
    await heard(device, 1);
    await event.send('PUT', '/races/1/entries', [
      { position: 1, teamExternalId: 's' },
      { position: 2, teamExternalId: 'h' },
      { position: 3, teamExternalId: 'w' },
    ]);
    await undoNewest(event);
    await event.send('PUT', '/races', [
      { externalId: '1', raceNumber: 1, resultVisibility: 'placesOnly' },
    ]);
    await undoNewest(event);
    await raceRemove.run({ event: String(event.eventId), number: '1' }, context());
    await undoNewest(event);
    await delay(SILENCE_MILLIS);
    await heard(device, 1);
    assert.equal(await leftOver(event), 0);
  });
});

const devicesOf = async (device: Device) =>
  (await raw(service.databaseUrl, `select id from devices where endpoint = '${device.endpoint}'`))
    .length;

test('push services: gone is forgotten; refused is kept and not tried again', async () => {
  const event = await regatta();
  const gone = [404, 410];
  const refused = [400, 401, 403, 413, 302];
  const devices = new Map<number, Device>();
  for (const status of [...gone, ...refused]) {
    const device = await follow(event, { wholeEvent: true });
    push.answer(device, { status });
    devices.set(status, device);
  }
  const before = push.requests();
  await post(event, RESULTS);
  await until('all are sent', () => push.requests() - before >= devices.size);
  await delay(SILENCE_MILLIS);
  assert.equal(push.requests() - before, devices.size);
  for (const [status, device] of devices) {
    assert.equal(await devicesOf(device), gone.includes(status) ? 0 : 1, String(status));
  }
  assert.equal(await leftOver(event), 0);
});

test('push services: busy, broken and broken off is tried again, and not before it was asked for', async () => {
  const event = await regatta();
  const scripts = {
    busy: { status: 429, headers: { 'retry-after': '3' } },
    broken: { status: 500 },
    reset: 'reset',
  } as const;
  const devices = await Promise.all(
    Object.values(scripts).map(async (script) => {
      const device = await follow(event, { wholeEvent: true });
      push.answer(device, [script]);
      return device;
    }),
  );
  const postedAt = Date.now();
  await post(event, RESULTS);
  const [busy] = await Promise.all(devices.map(async (d) => (await heard(d, 1, 15_000))[0]));
  assert.ok((busy?.at ?? 0) - postedAt > SETTLE_MILLIS + 3000 + 2500);
  assert.equal(await leftOver(event), 0);
});

test('push services: one that hangs holds up no other', async () => {
  const event = await regatta();
  const hanging = await follow(event, { wholeEvent: true });
  push.answer(hanging, ['hang']);
  const other = await follow(event, { wholeEvent: true });
  const postedAt = Date.now();
  await post(event, RESULTS);
  const [message] = await heard(other, 1);
  assert.ok((message?.at ?? 0) - postedAt < SETTLE_MILLIS + 8000);
  await heard(hanging, 1, 25_000);
});
