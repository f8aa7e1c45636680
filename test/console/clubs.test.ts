/** Clubs and their members: every route, for every role of the table "Roles" of the contract of the console. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clubWithRoles, join, somebody, WHO } from '../support/club.ts';
import { visitor } from '../support/console.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();

/** For one request, the status that each kind of person gets; each asks about a new club. */
async function statuses(
  request: (club: Awaited<ReturnType<typeof clubWithRoles>>) => [string, string, unknown?],
) {
  const answers: Record<string, number | string> = {};
  for (const who of WHO) {
    const club = await clubWithRoles(service);
    const { status, json } = await club[who].send(...request(club));
    answers[who] = json?.code ?? status;
  }
  return answers;
}

const MANAGED = { member: 'forbidden', manager: 'forbidden', stranger: 'not_found' };

test('Roles: members and operators see a club, addresses are for admins, operators and oneself', async () => {
  assert.deepEqual(await statuses(({ at }) => ['GET', at]), {
    ...{ member: 200, manager: 200, admin: 200, operator: 200 },
    stranger: 'not_found',
  });
  const { at, clubId, member, manager, admin, operator } = await clubWithRoles(service, 'Möwe');
  const all = [
    { userId: admin.userId, name: 'Admin', role: 'admin', email: admin.email },
    { userId: manager.userId, name: 'Manager', role: 'schedule_manager', email: manager.email },
    { userId: member.userId, name: 'Member', role: 'member', email: member.email },
  ];
  const seen = await admin.send('GET', at);
  assert.deepEqual(seen.json, { id: clubId, name: 'Möwe', role: 'admin', members: all });
  const asOperator = await operator.send('GET', at);
  assert.deepEqual(asOperator.json, { ...seen.json, role: null });
  const asMember = await member.send('GET', at);
  assert.equal(asMember.json.role, 'member');
  assert.deepEqual(
    asMember.json.members.map(({ email }: { email?: string }) => email),
    [undefined, undefined, member.email],
  );
});

test('Roles: operators make clubs', async () => {
  const answers = await statuses(() => ['POST', '/clubs', { name: ' New club ' }]);
  assert.deepEqual(answers, {
    ...{ member: 'forbidden', manager: 'forbidden', admin: 'forbidden', stranger: 'forbidden' },
    operator: 201,
  });
  const { operator } = await clubWithRoles(service);
  const made = await operator.send('POST', '/clubs', { name: ' New club ' });
  assert.deepEqual(made.json, { id: made.json.id, name: 'New club', role: null });
  const club = await operator.send('GET', `/clubs/${made.json.id}`);
  assert.deepEqual(club.json.members, []);
});

test('Roles: admins and operators rename a club', async () => {
  const answers = await statuses(({ at }) => ['PATCH', at, { name: 'Other' }]);
  assert.deepEqual(answers, { ...MANAGED, admin: 200, operator: 200 });
  const { at, admin, clubId } = await clubWithRoles(service);
  const renamed = await admin.send('PATCH', at, { name: '<b>Ruder & Söhne</b>' });
  assert.deepEqual([renamed.json.id, renamed.json.name], [clubId, '<b>Ruder & Söhne</b>']);
  assert.deepEqual((await admin.send('GET', at)).json, renamed.json);
});

test('Roles: admins and operators change roles', async () => {
  const answers = await statuses(({ at, manager }) => [
    'PUT',
    `${at}/members/${manager.userId}`,
    { role: 'admin' },
  ]);
  assert.deepEqual(answers, { ...MANAGED, admin: 200, operator: 200 });
  const { at, admin, manager } = await clubWithRoles(service);
  const reply = await admin.send('PUT', `${at}/members/${manager.userId}`, { role: 'member' });
  const { userId, email } = manager;
  assert.deepEqual(reply.json, { userId, name: 'Manager', role: 'member', email });
});

test('Roles: nobody but an admin raises their own role', async () => {
  const { at, member, manager } = await clubWithRoles(service);
  for (const { userId, send } of [member, manager]) {
    const reply = await send('PUT', `${at}/members/${userId}`, { role: 'admin' });
    assert.equal(reply.json.code, 'forbidden');
  }
});

test('Roles: an operator adds members, an admin invites them', async () => {
  const { at, admin, operator, stranger } = await clubWithRoles(service);
  const path = `${at}/members/${stranger.userId}`;
  assert.equal((await admin.send('PUT', path, { role: 'member' })).json.code, 'not_found');
  const added = await operator.send('PUT', path, { role: 'schedule_manager' });
  assert.equal(added.status, 200, added.text);
  const { clubs } = (await stranger.send('GET', '/clubs')).json;
  assert.equal(clubs[0].role, 'schedule_manager');
});

test('Roles: everybody leaves, admins and operators remove', async () => {
  const answers = await statuses(({ at, manager }) => [
    'DELETE',
    `${at}/members/${manager.userId}`,
  ]);
  assert.deepEqual(answers, {
    member: 'forbidden',
    manager: 204,
    admin: 204,
    operator: 204,
    stranger: 'not_found',
  });
  const { at, member } = await clubWithRoles(service);
  const own = `${at}/members/${member.userId}`;
  assert.equal((await member.send('DELETE', own)).status, 204);
  // The session continues, but without the role from the next request on.
  assert.equal((await member.send('GET', at)).json.code, 'not_found');
  assert.equal((await member.send('DELETE', own)).json.code, 'not_found');
  assert.deepEqual((await member.send('GET', '/clubs')).json, { clubs: [], next: null });
});

test('Roles: another club and its admin are strangers', async () => {
  const [{ admin }, other] = [await clubWithRoles(service), await clubWithRoles(service)];
  const member = `${other.at}/members/${other.member.userId}`;
  const requests: [string, string, unknown?][] = [
    ['GET', other.at],
    ['PATCH', other.at, { name: 'Mine' }],
    ['PUT', member, { role: 'admin' }],
    ['DELETE', member],
    ['GET', `${other.at}/history`],
    ['GET', `${other.at}/invitations`],
    ['POST', `${other.at}/invitations`, { role: 'admin' }],
    ['DELETE', `${other.at}/invitations/1`],
  ];
  for (const [method, path, body] of requests) {
    const reply = await admin.send(method, path, body);
    assert.equal(reply.json.code, 'not_found', `${method} ${path}`);
    const missing = path.replace(other.at, '/clubs/999999');
    assert.deepEqual((await admin.send(method, missing, body)).json, reply.json);
  }
  const { json } = await other.admin.send('GET', other.at);
  assert.deepEqual([json.name, json.members.length], ['Rowing club', 3]);
});

test('Roles: a club keeps at least one admin, whoever asks', async () => {
  const { at, admin, operator } = await clubWithRoles(service);
  const own = `${at}/members/${admin.userId}`;
  for (const who of [admin, operator]) {
    for (const role of ['member', 'schedule_manager']) {
      const reply = await who.send('PUT', own, { role });
      assert.equal(reply.json.code, 'conflict');
      assert.match(reply.json.detail, /at least one admin/);
    }
    assert.equal((await who.send('DELETE', own)).json.code, 'conflict');
  }
  assert.equal((await admin.send('PUT', own, { role: 'admin' })).status, 200);
  assert.equal((await admin.send('GET', at)).json.role, 'admin');
});

test('Roles: of two admins who leave at once, one stays', async () => {
  const { at, clubId, admin } = await clubWithRoles(service);
  const other = await somebody(service);
  await join(service, clubId, other.userId, 'admin');
  const replies = await Promise.all(
    [admin, other].map(({ send, userId }) => send('DELETE', `${at}/members/${userId}`)),
  );
  assert.deepEqual(replies.map(({ status }) => status).sort(), [204, 409]);
});

test('Clubs: names at both edges, and of every script', async () => {
  const { at, admin } = await clubWithRoles(service);
  const names: [sent: string, stored: string][] = [
    ['x', 'x'],
    ['\u00a0 Köln \t', 'Köln'],
    ['🚣'.repeat(200), '🚣'.repeat(200)],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['נבחרת \u202Eשייט', 'נבחרת \u202Eשייט'],
    ['u\u0308ber', 'über'],
    ["'; drop table clubs; --", "'; drop table clubs; --"],
  ];
  for (const [name, stored] of names) {
    const reply = await admin.send('PATCH', at, { name });
    assert.equal(reply.json.name, stored, reply.text);
  }
  for (const name of ['A\u001b[31mB', 'A\n99  Admin', '\u200b', ' \u2060\u00a0']) {
    const reply = await admin.send('PATCH', at, { name });
    assert.deepEqual([reply.status, reply.json.field], [422, 'name'], JSON.stringify(name));
  }
  const last = names.at(-1)?.[1];
  const wrong: [unknown, string][] = [
    [{ name: '' }, 'name'],
    [{ name: ' \u2003\t' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ name: 'a\u0000b' }, 'name'],
    [{ name: '\ud800' }, 'name'],
    [{ name: null }, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: ['x'] }, 'name'],
    [{}, 'name'],
    [[], 'body'],
    ['"text"', 'body'],
    ['null', 'body'],
  ];
  for (const [body, field] of wrong) {
    const reply = await admin.send('PATCH', at, body);
    assert.deepEqual([reply.status, reply.json.field], [422, field], reply.text);
  }
  for (const body of ['{', '', '{"name":"x"', '\u0000']) {
    const reply = await admin.send('PATCH', at, body);
    assert.deepEqual([reply.status, reply.json.code], [400, 'malformed_json'], reply.text);
  }
  const large = await admin.send('PATCH', at, { name: 'x'.repeat(1_000_000) });
  assert.equal(large.json.code, 'payload_too_large');
  assert.equal((await admin.send('GET', at)).json.name, last);
});

test('Clubs: roles that are none, and ids that are none', async () => {
  const { at, admin, member } = await clubWithRoles(service);
  const path = `${at}/members/${member.userId}`;
  for (const role of ['owner', '', null, 1, ['admin'], 'Admin', undefined]) {
    const reply = await admin.send('PUT', path, { role });
    assert.deepEqual([reply.status, reply.json.field], [422, 'role'], String(role));
  }
  for (const id of ['0', '-1', '1.5', 'x', '01', '%00', '9'.repeat(30)]) {
    assert.equal((await admin.send('GET', `/clubs/${id}`)).json.code, 'not_found', id);
    const reply = await admin.send('PUT', `${at}/members/${id}`, { role: 'member' });
    assert.equal(reply.json.code, 'not_found', id);
  }
  const { json } = await admin.send('GET', at);
  assert.equal(json.members.length, 3);
});

test('Clubs: nothing without a session, nothing from another site', async () => {
  const { at, admin } = await clubWithRoles(service);
  const nobody = await visitor(service).send('PATCH', at, { name: 'x' });
  assert.equal(nobody.json.code, 'missing_credentials');
  const forged = await admin.send('PATCH', at, { name: 'x' }, { 'sec-fetch-site': 'cross-site' });
  assert.deepEqual([forged.status, forged.json.code], [403, 'forbidden']);
  assert.equal((await admin.send('GET', at)).json.name, 'Rowing club');
});
