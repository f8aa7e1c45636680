/** Requests that a page of another site makes a visitor's browser send: the row "Forgery" of the contract of the console. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CONSOLE_ROUTES } from '../../src/app.ts';
import { addPerson, Browser, PASSWORD } from '../support/people.ts';
import { PUBLIC_URL, startTestService } from '../support/service.ts';

let email: string;

const service = await startTestService();
({ email } = await addPerson(service.database));
const ann = new Browser(service);
await ann.signIn(email);

/** A request as a page of another site sends it: with Ann's cookies, and with these header fields. */
async function forged(method: string, path: string, headers: Record<string, string>, body = '{}') {
  const cookie = Array.from(ann.cookies, ([name, value]) => `${name}=${value}`).join('; ');
  return service.send(method, `/console/api${path}`, { body, headers: { cookie, ...headers } });
}

const host = () => new URL(service.url).host;

const FOREIGN: [why: string, headers: () => Record<string, string>][] = [
  ['another site', () => ({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })],
  ['a neighbour of the same site', () => ({ 'sec-fetch-site': 'same-site' })],
  ['the address bar', () => ({ 'sec-fetch-site': 'none' })],
  ['a lie about where it comes from', () => ({ 'sec-fetch-site': 'Same-Origin' })],
  ['another site with our origin', () => ({ 'sec-fetch-site': 'cross-site', origin: PUBLIC_URL })],
  ['a browser that says nothing', () => ({})],
  ['another origin', () => ({ origin: 'https://evil.example' })],
  ['an origin that begins like ours', () => ({ origin: `${PUBLIC_URL}.evil.example` })],
  ['an origin that ends like ours', () => ({ origin: 'https://evil-regatta.example' })],
  ['our host by another port', () => ({ origin: `${PUBLIC_URL}:8443` })],
  ['our host by http', () => ({ origin: 'http://regatta.example' })],
  ['the own host by another scheme', () => ({ origin: `ftp://${host()}` })],
  ['the host of the request, which is not ours', () => ({ origin: `http://${host()}` })],
  [
    'a name that somebody has bound to our address',
    () => ({ 'sec-fetch-site': 'same-origin', origin: 'https://rebound.example' }),
  ],
  [
    'the own host, which is the same origin with itself',
    () => ({ 'sec-fetch-site': 'same-origin', origin: `http://${host()}` }),
  ],
  [
    'a page without an origin that says it is ours',
    () => ({ 'sec-fetch-site': 'same-origin', origin: 'null' }),
  ],
  ['a page without an origin', () => ({ origin: 'null' })],
  ['an empty origin', () => ({ origin: '' })],
];

for (const [why, headers] of FOREIGN) {
  test(`Forgery: whatever changes something is refused from ${why}`, async () => {
    for (const { method, path } of CONSOLE_ROUTES.filter((route) => route.method !== 'GET')) {
      const concrete = path.replace(/:\w+/g, '1');
      const reply = await forged(method, concrete, headers());
      assert.equal(reply.status, 403, `${method} ${concrete}`);
      assert.equal(reply.json.code, 'forbidden');
      assert.deepEqual(reply.headers.getSetCookie(), []);
    }
    assert.equal((await ann.send('GET', '/session')).status, 200);
  });
}

test('Forgery: signing in is refused, too, with the right password', async () => {
  const body = JSON.stringify({ email, password: PASSWORD });
  const headers = { 'sec-fetch-site': 'cross-site' };
  const reply = await forged('POST', '/session', headers, body);
  assert.equal(reply.status, 403);
});

const OWN: [why: string, headers: () => Record<string, string>][] = [
  ['a page of ours', () => ({ 'sec-fetch-site': 'same-origin' })],
  [
    'a page of ours with its origin',
    () => ({ 'sec-fetch-site': 'same-origin', origin: PUBLIC_URL }),
  ],
  ['our origin, where the browser says no more', () => ({ origin: PUBLIC_URL })],
];

for (const [why, headers] of OWN) {
  test(`Forgery: is none from ${why}`, async () => {
    const reply = await forged('PATCH', '/account', headers());
    assert.equal(reply.status, 200, reply.text);
  });
}

test('Forgery: a form that is posted as text is no JSON, whatever is in it', async () => {
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''];
  for (const type of types) {
    const headers = { 'sec-fetch-site': 'same-origin', 'content-type': type };
    const reply = await forged('PATCH', '/account', headers, '{"name":"Mallory"}');
    assert.equal(reply.status, 400, type);
    assert.equal(reply.json.code, 'malformed_json');
  }
  assert.equal((await ann.send('GET', '/account')).json.name, 'Ann Smith');
});

test('Forgery: no answer lets another site read it', async () => {
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  const cookie = Array.from(ann.cookies, ([name, value]) => `${name}=${value}`).join('; ');
  const reply = await service.send('GET', '/console/api/account', {
    headers: { cookie, ...headers },
  });
  assert.equal(reply.headers.get('access-control-allow-origin'), null);
  const asked = await forged('OPTIONS', '/account', {
    ...headers,
    'access-control-request-method': 'PATCH',
  });
  assert.equal(asked.headers.get('access-control-allow-origin'), null);
});

test('Forgery: what comes first is the route, then the method, then this, then the session', async () => {
  const foreign = { 'sec-fetch-site': 'cross-site' };
  assert.equal((await forged('POST', '/nowhere', foreign)).status, 404);
  assert.equal((await forged('PUT', '/session', foreign)).status, 405);
  const nobody = await service.send('PATCH', '/console/api/account', {
    body: '{}',
    headers: foreign,
  });
  assert.equal(nobody.status, 403);
});

test('Forgery: where no address is set, the host of the request is ours', async () => {
  const laptop = await startTestService({ PUBLIC_URL: '' });
  try {
    const person = await addPerson(laptop.database);
    for (const [origin, status] of [
      [laptop.url, 200],
      ['http://evil.example', 403],
    ] as const) {
      const body = { email: person.email, password: PASSWORD };
      const reply = await laptop.send('POST', '/console/api/session', {
        body,
        headers: { origin },
      });
      assert.equal(reply.status, status, reply.text);
    }
  } finally {
    await laptop.stop();
  }
});
