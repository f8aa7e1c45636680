/** Races that are re-timed, from the race office to the words on a device. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signIn } from '../support/console.ts';
import { type Device, startPushService } from '../support/push-service.ts';
import { raw } from '../support/raw.ts';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { zoneOfNoon } from '../support/zone-of-noon.ts';

const MINUTE_MILLIS = 60_000;

const push = await startPushService();
const service = await startTestService({
  NOTIFY_SETTLE_SECONDS: '1',
  PUSH_ORIGINS: push.origin,
});

/** A published regatta of today: races 17 to 20, from half an hour on, ten minutes apart, each with a crew of its own. */
async function regatta(isPublished = true) {
  const timezone = zoneOfNoon();
  const event = await service.provision({ timezone });
  const first = Math.ceil(Date.now() / MINUTE_MILLIS) * MINUTE_MILLIS + 30 * MINUTE_MILLIS;
  const numbers = [17, 18, 19, 20];
  await event.send('POST', '/schedule');
  await event.send(
    'PUT',
    '/teams',
    numbers.map((number) => ({ externalId: String(number), name: `Crew ${number}` })),
  );
  await event.send(
    'PUT',
    '/races',
    numbers.map((number, index) => ({
      externalId: String(number),
      raceNumber: number,
      scheduledAt: new Date(first + index * 10 * MINUTE_MILLIS).toISOString(),
    })),
  );
  for (const number of numbers) {
    const lanes = [{ position: 1, teamExternalId: String(number) }];
    await event.send('PUT', `/races/${number}/entries`, lanes);
  }
  if (isPublished) await event.send('POST', '/schedule/publish');
  const person = await signIn(service, event.userId);
  const path = `/events/${event.eventId}`;
  const office = async () => (await person.send('GET', `${path}/office`)).json;
  const { races, crews } = await office();
  const follow = async (what: object, language = 'en'): Promise<Device> => {
    const device = push.subscribe();
    const body = {
      ...{ subscription: device.subscription, eventId: event.eventId, language },
      ...{ wholeEvent: false, crews: [], races: [], ...what },
    };
    const reply = await service.send('PUT', '/board/api/follows', { body });
    assert.equal(reply.status, 200, reply.text);
    return device;
  };
  const write = async (tail: string, body: object, method = 'POST') => {
    const { revision: seen } = await office();
    const reply = await person.send(method, path + tail, { seen, ...body });
    assert.equal(reply.status, 200, reply.text);
    return reply.json;
  };
  const raceIds: number[] = races.map(({ id }: { id: number }) => id);
  return {
    event,
    follow,
    write,
    raceIds,
    crewIds: crews.map(({ id }: { id: number }) => id) as number[],
    retime: (index: number, wish: object) =>
      write('/retime', { fromRaceId: raceIds[index], ...wish }),
    /** The time of day at the venue, in minutes after the first planned start of race 17. */
    clock: (minutes: number) =>
      new Intl.DateTimeFormat('en-GB', {
        ...{ timeZone: timezone, hour: '2-digit', minute: '2-digit' },
      }).format(first + minutes * MINUTE_MILLIS),
    day: new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(first),
  };
}

/** Waits until no news are left in the outbox and no delivery is left to send. */
const allTold = () =>
  until('news that have been told', async () => {
    const [row] = await raw(
      service.databaseUrl,
      'select (select count(*) from outbox) + (select count(*) from deliveries) as open',
    );
    return Number(row?.open) === 0;
  });

/** The messages of a device once nothing is left to send; there must be `count`. */
async function heard(device: Device, count: number) {
  await allTold();
  const messages = push.messagesTo(device);
  assert.equal(messages.length, count, JSON.stringify(messages.map(({ json }) => json)));
  return messages.map(({ json, ...rest }) => ({ ...json, ...rest }));
}

test('one message to each device that follows the event, a race or a crew that moves', async () => {
  const { event, follow, retime, write, clock, day, raceIds, crewIds } = await regatta();
  await write('/delay', { venueDay: day, delayMinutes: 4 }, 'PUT');
  await allTold();
  const all = await follow({ wholeEvent: true, crews: crewIds, races: raceIds });
  const german = await follow({ races: [raceIds[3]] }, 'de');
  const french = await follow({ crews: [crewIds[2]] }, 'fr');
  const before = await follow({ races: [raceIds[0]], crews: [crewIds[0]] });
  await retime(1, { nextAt: clock(30) });
  const message = (await heard(all, 1)).at(-1);
  assert.equal(message.title, `Race 18 now at ${clock(30)}, two later races follow`);
  assert.equal(message.kind, 'schedule-delayed');
  assert.equal(message.tag, `delay-${event.eventId}-${day}`);
  assert.equal(message.urgency, 'high');
  assert.ok(message.url.endsWith(`#day-${day}`), message.url);
  const title = async (device: Device) => (await heard(device, 1)).at(-1).title;
  assert.equal(await title(german), `Rennen 18 jetzt um ${clock(30)}, auch zwei spätere verlegt`);
  assert.equal(
    await title(french),
    `Course 18 désormais à ${clock(30)}, deux autres courses décalées`,
  );
  await heard(before, 0);
});

test('it is told by default where a race gets earlier or moves by five minutes, and else if somebody says so', async () => {
  const { follow, retime, raceIds } = await regatta();
  const device = await follow({ races: [raceIds[3]] });
  for (const [wish, told] of [
    [{ shiftMinutes: 4 }, 0],
    [{ shiftMinutes: 20, notify: false }, 0],
    [{ shiftMinutes: 5 }, 1],
    [{ shiftMinutes: -1 }, 2],
    [{ shiftMinutes: 1, notify: true }, 3],
  ] as const) {
    await retime(2, wish);
    await allTold();
    assert.equal(push.messagesTo(device).length, told, JSON.stringify(wish));
  }
});

test('nothing is told of times that crews see as before, that were moved back, or that nobody sees', async () => {
  const { follow, retime, write, day, clock } = await regatta();
  await write('/delay', { venueDay: day, delayMinutes: 20 }, 'PUT');
  await allTold();
  const device = await follow({ wholeEvent: true });
  // The plan changes and crews see the same times, because re-timing clears the delay: no message, also not of the delay.
  await retime(0, { nextAt: clock(20), notify: true });
  await retime(1, { shiftMinutes: 30 });
  await retime(1, { shiftMinutes: -30 });
  await heard(device, 0);
  const draft = await regatta(false);
  const other = await draft.follow({ wholeEvent: true }).catch(() => undefined);
  await draft.retime(0, { shiftMinutes: 30, notify: true });
  if (other) await heard(other, 0);
});

test('a boat that does not start takes no race out of the news: a re-time and a delay are told', async () => {
  const { event, follow, retime, write, clock, day, raceIds } = await regatta();
  const all = await follow({ wholeEvent: true });
  const own = await follow({ races: [raceIds[1]] });
  const scratch = async (number: number) => {
    const dns = [{ position: 1, status: 'dns' }];
    assert.equal((await event.send('PUT', `/races/${number}/results`, dns)).status, 200);
    await allTold();
  };
  await scratch(18);
  await retime(1, { nextAt: clock(30) });
  await allTold();
  const title = (device: Device) => push.messagesTo(device).at(-1)?.json.title;
  const said = `Race 18 now at ${clock(30)}, two later races follow`;
  assert.deepEqual([title(all), title(own)], [said, said]);
  for (const number of [17, 19, 20]) await scratch(number);
  const told = push.messagesTo(all).length;
  await write('/delay', { venueDay: day, delayMinutes: 15, until: null }, 'PUT');
  await heard(all, told + 1);
  await event.send('PUT', '/schedule/delay', { venueDay: day, delayMinutes: 25 });
  await heard(all, told + 2);
});
