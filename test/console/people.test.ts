/** How operators list and add people, and what closing an account ends. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { startService } from '../../src/main.ts';
import { readSettings } from '../../src/settings.ts';
import { exists } from '../../src/storage/accounts/accounts.ts';
import { clubWithRoles, join, somebody } from '../support/club.ts';
import { signIn } from '../support/console.ts';
import { isOnServer } from '../support/databases.ts';
import { mintKey } from '../support/keys.ts';
import { addPerson, Browser } from '../support/people.ts';
import { PUBLIC_URL, startTestService } from '../support/service.ts';

const service = await startTestService();

const newKey = (userId: number) => service.database.write((tx) => mintKey(tx, userId, 'Timing'));

test('Roles: all about people is for operators alone, whether or not there is such a person', async () => {
  const { member, manager, admin, stranger } = await clubWithRoles(service);
  for (const { send } of [member, manager, admin, stranger]) {
    for (const [method, path, body] of [
      ['GET', '/people'],
      ['POST', '/people', { name: 'x' }],
      ['POST', `/people/${member.userId}/links`],
      ['POST', '/people/999999/links'],
      ['DELETE', `/people/${member.userId}`],
      ['DELETE', '/people/999999'],
    ] as const) {
      const reply = await send(method, path, body);
      assert.deepEqual([reply.status, reply.json.code], [403, 'forbidden'], `${method} ${path}`);
    }
  }
  assert.equal((await member.send('GET', '/clubs')).status, 200);
});

test('People: an operator sees all of them, with addresses and clubs', async () => {
  const { operator, member, clubId } = await clubWithRoles(service, 'Möwe');
  const { people } = (await operator.send('GET', '/people')).json;
  const seen = (id: number) => people.find((person: { id: number }) => person.id === id);
  assert.deepEqual(seen(member.userId), {
    ...{ id: member.userId, name: 'Member', email: member.email, operator: false },
    clubs: [{ id: clubId, name: 'Möwe', role: 'member' }],
  });
  assert.deepEqual([seen(operator.userId).operator, seen(operator.userId).clubs], [true, []]);
});

test('People: an operator adds a person, who comes in by a sign-in link', async () => {
  const { operator } = await clubWithRoles(service);
  const email = ' NEW.Person@Example.org ';
  const made = await operator.send('POST', '/people', { name: ' New Person ', email });
  assert.equal(made.status, 201, made.text);
  const { person, link, isMailed } = made.json;
  const added = { id: person.id, name: 'New Person', email: 'new.person@example.org' };
  assert.deepEqual(person, { ...added, operator: false, clubs: [] });
  assert.equal(isMailed, false);
  const token = link.split('#')[1];
  const browser = new Browser(service);
  const reply = await browser.send('POST', '/links/redeem', { token });
  assert.deepEqual(reply.json.person, {
    ...added,
    ...{ language: null, operator: false, hasPassword: false },
  });
  const again = await operator.send('POST', '/people', { name: 'Other', email });
  assert.deepEqual([again.status, again.json.code], [409, 'conflict']);
  for (const [body, field] of [
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'x', email: 'none' }, 'email'],
    [{ name: 'x', email: 7 }, 'email'],
  ] as const) {
    const wrong = await operator.send('POST', '/people', body);
    assert.deepEqual([wrong.status, wrong.json.field], [422, field]);
  }
  const nameless = await operator.send('POST', '/people', { name: 'No address', email: null });
  assert.equal(nameless.json.person.email, null);
});

test('Fresh proof: a sign-in link for a person needs one, to add a person none', async () => {
  const { operator, stranger } = await clubWithRoles(service);
  const old = await signIn(service, operator.userId, 15 * 60_000);
  for (const { userId } of [operator, stranger]) {
    const { status, json } = await old.send('POST', `/people/${userId}/links`);
    assert.deepEqual([status, json.code], [403, 'forbidden']);
    assert.match(json.detail, /proof/);
  }
  const links = service.database.reads.selectFrom('links').select('id');
  const ofStranger = await links.where('user_id', '=', stranger.userId).execute();
  assert.deepEqual(ofStranger, []);
  assert.equal((await old.send('POST', '/people', { name: 'New Person' })).status, 201);
  const fresh = await signIn(service, operator.userId, 14 * 60_000);
  assert.equal((await fresh.send('POST', `/people/${stranger.userId}/links`)).status, 201);
});

test('Closing an account: sessions, links, keys and memberships end, the address is free', async () => {
  const { operator, manager, at, admin } = await clubWithRoles(service);
  const second = await signIn(service, manager.userId);
  const key = await newKey(manager.userId);
  const link = await operator.send('POST', `/people/${manager.userId}/links`);
  const keyWorks = () => service.send('GET', '/v1/me', { key });
  assert.equal((await keyWorks()).status, 200);

  const closed = await operator.send('DELETE', `/people/${manager.userId}`);
  assert.deepEqual([closed.status, closed.text], [204, '']);
  for (const { send } of [manager, second]) {
    assert.equal((await send('GET', '/clubs')).json.code, 'invalid_credentials');
  }
  assert.equal((await keyWorks()).json.code, 'invalid_credentials');
  const token = link.json.link.split('#')[1];
  const opened = await new Browser(service).send('POST', '/links/redeem', { token });
  assert.equal(opened.json.code, 'invalid_credentials');
  assert.deepEqual(
    (await admin.send('GET', at)).json.members.map(({ name }: { name: string }) => name),
    ['Admin', 'Member'],
  );
  const { people } = (await operator.send('GET', '/people')).json;
  assert.ok(!people.some(({ id }: { id: number }) => id === manager.userId));
  for (const [method, path] of [
    ['DELETE', `/people/${manager.userId}`],
    ['POST', `/people/${manager.userId}/links`],
  ] as const) {
    assert.equal((await operator.send(method, path)).json.code, 'not_found');
  }
  const member = await operator.send('PUT', `${at}/members/${manager.userId}`, { role: 'member' });
  assert.equal(member.json.code, 'not_found');
  // The history still has the person's name, and the e-mail address is free for another person.
  const [entry] = (await admin.send('GET', `${at}/history`)).json.entries;
  assert.deepEqual(
    [entry.operation, entry.subject.name, entry.displayName, entry.details.role],
    ['close-account', 'Manager', 'Operator', 'schedule_manager'],
  );
  const next = await operator.send('POST', '/people', { name: 'Next', email: manager.email });
  assert.equal(next.status, 201, next.text);
  assert.notEqual(next.json.person.id, manager.userId);
});

test('Closing an account: the password lets nobody in', async () => {
  const { operator } = await clubWithRoles(service);
  const { userId, email } = await addPerson(service.database);
  const browser = new Browser(service);
  assert.equal((await browser.signIn(email)).status, 200);
  await operator.send('DELETE', `/people/${userId}`);
  assert.equal((await browser.send('GET', '/account')).json.code, 'invalid_credentials');
  assert.equal((await new Browser(service).signIn(email)).json.code, 'invalid_credentials');
});

test('Closing an account: not that of the only admin of a club', async () => {
  const { operator, admin, clubId, at } = await clubWithRoles(service, 'Möwe');
  const refused = await operator.send('DELETE', `/people/${admin.userId}`);
  assert.equal(refused.json.code, 'conflict');
  assert.match(refused.json.detail, /Möwe/);
  assert.equal((await admin.send('GET', at)).json.role, 'admin');
  const other = await somebody(service);
  await join(service, clubId, other.userId, 'admin');
  assert.equal((await operator.send('DELETE', `/people/${admin.userId}`)).status, 204);
});

test('Closing an account: not that of the last operator', async () => {
  const alone = await startTestService();
  try {
    const [operator, second] = [
      await somebody(alone, { isOperator: true }),
      await somebody(alone, { isOperator: true }),
    ];
    const close = (who: typeof operator) => who.send('DELETE', `/people/${who.userId}`);
    const replies = await Promise.all([close(operator), close(second)]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [204, 409]);
    const last = replies[0]?.status === 409 ? operator : second;
    assert.equal((await close(last)).json.code, 'conflict');
    assert.equal((await last.send('GET', '/people')).status, 200);
  } finally {
    await alone.stop();
  }
});

test('Closing an account: an operator who is none any more sees nothing at the next request', async () => {
  const { operator } = await clubWithRoles(service);
  await service.database.write((tx) =>
    tx.updateTable('users').set({ is_operator: 0 }).where('id', '=', operator.userId).execute(),
  );
  assert.equal((await operator.send('GET', '/people')).json.code, 'forbidden');
});

if (isOnServer) {
  test('Closing an account: its keys and sessions are dead in every process', async () => {
    const { operator, manager } = await clubWithRoles(service);
    const key = await newKey(manager.userId);
    const environment = { DATABASE_URL: service.databaseUrl, PORT: '0', PUBLIC_URL };
    const settings = readSettings({ ...environment, LOG_LEVEL: 'silent' });
    const other = await startService(settings, pino({ level: 'silent' }));
    try {
      const ask = (path: string, headers: Record<string, string>) =>
        fetch(other.address + path, { headers }).then(({ status }) => status);
      const states = async () => [
        await ask('/v1/me', { authorization: `Bearer ${key}` }),
        await ask('/console/api/clubs', { cookie: manager.cookie }),
      ];
      assert.deepEqual(await states(), [200, 200]);
      await operator.send('DELETE', `/people/${manager.userId}`);
      assert.deepEqual(await states(), [401, 401]);
    } finally {
      await other.stop();
    }
  });
}

test('Closing an account: its row stays, because the history refers to it', async () => {
  const { operator, stranger } = await clubWithRoles(service);
  await operator.send('DELETE', `/people/${stranger.userId}`);
  assert.ok(await exists(service.database.reads, 'users', stranger.userId));
});
