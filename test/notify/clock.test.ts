/** News while the clock of the machine is set: back, forward, and far forward. */
import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { setClock } from '../support/clock.ts';
import { newDatabase } from '../support/databases.ts';
import { type Device, startPushService } from '../support/push-service.ts';
import { raw } from '../support/raw.ts';
import { type Provisioned, startTestService, type TestService } from '../support/service.ts';
import { followEvent, heardBy, regattaOfOneRace } from './one-race.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Messages are sent well within a minute; a service that followed the clock would take an hour or a day. */
const PATIENCE_MILLIS = 60_000;

const warnings: string[] = [];
const noteWarning = ({ name }: Error) => warnings.push(name);

const push = await startPushService();
const made = await newDatabase();
process.on('warning', noteWarning);
afterEach(() => setClock(0));
after(() => process.off('warning', noteWarning));

const start = () =>
  startTestService({
    DATABASE_URL: made.url,
    NOTIFY_SETTLE_SECONDS: '1',
    PUSH_ORIGINS: push.origin,
  });

async function follow(service: TestService, event: Provisioned): Promise<Device> {
  const device = push.subscribe();
  await followEvent(service, event, device.subscription);
  return device;
}

async function post({ send }: Provisioned, finishTimeMillis: number): Promise<void> {
  const reply = await send('PUT', '/races/r/results', [{ position: 1, finishTimeMillis }]);
  assert.equal(reply.status, 200, reply.text);
}

/** Waits for `count` messages of a device, and then for as long as a surplus one might take. */
const heard = (device: Device, count: number) =>
  heardBy(push, device, count, { patienceMillis: PATIENCE_MILLIS, silenceMillis: 500 });

/** Waits until a message was tried in vain and is put off. */
async function putOff({ eventId }: Provisioned): Promise<void> {
  const until = performance.now() + PATIENCE_MILLIS;
  const query = `select due_at from deliveries where event_id = ${eventId} and attempts > 0`;
  while ((await raw(made.url, query)).length === 0) {
    assert.ok(performance.now() < until, 'the message was not put off');
    await delay(50);
  }
}

/** The CPU time of this process during a second, as a share of that second. */
async function busyShare(): Promise<number> {
  const [used, began] = [process.cpuUsage(), performance.now()];
  await delay(1000);
  const { user, system } = process.cpuUsage(used);
  return (user + system) / 1000 / (performance.now() - began);
}

test('clock: set back an hour, due messages are sent, with the correction that came after', async () => {
  const service = await start();
  try {
    const event = await regattaOfOneRace(service);
    const device = await follow(service, event);
    await post(event, 400_000);
    setClock(-HOUR);
    await post(event, 401_000);
    const [message] = await heard(device, 1);
    assert.match(message?.json.body, /6:41/);
  } finally {
    await service.stop();
  }
});

test('clock: set back an hour, what waits to be tried again is tried, and takes corrections', async () => {
  const service = await start();
  try {
    const event = await regattaOfOneRace(service);
    const device = await follow(service, event);
    push.answer(device, [{ status: 500 }]);
    await post(event, 400_000);
    await putOff(event);
    setClock(-HOUR);
    await post(event, 401_000);
    const [message] = await heard(device, 1);
    assert.match(message?.json.body, /6:41/);
  } finally {
    await service.stop();
  }
});

test('clock: set back a day while nothing runs, all messages are sent at the next start', async () => {
  const one = await start();
  const event = await regattaOfOneRace(one);
  const device = await follow(one, event);
  const other = await regattaOfOneRace(one);
  const waiting = await follow(one, other);
  push.answer(waiting, [{ status: 500 }]);
  await post(other, 400_000);
  await putOff(other);
  await post(event, 400_000);
  await one.stop();
  setClock(-DAY);
  const two = await start();
  try {
    await heard(device, 1);
    await heard(waiting, 1);
  } finally {
    await two.stop();
  }
});

test('clock: set forward a day, a race that is still near notifies, one that is over does not', async () => {
  const service = await start();
  try {
    const [near, over] = [
      await regattaOfOneRace(service),
      await regattaOfOneRace(service, Date.now() - 10 * HOUR),
    ];
    const [device, none] = [await follow(service, near), await follow(service, over)];
    const waiting = await follow(service, near);
    push.answer(waiting, [{ status: 500 }]);
    await post(near, 400_000);
    await putOff(near);
    await post(near, 401_000);
    await post(over, 400_000);
    setClock(DAY);
    const [, second] = await heard(device, 2);
    assert.ok(Math.abs((second?.ttl ?? 0) - 4 * 3600) < 15, `${second?.ttl}`);
    const [tried] = await heard(waiting, 1);
    assert.match(tried?.json.body, /6:41/);
    assert.deepEqual(push.messagesTo(none), []);
    const query = `select event_id from outbox where event_id = ${over.eventId}`;
    assert.deepEqual(await raw(made.url, query), [], 'it is not kept either');
  } finally {
    await service.stop();
  }
});

test('clock: 60 days forward and right again, no timer overflows and no worker spins', async () => {
  setClock(60 * DAY);
  const one = await start();
  const event = await regattaOfOneRace(one);
  const device = await follow(one, event);
  push.answer(device, [{ status: 500 }]);
  await post(event, 400_000);
  await putOff(event);
  await one.stop();
  setClock(0);
  const two = await start();
  try {
    const later = await regattaOfOneRace(two);
    await raw(
      made.url,
      `insert into outbox (event_id, kind, subject, due_at, state_before, told_to)
        values (${later.eventId}, 'results-posted', '0', ${Date.now() + 60 * DAY}, '', 0)`,
    );
    await post(later, 400_000);
    await delay(1500);
    assert.ok((await busyShare()) < 0.5, 'the worker spins');
    await heard(device, 1);
    assert.deepEqual(
      warnings.filter((name) => name === 'TimeoutOverflowWarning'),
      [],
    );
  } finally {
    await two.stop();
  }
});
