/** The pages of the console as the server sends them. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { startTestService } from '../support/service.ts';

const service = await startTestService();

const PATHS = [
  '/console',
  '/console/sign-in',
  '/console/set-up',
  '/console/invitation',
  '/console/account',
  '/console/account/keys/ro_4fT0aB',
  '/console/clubs/3',
  '/console/events/new',
  '/console/events/7',
  '/console/events/7/programme',
  '/console/events/7/crews',
  '/console/events/7/races',
  '/console/events/7/races/12',
  '/console/events/7/progression',
  '/console/events/7/day',
  '/console/events/7/publish',
  '/console/events/7/history',
  '/console/events/7/hand-outs',
  '/console/people',
  '/console/installation',
];

test('every page is there, stored nowhere, listed nowhere, and says nothing about anybody', async () => {
  const first = await service.send('GET', '/console');
  for (const path of PATHS) {
    const page = await service.send('GET', path);
    assert.equal(page.status, 200, path);
    assert.equal(page.text, first.text, path);
    assert.equal(page.headers.get('cache-control'), 'no-store');
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
    assert.equal(page.headers.get('set-cookie'), null);
  }
  assert.match(first.text, /<meta name="robots" content="noindex">/);
  assert.match(first.text, /"publicUrl":"https:\/\/regatta.example","hasMail":false/);
});

test('a page names the words that a browser needs, so that they come with its script', async () => {
  const wordsFor = async (languages: string) => {
    const headers = { 'accept-language': languages };
    const { text } = await service.send('GET', '/console/events/7', { headers });
    const named = text.matchAll(/<script type="module" async src="\.\/(assets\/[^"]+)"/g);
    return Array.from(named, ([, file = '']) => file);
  };
  const [german = ''] = await wordsFor('nl;q=0.9, de-AT, en;q=0.8');
  assert.match(german, /^assets\/console-de-/);
  const { status, text } = await service.send('GET', `/${german}`);
  assert.equal(status, 200);
  assert.match(text, /Regattabüro/);
  assert.match((await wordsFor('fr')).join(), /^assets\/console-fr-[^,]*$/);
  for (const languages of ['', 'en-GB, de;q=0.9', 'nl', '*'])
    assert.deepEqual(await wordsFor(languages), [], languages);
});

/** The paths that the `Link` header of a page asks a browser to preload. */
async function preloadsOf(path: string): Promise<string[]> {
  const { headers } = await service.send('GET', path);
  return Array.from((headers.get('link') ?? '').matchAll(/<\/([^>]+)>/g), ([, name = '']) => name);
}

test('the answer to a page of a race office names all that its first view loads', async () => {
  const documents = ['console/api/session', 'console/api/events/7/office'];
  const frame = await preloadsOf('/console');
  assert.match(
    frame.join(),
    /^assets\/console-[^,]+\.js,assets\/core-[^,]+\.js,assets\/console-[^,]+\.css$/,
  );
  for (const [path, part] of [
    ['', 'overview'],
    ['/day', 'day'],
    ['/races/12', 'races'],
  ]) {
    const named = await preloadsOf(`/console/events/7${path}`);
    assert.deepEqual(named.slice(0, 5), [...documents, ...frame], path);
    const files = named.slice(5).join();
    for (const name of ['office-page', 'office-frame', part])
      assert.match(files, new RegExp(`assets/${name}-[\\w-]{8}\\.js`), path);
    assert.equal(new Set(named).size, named.length);
    for (const file of named.slice(2))
      assert.equal((await service.send('GET', `/${file}`)).status, 200, file);
  }
  for (const path of ['/console/events/x', '/console/events/new', '/console/people'])
    assert.ok(
      (await preloadsOf(path)).every((name) => name.startsWith('assets/')),
      path,
    );
});

test('the policy of the pages allows no code in them, no form to elsewhere, and no frame', async () => {
  const { headers } = await service.send('GET', '/console');
  const policy = headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /script-src 'self'(;|$)/);
  assert.match(policy, /form-action 'none'/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.doesNotMatch(policy, /unsafe/);
});

test('windows of other sites cannot reach into a page, and it may use no devices', async () => {
  const { headers } = await service.send('GET', '/console');
  assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
  assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin');
  assert.match(headers.get('permissions-policy') ?? '', /camera=\(\).*microphone=\(\)/);
});

test('the bundles say where the licences of their parts are', async () => {
  const assets = new URL('../../web/dist/assets/', import.meta.url);
  const entries = readdirSync(assets).filter((name) =>
    /^(index|console|embed|overlay)-[\w-]{8}\.js$/.test(name),
  );
  assert.equal(entries.length, 4);
  for (const name of entries) {
    const { text } = await service.send('GET', `/assets/${name}`);
    assert.ok(text.includes('/*! Licences of the parts: licences.txt */'), name);
  }
  const { status, text } = await service.send('GET', '/licences.txt');
  assert.equal(status, 200);
  assert.match(text, /^preact [\d.]+ \(MIT\)$[\s\S]*Permission is hereby granted/m);
});

test('the pages know whether mail is sent', async (t) => {
  const withMail = await startTestService({
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'regatta@club.example',
  });
  t.after(() => withMail.stop());
  assert.match((await withMail.send('GET', '/console')).text, /"hasMail":true/);
});
