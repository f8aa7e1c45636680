/** The message that a running order is published: who gets it, its words, and that it is sent only once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { startCommands } from '../support/commands.ts';
import { signIn } from '../support/console.ts';
import { type Device, startPushService } from '../support/push-service.ts';
import { refused } from '../support/refused.ts';
import { startTestService } from '../support/service.ts';
import { newFolder, removeFolder } from '../support/started.ts';
import { follow as followOn, heardBy, type Wish } from './one-race.ts';

/** A message that has not come after this time will not come. */
const SILENCE_MILLIS = 1500;
const HOUR_MILLIS = 3_600_000;

const push = await startPushService();
const service = await startTestService({ NOTIFY_SETTLE_SECONDS: '20', PUSH_ORIGINS: push.origin });

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MILLIS).toISOString();

/** An announced regatta with a draft. @param starts in how many hours each race starts */
async function announced(...starts: number[]) {
  const event = await service.provision({ timezone: null });
  const { eventId } = event;
  await event.send('POST', '/schedule');
  await event.send(
    'PUT',
    '/races',
    starts.map((hours, index) => ({
      externalId: `r${index}`,
      raceNumber: index + 1,
      scheduledAt: inHours(hours),
    })),
  );
  const person = await signIn(service, event.userId);
  const path = `/events/${eventId}`;
  const office = async () => (await person.send('GET', `${path}/office`)).json;
  const patched = await person.send('PATCH', path, { announced: true });
  assert.equal(patched.status, 200, patched.text);
  return {
    ...event,
    office,
    /** @returns how many followers are notified */
    publish: async (body: object = {}): Promise<number> => {
      const { revision: seen } = await office();
      const reply = await person.send('POST', `${path}/publish`, { seen, ...body });
      assert.equal(reply.status, 200, reply.text);
      assert.deepEqual(Object.keys(reply.json), ['revision', 'entryId', 'status', 'told']);
      return reply.json.told;
    },
    write: async (method: string, tail: string, body: object = {}) => {
      const { revision: seen } = await office();
      return person.send(method, path + tail, { seen, ...body });
    },
    newest: async () => (await person.send('GET', `${path}/history`)).json.entries[0],
    publication: async () => (await person.send('GET', `${path}/publication`)).json,
  };
}

const follow = (event: { eventId: number }, wish: Wish) =>
  followOn(service, event, push.subscribe(), wish);

const heard = (device: Device, count: number) => heardBy(push, device, count);

test('everybody who follows the event or anything of it is told, at once and once for good', async () => {
  const event = await announced(3);
  const whole = await follow(event, { wholeEvent: true });
  const club = await follow(event, { clubs: ['RC'], language: 'de' });
  await follow(await announced(3), { wholeEvent: true });
  assert.equal((await event.publication()).followersTold, false);
  assert.equal(await event.publish({ notify: true }), 2);
  const [message] = await heard(whole, 1);
  assert.deepEqual(message?.json, {
    kind: 'schedule-published',
    eventId: event.eventId,
    title: 'Spring regatta',
    body: 'The running order is out.',
    url: `https://regatta.example/events/${event.eventId}`,
    tag: `published-${event.eventId}`,
  });
  assert.ok(Buffer.byteLength(JSON.stringify(message?.json)) <= 1024);
  assert.equal((await heard(club, 1))[0]?.json.body, 'Der Zeitplan ist da.');
  const { operation, changes } = await event.newest();
  assert.equal(operation, 'publish-schedule');
  assert.deepEqual(changes[0].after, { status: 'published', followersTold: true });
  assert.equal((await event.publication()).followersTold, true);
  assert.equal(await event.publish({ notify: true }), 0, 'again, while published');
  assert.equal((await event.write('POST', '/unpublish')).status, 200);
  const late = await follow(event, { wholeEvent: true });
  assert.equal(await event.publish({ notify: true }), 0, 'and after it was taken back');
  await delay(SILENCE_MILLIS);
  await heard(whole, 1);
  await heard(late, 0);
});

test('nobody is told without the wish, by /v1 or by a command; the wish can come later', async () => {
  const event = await announced(3);
  const device = await follow(event, { wholeEvent: true });
  assert.equal(await event.publish(), 0);
  await event.write('POST', '/unpublish');
  assert.equal((await event.send('POST', '/schedule/publish')).status, 200);
  await event.write('POST', '/unpublish');
  const folder = newFolder();
  const commands = startCommands(service.databaseUrl, folder);
  await commands.json('schedule', 'publish', '--event', String(event.eventId));
  commands.stop();
  removeFolder(folder);
  await delay(SILENCE_MILLIS);
  await heard(device, 0);
  assert.equal(await event.publish({ notify: true }), 1, 'it is published already');
  await heard(device, 1);
});

test('where nobody follows yet, nobody has been told', async () => {
  const event = await announced(3);
  assert.equal(await event.publish({ notify: true }), 0);
  assert.equal((await event.publication()).followersTold, false);
  await event.write('POST', '/unpublish');
  const device = await follow(event, { wholeEvent: true });
  assert.equal(await event.publish({ notify: true }), 1);
  await heard(device, 1);
});

test('nothing is told of an event whose races are all past', async () => {
  const over = await announced(-5, -3);
  const device = await follow(over, { wholeEvent: true });
  assert.equal(await over.publish({ notify: true }), 0);
  const halfway = await announced(-3, 3);
  const other = await follow(halfway, { wholeEvent: true });
  assert.equal(await halfway.publish({ notify: true }), 1);
  await heard(other, 1);
  await delay(SILENCE_MILLIS);
  await heard(device, 0);
});

test('notices of an announced event are sent, and nothing else of it', async () => {
  const event = await announced(3);
  const device = await follow(event, { wholeEvent: true, clubs: ['RC'] });
  const posted = await event.write('POST', '/notices', {
    seen: undefined,
    text: 'Entries are open.',
    until: inHours(1),
  });
  assert.equal(posted.status, 201, posted.text);
  const [message] = await heard(device, 1);
  assert.deepEqual([message?.json.kind, message?.json.body], ['notice', 'Entries are open.']);
  const { races } = await event.office();
  const cancelled = await event.write('PUT', `/races/${races[0].id}/state`, {
    state: 'cancelled',
    reason: 'Wind',
  });
  assert.equal(cancelled.status, 200, cancelled.text);
  await event.send('PUT', '/schedule/delay', {
    venueDay: new Date().toISOString().slice(0, 10),
    delayMinutes: 30,
  });
  await delay(SILENCE_MILLIS);
  await heard(device, 1);
});

test('what is sent is read as it is meant', async () => {
  const event = await announced(3);
  for (const notify of ['yes', 1, null]) {
    refused(await event.write('POST', '/publish', { notify }), 422, 'validation_failed', 'notify');
  }
  refused(
    await event.write('POST', '/publish', { seen: undefined }),
    422,
    'validation_failed',
    'seen',
  );
});
