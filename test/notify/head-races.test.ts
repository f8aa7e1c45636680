/** Messages to followers of a head race and of a draw, from a real service to a push service (racing, "Who hears what"). */
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { setClock } from '../support/clock.ts';
import { isOnServer, newDatabase } from '../support/databases.ts';
import { officeOf } from '../support/office.ts';
import { type Device, startPushService } from '../support/push-service.ts';
import { raw } from '../support/raw.ts';
import { type Provisioned, startTestService } from '../support/service.ts';
import { follow as followOn, heardBy, type Wish } from './one-race.ts';

const MINUTE = 60_000;
const SETTLE_MILLIS = 1000;
/** A message that has not come after this time will not come. */
const SILENCE_MILLIS = SETTLE_MILLIS + 1500;

const push = await startPushService();
const made = await newDatabase();
const start = () =>
  startTestService({
    DATABASE_URL: made.url,
    NOTIFY_SETTLE_SECONDS: String(SETTLE_MILLIS / 1000),
    PUSH_ORIGINS: push.origin,
  });
let service = await start();
// On a server two processes send, so each test also checks that a message is sent only once.
let second = isOnServer ? await start() : undefined;
afterEach(() => setClock(0));

const CREWS = ['Saline', 'Hudson', 'Carlson', 'Novi', 'Wyandotte'] as const;
type Crew = (typeof CREWS)[number];

interface Regatta extends Provisioned {
  crewIds: Record<Crew, number>;
  raceId: number;
}

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();

/**
 * A published regatta, in UTC: one head race that starts in `startsIn` minutes, a boat every 20 s with bow numbers from 301.
 * All boats are Masters C except Wyandotte. Saline and Novi are of one club.
 */
async function regatta({
  startsIn = -5,
  race = {},
  crews = CREWS.length as number,
} = {}): Promise<Regatta> {
  const event = await service.provision({ timezone: null });
  const clubs: Partial<Record<Crew, string>> = { Saline: 'SAL', Novi: 'SAL' };
  await event.send('POST', '/schedule');
  await event.send(
    'PUT',
    '/teams',
    CREWS.map((name) => ({ externalId: name, name, clubId: clubs[name] ?? null })),
  );
  const scheduledAt = inMinutes(startsIn);
  await event.send('PUT', '/races', [
    { externalId: 'r', raceNumber: 1, title: 'Head', scheduledAt, ...race },
  ]);
  const lanes = CREWS.slice(0, crews).map((name, index) => ({
    ...{ position: index + 1, positionLabel: String(301 + index), teamExternalId: name },
  }));
  assert.equal((await event.send('PUT', '/races/r/entries', lanes)).status, 200);
  await timing(event, {
    startIntervalSeconds: 20,
    entries: lanes.map(({ position, teamExternalId }) => ({
      ...{ position, category: teamExternalId === 'Wyandotte' ? 'Masters D' : 'Masters C' },
    })),
  });
  assert.equal((await event.send('POST', '/schedule/publish')).status, 200);
  const { json } = await service.send('GET', `/board/api/events/${event.eventId}`);
  const crewIds = Object.fromEntries(
    json.crews.map(({ id, name }: { id: number; name: string }) => [name, id]),
  );
  return { ...event, crewIds: crewIds as Record<Crew, number>, raceId: json.races[0].id };
}

/** Such a regatta with a final in an hour, whose lanes 3 and 4 are filled by rules from the head race. */
async function withFinal() {
  const event = await regatta({ startsIn: -60 });
  const scheduledAt = inMinutes(60);
  await event.send('PUT', '/races', [
    { externalId: 'f', raceNumber: 2, title: 'Final A', scheduledAt },
  ]);
  const office = await officeOf(service, event);
  const { races } = await office.ids();
  const reply = await office.write(`/races/${races[2]}/progression`, {
    rules: [1, 2].map((place) => ({
      ...{ position: place + 2, races: [event.raceId], place, fastest: null },
    })),
  });
  assert.equal(reply.status, 200, reply.text);
  const at = scheduledAt.slice(11, 16);
  return { ...event, office, finalId: races[2] as number, at };
}

async function timing({ eventId, key }: Provisioned, body: object): Promise<void> {
  const path = `/timing/v1/events/${eventId}/races/r`;
  const reply = await service.send('PATCH', path, { key, body });
  assert.equal(reply.status, 200, reply.text);
}

/** Sends the times of day of a boat that finishes now. @param seconds how long ago it started */
async function comesIn(event: Provisioned, crew: Crew, seconds: number): Promise<void> {
  const finishedAt = Date.now();
  const startedAt = finishedAt - seconds * 1000;
  const at = (millis: number) => new Date(millis).toISOString();
  const position = CREWS.indexOf(crew) + 1;
  await timing(event, {
    entries: [{ position, startedAt: at(startedAt), finishedAt: at(finishedAt) }],
  });
}

async function post({ send }: Provisioned, results: object[]): Promise<void> {
  const reply = await send('PUT', '/races/r/results', results);
  assert.equal(reply.status, 200, reply.text);
}

const follow = (event: Provisioned, wish: Wish, device = push.subscribe()) =>
  followOn(service, event, device, wish);

/** Waits for `count` messages of a device, and then for a surplus one. @returns the last message */
const heard = async (device: Device, count: number) =>
  (await heardBy(push, device, count, { silenceMillis: 400 })).at(-1);

const silence = () => delay(SILENCE_MILLIS);

async function leftOver({ eventId }: Provisioned): Promise<unknown[]> {
  return raw(
    made.url,
    `select kind, subject from outbox where event_id = ${eventId}
     union all select kind, subject from deliveries where event_id = ${eventId}`,
  );
}

/** Moves the clock on, and wakes the workers by a write, because their timers do not follow this clock. */
async function pass(event: Provisioned, minutes: number): Promise<void> {
  setClock(minutes * MINUTE);
  await event.send('PUT', '/teams', [{ externalId: 'x', name: `Somebody ${minutes}` }]);
}

// These tests mostly wait, each with an event and devices of its own, so several run at once.
describe('head races', { concurrency: 4 }, () => {
  test('a crew: once when it is in, whatever comes after, and once at the end, unless that is the same', async () => {
    const event = await regatta();
    const { Saline, Hudson, Carlson } = event.crewIds;
    const saline = await follow(event, { crews: [Saline] });
    const hudson = await follow(event, { crews: [Hudson] });
    const club = await follow(event, { clubs: ['SAL'] });
    const carlson = await follow(event, { crews: [Carlson], language: 'de' });
    await post(event, [{ position: 1, finishTimeMillis: 1_102_400 }]);
    const first = await heard(saline, 1);
    assert.deepEqual(first?.json, {
      kind: 'results-posted',
      eventId: event.eventId,
      title: 'Race 1 · Head',
      body: 'Saline: 18:22.40 · leading Masters C, 1 of 5 in',
      url: `https://regatta.example/events/${event.eventId}/races/1`,
      tag: `race-${event.raceId}-${Saline}`,
    });
    assert.equal(first?.urgency, 'normal');
    assert.ok(Math.abs((first?.ttl ?? 0) - 4 * 3600) < 15, String(first?.ttl));
    await post(event, [{ position: 2, finishTimeMillis: 1_110_000 }]);
    const next = await heard(hudson, 1);
    assert.equal(next?.json.body, 'Hudson: 18:30.00 · 2nd of 4 Masters C so far, 2 of 5 in');
    assert.notEqual(next?.topic, first?.topic, 'one does not replace the other');
    await post(event, [{ position: 3, finishTimeMillis: 1_090_000 }]);
    assert.equal(
      (await heard(carlson, 1))?.json.body,
      'Carlson: 18:10,00 · in Führung (Masters C), 3 von 5 Ergebnissen',
    );
    await heard(saline, 1);
    await post(event, [
      { position: 4, status: 'dnf' },
      { position: 5, finishTimeMillis: 1_000_000 },
    ]);
    // Saline and Hudson were first and second in their first messages; now they are second and third.
    const last = await heard(saline, 2);
    assert.equal(last?.json.body, 'Saline: 18:22.40 · final: 2nd of 4 Masters C');
    assert.equal(last?.topic, first?.topic, 'what is final replaces what was so far');
    assert.match((await heard(hudson, 2))?.json.body, /final: 3rd of 4 Masters C$/);
    // Nothing more for Carlson: first so far and first in the end, place and time are the same.
    await silence();
    await heard(carlson, 1);
    const ofClub = await heard(club, 2);
    assert.equal(
      ofClub?.json.body,
      'Saline: 18:22.40 · final: 2nd of 4 Masters C. Novi: did not finish',
    );
    assert.deepEqual(await leftOver(event), []);
  });

  test('a crew: times of day, one boat after another, each within its own time', async () => {
    const event = await regatta();
    const devices = new Map<Crew, Device>();
    for (const name of CREWS)
      devices.set(name, await follow(event, { crews: [event.crewIds[name]] }));
    for (const name of CREWS.slice(0, 4)) {
      await comesIn(event, name, 900 + CREWS.indexOf(name));
      await delay(SETTLE_MILLIS / 2);
    }
    for (const name of CREWS.slice(0, 4)) {
      const message = await heard(devices.get(name) as Device, 1);
      assert.match(message?.json.body, new RegExp(`^${name}: 15:0\\d\\.00 · `));
      assert.match(message?.json.body, /, \d of 5 in$/);
      assert.doesNotMatch(message?.json.body, /1st|final/);
    }
  });

  test('the last boat: its crew hears once, that it is final', async () => {
    const event = await regatta({ crews: 2 });
    const device = await follow(event, { crews: [event.crewIds.Hudson] });
    await post(event, [{ position: 1, finishTimeMillis: 1_102_400 }]);
    await silence();
    await heard(device, 0);
    await post(event, [{ position: 2, finishTimeMillis: 1_110_000 }]);
    const message = await heard(device, 1);
    assert.equal(message?.json.body, 'Hudson: 18:30.00 · final: 2nd of 2 Masters C');
    await silence();
    await heard(device, 1);
  });

  test('followers of the race and the event: once, when it is over, three crews', async () => {
    const event = await regatta();
    const spectator = await follow(event, { wholeEvent: true });
    const race = await follow(event, { races: [event.raceId], wholeEvent: true });
    const both = await follow(event, { wholeEvent: true, crews: [event.crewIds.Novi] });
    for (const [index, time] of [1_100_000, 1_090_000, 1_080_000, 1_070_000].entries()) {
      await post(event, [{ position: index + 1, finishTimeMillis: time }]);
    }
    await heard(both, 1);
    await silence();
    await heard(spectator, 0);
    await post(event, [{ position: 5, finishTimeMillis: 1_060_000 }]);
    const body = '1. Wyandotte 17:40.00 · 2. Novi 17:50.00 · 3. Carlson 18:00.00';
    for (const device of [spectator, race]) {
      const message = await heard(device, 1);
      assert.deepEqual([message?.json.body, message?.json.tag], [body, `race-${event.raceId}`]);
    }
    assert.equal((await heard(both, 2))?.json.body, body, 'its crew is where it was');
    assert.deepEqual(await leftOver(event), []);
    // A correction is sent only if it changes the message: Saline is not among its three crews.
    await post(event, [{ position: 1, finishTimeMillis: 1_101_000 }]);
    await silence();
    await heard(spectator, 1);
    await post(event, [{ position: 5, status: 'dsq' }]);
    assert.match((await heard(spectator, 2))?.json.body, /^1\. Novi /);
  });

  test('a correction in between is heard again, one that is taken back is not', async () => {
    const event = await regatta();
    const device = await follow(event, { crews: [event.crewIds.Saline] });
    await post(event, [{ position: 1, finishTimeMillis: 1_102_400 }]);
    await heard(device, 1);
    await post(event, [{ position: 1, finishTimeMillis: 1_102_400, penaltyMillis: 5000 }]);
    const message = await heard(device, 2);
    assert.match(message?.json.body, /^Saline: 18:27\.40 \(incl\. 5 s penalty\) · leading/);
    await post(event, [{ position: 1, finishTimeMillis: 1 }]);
    await post(event, [{ position: 1, finishTimeMillis: 1_102_400, penaltyMillis: 5000 }]);
    await post(event, [{ position: 1, status: 'assigned' }]);
    await silence();
    await heard(device, 2);
  });

  test('no more results: the office ends the race, and who is missing has no result', async () => {
    const event = await regatta();
    const saline = await follow(event, { crews: [event.crewIds.Saline] });
    const novi = await follow(event, { crews: [event.crewIds.Novi] });
    const spectator = await follow(event, { races: [event.raceId] });
    await post(event, [{ position: 1, finishTimeMillis: 1_102_400 }]);
    await heard(saline, 1);
    await timing(event, { closed: true });
    assert.equal((await heard(novi, 1))?.json.body, 'Novi: no result');
    assert.equal((await heard(spectator, 1))?.json.body, '1. Saline 18:22.40');
    // Nothing more for Saline: leading and first in the end, place and time are the same.
    await heard(saline, 1);
    await timing(event, { closed: false });
    await timing(event, { closed: true });
    await silence();
    await heard(spectator, 1);
  });

  test('who begins to follow in between hears the end', async () => {
    const event = await regatta({ crews: 2 });
    await post(event, [{ position: 1, finishTimeMillis: 1_102_400 }]);
    await silence();
    const device = await follow(event, { crews: [event.crewIds.Saline] });
    await post(event, [{ position: 2, finishTimeMillis: 1_110_000 }]);
    assert.match((await heard(device, 1))?.json.body, /final: 1st of 2 Masters C$/);
  });

  test('while a message about a crew is on its way, the end waits, and is told in its place', async () => {
    const event = await regatta();
    const device = await follow(event, { crews: [event.crewIds.Saline] });
    push.answer(device, ['hang']);
    const before = push.requests();
    await post(event, [{ position: 1, finishTimeMillis: 1_102_400 }]);
    while (push.requests() === before) await delay(20);
    await timing(event, { closed: true });
    const message = await heard(device, 1);
    assert.equal(message?.json.body, 'Saline: 18:22.40 · final: 1st of 4 Masters C');
    await silence();
    await heard(device, 1);
  });

  test('what a device was told goes with it', async () => {
    const event = await regatta();
    const device = await follow(event, { crews: [event.crewIds.Saline] });
    const told = () =>
      raw(made.url, `select crew_id, device_id from told where event_id = ${event.eventId}`);
    await post(event, [{ position: 1, finishTimeMillis: 1_102_400 }]);
    await heard(device, 1);
    const stored = await told();
    assert.deepEqual(
      stored.map(({ crew_id }) => Number(crew_id)),
      [event.crewIds.Saline],
    );
    const { endpoint } = device;
    await service.send('DELETE', '/board/api/follows', { body: { endpoint } });
    assert.deepEqual(await told(), []);
  });

  test('hidden results: nobody hears anything, neither of a boat nor of the end', async () => {
    const event = await regatta({ race: { resultVisibility: 'hidden' } });
    const device = await follow(event, { wholeEvent: true, crews: [event.crewIds.Saline] });
    await post(event, [{ position: 1, finishTimeMillis: 1_102_400 }]);
    await timing(event, { closed: true });
    await silence();
    await heard(device, 0);
    assert.deepEqual(await leftOver(event), []);
  });

  test('only places are shown: no time, and nothing when only a time has changed', async () => {
    const event = await regatta({ race: { resultVisibility: 'placesOnly' } });
    const saline = await follow(event, { crews: [event.crewIds.Saline] });
    const hudson = await follow(event, { crews: [event.crewIds.Hudson] });
    const spectator = await follow(event, { wholeEvent: true });
    await comesIn(event, 'Saline', 1100);
    await comesIn(event, 'Hudson', 1110);
    assert.match((await heard(saline, 1))?.json.body, /^Saline: leading Masters C, \d of 5 in$/);
    const message = await heard(hudson, 1);
    assert.equal(message?.json.body, 'Hudson: 2nd of 4 Masters C so far, 2 of 5 in');
    await timing(event, { entries: [{ position: 2, penaltyMillis: 5000 }] });
    await silence();
    await heard(hudson, 1);
    await timing(event, { closed: true });
    assert.equal((await heard(spectator, 1))?.json.body, '1. Saline · 2. Hudson');
    for (const { json } of push.messages.filter(({ json }) => json.eventId === event.eventId)) {
      assert.doesNotMatch(json.body, /\d:\d\d/);
    }
  });

  test('a kind that changes while boats are out: what follows is told as the race then is', async () => {
    const event = await regatta({ crews: 3 });
    const device = await follow(event, { crews: [event.crewIds.Saline] });
    const spectator = await follow(event, { wholeEvent: true });
    await timing(event, { kind: 'lanes' });
    await post(event, [{ position: 1, finishTimeMillis: 1_102_400 }]);
    assert.match((await heard(device, 1))?.json.body, /^Saline: finished, 18:22\.40\./);
    await heard(spectator, 1);
    await timing(event, { kind: 'head' });
    await silence();
    await heard(device, 1);
    await post(event, [{ position: 2, finishTimeMillis: 1_090_000 }]);
    await silence();
    await heard(spectator, 1);
    await post(event, [{ position: 3, finishTimeMillis: 1_080_000 }]);
    assert.match((await heard(device, 2))?.json.body, /^Saline: 18:22\.40 · final: 3rd of 3/);
    assert.match((await heard(spectator, 2))?.json.body, /^1\. Carlson /);
  });
});

describe('a draw', { concurrency: 4 }, () => {
  const draw = async ({ send }: Provisioned, ...crews: (Crew | null)[]) => {
    const lanes = crews.map((teamExternalId, index) => ({ position: index + 3, teamExternalId }));
    const reply = await send('PUT', '/races/f/entries', lanes);
    assert.equal(reply.status, 200, reply.text);
  };

  test('by /v1: the crew’s followers hear where it goes, once, and again when it goes elsewhere', async () => {
    const event = await withFinal();
    const { Saline, Hudson } = event.crewIds;
    const saline = await follow(event, { crews: [Saline] });
    const club = await follow(event, { clubs: ['SAL'], language: 'fr' });
    const hudson = await follow(event, { crews: [Hudson] });
    const others = await follow(event, { wholeEvent: true, races: [event.finalId] });
    await draw(event, 'Hudson', 'Saline');
    const message = await heard(saline, 1);
    assert.deepEqual(message?.json, {
      kind: 'notice',
      eventId: event.eventId,
      title: 'Race 2 · Final A',
      body: `Saline: Final A, ${event.at}, lane 4`.replace(/, (?=\d\d:\d\d)/, sameDay(event.at)),
      url: `https://regatta.example/events/${event.eventId}/races/2`,
      tag: `drawn-${event.finalId}-${Saline}`,
    });
    assert.match((await heard(club, 1))?.json.body, /^Saline\u00a0: Final A, .*, couloir 4$/);
    assert.match((await heard(hudson, 1))?.json.body, /lane 3$/);
    await draw(event, 'Hudson', 'Saline');
    await draw(event, 'Hudson', null);
    await silence();
    await draw(event, 'Hudson', 'Saline');
    await silence();
    await heard(saline, 1);
    await draw(event, 'Saline', 'Hudson');
    assert.match((await heard(saline, 2))?.json.body, /lane 3$/);
    await heard(hudson, 2);
    await heard(others, 0);
    assert.deepEqual(await leftOver(event), []);
  });

  test('by the rules, and by a file', async () => {
    const event = await withFinal();
    const hudson = await follow(event, { crews: [event.crewIds.Hudson] });
    const novi = await follow(event, { crews: [event.crewIds.Novi] });
    await post(event, [
      { position: 1, finishTimeMillis: 1_102_400 },
      { position: 2, finishTimeMillis: 1_090_000 },
      ...[3, 4, 5].map((position) => ({ position, status: 'dns' })),
    ]);
    await heard(hudson, 1);
    await heard(novi, 1);
    const { office, finalId } = event;
    const applied = await office.write(`/races/${finalId}/progression/apply`, {}, 'POST');
    assert.equal(applied.status, 200, applied.text);
    assert.match((await heard(hudson, 2))?.json.body, /^Hudson: Final A, .*lane 3$/);
    const rows = ['Hudson', 'Novi'].map(
      (crew, index) => `2,f,Final A,${index + 3},${crew},${crew}`,
    );
    const sheet = ['raceNumber,externalId,title,lane,crew,crewId', ...rows].join('\r\n');
    const files = [{ name: 'draw.csv', content: Buffer.from(sheet).toString('base64') }];
    const path = `${office.path}/import`;
    const { json } = await office.person.send('POST', path, { files });
    const written = await office.person.send('POST', path, { files, preview: json.preview });
    assert.equal(written.json.written, true, written.text);
    assert.match((await heard(novi, 2))?.json.body, /^Novi: Final A, .*lane 4$/);
    await heard(hudson, 2);
  });

  test('a lane that no rule fills, a draft, and a race that has started: nothing', async () => {
    const event = await withFinal();
    const device = await follow(event, { crews: [event.crewIds.Saline] });
    await event.send('PUT', '/races/f/entries', [{ position: 1, teamExternalId: 'Saline' }]);
    await silence();
    await heard(device, 0);
    const started = await withFinal();
    const other = await follow(started, { crews: [started.crewIds.Saline] });
    const { eventId, key } = started;
    const reply = await service.send('PATCH', `/timing/v1/events/${eventId}/races/f`, {
      ...{ key, body: { startedAt: inMinutes(-1) } },
    });
    assert.equal(reply.status, 200, reply.text);
    await draw(started, 'Saline');
    await silence();
    await heard(other, 0);
  });

  /** What stands before the time of the final: its weekday, too, where near midnight the final is tomorrow. */
  function sameDay(at: string): string {
    const isToday = inMinutes(60).slice(0, 10) === inMinutes(0).slice(0, 10);
    const weekday = new Date(Date.now() + 60 * MINUTE).toLocaleDateString('en-GB', {
      ...{ weekday: 'long', timeZone: 'UTC' },
    });
    return isToday || at === '' ? ', ' : `, ${weekday} `;
  }
});

test('an end that comes by time alone: an hour after the last boat, also when nothing ran meanwhile', async () => {
  const event = await regatta();
  const spectator = await follow(event, { wholeEvent: true });
  const saline = await follow(event, { crews: [event.crewIds.Saline] });
  const hudson = await follow(event, { crews: [event.crewIds.Hudson] });
  await post(event, [{ position: 1, finishTimeMillis: 1_102_400 }]);
  await post(event, [{ position: 2, finishTimeMillis: 1_090_000 }]);
  await heard(saline, 1);
  await heard(hudson, 1);
  await pass(event, 57);
  await silence();
  await heard(spectator, 0);
  await second?.stop();
  await service.stop();
  setClock(63 * MINUTE);
  service = await start();
  if (isOnServer) second = await start();
  const message = await heard(spectator, 1);
  assert.equal(message?.json.body, '2 of 5 in: Hudson 18:10.00 · Saline 18:22.40');
  await silence();
  // Nothing more for these crews: their places are those in their first messages.
  await heard(saline, 1);
  await heard(hudson, 1);
  await heard(spectator, 1);
  assert.deepEqual(await leftOver(event), []);
  // Once the race office closes the race, the end is final, but the message would say the same as before.
  await timing(event, { closed: true });
  await silence();
  await heard(spectator, 1);
});

test('an end by time: a crew hears what its own place leads to', async () => {
  const event = await withFinal();
  await post(event, [
    { position: 1, finishTimeMillis: 1_102_400 },
    { position: 2, finishTimeMillis: 1_090_000 },
    { position: 3, finishTimeMillis: 1_080_000 },
  ]);
  await silence();
  const saline = await follow(event, { crews: [event.crewIds.Saline] });
  const hudson = await follow(event, { crews: [event.crewIds.Hudson] });
  await pass(event, 63);
  const third = await heard(saline, 1);
  assert.equal(third?.json.body, 'Saline: 18:22.40 · place 3 of 4 Masters C, 3 of 5 in');
  const second = await heard(hudson, 1);
  assert.equal(
    second?.json.body,
    'Hudson: 18:10.00 · place 2 of 4 Masters C, 3 of 5 in · 1st and 2nd to Final A',
  );
});

test('an end by time: a correction of a race whose boats start together tells places from then on', async () => {
  const event = await regatta();
  await timing(event, { kind: 'lanes' });
  await post(event, [
    { position: 1, finishTimeMillis: 402_400 },
    { position: 2, finishTimeMillis: 400_000 },
  ]);
  await silence();
  const saline = await follow(event, { crews: [event.crewIds.Saline] });
  await pass(event, 33);
  await post(event, [{ position: 1, finishTimeMillis: 402_500 }]);
  const message = await heard(saline, 1);
  assert.equal(message?.json.body, 'Saline: place 2, 6:42.50 (+2.50). 1. Hudson 6:40.00');
});

test('a clock that is set back an hour: boats and the end are told all the same', async () => {
  const event = await regatta({ crews: 2 });
  const device = await follow(event, { crews: [event.crewIds.Saline] });
  const spectator = await follow(event, { wholeEvent: true });
  await post(event, [{ position: 1, finishTimeMillis: 1_102_400 }]);
  setClock(-60 * MINUTE);
  await heard(device, 1);
  await post(event, [{ position: 2, finishTimeMillis: 1_090_000 }]);
  assert.match((await heard(device, 2))?.json.body, /final: 2nd of 2/);
  await heard(spectator, 1);
});

test('reminders: each entry by its own planned start, not one that has started or has a status', async () => {
  // The boats start from 22 minutes on, one every minute: bows 301 to 305.
  const event = await regatta({ startsIn: 22 });
  await timing(event, { startIntervalSeconds: 60 });
  const wish = (name: Crew) => ({ crews: [event.crewIds[name]], remindMinutes: 20 });
  const saline = await follow(event, wish('Saline'));
  const hudson = await follow(event, wish('Hudson'));
  const carlson = await follow(event, wish('Carlson'));
  const novi = await follow(event, wish('Novi'));
  const club = await follow(event, { clubs: ['SAL'], remindMinutes: 20 });
  const race = await follow(event, { races: [event.raceId], remindMinutes: 20 });
  await silence();
  await heard(saline, 0);
  await pass(event, 2.2);
  const message = await heard(saline, 1);
  const { races } = (await service.send('GET', `/board/api/events/${event.eventId}`)).json;
  const at = races[0].lanes[0].startsAt.slice(11, 16);
  assert.equal(message?.json.body, `Race 1 · Head · Saline · Bow 301, start about ${at}`);
  assert.equal(message?.json.title, 'Your race in 20 minutes');
  assert.equal(message?.json.tag, `soon-${event.raceId}-${event.crewIds.Saline}`);
  assert.equal((await heard(race, 1))?.json.title, 'Race 1 in 20 minutes');
  await heard(club, 1);
  await heard(hudson, 0);
  await timing(event, { entries: [{ position: 3, status: 'dns' }] });
  await heard(carlson, 1);
  await pass(event, 3.2);
  assert.match((await heard(hudson, 1))?.json.body, /Hudson · Bow 302, start about/);
  await pass(event, 4.2);
  await silence();
  await heard(carlson, 1);
  // The race starts later than planned, so the boats that have not started do so, too.
  await timing(event, { startedAt: new Date(Date.now() + 20 * MINUTE).toISOString() });
  await pass(event, 5.3);
  await silence();
  await heard(novi, 0);
  await pass(event, 7.3);
  assert.match((await heard(novi, 1))?.json.body, /Novi · Bow 304, start about/);
  assert.equal((await heard(club, 2))?.json.tag, `soon-${event.raceId}-${event.crewIds.Novi}`);
  await heard(saline, 1);
  await heard(race, 1);
});

test('reminders: a race whose boats start together and that has started is not reminded of', async () => {
  const event = await regatta({ startsIn: 22 });
  await timing(event, { kind: 'lanes' });
  const device = await follow(event, { crews: [event.crewIds.Saline], remindMinutes: 20 });
  await timing(event, { startedAt: new Date().toISOString() });
  await pass(event, 3);
  await silence();
  await heard(device, 0);
  await timing(event, { startedAt: null });
  assert.equal((await heard(device, 1))?.json.tag, `soon-${event.raceId}`);
});

test('reminders: hidden results say nothing, also not by silence', async () => {
  const event = await regatta({ startsIn: 22, race: { resultVisibility: 'hidden' } });
  const device = await follow(event, { crews: [event.crewIds.Saline], remindMinutes: 20 });
  await timing(event, { entries: [{ position: 1, status: 'dns' }] });
  await pass(event, 3);
  await heard(device, 1);
});

test('reminders: who begins to follow, or is drawn, when the moment has passed is reminded at once, and once', async () => {
  const event = await regatta({ startsIn: 15, crews: 3 });
  const device = await follow(event, { crews: [event.crewIds.Hudson], remindMinutes: 20 });
  await heard(device, 1);
  const late = await follow(event, { crews: [event.crewIds.Hudson], remindMinutes: 20 });
  assert.match((await heard(late, 1))?.json.body, /Hudson · Bow 302, start about/);
  await follow(event, { crews: [event.crewIds.Hudson], remindMinutes: 30 }, device);
  await silence();
  await heard(device, 1);
  await follow(
    event,
    { crews: [event.crewIds.Hudson, event.crewIds.Novi], remindMinutes: 30 },
    device,
  );
  const lanes = CREWS.slice(0, 4).map((teamExternalId, index) => ({
    ...{ position: index + 1, positionLabel: String(301 + index), teamExternalId },
  }));
  await event.send('PUT', '/races/r/entries', lanes);
  assert.match((await heard(device, 2))?.json.body, /Novi · Bow 304, start about/);
});
