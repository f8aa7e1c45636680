/** How messages in hand share the push services. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { MailRoom } from '../../src/notify/mail-room.ts';
import type { Outcome } from '../../src/notify/web-push.ts';

const DELIVERED: Outcome = { kind: 'delivered' };
const NOWHERE: Outcome = { kind: 'nowhere' };
const SILENT: Outcome = { kind: 'later', reason: 'no answer', isSilent: true };

/** A push service of one host. */
const to = (host: string) => ({ host, service: host });
/** One of the hosts of a push service that has many. */
const among = (host: string) => ({ host, service: 'many' });

test('mail room: so many sends at a time to one service, however many wait', async () => {
  const room = new MailRoom();
  let sending = 0;
  let most = 0;
  const sent = Array.from({ length: 200 }, () =>
    room.post(to('a'), async () => {
      most = Math.max(most, ++sending);
      await delay(20);
      sending--;
      return DELIVERED;
    }),
  );
  assert.equal(room.room, 50);
  await Promise.all(sent);
  assert.equal(room.room, 250);
  assert.ok(most > 10 && most <= 50, String(most));
});

test('mail room: a service that hangs holds up no other, and is left alone', async () => {
  const room = new MailRoom();
  let tried = 0;
  const hanging = Array.from({ length: 120 }, () =>
    room.post(to('down'), async () => {
      tried++;
      await delay(300);
      return SILENT;
    }),
  );
  const startedAt = performance.now();
  await room.post(to('up'), async () => DELIVERED);
  assert.ok(performance.now() - startedAt < 250);
  const outcomes = await Promise.all(hanging);
  assert.ok(tried <= 50 + 10, `${tried} were tried`);
  assert.equal(outcomes.filter((outcome) => outcome === undefined).length, 120 - tried);
  assert.equal(await room.post(to('down'), async () => DELIVERED), undefined);
  assert.deepEqual(await room.post(to('up'), async () => DELIVERED), DELIVERED);
});

for (const [what, invented, millis] of [
  ['do not exist', NOWHERE, 5],
  ['hang', SILENT, 2000],
] as const) {
  test(`mail room: invented hosts that ${what} hold up no real one of their push service`, async () => {
    const room = new MailRoom();
    const others = Array.from({ length: 200 }, (_, index) =>
      room.post(among(`invented ${index}`), async () => {
        await delay(millis);
        return invented;
      }),
    );
    const startedAt = performance.now();
    const real = Array.from({ length: 50 }, () => room.post(among('real'), async () => DELIVERED));
    // The first message to a host that is not known yet may be put off once.
    const again = (await Promise.all(real)).map((outcome) => outcome ?? 'put off');
    await Promise.all(others);
    const outcomes = again.includes('put off')
      ? await Promise.all(real.map(() => room.post(among('real'), async () => DELIVERED)))
      : again;
    assert.deepEqual(
      outcomes,
      real.map(() => DELIVERED),
    );
    assert.ok(performance.now() - startedAt < 10_000);
  });
}

test('mail room: a host that has answered is not held up by invented ones of its push service', async () => {
  const room = new MailRoom();
  await room.post(among('real'), async () => DELIVERED);
  let tried = 0;
  const hanging = Array.from({ length: 200 }, (_, index) =>
    room.post(among(`invented ${index}`), async () => {
      tried++;
      await delay(2000);
      return SILENT;
    }),
  );
  const startedAt = performance.now();
  const real = Array.from({ length: 100 }, () => room.post(among('real'), async () => DELIVERED));
  assert.deepEqual(
    await Promise.all(real),
    real.map(() => DELIVERED),
  );
  assert.ok(performance.now() - startedAt < 1500);
  const outcomes = await Promise.all(hanging);
  assert.equal(tried, 50);
  assert.equal(outcomes.filter((outcome) => outcome === undefined).length, 150);
});

test('mail room: a host of many that has not answered yet is tried twice at a time', async () => {
  const room = new MailRoom();
  let sending = 0;
  const most: number[] = [];
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, () =>
      room.post(among('down'), async () => {
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

test('mail room: a send that throws gives its place back', async () => {
  const room = new MailRoom();
  for (let i = 0; i < 60; i++) {
    await assert.rejects(
      room.post(to('a'), async () => {
        throw new Error('a mistake');
      }),
    );
  }
  assert.equal(room.room, 250);
  assert.deepEqual(await room.post(to('a'), async () => DELIVERED), DELIVERED);
});

test('mail room: sends are spread', async () => {
  const room = new MailRoom();
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      room.post(to(`service ${index % 10}`), async () => {
        times.push(performance.now());
        return DELIVERED;
      }),
    ),
  );
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
  assert.ok(200 / seconds < 1500, `${200 / seconds} a second`);
});

test('mail room: sends that cost much leave time to others', async () => {
  const room = new MailRoom();
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
      room.post(to('a'), async () => {
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
