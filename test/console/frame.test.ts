/** The checks before every route of the console: forgery, session, visibility, role, proof, rate limits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { touchSession } from '../../src/storage/accounts/sessions.ts';
import { signIn, visitor } from '../support/console.ts';
import { refused } from '../support/refused.ts';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const service = await startTestService();

test('nobody is signed in without a cookie, and a dead one says so', async () => {
  const none = await visitor(service).send('GET', '/clubs');
  assert.equal(none.status, 401);
  assert.equal(none.json.code, 'missing_credentials');
  const dead = await visitor(service, '__Host-running-order=nonsense').send('GET', '/clubs');
  assert.equal(dead.status, 401);
  assert.equal(dead.json.code, 'invalid_credentials');
});

test('who is signed in sees their clubs', async () => {
  const { userId, clubId } = await service.provision();
  const { send } = await signIn(service, userId);
  const reply = await send('GET', '/clubs');
  assert.equal(reply.status, 200, reply.text);
  assert.deepEqual(reply.json, {
    clubs: [{ id: clubId, name: 'Rowing club', role: 'schedule_manager' }],
    next: null,
  });
  assert.equal(reply.headers.get('cache-control'), 'no-store');
});

test('a session ends after seven days without a request', async () => {
  const { userId } = await service.provision();
  const { send } = await signIn(service, userId, 7 * 24 * 3_600_000);
  const reply = await send('GET', '/clubs');
  assert.equal(reply.json.code, 'invalid_credentials');
});

test('of requests at the same time, the first notes when the session was last seen', async () => {
  const { userId } = await service.provision();
  const hour = 3_600_000;
  const { send, sessionId } = await signIn(service, userId, hour);
  const lastSeen = async () => {
    const sessions = service.database.reads.selectFrom('sessions').where('id', '=', sessionId);
    return (await sessions.select('last_seen_at').executeTakeFirstOrThrow()).last_seen_at;
  };
  const before = await lastSeen();
  await Promise.all([send('GET', '/clubs'), send('GET', '/clubs')]);
  await until('it was noted', async () => (await lastSeen()) !== before);
  const noted = await lastSeen();
  const late = { sessionId, lastSeenAt: before };
  await service.database.write((tx) => touchSession(tx, late, noted + hour));
  assert.equal(await lastSeen(), noted);
});

test('a person has so many reads and writes in a minute, in all browsers together', async (t) => {
  const own = await startTestService({ READS_PER_MINUTE: '2', WRITES_PER_MINUTE: '1' });
  t.after(() => own.stop());
  const [ann, bob] = [await own.provision(), await own.provision()];
  const laptop = await signIn(own, ann.userId);
  const phone = await signIn(own, ann.userId);
  for (const { send } of [laptop, phone]) {
    for (let n = 0; n < 2; n++) assert.equal((await send('GET', '/clubs')).status, 200);
    assert.equal((await send('PATCH', '/account', { name: 'Ann' })).status, 200);
  }
  for (const { send } of [laptop, phone]) {
    for (const reply of [
      await send('GET', '/clubs'),
      await send('GET', '/events/999999'),
      await send('GET', '/events/999999/office'),
      await send('GET', '/events/999999/live'),
      await send('PATCH', '/account', '{'),
    ]) {
      refused(reply, 429, 'rate_limited');
      const seconds = Number(reply.headers.get('retry-after'));
      assert.ok(seconds > 0 && seconds <= 60, `${seconds} s`);
    }
  }
  const other = await signIn(own, bob.userId);
  assert.equal((await other.send('GET', '/clubs')).status, 200, 'nobody else notices');
  assert.equal((await ann.send('GET', '/schedule')).status, 404, 'nor do their keys');
});
