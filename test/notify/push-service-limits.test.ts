/** How many messages are sent at a time, and how fast, to which hosts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { PushServiceLimits } from '../../src/notify/push/push-service-limits.ts';
import type { Outcome } from '../../src/notify/push/web-push.ts';

const DELIVERED: Outcome = { kind: 'delivered' };
const NOWHERE: Outcome = { kind: 'nowhere' };
const SILENT: Outcome = { kind: 'later', reason: 'no answer', isSilent: true };

/** A push service of one host. */
const to = (host: string) => ({ host, service: host });
/** One of the hosts of a push service that has many. */
const among = (host: string) => ({ host, service: 'many' });

test('push service limits: so many sends at a time to one service, however many wait', async () => {
  const limits = new PushServiceLimits();
  let sending = 0;
  let most = 0;
  const sent = Array.from({ length: 200 }, () =>
    limits.send(to('a'), async () => {
      most = Math.max(most, ++sending);
      await delay(20);
      sending--;
      return DELIVERED;
    }),
  );
  assert.equal(limits.room, 50);
  await Promise.all(sent);
  assert.equal(limits.room, 250);
  assert.ok(most > 10 && most <= 50, String(most));
});

test('push service limits: a service that hangs holds up no other, and is left alone', async () => {
  const limits = new PushServiceLimits();
  let tried = 0;
  let ended = 0;
  const hanging = Array.from({ length: 120 }, () =>
    limits.send(to('down'), async () => {
      tried++;
      await delay(300);
      ended++;
      return SILENT;
    }),
  );
  await limits.send(to('up'), async () => DELIVERED);
  assert.equal(ended, 0);
  const outcomes = await Promise.all(hanging);
  assert.ok(tried <= 50 + 10, `${tried} were tried`);
  assert.equal(outcomes.filter((outcome) => outcome === undefined).length, 120 - tried);
  assert.equal(await limits.send(to('down'), async () => DELIVERED), undefined);
  assert.deepEqual(await limits.send(to('up'), async () => DELIVERED), DELIVERED);
});

for (const [what, invented, millis] of [
  ['do not exist', NOWHERE, 5],
  ['hang', SILENT, 2000],
] as const) {
  test(`push service limits: invented hosts that ${what} hold up no real one of their push service`, async () => {
    const limits = new PushServiceLimits();
    const others = Array.from({ length: 200 }, (_, index) =>
      limits.send(among(`invented ${index}`), async () => {
        await delay(millis);
        return invented;
      }),
    );
    const startedAt = performance.now();
    const real = Array.from({ length: 50 }, () =>
      limits.send(among('real'), async () => DELIVERED),
    );
    // The first message to a host that is not known yet may be put off once.
    const again = (await Promise.all(real)).map((outcome) => outcome ?? 'put off');
    await Promise.all(others);
    const outcomes = again.includes('put off')
      ? await Promise.all(real.map(() => limits.send(among('real'), async () => DELIVERED)))
      : again;
    assert.deepEqual(
      outcomes,
      real.map(() => DELIVERED),
    );
    assert.ok(performance.now() - startedAt < 10_000);
  });
}

test('push service limits: a host that has answered is not held up by invented ones of its push service', async () => {
  const limits = new PushServiceLimits();
  await limits.send(among('real'), async () => DELIVERED);
  let tried = 0;
  let ended = 0;
  const hanging = Array.from({ length: 200 }, (_, index) =>
    limits.send(among(`invented ${index}`), async () => {
      tried++;
      await delay(2000);
      ended++;
      return SILENT;
    }),
  );
  const real = Array.from({ length: 100 }, () => limits.send(among('real'), async () => DELIVERED));
  assert.deepEqual(
    await Promise.all(real),
    real.map(() => DELIVERED),
  );
  assert.equal(ended, 0);
  const outcomes = await Promise.all(hanging);
  assert.equal(tried, 50);
  assert.equal(outcomes.filter((outcome) => outcome === undefined).length, 150);
});

test('push service limits: a host of many that has not answered yet is tried twice at a time', async () => {
  const limits = new PushServiceLimits();
  let sending = 0;
  const most: number[] = [];
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, () =>
      limits.send(among('down'), async () => {
        most.push(++sending);
        await delay(50);
        sending--;
        return SILENT;
      }),
    ),
  );
  // When the first one ends, another one may begin before the second has ended.
  assert.ok(Math.max(...most) === 2 && most.length <= 4, most.join());
  assert.ok(outcomes.filter((outcome) => outcome === undefined).length >= 56);
});

test('push service limits: a send that throws gives its place back', async () => {
  const limits = new PushServiceLimits();
  for (let i = 0; i < 60; i++) {
    await assert.rejects(
      limits.send(to('a'), async () => {
        throw new Error('a mistake');
      }),
    );
  }
  assert.equal(limits.room, 250);
  assert.deepEqual(await limits.send(to('a'), async () => DELIVERED), DELIVERED);
});

test('push service limits: sends are spread', async () => {
  const limits = new PushServiceLimits();
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      limits.send(to(`service ${index % 10}`), async () => {
        times.push(performance.now());
        return DELIVERED;
      }),
    ),
  );
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
  assert.ok(200 / seconds < 1500, `${200 / seconds} a second`);
});

test('push service limits: sends that cost much leave time to others', async () => {
  const limits = new PushServiceLimits();
  const costMillis = 4;
  let turns = 0;
  let isSending = true;
  const others = (async () => {
    for (; isSending; turns++) await new Promise((resolve) => setImmediate(resolve));
  })();
  const startedAt = performance.now();
  const count = 40;
  await Promise.all(
    Array.from({ length: count }, () =>
      limits.send(to('a'), async () => {
        for (const end = performance.now() + costMillis; performance.now() < end; );
        return DELIVERED;
      }),
    ),
  );
  isSending = false;
  await others;
  const millis = performance.now() - startedAt;
  assert.ok(millis > 1.5 * count * costMillis, `${millis} ms`);
  assert.ok(turns > count, `${turns} turns`);
});
