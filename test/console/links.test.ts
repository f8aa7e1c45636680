/** Invitations and sign-in links: every case of the section "Links" of the contract of the console. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ANYBODY,
  atCommandLine,
  performAccount,
} from '../../src/operations/accounts/account-operation.ts';
import { makeSignInLink } from '../../src/operations/accounts/links.ts';
import { clubWithRoles, join, somebody, WHO } from '../support/club.ts';
import { visitor } from '../support/console.ts';
import { Browser, PASSWORD } from '../support/people.ts';
import { type Reply, startTestService } from '../support/service.ts';

const service = await startTestService({ TRUSTED_PROXIES: '1' });

const DAY = 24 * 3_600_000;
const office = atCommandLine({ userId: null, keyPrefix: null, loginName: 'anna' });

/** The token in the link of an answer. */
function tokenOf({ json, text }: Reply): string {
  const [, token] =
    /^https:\/\/regatta\.example\/console\/[a-z-]+#([\w-]{43})$/.exec(json.link) ?? [];
  assert.ok(token, text);
  return token;
}

async function invited(role = 'schedule_manager', email?: string | null) {
  const club = await clubWithRoles(service, 'Ruderclub');
  const made = await club.admin.send('POST', `${club.at}/invitations`, { role, email });
  assert.equal(made.status, 201, made.text);
  return { ...club, token: tokenOf(made), made };
}

let networks = 0;
/** Redeems a link without being signed in, by default from a network address that no other request has. */
const redeem = (body: unknown, from = { 'x-forwarded-for': `10.0.0.${++networks}` }) =>
  new Browser(service, from).send('POST', '/links/redeem', body);
const read = (token: unknown) => visitor(service).send('POST', '/links/read', { token });

let count = 0;
const newPerson = () => ({
  name: 'Zoë',
  email: `zoe${++count}@example.org`,
  password: PASSWORD,
});

/** Makes all open links expire, as if time had passed. */
function expireLinks() {
  return service.database.write((tx) =>
    tx.updateTable('links').set({ expires_at: Date.now() }).execute(),
  );
}

async function assertDead(token: unknown) {
  for (const reply of [await read(token), await redeem({ token, ...newPerson() })]) {
    assert.deepEqual([reply.status, reply.json.code], [401, 'invalid_credentials'], reply.text);
    assert.deepEqual(reply.headers.getSetCookie(), []);
  }
}

test('Roles: admins and operators invite, see invitations and withdraw them', async () => {
  const expected = { member: 403, manager: 403, stranger: 404 };
  const answers = { ...expected, admin: 0, operator: 0 };
  for (const [method, path, body, status] of [
    ['POST', '', { role: 'member' }, 201],
    ['GET', '', undefined, 200],
    ['DELETE', '/1', undefined, 404],
  ] as const) {
    for (const who of WHO) {
      const club = await clubWithRoles(service);
      const reply = await club[who].send(method, `${club.at}/invitations${path}`, body);
      assert.equal(reply.status, answers[who] || status, `${who} ${method} ${reply.text}`);
    }
  }
});

test('Links: an invitation ends after 7 days, and its link is shown once', async () => {
  const { made, at, admin } = await invited('admin', ' ZOE@Example.org ');
  assert.deepEqual(Object.keys(made.json).sort(), ['expiresAt', 'isMailed', 'link']);
  assert.equal(made.json.isMailed, false);
  const left = Date.parse(made.json.expiresAt) - Date.now();
  assert.ok(left > 7 * DAY - 60_000 && left <= 7 * DAY, String(left));
  const list = await admin.send('GET', `${at}/invitations`);
  const [{ id, ...invitation }] = list.json.invitations;
  const { expiresAt } = made.json;
  assert.deepEqual(invitation, { role: 'admin', email: 'zoe@example.org', expiresAt });
  assert.equal(typeof id, 'number');
});

test('Links: what one is about is read as often as one likes', async () => {
  const { token, made } = await invited('member', 'read@example.org');
  const { expiresAt } = made.json;
  for (let times = 0; times < 2; times++) {
    const { status, json } = await read(token);
    assert.equal(status, 200);
    const about = { kind: 'invitation', clubName: 'Ruderclub', role: 'member' };
    assert.deepEqual(json, { ...about, email: 'read@example.org', expiresAt });
  }
});

test('Links: a new person gives name, address and password, and is signed in', async () => {
  const { token, clubId } = await invited();
  const zoe = new Browser(service);
  const person = { ...newPerson(), name: '  <b>Zoë</b> \u05D0\u202E ' };
  const reply = await zoe.send('POST', '/links/redeem', { token, ...person });
  assert.equal(reply.status, 200, reply.text);
  const { id, ...seen } = reply.json.person;
  assert.deepEqual(seen, {
    ...{ name: '<b>Zoë</b> \u05D0\u202E', email: person.email, language: null },
    ...{ operator: false, hasPassword: true },
  });
  const { clubs } = (await zoe.send('GET', '/clubs')).json;
  assert.deepEqual(clubs, [{ id: clubId, name: 'Ruderclub', role: 'schedule_manager' }]);
  assert.equal((await new Browser(service).signIn(person.email)).json.person.id, id);
  await assertDead(token);
});

test('Links: 422 names the first that is missing, and the link stays unused', async () => {
  const { token, at, admin } = await invited();
  const { name, email, password } = newPerson();
  const cases: [object, string[]][] = [
    [{}, ['name', 'email', 'password']],
    [{ name }, ['email', 'password']],
    [{ name, email }, ['password']],
    [{ email, password }, ['name']],
    [{ name, password }, ['email']],
  ];
  for (const [body, fields] of cases) {
    const reply = await redeem({ token, ...body });
    assert.deepEqual([reply.status, reply.json.field], [422, fields[0]], reply.text);
    assert.deepEqual(
      reply.json.errors.map(({ field }: { field: string }) => field),
      fields,
    );
  }
  assert.equal((await admin.send('GET', `${at}/invitations`)).json.invitations.length, 1);
  assert.equal((await admin.send('GET', at)).json.members.length, 3);
  assert.equal((await redeem({ token, name, email, password })).status, 200);
});

test('Links: passwords and addresses that are none leave the link unused', async () => {
  const { token, at, admin } = await invited();
  const person = newPerson();
  const cases: [object, string][] = [
    [{ password: 'short' }, 'password'],
    [{ password: 'x'.repeat(129) }, 'password'],
    [{ password: 'x'.repeat(20_000) }, 'password'],
    [{ password: 'qwertyuiop' }, 'password'],
    [{ password: person.email }, 'password'],
    [{ name: 'Zoë of Köln', password: 'ZOË  OF KÖLN' }, 'password'],
    [{ password: 7 }, 'password'],
    [{ email: 'zoe' }, 'email'],
    [{ email: 'zoe@@example.org' }, 'email'],
    [{ email: 'zoe <zoe@example.org>' }, 'email'],
    [{ email: 'a@b.c,d@e.f' }, 'email'],
    [{ email: 'a@b.c\r\nBcc: d@e.f' }, 'email'],
    [{ email: `${'x'.repeat(65)}@example.org` }, 'email'],
    [{ email: `a@${'x.'.repeat(130)}org` }, 'email'],
    [{ email: ['zoe@example.org'] }, 'email'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ token: 7 }, 'token'],
    [{ token: '\u0000'.repeat(43) }, 'token'],
    [{ token: 'x'.repeat(201) }, 'token'],
  ];
  for (const [wrong, field] of cases) {
    const reply = await redeem({ token, ...person, ...wrong });
    assert.deepEqual([reply.status, reply.json.field], [422, field], JSON.stringify(wrong));
  }
  const large = await redeem({ token, ...person, password: 'x'.repeat(1_000_000) });
  assert.equal(large.json.code, 'payload_too_large');
  for (const body of ['{', '[]', 'null', '"x"', '{"token":null}']) {
    assert.ok([400, 422].includes((await redeem(body)).status), body);
  }
  assert.equal((await admin.send('GET', at)).json.members.length, 3);
  assert.equal((await redeem({ token, ...person })).status, 200);
});

test('Links: an invitation with an address needs no other, and takes no other', async () => {
  const { name, email, password } = newPerson();
  const { token } = await invited('member', email);
  const other = await redeem({ token, name, password, email: 'other@example.org' });
  assert.deepEqual([other.status, other.json.field], [422, 'email']);
  const reply = await redeem({ token, name, password });
  assert.equal(reply.json.person.email, email, reply.text);
});

test('Links: somebody signed in sends the token alone, joins, and stays in the session', async () => {
  const { token, clubId, stranger } = await invited();
  const reply = await stranger.send('POST', '/links/redeem', { token });
  assert.equal(reply.status, 200, reply.text);
  assert.equal(reply.json.person.id, stranger.userId);
  assert.deepEqual(reply.headers.getSetCookie(), []);
  const { clubs } = (await stranger.send('GET', '/clubs')).json;
  assert.deepEqual(clubs, [{ id: clubId, name: 'Ruderclub', role: 'schedule_manager' }]);
  await assertDead(token);
});

test('Links: a member keeps the higher role', async () => {
  for (const [who, role, kept] of [
    ['admin', 'member', 'admin'],
    ['manager', 'member', 'schedule_manager'],
    ['member', 'admin', 'admin'],
  ] as const) {
    const club = await invited(role);
    const reply = await club[who].send('POST', '/links/redeem', { token: club.token });
    assert.equal(reply.status, 200, reply.text);
    assert.equal((await club[who].send('GET', club.at)).json.role, kept);
    await assertDead(club.token);
  }
});

test('Links: an address that has an account: 409, and the link stays unused', async () => {
  const { token, stranger, at, admin } = await invited();
  const { name, password } = newPerson();
  const reply = await redeem({ token, name, password, email: stranger.email });
  assert.deepEqual([reply.status, reply.json.code], [409, 'conflict'], reply.text);
  const known = await invited('member', stranger.email);
  assert.equal((await redeem({ token: known.token, name, password })).json.code, 'conflict');
  assert.equal((await admin.send('GET', `${at}/invitations`)).json.invitations.length, 1);
  assert.equal((await stranger.send('POST', '/links/redeem', { token })).status, 200);
});

test('Links: who has an account is said to nobody who has not sent name and password', async () => {
  const { token, stranger } = await invited();
  const { name, email: unused, password } = newPerson();
  for (const sent of [{}, { name }, { password }]) {
    const answers: string[] = [];
    for (const email of [stranger.email, unused]) {
      const { status, json } = await redeem({ token, ...sent, email });
      answers.push(JSON.stringify([status, json.code, json.errors]));
    }
    assert.equal(answers[0], answers[1]);
    assert.match(answers[0] ?? '', /^\[422,/);
  }
});

test('Links: thirty are opened a minute from one address, then 429', async () => {
  const from = { 'x-forwarded-for': '192.0.2.9' };
  const statuses: number[] = [];
  for (let times = 0; times < 32; times++) {
    statuses.push((await redeem({ token: 'x', ...newPerson() }, from)).status);
  }
  assert.deepEqual(statuses, [...Array(30).fill(401), 429, 429]);
});

test('Links: of two who accept an invitation at once, one wins', async () => {
  const { token, at, admin } = await invited();
  const people = await Promise.all([1, 2, 3, 4].map(() => redeem({ token, ...newPerson() })));
  assert.deepEqual(people.map(({ status }) => status).sort(), [200, 401, 401, 401]);
  assert.equal((await admin.send('GET', at)).json.members.length, 4);
  const second = await invited();
  const signedIn = [await somebody(service), second.stranger, second.member];
  const joined = await Promise.all(
    signedIn.map(({ send }) => send('POST', '/links/redeem', { token: second.token })),
  );
  assert.deepEqual(joined.map(({ status }) => status).sort(), [200, 401, 401]);
});

test('Links: of two who take the same address at once, one gets it', async () => {
  const [first, second] = [await invited(), await invited()];
  const person = newPerson();
  const replies = await Promise.all(
    [first, second].map(({ token }) => redeem({ token, ...person })),
  );
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
});

test('Links: expired, withdrawn, changed and foreign tokens all get the same answer', async () => {
  const { token, at, admin } = await invited();
  const { invitations } = (await admin.send('GET', `${at}/invitations`)).json;
  const path = `${at}/invitations/${invitations[0].id}`;
  await assertDead(token.slice(0, -1));
  await assertDead(`${token}x`);
  await assertDead(` ${token}`);
  await assertDead(token.toLowerCase());
  await assertDead('');
  await assertDead(admin.cookie.split('=')[1]);
  const other = await clubWithRoles(service);
  const foreign = await other.admin.send('DELETE', `${other.at}/invitations/${invitations[0].id}`);
  assert.equal(foreign.json.code, 'not_found');
  assert.equal((await read(token)).status, 200);
  assert.equal((await admin.send('DELETE', path)).status, 204);
  assert.equal((await admin.send('DELETE', path)).json.code, 'not_found');
  await assertDead(token);
  assert.deepEqual((await admin.send('GET', `${at}/invitations`)).json, { invitations: [] });
  const late = await invited();
  await expireLinks();
  await assertDead(late.token);
  const gone = await late.admin.send('GET', `${late.at}/invitations`);
  assert.deepEqual(gone.json, { invitations: [] });
});

test('Links: a sign-in link signs in, once, whoever is signed in before', async () => {
  const { operator, stranger, member } = await clubWithRoles(service);
  const made = await operator.send('POST', `/people/${stranger.userId}/links`);
  assert.equal(made.status, 201, made.text);
  const left = Date.parse(made.json.expiresAt) - Date.now();
  assert.ok(left > 59 * 60_000 && left <= 60 * 60_000, String(left));
  assert.match(made.json.link, /\/console\/invitation#/);
  const token = tokenOf(made);
  const about = (await read(token)).json;
  assert.deepEqual([about.kind, about.clubName, about.role], ['sign-in', null, null]);
  const browser = new Browser(service);
  browser.cookies.set('__Host-running-order', member.cookie.split('=')[1] ?? '');
  const reply = await browser.send('POST', '/links/redeem', { token });
  assert.equal(reply.json.person.id, stranger.userId, reply.text);
  assert.equal((await browser.send('GET', '/account')).json.id, stranger.userId);
  await assertDead(token);
});

test('Links: who is no admin any more comes back by no invitation of their own', async () => {
  const club = await clubWithRoles(service);
  for (const lose of [
    () => club.operator.send('DELETE', `${club.at}/members/${club.admin.userId}`),
    () => club.operator.send('PUT', `${club.at}/members/${club.admin.userId}`, { role: 'member' }),
    () => club.operator.send('DELETE', `/people/${club.admin.userId}`),
  ]) {
    await join(service, club.clubId, club.admin.userId, 'admin');
    await join(service, club.clubId, club.manager.userId, 'admin');
    const invite = { role: 'admin' };
    const own = tokenOf(await club.admin.send('POST', `${club.at}/invitations`, invite));
    const other = tokenOf(await club.manager.send('POST', `${club.at}/invitations`, invite));
    assert.ok((await lose()).status < 300);
    await assertDead(own);
    assert.equal((await read(other)).status, 200, 'those of others stay');
  }
});

test('Links: from the command line a sign-in link holds for 24 hours', async () => {
  const { userId } = await somebody(service);
  const input = { userId, byMail: false };
  const link = await performAccount(service.database, makeSignInLink, { actor: office, input });
  assert.ok('token' in link);
  const left = link.expiresAt - Date.now();
  assert.ok(left > DAY - 60_000 && left <= DAY, String(left));
  const nobody = await performAccount(service.database, makeSignInLink, { actor: ANYBODY, input });
  assert.ok('code' in nobody && nobody.code === 'forbidden');
});

test('Links: a session that has ended counts as none', async () => {
  const { token, stranger } = await invited();
  await service.database.write((tx) =>
    tx.deleteFrom('sessions').where('user_id', '=', stranger.userId).execute(),
  );
  const reply = await stranger.send('POST', '/links/redeem', { token });
  assert.deepEqual([reply.status, reply.json.field], [422, 'name']);
});

test('Links: forgery, and asking for mail where none is sent', async () => {
  const { token } = await invited();
  const from = { 'sec-fetch-site': 'cross-site' };
  for (const path of ['/links', '/links/read', '/links/redeem']) {
    const body = { token, ...newPerson() };
    const reply = await new Browser(service).send('POST', path, body, from);
    assert.equal(reply.json.code, 'forbidden', path);
  }
  const asked = await visitor(service).send('POST', '/links', { email: 'a@b.example' });
  assert.deepEqual([asked.status, asked.json.code], [404, 'not_found']);
  assert.equal((await read(token)).status, 200);
});

test('Links: an invitation for a role that is none, or an address that is none', async () => {
  const { at, admin } = await clubWithRoles(service);
  for (const [body, field] of [
    [{}, 'role'],
    [{ role: 'operator' }, 'role'],
    [{ role: 'member', email: 'x' }, 'email'],
    [{ role: 'member', email: '' }, 'email'],
    [{ role: 'member', email: 'a@b.c\nBcc: x@y.z' }, 'email'],
    [[], 'body'],
  ] as const) {
    const reply = await admin.send('POST', `${at}/invitations`, body);
    assert.deepEqual([reply.status, reply.json.field], [422, field], reply.text);
  }
  assert.equal(
    (await admin.send('POST', `${at}/invitations`, { role: 'member', email: null })).status,
    201,
  );
  assert.equal((await admin.send('GET', `${at}/invitations`)).json.invitations.length, 1);
});

test('Links: a club has 200 open invitations at most', async () => {
  const { at, admin } = await clubWithRoles(service);
  for (let made = 0; made < 200; made += 20) {
    await Promise.all(
      Array.from({ length: 20 }, () => admin.send('POST', `${at}/invitations`, { role: 'member' })),
    );
  }
  const reply = await admin.send('POST', `${at}/invitations`, { role: 'member' });
  assert.equal(reply.json.code, 'conflict');
});

test('Links: of their tokens only hashes are stored', async () => {
  const { token } = await invited();
  const rows = await service.database.reads.selectFrom('links').selectAll().execute();
  const history = await service.database.reads.selectFrom('account_history').selectAll().execute();
  assert.ok(rows.length > 0 && history.length > 0);
  assert.ok(!JSON.stringify([rows, history]).includes(token));
});
