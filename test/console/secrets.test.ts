/**
 * No secret leaks: every password, token and key that these tests make is searched for in the log, the database, the
 * metrics and the answers; and nothing that the database contains can be used to get in.
 */
import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { linkAddress } from '../../src/domain/accounts/link-rules.ts';
import { startService } from '../../src/main.ts';
import { makeSetUpLink } from '../../src/operations/accounts/installation.ts';
import { readSettings } from '../../src/settings.ts';
import { newDatabase } from '../support/databases.ts';
import { Browser } from '../support/people.ts';
import { PUBLIC_URL, type Reply, type TestService } from '../support/service.ts';
import { stopAtEndOfFile } from '../support/started.ts';

const PASSWORDS = {
  first: 'turbulent oars at dawn',
  wrong: 'placid oars at dusk, wrong',
  next: 'a boat for eight and one',
  weak: 'swordfish',
  misplaced: 'typed into the wrong field',
};

let log = '';
let ann: Browser;
/** Every secret that was made, by its kind. */
const secrets = new Map<string, string>(Object.entries(PASSWORDS));
/** Every answer, except those that are meant to contain a secret. */
const answers: string[] = [];

const made = await newDatabase();
const settings = readSettings({ DATABASE_URL: made.url, PORT: '0', PUBLIC_URL });
const stream = new Writable({
  write: (chunk, _encoding, done) => {
    log += String(chunk);
    done();
  },
});
const running = await startService(settings, pino({ level: 'trace' }, stream));
stopAtEndOfFile(() => running.stop());
const { address: url, database } = running;
const service = { url, database, databaseUrl: made.url } as TestService;
service.send = async (method, path, { body, headers = {} } = {}) => {
  const response = await fetch(url + path, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = text !== '' && /json/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
};
// The set-up link that is printed and logged on purpose is another one than the link used here.
const setUpToken = (await makeSetUpLink(database)) ?? '';
secrets.set('token of the set-up link', setUpToken);
await useEverything();

/** Sends a request, and keeps its answer and the cookies of the browser. */
async function ask(browser: Browser, method: string, path: string, body?: unknown): Promise<Reply> {
  const reply = await browser.send(method, path, body);
  answers.push(reply.text);
  for (const [name, value] of browser.cookies) secrets.set(`cookie ${name} ${value}`, value);
  return reply;
}

/** Uses every route that takes or makes a secret, with right and with wrong values. */
async function useEverything(): Promise<void> {
  ann = new Browser(service);
  const email = 'ann@example.org';
  const person = { name: 'Ann', email, clubName: 'Saline' };
  const { first, wrong, next, weak, misplaced } = PASSWORDS;
  await ask(ann, 'POST', '/set-up', { ...person, token: setUpToken, password: weak });
  const set = { ...person, token: setUpToken, password: first };
  assert.equal((await ask(ann, 'POST', '/set-up', set)).status, 200);
  await ask(new Browser(service), 'POST', '/set-up', set);
  const other = new Browser(service);
  await ask(other, 'POST', '/session', { email, password: wrong });
  await ask(other, 'POST', '/session', { email: misplaced, password: misplaced });
  await ask(other, 'POST', '/session', { email: { misplaced }, password: [misplaced] });
  await ask(other, 'POST', '/session', `{"email": "${misplaced}`);
  await ask(other, 'PUT', `/session?password=${encodeURIComponent(misplaced)}`, {});
  assert.equal((await ask(other, 'POST', '/session', { email, password: first })).status, 200);
  await ask(ann, 'POST', '/session/proof', { password: wrong });
  await ask(ann, 'POST', '/session/proof', { password: first });
  await ask(ann, 'PUT', '/account/password', { current: wrong, next });
  await ask(ann, 'PUT', '/account/password', { current: first, next: weak });
  const changed = await ask(ann, 'PUT', '/account/password', { current: first, next });
  assert.equal(changed.status, 204);
  await ask(ann, 'PATCH', '/account', { language: 'de' });
  const [club] = (await ask(ann, 'GET', '/clubs')).json.clubs;
  const invited = await ann.send('POST', `/clubs/${club.id}/invitations`, { role: 'member' });
  assert.equal(invited.status, 201, invited.text);
  const token = String(invited.json.link).split('#')[1] ?? '';
  secrets.set('token of the invitation', token);
  await ask(other, 'POST', '/links/read', { token });
  const bob = { token, name: 'Bob', email: 'bob@example.org', password: first };
  await ask(new Browser(service), 'POST', '/links/redeem', { ...bob, password: weak });
  assert.equal((await ask(new Browser(service), 'POST', '/links/redeem', bob)).status, 200);
  await ask(new Browser(service), 'POST', '/links/redeem', bob);
  const minted = await ann.send('POST', '/account/keys', { label: 'Timing' });
  if (minted.status === 201) secrets.set('API key', minted.json.key);
  for (const path of ['/session', '/account', '/account/sessions', '/account/history']) {
    await ask(ann, 'GET', path);
  }
  await failWith(email, next);
}

/** Makes a sign-in fail in the middle of its transaction, so that the failure is logged. */
async function failWith(email: string, password: string): Promise<void> {
  const rename = (from: string, to: string) =>
    service.database.write((tx) =>
      sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(tx),
    );
  await rename('account_history', 'nowhere');
  const failed = await ask(new Browser(service), 'POST', '/session', { email, password });
  assert.equal(failed.status, 500, failed.text);
  await rename('nowhere', 'account_history');
}

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const { reads } = service.database;
  const tables = await reads.introspection.getTables();
  const rows = await Promise.all(
    tables.map(({ name }) =>
      reads
        .selectFrom(name as 'users')
        .selectAll()
        .execute(),
    ),
  );
  return JSON.stringify(rows);
}

function assertNone(text: string, where: string): void {
  assert.ok(text.length > 0, where);
  for (const [what, secret] of secrets) {
    for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
      assert.ok(!text.includes(form), `${what} stands in ${where}`);
    }
  }
}

test('secrets: some were made of every kind', () => {
  const kinds = [...secrets.keys()].map((name) => name.replace(/ [\w-]{43}$/, ''));
  for (const kind of ['cookie __Host-running-order', 'cookie __Host-running-order-browser']) {
    assert.ok(kinds.includes(kind), kinds.join());
  }
  assert.ok(secrets.size >= 12, String(secrets.size));
  assert.ok(answers.length >= 20);
});

test('secrets: none in the log, at its most talkative, but for the link that is printed on purpose', () => {
  const printed = linkAddress(PUBLIC_URL, 'set-up', '');
  assert.ok(log.includes(printed), 'the link for the first person is logged');
  assert.match(log, /a request failed/, 'and what failed');
  assertNone(log, 'the log');
});

test('secrets: none in the database', async () => {
  const text = await dump();
  assert.match(text, /\$argon2id\$/);
  assertNone(text, 'the database');
});

test('secrets: none in the history', async () => {
  const entries = await service.database.reads.selectFrom('account_history').selectAll().execute();
  const operations = new Set(entries.map(({ operation }) => operation));
  for (const operation of ['set-up', 'sign-in', 'change-password', 'invite', 'join-club']) {
    assert.ok(operations.has(operation), operation);
  }
  assertNone(JSON.stringify(entries), 'the history');
});

test('secrets: none in the metrics', async () => {
  assertNone(await (await fetch(`${service.url}/metrics`)).text(), 'the metrics');
});

test('secrets: none in any answer, problem documents included', () => {
  assertNone(answers.join('\n'), 'the answers');
});

test('a stolen database opens no session, no link, no account and no way around the limit', async () => {
  const { reads } = service.database;
  const users = await reads.selectFrom('users').selectAll().execute();
  const stolen = [
    ...(await reads.selectFrom('sessions').selectAll().execute()).map((row) => row.token_hash),
    ...(await reads.selectFrom('known_browsers').selectAll().execute()).map(
      (row) => row.token_hash,
    ),
    ...(await reads.selectFrom('links').selectAll().execute()).map((row) => row.token_hash),
    ...(await reads.selectFrom('api_keys').selectAll().execute()).map((row) => row.key_hash),
    ...users.map((row) => row.password_hash ?? ''),
  ];
  assert.ok(stolen.length >= 8);
  for (const value of stolen) {
    for (const form of [value, Buffer.from(value, 'hex').toString('base64url')]) {
      const thief = new Browser(service);
      thief.cookies.set('__Host-running-order', form);
      assert.equal((await thief.send('GET', '/session')).status, 401);
      thief.cookies.clear();
      const redeemed = await thief.send('POST', '/links/redeem', { token: form, name: 'x' });
      assert.equal(redeemed.status, 401);
    }
  }
  const hash = users[0]?.password_hash ?? '';
  const tried = { email: 'ann@example.org', password: hash };
  assert.equal((await new Browser(service).send('POST', '/session', tried)).status, 401);
});

test('a token opens only what it was made for, and only as it was made', async () => {
  const { cookies } = ann;
  const session = cookies.get('__Host-running-order') ?? '';
  const changed = [
    session.slice(0, -1),
    `${session}A`,
    session.toLowerCase(),
    session.toUpperCase(),
    `"${session}"`,
    encodeURIComponent(`${session} `),
    setUpToken,
    secrets.get('token of the invitation') ?? '',
    cookies.get('__Host-running-order-browser') ?? '',
  ];
  for (const value of changed) {
    const visitor = new Browser(service);
    visitor.cookies.set('__Host-running-order', value);
    assert.equal((await visitor.send('GET', '/session')).status, 401, value);
  }
  for (const token of [session, cookies.get('__Host-running-order-browser') ?? '']) {
    const read = await new Browser(service).send('POST', '/links/read', { token });
    assert.equal(read.status, 401);
  }
  const twice = await new Browser(service).send('GET', '/session', undefined, {
    cookie: `__Host-running-order=${session}; __Host-running-order=other`,
  });
  assert.equal(twice.status, 401, 'of two cookies neither is believed');
  assert.equal((await ann.send('GET', '/session')).status, 200);
});
