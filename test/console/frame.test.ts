/** What stands before every route of the console: forgery, session, visibility, role, proof. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { signIn, visitor } from '../support/console.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;

before(async () => {
  service = await startTestService();
});

after(async () => {
  await service.stop();
});

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
  });
  assert.equal(reply.headers.get('cache-control'), 'no-store');
});

test('a session ends after seven days without a request', async () => {
  const { userId } = await service.provision();
  const { send } = await signIn(service, userId, 7 * 24 * 3_600_000);
  const reply = await send('GET', '/clubs');
  assert.equal(reply.json.code, 'invalid_credentials');
});
