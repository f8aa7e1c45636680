/** Devices whose push service does not exist, or of which it cannot be found out whether it exists. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { startNameServer } from '../support/name-server.ts';
import { startPushService } from '../support/push-service.ts';
import { raw } from '../support/raw.ts';
import { type Provisioned, startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { followEvent } from './one-race.ts';

const INVENTED = 40;
const REAL = 30;

let isSilent = false;

const push = await startPushService();
const nameServer = await startNameServer((name) => {
  if (isSilent) return 'silent';
  return name === 'fcm.googleapis.com' ? ['142.250.185.74'] : 'absent';
});

const start = () =>
  startTestService(
    { NOTIFY_SETTLE_SECONDS: '1', PUSH_ORIGINS: push.origin },
    { nameServers: [nameServer.address] },
  );

async function regatta(service: TestService): Promise<Provisioned> {
  const event = await service.provision({ timezone: null });
  await event.send('POST', '/schedule');
  await event.send('POST', '/schedule/publish');
  await event.send('PUT', '/teams', [{ externalId: 'c', name: 'C' }]);
  const scheduledAt = new Date().toISOString();
  const races = Array.from({ length: 50 }, (_, index) => ({
    externalId: `r${index}`,
    raceNumber: index + 1,
    scheduledAt,
  }));
  await event.send('PUT', '/races', races);
  await event.send('PUT', '/races/r0/entries', [{ position: 1, teamExternalId: 'c' }]);
  return event;
}

/** Follows the event with invented devices, each at a host of its own with a name like those that browsers get. */
async function followWithInvented(service: TestService, event: Provisioned): Promise<void> {
  for (let index = 0; index < INVENTED; index++) {
    const { subscription } = push.subscribe();
    const letters = `${String.fromCharCode(97 + (index % 26))}${index < 26 ? 'a' : 'b'}`;
    const endpoint = `https://wns2-${letters}${index}p.notify.windows.com/w/?token=${index}`;
    await followEvent(service, event, { ...subscription, endpoint });
  }
}

const post = ({ send }: Provisioned, finishTimeMillis: number) =>
  send('PUT', '/races/r0/results', [{ position: 1, finishTimeMillis }]);

test('invented devices: real ones hear, and the invented are forgotten at the third try', async () => {
  const service = await start();
  try {
    const event = await regatta(service);
    await followWithInvented(service, event);
    const devices = Array.from({ length: REAL }, () => push.subscribe());
    for (const { subscription } of devices) await followEvent(service, event, subscription);
    await post(event, 400_000);
    const heard = () => new Set(push.messages.map(({ device }) => device)).size;
    await until('all real devices have heard', () => heard() === REAL);

    // At least so often: on a busy machine some have been tried more often by then, or are forgotten already.
    const haveAllBeenTried = async (times: number) => {
      const rows = await raw(
        service.databaseUrl,
        `select device_id from deliveries join devices on devices.id = device_id
          where endpoint like 'https://wns2-%' and attempts < ${times}`,
      );
      return rows.length === 0;
    };
    await until('the invented have been tried', () => haveAllBeenTried(1));
    for (const times of [1, 2]) {
      // For two seconds, the service does not ask name servers for a name again.
      await delay(2100);
      // Not the deliveries that are being sent, whose `wait_millis` is the worker's lease.
      const sql = 'update deliveries set due_at = 0 where wait_millis <> 40000';
      await raw(service.databaseUrl, sql);
      // Any change wakes the worker.
      await post(event, 400_000 + times);
      if (times === 1) await until('again', () => haveAllBeenTried(2));
    }
    await until('only the real ones are left', async () => {
      const rows = await raw(service.databaseUrl, 'select endpoint from devices');
      return (
        rows.length === REAL &&
        rows.every(({ endpoint }) => String(endpoint).startsWith(push.origin))
      );
    });
    const metrics = await service.send('GET', '/metrics');
    assert.match(metrics.text, /push_messages_total\{outcome="nowhere"\} 120/);
  } finally {
    await service.stop();
  }
});

test('invented devices: while no name is found, boards change as they did, and none is forgotten', async () => {
  const service = await start();
  isSilent = true;
  try {
    const event = await regatta(service);
    await followWithInvented(service, event);
    let time = 400_000;
    const changeMillis = async () => {
      await post(event, ++time);
      const startedAt = performance.now();
      const headers = { 'accept-encoding': 'br' };
      const board = `/board/api/events/${event.eventId}`;
      assert.equal((await service.send('GET', board, { headers })).status, 200);
      return performance.now() - startedAt;
    };
    const asked = nameServer.asked.length;
    await changeMillis();
    await until('names are looked up', () => nameServer.asked.length >= asked + 20);
    const during: number[] = [];
    for (let change = 0; change < 20; change++) {
      during.push(await changeMillis());
      const resources = process.getActiveResourcesInfo();
      assert.ok(!resources.includes('GetAddrInfoReqWrap'), 'a thread waits for a name');
      await delay(50);
    }
    assert.ok(Math.max(...during) < 10_000, `a changed board took ${Math.max(...during)} ms`);
    const rows = await raw(service.databaseUrl, 'select endpoint from devices');
    assert.equal(rows.length, INVENTED);
  } finally {
    isSilent = false;
    await service.stop();
  }
});
