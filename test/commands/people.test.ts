/** People, links, invitations and the rules about the last admin and operator, at the command line. */
import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import { test } from 'node:test';
import { type Commands, startCommands } from '../support/commands.ts';
import { Browser, PASSWORD } from '../support/people.ts';
import { PUBLIC_URL, startTestService } from '../support/service.ts';
import { newFolder } from '../support/started.ts';

const service = await startTestService();
const folder = newFolder();
const commands = startCommands(service.databaseUrl, folder);

const json: Commands['json'] = (...words) => commands.json(...words);
const fails: Commands['fails'] = (...call) => commands.fails(...call);

let count = 0;

async function person(...words: string[]) {
  const email = `person${++count}@example.org`;
  const made = await json('user', 'add', '--name', `Person ${count}`, '--email', email, ...words);
  return { ...made, email } as { userId: string; link: string; expiresAt: string; email: string };
}

/** Opens a link in a browser of its own. */
async function open(link: string, sent: object = {}) {
  const browser = new Browser(service);
  const reply = await browser.send('POST', '/links/redeem', { token: link.split('#')[1], ...sent });
  return { browser, reply };
}

const hoursUntil = (expiresAt: string) => (Date.parse(expiresAt) - Date.now()) / 3_600_000;

test('command line: a person with an address gets a sign-in link for 24 hours', async () => {
  const { userId, link, expiresAt } = await person();
  assert.match(link, /\/console\/invitation#[\w-]{43}$/);
  assert.ok(hoursUntil(expiresAt) > 23.9 && hoursUntil(expiresAt) <= 24);
  const { reply, browser } = await open(link);
  assert.equal(String(reply.json.person.id), userId, reply.text);
  assert.equal((await browser.send('GET', '/people')).json.code, 'forbidden');
  assert.equal((await open(link)).reply.json.code, 'invalid_credentials');
});

test('command line: the link begins with PUBLIC_URL', async () => {
  const words = ['user', 'add', '--name', 'x', '--email', 'public@example.org', '--json'];
  const { stdout } = await commands.run(words, { PUBLIC_URL });
  assert.ok(JSON.parse(stdout).link.startsWith(`${PUBLIC_URL}/console/invitation#`), stdout);
});

test('command line: an operator is made, and made none unless they are the last', async () => {
  const first = await person('--operator');
  const { browser } = await open(first.link);
  assert.equal((await browser.send('GET', '/people')).status, 200);
  const no = ['user', 'set', '--user', first.userId, '--operator', 'no'];
  await fails(1, no, /at least one operator/);
  const close = ['user', 'close', '--user', first.userId];
  await fails(1, close, /at least one operator/);
  const second = await person();
  const yes = ['--operator', 'yes'];
  assert.deepEqual(await json('user', 'set', '--user', second.userId, ...yes), {
    userId: second.userId,
  });
  assert.deepEqual(await json(...no), { userId: first.userId });
  assert.equal((await browser.send('GET', '/people')).json.code, 'forbidden');
  const { users } = await json('user', 'list');
  const isOperator = (id: string) =>
    users.find(({ userId }: { userId: string }) => userId === id).operator;
  assert.deepEqual([isOperator(first.userId), isOperator(second.userId)], [false, true]);
});

test('command line: name and address are changed; links to the old address are dead', async () => {
  const { userId, link, email } = await person();
  const wanted = ['--name', ' Ann ', '--email', 'ANN.NEW@example.org'];
  await json('user', 'set', '--user', userId, ...wanted);
  const { users } = await json('user', 'list');
  const seen = users.find((user: { userId: string }) => user.userId === userId);
  assert.deepEqual([seen.displayName, seen.email], ['Ann', 'ann.new@example.org']);
  assert.equal((await open(link)).reply.json.code, 'invalid_credentials');
  const other = await person();
  const taken = ['user', 'set', '--user', other.userId, '--email', 'ann.new@example.org'];
  await fails(1, taken, /belongs to somebody/);
  await json('user', 'set', '--user', other.userId, '--email', email);
});

test('command line: a further link, and an account that is closed', async () => {
  const { userId, email } = await person();
  const { link, expiresAt } = await json('user', 'link', '--user', userId);
  assert.ok(hoursUntil(expiresAt) > 23.9);
  const { browser } = await open(link);
  assert.equal((await browser.send('GET', '/account')).status, 200);
  assert.deepEqual(await json('user', 'close', '--user', userId), { userId });
  assert.equal((await browser.send('GET', '/account')).json.code, 'invalid_credentials');
  for (const words of [['close'], ['link'], ['set', '--name', 'x']]) {
    await fails(1, ['user', ...words, '--user', userId], new RegExp(`no user ${userId}`));
  }
  await json('user', 'add', '--name', 'Next', '--email', email);
});

test('command line: somebody is invited, and a club keeps its last admin', async () => {
  const { clubId } = await json('club', 'add', '--name', 'Möwe');
  const club = ['--club', clubId];
  const made = await json(
    'club',
    'invite',
    ...club,
    '--role',
    'admin',
    '--email',
    'Zoe@Möwe.example',
  );
  assert.deepEqual(Object.keys(made), ['link', 'expiresAt']);
  assert.match(made.link, /\/console\/invitation#[\w-]{43}$/);
  assert.ok(hoursUntil(made.expiresAt) > 7 * 24 - 0.1);
  const { reply } = await open(made.link, { name: 'Zoë', password: PASSWORD });
  assert.equal(reply.json.person.email, 'zoe@möwe.example', reply.text);
  const user = ['--user', String(reply.json.person.id)];
  const kept = /at least one admin/;
  await fails(1, ['member', 'set', ...club, ...user, '--role', 'member'], kept);
  await fails(1, ['member', 'remove', ...club, ...user], kept);
  await fails(1, ['user', 'close', ...user], kept);
  const { link } = await json('club', 'invite', ...club, '--role', 'member');
  assert.equal((await open(link)).reply.json.field, 'name');
});

test('command line: who was at it stands in the history, and no secret', async () => {
  const { clubId } = await json('club', 'add', '--name', 'Recorded');
  const { userId, link } = await person('--operator');
  await json('member', 'set', '--club', clubId, '--user', userId, '--role', 'admin');
  const { browser } = await open(link);
  const { entries } = (await browser.send('GET', `/clubs/${clubId}/history`)).json;
  const seen = entries.map((entry: Record<string, unknown>) => [entry.operation, entry.loginName]);
  const { username } = userInfo();
  assert.deepEqual(seen, [
    ['sign-in', null],
    ['change-role', username],
    ['add-club', username],
  ]);
  const own = await browser.send('GET', '/account/history');
  const made = own.json.entries.map(({ operation }: { operation: string }) => operation);
  assert.deepEqual(made, ['sign-in', 'change-role', 'make-link', 'add-person']);
  assert.ok(!own.text.includes(String(link.split('#')[1])));
});

test('command line: what cannot be done to people ends with one line', async () => {
  const { userId, email } = await person();
  const user = ['--user', userId];
  const add = ['user', 'add', '--name', 'x', '--email'];
  for (const [words, message] of [
    [[...add, email], /belongs to somebody/],
    [[...add, ''], /email/],
    [[...add, 'x@y z'], /email/],
    [[...add, 'a@b.c\nBcc: x@y.z'], /email/],
    [['user', 'set', ...user, '--operator', 'maybe'], /operator/],
    [['user', 'set', ...user, '--name', ''], /name/],
    [['user', 'set', ...user, '--email', ''], /email/],
    [['user', 'set', '--user', '999999', '--name', 'x'], /999999/],
    [['user', 'link', '--user', '999999'], /999999/],
    [['user', 'close', '--user', '999999'], /999999/],
    [['club', 'invite', '--club', '999999', '--role', 'member'], /999999/],
    [['club', 'invite', '--club', '1', '--role', 'owner'], /role/],
  ] as const) {
    await fails(1, words, message);
  }
  for (const [words, message] of [
    [['user', 'set', ...user], /what is to change/],
    [['user', 'link'], /--user/],
    [['club', 'invite', '--club', '1'], /--role/],
  ] as const) {
    await fails(2, words, message);
  }
});
