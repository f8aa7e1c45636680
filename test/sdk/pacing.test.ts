/** Many calls at once stay below the limits of the key: none is refused, and all are made. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { RunningOrder } from '../../sdk/src/index.ts';
import { Pace } from '../../sdk/src/transport.ts';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { startFaultProxy } from './fault-proxy.ts';

/** For how many rate windows, a minute each, one test waits; 0 skips it. */
const WINDOWS = Number(process.env.CLIENT_WINDOWS ?? 0);
const WRITES = 12;

const service = await startTestService({
  WRITES_PER_MINUTE: String(WRITES),
  READS_PER_MINUTE: '30',
});
const proxy = await startFaultProxy(service.url);

/** An event with a new key, and a client for it that goes through the proxy. */
async function newEvent() {
  const { key, eventId, send } = await service.provision();
  const api = new RunningOrder({ baseUrl: proxy.url, key, app: 'PacingTest/1.0' });
  proxy.noted.length = 0;
  return { event: api.event(eventId), api, send };
}

const team = (number: number) => [{ externalId: String(number), name: `Crew ${number}` }];

test('what would be refused waits, until its signal ends it', async () => {
  const { event, api } = await newEvent();
  await event.createSchedule();
  const ending = new AbortController();
  const calls = Array.from({ length: 40 }, (_, number) =>
    event.putTeams(team(number), { signal: ending.signal }),
  );
  const outcomes = Promise.allSettled(calls);
  await calls[WRITES - 2];
  await delay(300);
  assert.equal(proxy.noted.length, WRITES, 'no more than the limit is sent');
  assert.equal((await api.me()).rateLimit.remaining, 29, 'reads have a limit of their own');
  ending.abort();
  const done = (await outcomes).filter(({ status }) => status === 'fulfilled');
  assert.equal(done.length, WRITES - 1, 'one was for the schedule');
  assert.equal((await event.teams()).teams.length, WRITES - 1);
});

test('another program with the same key is noticed', async () => {
  const { event, send } = await newEvent();
  await event.createSchedule();
  for (let number = 0; number < 6; number++) await send('PUT', '/teams', team(100 + number));
  const ending = new AbortController();
  let done = 0;
  const calls = Array.from({ length: 10 }, (_, number) =>
    event.putTeams(team(number), { signal: ending.signal }).then(() => done++),
  );
  const outcomes = Promise.allSettled(calls);
  await until('those that may', () => done >= WRITES - 1 - 6);
  await delay(300);
  ending.abort();
  await outcomes;
  assert.equal(done, WRITES - 1 - 6);
  const refused = proxy.noted.length - 1 - done;
  assert.ok(refused <= 3, `${refused} were sent in vain`);
});

test('calls go on when the window does, and none is refused', {
  skip: WINDOWS > 0 ? false : 'takes minutes: CLIENT_WINDOWS says how many',
  timeout: (WINDOWS + 1) * 90_000,
}, async () => {
  const { event } = await newEvent();
  await event.createSchedule();
  const calls = Array.from({ length: WRITES * (WINDOWS + 1) - 1 }, (_, number) =>
    event.putTeams(team(number)),
  );
  const answers = await Promise.all(calls);
  assert.equal(proxy.noted.length, answers.length + 1, 'each was sent once');
});

/** Starts as many turns as may start now. @returns their numbers */
async function startAll(pace: Pace, wanted: number): Promise<number[]> {
  const started: number[] = [];
  for (let i = 0; i < wanted; i++) void pace.start().then((turn) => started.push(turn));
  await delay(1);
  return started;
}

test('before the first answer one goes ahead, then eight at a time', async () => {
  const pace = new Pace();
  const started = await startAll(pace, 20);
  assert.deepEqual(started, [1]);
  pace.end(1, { remaining: 100, freeInMs: 60_000 });
  await delay(1);
  assert.equal(started.length, 9);
  pace.end(2, { remaining: 99, freeInMs: 60_000 });
  await delay(1);
  assert.equal(started.length, 10);
});

test('an answer counts those under way, and an overtaken one gives nothing back', async () => {
  const pace = new Pace();
  const started = await startAll(pace, 20);
  pace.end(1, { remaining: 4, freeInMs: 60_000 });
  await delay(1);
  assert.equal(started.length, 5);
  pace.end(5, { remaining: 0, freeInMs: 60_000 });
  pace.end(2, { remaining: 3, freeInMs: 60_000 });
  await delay(1);
  assert.equal(started.length, 5);
});

test('after the limit one asks once a place is free; without any answer the next asks at once', async () => {
  const pace = new Pace();
  const started = await startAll(pace, 3);
  pace.end(1, { remaining: 0, freeInMs: 500 });
  await delay(1);
  assert.equal(started.length, 1);
  await until('a place is free', () => started.length > 1);
  assert.equal(started.length, 2);
  pace.end(2);
  await delay(1);
  assert.equal(started.length, 3);
  pace.end(3);
});
