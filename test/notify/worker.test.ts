/** Workers that stop, die, or share the work. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { DAY_MILLIS } from '../../src/contract/time-units.ts';
import { insertSession } from '../../src/storage/accounts/sessions.ts';
import { isOnServer, newDatabase } from '../support/databases.ts';
import { addPerson } from '../support/people.ts';
import { type Device, startPushService } from '../support/push-service.ts';
import { raw } from '../support/raw.ts';
import { type Provisioned, startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { followEvent, regattaOfOneRace } from './one-race.ts';

const push = await startPushService();
const made = await newDatabase();

const start = () =>
  startTestService({
    DATABASE_URL: made.url,
    NOTIFY_SETTLE_SECONDS: '1',
    PUSH_ORIGINS: push.origin,
  });

async function follow(service: TestService, event: Provisioned, count: number): Promise<Device[]> {
  const devices = Array.from({ length: count }, () => push.subscribe());
  await Promise.all(devices.map(({ subscription }) => followEvent(service, event, subscription)));
  return devices;
}

const post = ({ send }: Provisioned, finishTimeMillis: number) =>
  send('PUT', '/races/r/results', [{ position: 1, finishTimeMillis }]);

/** How many messages each device has got. */
const countsOf = (devices: readonly Device[]) =>
  devices.map((device) => push.messagesTo(device).length);

async function everyoneHas(devices: readonly Device[], count: number): Promise<void> {
  const deadline = Date.now() + 60_000;
  const isDone = () => countsOf(devices).every((has) => has >= count);
  while (!isDone() && Date.now() < deadline) await delay(20);
  await delay(500);
  assert.deepEqual(
    countsOf(devices),
    devices.map(() => count),
  );
}

const skip = !isOnServer && 'an embedded database has one service';

test('worker: two processes share the work, and each device gets one message', {
  skip,
}, async () => {
  const [one, two] = [await start(), await start()];
  try {
    const event = await regattaOfOneRace(one);
    const devices = await follow(two, event, 100);
    await post(event, 400_000);
    await everyoneHas(devices, 1);
    await post(event, 401_000);
    await everyoneHas(devices, 2);
  } finally {
    await one.stop();
    await two.stop();
  }
});

test('worker: deliveries that one leaves behind when it stops are sent by the next one', async () => {
  const one = await start();
  const event = await regattaOfOneRace(one);
  const devices = await follow(one, event, 60);
  push.answer('all', 'hang');
  const before = push.requests();
  await post(event, 400_000);
  await until('they are being sent', () => push.requests() > before);
  const stopping = performance.now();
  await one.stop();
  push.answer('all');
  assert.ok(performance.now() - stopping < 30_000, 'a push service that hangs holds up no stop');
  const two = await start();
  try {
    await everyoneHas(devices, 1);
    const left = await raw(made.url, 'select device_id from deliveries');
    assert.deepEqual(left, []);
  } finally {
    await two.stop();
  }
});

test('worker: notifications that settled while no process ran are sent at the next start', async () => {
  const one = await start();
  const event = await regattaOfOneRace(one);
  const devices = await follow(one, event, 3);
  await post(event, 400_000);
  await one.stop();
  await delay(1200);
  assert.deepEqual(countsOf(devices), [0, 0, 0]);
  const two = await start();
  try {
    await everyoneHas(devices, 1);
  } finally {
    await two.stop();
  }
});

test('worker: a message whose time is over is given up', async () => {
  const service = await start();
  try {
    const event = await regattaOfOneRace(service);
    const [device] = await follow(service, event, 1);
    assert.ok(device);
    push.answer(device, [{ status: 500 }]);
    await post(event, 400_000);
    const ofEvent = `from deliveries where event_id = ${event.eventId}`;
    const isPutOff = async () =>
      (await raw(made.url, `select attempts ${ofEvent} and attempts = 1`)).length;
    await until('it is put off', isPutOff);
    await raw(made.url, `update deliveries set due_at = 0, expires_at = ${Date.now() - 1}`);
    // Any change wakes the worker.
    await post(event, 402_000);
    await until('the second one comes', () => push.messagesTo(device).length > 0);
    await delay(500);
    const messages = push.messagesTo(device);
    assert.equal(messages.length, 1);
    assert.match(messages[0]?.json.body, /6:42/);
    const metrics = await service.send('GET', '/metrics');
    assert.match(metrics.text, /push_messages_total\{outcome="later"\} 1/);
  } finally {
    await service.stop();
  }
});

test('worker: what sign-ins leave behind goes after its time, also where nobody signs in any more', async () => {
  const one = await start();
  const { userId } = await addPerson(one.database);
  const now = Date.now();
  // Of each kind, only the row called `young` is not over yet.
  await one.database.write(async (tx) => {
    for (const [which, millis] of [
      ['old', DAY_MILLIS + 1],
      ['young', DAY_MILLIS - 600_000],
    ] as const) {
      const failure = { subject: `network ${which}`, failures: 1, last_at: now - millis };
      await tx.insertInto('sign_in_failures').values(failure).execute();
      await tx
        .insertInto('links')
        .values({
          ...{ kind: 'sign-in', user_id: userId, club_id: null, role: null, email: 'a@b.example' },
          ...{ token_hash: which, made_by: null, is_mailed: 1, used_at: null },
          ...{ created_at: now - 2 * millis, expires_at: now - millis },
        })
        .execute();
      const browser = { token_hash: which, user_id: userId, created_at: now - 365 * millis };
      await tx.insertInto('known_browsers').values(browser).execute();
    }
    for (const [token_hash, begun, seen] of [
      ['idle', 20, 7],
      ['begun long ago', 30, 0],
      ['young', 29, 6],
    ] as const) {
      await insertSession(tx, {
        ...{ user_id: userId, token_hash, device: 'Firefox', began_with: 'link' },
        ...{ created_at: now - begun * DAY_MILLIS, proved_at: now - begun * DAY_MILLIS },
        last_seen_at: now - seen * DAY_MILLIS,
      });
    }
  });
  await one.stop();
  const two = await start();
  try {
    const left = async () => {
      const ofToken = ['sessions', 'known_browsers', 'links'].map((table) => {
        return `select token_hash as name from ${table} where user_id = ${userId}`;
      });
      const queries = [...ofToken, 'select subject as name from sign_in_failures'];
      const rows = await Promise.all(queries.map((query) => raw(made.url, query)));
      return rows.flat().map(({ name }) => name);
    };
    await until('the old ones are gone', async () => (await left()).length === 4);
    assert.deepEqual(await left(), ['young', 'young', 'young', 'network young']);
  } finally {
    await two.stop();
  }
});
