/** Which writes put news into the outbox, over real HTTP. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { raw } from '../support/raw.ts';
import { type Provisioned, startTestService } from '../support/service.ts';

const service = await startTestService({ NOTIFY_SETTLE_SECONDS: '45' });

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const dayIn = (hours: number) => inHours(hours).slice(0, 10);

/** A race that starts in some hours, with two crews drawn; times are UTC. */
async function regatta(hours = 0, fields: object = {}): Promise<Provisioned> {
  const event = await service.provision({ timezone: null });
  await event.send('POST', '/schedule');
  await event.send('POST', '/schedule/publish');
  await event.send('PUT', '/teams', [
    { externalId: 'a', name: 'A' },
    { externalId: 'b', name: 'B' },
  ]);
  await event.send('PUT', '/races', [
    { externalId: 'r', raceNumber: 1, scheduledAt: inHours(hours), ...fields },
  ]);
  await event.send('PUT', '/races/r/entries', [
    { position: 1, teamExternalId: 'a' },
    { position: 2, teamExternalId: 'b' },
  ]);
  return event;
}

async function newsOf({ eventId }: Provisioned) {
  const rows = await raw(
    service.databaseUrl,
    `select kind, subject, due_at from outbox where event_id = ${eventId} order by kind`,
  );
  return rows.map(({ due_at, ...row }) => {
    const settle = Number(due_at) - Date.now();
    assert.ok(settle > 30_000 && settle <= 45_000, `settles in ${settle} ms`);
    return row;
  });
}

const result = (position: number, finishTimeMillis: number) => ({ position, finishTimeMillis });

async function raceIdOf({ eventId }: Provisioned): Promise<string> {
  const [row] = await raw(service.databaseUrl, `select id from races where event_id = ${eventId}`);
  return String(row?.id);
}

test('news: results lane by lane, and corrected, are one', async () => {
  const event = await regatta();
  for (const sent of [[result(1, 400_000)], [result(2, 410_000)], [result(2, 409_000)]]) {
    assert.equal((await event.send('PUT', '/races/r/results', sent)).status, 200);
  }
  assert.deepEqual(await newsOf(event), [
    { kind: 'results-posted', subject: await raceIdOf(event) },
  ]);
});

test('news: a delay, set three times, is one', async () => {
  const event = await regatta();
  for (const delayMinutes of [10, 20, 15]) {
    await event.send('PUT', '/schedule/delay', { venueDay: dayIn(0), delayMinutes });
  }
  assert.deepEqual(await newsOf(event), [{ kind: 'schedule-delayed', subject: dayIn(0) }]);
});

test('news: none of what is pushed twice', async () => {
  const event = await regatta();
  await event.send('PUT', '/races/r/results', [result(1, 400_000)]);
  await event.send('PUT', '/schedule/delay', { venueDay: dayIn(0), delayMinutes: 5 });
  await raw(service.databaseUrl, `delete from outbox where event_id = ${event.eventId}`);
  await event.send('PUT', '/races/r/results', [result(1, 400_000)]);
  await event.send('PUT', '/schedule/delay', { venueDay: dayIn(0), delayMinutes: 5 });
  assert.deepEqual(await newsOf(event), []);
});

test('news: none of a draft, nor of publishing it', async () => {
  const event = await service.provision({ timezone: null });
  await event.send('POST', '/schedule');
  await event.send('PUT', '/teams', [{ externalId: 'a', name: 'A' }]);
  await event.send('PUT', '/races', [
    { externalId: 'r', raceNumber: 1, scheduledAt: inHours(0) },
    { externalId: 's', raceNumber: 2, scheduledAt: inHours(0) },
  ]);
  await event.send('PUT', '/races/r/entries', [{ position: 1, teamExternalId: 'a' }]);
  await event.send('PUT', '/races/r/results', [result(1, 400_000)]);
  await event.send('PUT', '/schedule/delay', { venueDay: dayIn(0), delayMinutes: 5 });
  await event.send('POST', '/schedule/publish');
  assert.deepEqual(await newsOf(event), []);
});

test('news: none of what was rowed long ago, unless its delay brings it near', async () => {
  const old = await regatta(-31);
  await old.send('PUT', '/races/r/results', [result(1, 400_000)]);
  await old.send('PUT', '/schedule/delay', { venueDay: dayIn(-31), delayMinutes: 120 });
  assert.deepEqual(await newsOf(old), []);

  const late = await regatta(-31);
  await late.send('PUT', '/schedule/delay', { venueDay: dayIn(-31), delayMinutes: 120 });
  await late.send('PUT', '/races/r/results', [result(1, 400_000)]);
  const kinds = (await newsOf(late)).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['results-posted', 'schedule-delayed']);
});

test('news: none of hidden results', async () => {
  const event = await regatta(0, { resultVisibility: 'hidden' });
  await event.send('PUT', '/races/r/results', [result(1, 400_000)]);
  assert.deepEqual(await newsOf(event), []);
});

test('news: none of a push that is refused', async () => {
  const event = await regatta();
  const reply = await event.send('PUT', '/races/r/results', [result(1, 400_000), result(9, 1)]);
  assert.equal(reply.status, 422);
  assert.deepEqual(await newsOf(event), []);
});

test('news: results wait for the lanes that are still out, at most 45 seconds after the first', async () => {
  const own = await startTestService({ NOTIFY_SETTLE_SECONDS: '20' });
  const event = await own.provision({ timezone: null });
  const crews = ['a', 'b', 'c', 'd'];
  await event.send('POST', '/schedule');
  await event.send('POST', '/schedule/publish');
  await event.send(
    'PUT',
    '/teams',
    crews.map((id) => ({ externalId: id, name: id })),
  );
  await event.send('PUT', '/races', [{ externalId: 'r', raceNumber: 1, scheduledAt: inHours(0) }]);
  await event.send(
    'PUT',
    '/races/r/entries',
    crews.map((id, index) => ({ position: index + 1, teamExternalId: id })),
  );
  /** Posts results. @returns in how many seconds the news are due, and at the latest */
  const post = async (...results: object[]) => {
    assert.equal((await event.send('PUT', '/races/r/results', results)).status, 200);
    const [row] = await raw(own.databaseUrl, 'select due_at, latest_at from outbox');
    const seconds = (name: string) => (Number(row?.[name]) - Date.now()) / 1000;
    return { due: seconds('due_at'), latest: seconds('latest_at') };
  };
  const pass = (seconds: number) =>
    raw(
      own.databaseUrl,
      `update outbox set due_at = due_at - ${seconds * 1000}, latest_at = latest_at - ${seconds * 1000}`,
    );
  // Up to 8 seconds less, because a slow machine takes a few seconds for each step.
  const isAbout = (seconds: number, expected: number) =>
    assert.ok(seconds <= expected && seconds > expected - 8, `${seconds} s, not ${expected}`);
  try {
    const first = await post(result(1, 400_000));
    isAbout(first.due, 20);
    isAbout(first.latest, 45);
    await pass(10);
    isAbout((await post(result(2, 410_000))).due, 20);
    await pass(10);
    isAbout((await post(result(2, 409_000))).due, 10);
    isAbout((await post({ position: 2, status: 'assigned' })).due, 10);
    isAbout((await post(result(2, 409_000), { position: 3, status: 'dns' })).due, 20);
    const { latest } = await post(result(1, 401_000));
    isAbout(latest, 25);
    await pass(15);
    // The last lane's result waits only for the rest of the 45 seconds.
    isAbout((await post(result(4, 420_000))).due, 10);
    await raw(own.databaseUrl, 'update outbox set told_to = 1');
    const again = await post(result(4, 421_000));
    isAbout(again.due, 20);
    isAbout(again.latest, 45);
    await pass(10);
    isAbout((await post(result(4, 422_000))).due, 10);
  } finally {
    await own.stop();
  }
});
