/** Bodies, fields and paths of every wrong shape: each gets a problem document, never a failure of the service. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CONSOLE_ROUTES } from '../../src/app.ts';
import { addPerson, Browser, endWaits, PASSWORD } from '../support/people.ts';
import { type Reply, startTestService } from '../support/service.ts';

const service = await startTestService({ TRUSTED_PROXIES: '1' });
const { email, userId } = await addPerson(service.database);
const ann = new Browser(service, { 'x-forwarded-for': '192.0.2.1' });
await ann.signIn(email);
await service.database.write((tx) =>
  tx.updateTable('users').set({ is_operator: 1 }).where('id', '=', userId).execute(),
);

const DEEP = `${'['.repeat(5000)}${']'.repeat(5000)}`;

/** Bodies that no route accepts. */
const BODIES: [what: string, body: string][] = [
  ['nothing', ''],
  ['no JSON', '{"email": '],
  ['null', 'null'],
  ['a number', '7'],
  ['a text', '"text"'],
  ['a list', '[]'],
  ['a list of forms', '[{}]'],
  ['lists in lists', DEEP],
  ['an object that changes all objects', '{"__proto__": {"isOperator": true}}'],
  ['a constructor', '{"constructor": {"prototype": {"isOperator": true}}}'],
];

/** Values that no field accepts. */
const VALUES = [
  null,
  true,
  7,
  1e308,
  -1,
  [],
  ['x'],
  {},
  { x: 1 },
  '\0',
  '\ud800',
  'x'.repeat(5000),
];

const FIELDS = ['email', 'password', 'passkey', 'token', 'name', 'clubName', 'role', 'label'];
const MORE_FIELDS = ['current', 'next', 'response', 'language'];

const changing = CONSOLE_ROUTES.filter(({ method }) => method !== 'GET' && method !== 'DELETE');

function assertProblem(reply: Reply, what: string): void {
  assert.ok(reply.status >= 400 && reply.status < 500, `${what}: ${reply.status} ${reply.text}`);
  assert.equal(reply.headers.get('content-type'), 'application/problem+json', what);
  assert.match(reply.json.code, /^[a-z_]+$/, what);
  assert.doesNotMatch(reply.text, /at .*\.ts|node_modules/, what);
}

for (const { method, path } of changing) {
  // Routes that read no body: options, and links for a person. `POST /links`, which reads one, is skipped as well.
  if (path.endsWith('/options') || path.endsWith('/links')) continue;

  test(`${method} ${path}: bodies of every wrong shape`, async () => {
    const concrete = path.replace(/:\w+/g, '1');
    for (const [what, body] of BODIES) {
      if (method === 'PATCH' && what.startsWith('a constructor')) continue;
      assertProblem(await ann.send(method, concrete, body), `${what} to ${concrete}`);
    }
  });

  test(`${method} ${path}: fields of every wrong kind`, async () => {
    const concrete = path.replace(/:\w+/g, '1');
    for (const value of VALUES) {
      const fields = [...FIELDS, ...MORE_FIELDS].map((field) => [field, value]);
      const body = JSON.stringify(Object.fromEntries(fields));
      assertProblem(await ann.send(method, concrete, body), `${String(value)} to ${concrete}`);
      await endWaits(service.database, 60_000);
    }
  });
}

test('nobody has become anything by it', async () => {
  assert.equal(({} as { isOperator?: boolean }).isOperator, undefined);
  const { json } = await ann.send('GET', '/account');
  assert.equal(json.name, 'Ann Smith');
  assert.equal(
    (await new Browser(service, { 'x-forwarded-for': '192.0.2.9' }).signIn(json.email, PASSWORD))
      .status,
    200,
  );
});

test('addresses in the path that name nothing are 404', async () => {
  for (const id of ['0', '-1', '1.5', '1e3', 'x', '%00', '99999999999999999999', '%2e%2e']) {
    for (const path of ['/account/sessions', '/account/passkeys']) {
      assertProblem(await ann.send('DELETE', `${path}/${id}`), `${path}/${id}`);
    }
  }
});
