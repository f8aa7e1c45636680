/** Writers take turns, because the embedded database takes one write at a time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { turnOf } from '../../../src/concurrency/turn-queue.ts';
import { published, times } from '../../support/board.ts';
import { readMetrics } from '../../support/metrics.ts';
import { startPushService } from '../../support/push-service.ts';
import { anyProblem, headerOf } from '../../support/raw-http.ts';
import { startTestService } from '../../support/service.ts';

const push = await startPushService();
const service = await startTestService({ PUSH_ORIGINS: push.origin });
const event = await published(service);

/** Occupies the writer. @returns a function that releases it */
async function occupyWriter(): Promise<() => Promise<void>> {
  let letGo: () => void = () => {};
  const over = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let begun: () => void = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const writing = service.database.write(async () => {
    begun();
    await over;
  });
  await hasBegun;
  return async () => {
    letGo();
    await writing;
  };
}

const BACKLOG = 40;
const RACES = 300;

function races(generation: number): object[] {
  return Array.from({ length: RACES }, (_, n) => ({
    externalId: `n${n}`,
    raceNumber: n + 1,
    title: `Race ${n}, generation ${generation}`,
    scheduledAt: '2026-06-13T09:00:00Z',
  }));
}

/** Waits until so many requests are under way. */
async function underWay(count: number): Promise<void> {
  const active = async () => (await readMetrics(service.url)).get('http_server_active_requests');
  // The request for the metrics is one of them.
  while (((await active()) ?? 0) < count + 1) await delay(10);
}

test('turns: results are answered before the backlog of another key that was there first', async () => {
  const busy = await service.provision();
  await busy.send('POST', '/schedule');
  const letGo = await occupyWriter();
  const answers: string[] = [];
  const pushes = Array.from({ length: BACKLOG }, async (_, generation) => {
    const reply = await busy.send('PUT', '/races', races(generation));
    answers.push('races');
    assert.ok(reply.status === 200 || reply.status === 503, reply.text);
  });
  await underWay(BACKLOG);
  const results = event.send('PUT', '/races/r1/results', times(400_000));
  await underWay(BACKLOG + 1);
  await letGo();
  assert.equal((await results).status, 200);
  answers.push('results');
  await Promise.all(pushes);
  const place = answers.indexOf('results');
  assert.ok(place < BACKLOG / 3, `${place} of ${BACKLOG} were answered before`);
});

test('turns: a push that has waited for five seconds is 503, and nothing of it is written', async () => {
  const letGo = await occupyWriter();
  const startedAt = performance.now();
  const before = (await event.board()).json;
  const { subscription } = push.subscribe();
  const follow = { subscription, eventId: event.eventId, wholeEvent: true, crews: [], races: [] };
  const crews = [{ externalId: 'late', name: 'Late' }];
  const pushes = Promise.all([
    event.send('PUT', '/teams', crews),
    event.send('POST', '/schedule'),
    service.send('PUT', '/board/api/follows', { body: follow }),
  ]);
  const replies = await Promise.race([pushes, delay(15_000, undefined, { ref: false })]);
  const waitedMillis = performance.now() - startedAt;
  await letGo();
  assert.ok(replies, 'they still wait after 15 seconds');
  assert.ok(waitedMillis > 4500, `answered after ${waitedMillis} ms`);
  for (const reply of replies) {
    assert.equal(reply.status, 503, reply.text);
    const { code, detail } = anyProblem(reply);
    assert.equal(code, 'internal_error');
    assert.match(detail ?? '', /nothing was written/i);
    assert.match(headerOf(reply, 'retry-after') ?? '', /^[1-9]\d*$/);
  }
  assert.match(headerOf(replies[0], 'x-ratelimit-remaining') ?? '', /^\d+$/);
  const { teams } = (await event.send('GET', '/teams')).json;
  assert.ok(teams.every(({ name }: { name: string }) => name !== 'Late'));
  assert.deepEqual((await event.board()).json, before);
  assert.equal((await event.send('PUT', '/teams', crews)).status, 200);
});

test('turns: a write whose turn comes too late is not begun', async () => {
  let runs = 0;
  const turn = { ...turnOf('a'), since: performance.now() - 5000 };
  const late = service.database.write(async () => void runs++, { turn });
  await assert.rejects(late, { trouble: 'busy' });
  assert.equal(runs, 0);
});
