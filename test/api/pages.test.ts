/** The pages that document the API for people, and the interface description, over real HTTP. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openApi30Document, openApiDocument } from '../../src/contract/openapi/openapi.ts';
import { PROBLEM_CODES, PROBLEMS } from '../../src/contract/problem.ts';
import { PUBLIC_URL, startTestService } from '../support/service.ts';

const PATHS = [
  '/problems',
  ...PROBLEM_CODES.map((code) => `/problems/${code}`),
  '/docs/',
  '/docs/start.js',
  '/docs/scalar.js',
  '/openapi.json',
  '/openapi-3.0.json',
  '/problems.json',
];

const service = await startTestService();

describe('every page', () => {
  for (const path of PATHS) {
    test(path, async () => {
      const { status, headers } = await service.send('GET', path);
      assert.equal(status, 200);
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, /^default-src 'none';/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /https?:|\*|unsafe-eval|script-src [^;]*unsafe/);
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('cache-control'), 'public, max-age=3600');
      assert.equal(headers.get('access-control-allow-origin'), null);

      const etag = headers.get('etag') ?? '';
      const again = await service.send('GET', path, { headers: { 'if-none-match': etag } });
      assert.deepEqual([again.status, again.text], [304, '']);
      const head = await service.send('HEAD', path);
      assert.deepEqual([head.status, head.text, head.headers.get('etag')], [200, '', etag]);
      const post = await service.send('POST', path);
      assert.deepEqual([post.status, post.headers.get('allow')], [405, 'GET, HEAD']);
      assert.equal(post.json.code, 'method_not_allowed');
    });
  }

  test('links only to what exists, on this service', async () => {
    let found = 0;
    for (const path of PATHS) {
      const { headers, text } = await service.send('GET', path);
      if (!headers.get('content-type')?.startsWith('text/html')) continue;
      for (const [, link = ''] of text.matchAll(/(?:href|src)="([^"]*)"/g)) {
        if (link === 'data:,') continue;
        found++;
        const target = new URL(link, service.url + path);
        assert.equal(target.origin, service.url, `${path}: ${link}`);
        assert.equal((await service.send('HEAD', target.pathname)).status, 200, `${path}: ${link}`);
      }
    }
    assert.ok(found > 0);
  });
});

describe('a problem', () => {
  test('leads to a page that explains it', async () => {
    const { json } = await service.send('GET', '/v1/me');
    assert.ok(json.type.startsWith(`${PUBLIC_URL}/`));
    const { status, headers, text } = await service.send('GET', json.type.slice(PUBLIC_URL.length));
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    assert.match(text, /No credentials were sent/);
    assert.match(text, /Send <code>Authorization: Bearer &lt;API key&gt;<\/code>/);
  });

  test('is listed for programs: each code with its status, its title and its page', async () => {
    const { headers, json } = await service.send('GET', '/problems.json');
    assert.equal(headers.get('content-type'), 'application/json');
    const listed = json.problems.map(({ code }: { code: string }) => code);
    assert.deepEqual(listed, PROBLEM_CODES);
    assert.deepEqual(json.problems[listed.indexOf('conflict')], {
      code: 'conflict',
      status: 409,
      title: 'The request contradicts what is stored',
      type: `${PUBLIC_URL}/problems/conflict`,
    });
    for (const { status, type } of json.problems) {
      assert.ok(status >= 400 && status <= 599);
      const page = await service.send('HEAD', type.slice(PUBLIC_URL.length));
      assert.equal(page.status, 200, type);
    }
  });

  for (const code of PROBLEM_CODES) {
    test(`${code} has a page with its title, status and an example`, async () => {
      const { text } = await service.send('GET', `/problems/${code}`);
      assert.ok(text.includes(`<h1>${PROBLEMS[code].title}</h1>`));
      assert.match(text, new RegExp(`Status ${PROBLEMS[code].status}\\b`));
      assert.ok(text.includes(`&quot;${PUBLIC_URL}/problems/${code}&quot;`));
      assert.doesNotMatch(text, /`/);
    });
  }

  test('that is not known has no page', async () => {
    const { status, json } = await service.send('GET', '/problems/no_such_code');
    assert.deepEqual([status, json.code], [404, 'route_not_found']);
  });
});

describe('the interface description', () => {
  test('is the committed one under the public address', async () => {
    const { headers, json } = await service.send('GET', '/openapi.json');
    assert.equal(headers.get('content-type'), 'application/json');
    const expected = JSON.parse(JSON.stringify(openApiDocument()));
    assert.deepEqual(json, { ...expected, servers: [{ url: `${PUBLIC_URL}/v1` }] });
  });

  test('is there for older generators, under the same address', async () => {
    const older = await service.send('GET', '/openapi-3.0.json');
    const expected = openApi30Document(`${PUBLIC_URL}/v1`);
    assert.deepEqual(older.json, JSON.parse(JSON.stringify(expected)));
  });

  test('stands where the collection for Postman stood', async () => {
    const { status, headers } = await service.send('GET', '/postman-collection.json');
    assert.deepEqual([status, headers.get('location')], [301, 'openapi-3.0.json']);
  });

  test('is rendered at /docs by scripts of this service alone', async () => {
    const redirect = await service.send('GET', '/docs');
    assert.deepEqual([redirect.status, redirect.headers.get('location')], [301, 'docs/']);
    const { headers, text } = await service.send('GET', '/docs/');
    const scripts = [...text.matchAll(/<script src="([^"]+)"><\/script>/g)].map(([, src]) => src);
    assert.deepEqual(scripts, ['scalar.js', 'start.js']);
    assert.equal(text.match(/<script/g)?.length, 2);
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /script-src 'self';/);
    assert.match(policy, /connect-src 'self';/);

    const start = (await service.send('GET', '/docs/start.js')).text;
    assert.doesNotMatch(start, /https?:\/\//);
    assert.match(start, /"telemetry":false/);
    assert.match(start, /"withDefaultFonts":false/);
    const library = await service.send('GET', '/docs/scalar.js');
    assert.equal(library.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.match(library.text, /createApiReference/);
  });

  test('and its script travel compressed', async () => {
    for (const path of ['/openapi.json', '/docs/scalar.js']) {
      const plain = await fetch(service.url + path, { headers: { 'accept-encoding': 'identity' } });
      const whole = Buffer.from(await plain.arrayBuffer());
      assert.equal(plain.headers.get('content-encoding'), null);
      for (const encoding of ['gzip', 'br']) {
        const response = await fetch(service.url + path, {
          headers: { 'accept-encoding': encoding },
        });
        assert.equal(response.headers.get('content-encoding'), encoding);
        assert.ok(Number(response.headers.get('content-length')) < whole.length / 2);
        assert.ok(Buffer.from(await response.arrayBuffer()).equals(whole));
      }
    }
  });
});
