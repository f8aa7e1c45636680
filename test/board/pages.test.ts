/** The public pages and the files that they load, as `npm run build` makes them in `web/dist`. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { insertEvent } from '../../src/storage/accounts/accounts.ts';
import { PUBLIC_CACHE, published, times } from '../support/board.ts';
import { exchange, head, problem } from '../support/raw-http.ts';
import { PUBLIC_URL, startTestService } from '../support/service.ts';

const DIST = fileURLToPath(new URL('../../web/dist/', import.meta.url));
/** Files that the service only reads itself, or serves by other rules. */
const OTHER_FILES = /^docs\/|\.html$|manifest\.json$/;
const FILES = globSync('**/*.*', { cwd: DIST })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !OTHER_FILES.test(path));

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'self'; " +
  "form-action 'none'; frame-ancestors 'none'";

const service = await startTestService();
const event = await published(service);
const forms = ['', '/display', '/print', '/embed'];
const boardPaths = forms.map((form) => `/events/${event.eventId}${form}`);

/** What a browser asks for when a person follows a link. */
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** The data inside a page, which is what its script shows. */
function dataOf(page: string): unknown {
  const scripts = [
    ...page.matchAll(/<script type="application\/json" id="data">(.*?)<\/script>/gs),
  ];
  assert.equal(scripts.length, 1);
  const [, json = ''] = scripts[0] ?? [];
  assert.doesNotMatch(json, /[<\u2028\u2029]/);
  return JSON.parse(json);
}

const titleOf = (page: string) => /<title>(.*?)<\/title>/s.exec(page)?.[1];
const metaOf = (page: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(page)?.[1];

describe('a page', () => {
  test('is the template with its head and its data', async () => {
    const start = await service.send('GET', '/');
    assert.equal(start.status, 200);
    assert.deepEqual(dataOf(start.text), (await service.send('GET', '/board/api/regattas')).json);
    assert.equal(titleOf(start.text), 'Running Order');
    const board = (await event.board()).json;
    for (const path of boardPaths) {
      const { status, headers, text } = await service.send('GET', path);
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
      assert.deepEqual(dataOf(text), board);
      assert.equal(titleOf(text), 'Spring regatta · Running Order');
      assert.equal(metaOf(text, 'og:title'), 'Spring regatta');
      assert.match(metaOf(text, 'description') ?? '', /^13\s?–\s?14 June 2026, Berlin, Germany$/);
      assert.equal(metaOf(text, 'og:description'), metaOf(text, 'description'));
      assert.equal(metaOf(text, 'og:url'), `${PUBLIC_URL}/events/${event.eventId}`);
      assert.equal(metaOf(text, 'og:type'), 'website');
      assert.equal(metaOf(text, 'og:image'), `${PUBLIC_URL}/icon-512.png`);
      assert.match(text, new RegExp(`<link rel="canonical" href="${PUBLIC_URL}${boardPaths[0]}">`));
      assert.match(text, /<base href="\/">/);
      assert.doesNotMatch(text, /<!--(head|data)-->/);
    }
  });

  test('allows nothing but what comes from here, and is kept for seconds; a 404 not at all', async () => {
    for (const path of ['/', ...boardPaths, '/events/987654321']) {
      const { status, headers } = await service.send('GET', path, { headers: HTML });
      const isFramed = path.endsWith('/embed');
      const framed = POLICY.replace(/frame-ancestors .*/, 'frame-ancestors *');
      // The start page has a form: the search of the list, for browsers without script.
      const withForm = POLICY.replace("form-action 'none'", "form-action 'self'");
      const policy = isFramed ? framed : path === '/' ? withForm : POLICY;
      assert.equal(headers.get('content-security-policy'), policy, path);
      assert.equal(headers.get('x-frame-options'), null);
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('cache-control'), status === 404 ? 'no-store' : PUBLIC_CACHE);
      assert.equal(headers.get('access-control-allow-origin'), null);
      const post = await exchange(service.url, head('POST', path));
      problem(post, 'method_not_allowed');
      assert.equal(post.headers.allow, 'GET, HEAD');
    }
  });

  test('is 304 until the board changes, and travels compressed', async () => {
    for (const path of ['/', boardPaths[0] as string]) {
      const { headers, text } = await service.send('GET', path);
      const held = { 'if-none-match': headers.get('etag') ?? '' };
      const again = await service.send('GET', path, { headers: held });
      assert.deepEqual([again.status, again.text], [304, '']);
      const asked = await service.send('HEAD', path);
      assert.deepEqual([asked.status, asked.text], [200, '']);
      assert.equal(asked.headers.get('etag'), headers.get('etag'));
      for (const [accepted, encoding] of [
        ['gzip', 'gzip'],
        ['gzip, deflate, br, zstd', 'gzip'],
        ['br', null],
        ['gzip;q=0', null],
        ['*;q=0', null],
        ['deflate, identity;q=0', null],
      ] as const) {
        const packed = await fetch(service.url + path, {
          headers: { 'accept-encoding': accepted },
        });
        assert.equal(packed.headers.get('content-encoding'), encoding);
        assert.equal(await packed.text(), text);
      }
    }
    const path = boardPaths[0] as string;
    const earlier = await service.send('GET', path);
    await event.send('PUT', '/races/r1/results', times(1000));
    const later = await service.send('GET', path, {
      headers: { 'if-none-match': earlier.headers.get('etag') ?? '' },
    });
    assert.equal(later.status, 200);
    assert.deepEqual(dataOf(later.text), (await event.board()).json);
  });

  test('of what may not be seen is the same 404, with nothing in it', async () => {
    const draft = await service.provision();
    await draft.send('POST', '/schedule');
    const seen = new Set<string>();
    for (const id of [draft.eventId, 987_654_321, 'x', '%00', '%zz', '9'.repeat(30)]) {
      for (const form of ['', '/display', '/print', '/embed', '/races/1', '/crews/1', '/plain']) {
        const path = `/events/${id}${form}`;
        problem(await exchange(service.url, head('GET', path)), 'event_not_found');
        const reply = await exchange(service.url, head('GET', path, 'Accept: text/html'));
        assert.equal(reply.status, 404);
        assert.deepEqual(dataOf(reply.text), {});
        assert.equal(titleOf(reply.text), 'Running Order');
        const fields = reply.rawHeaders.filter(([name]) => !/^(date|x-request-id)$/i.test(name));
        seen.add(JSON.stringify([fields, reply.text]));
      }
    }
    assert.equal(seen.size, 1);
    const [only = ''] = seen;
    assert.doesNotMatch(only, /Spring|canonical|og:/);
  });
});

test('hostile names stay text', async () => {
  const hostile = `</script><script>alert(1)</script><!--"'&amp;$&\`$1\u2028\u2029]]>`;
  const eventId = await service.database.write((tx) =>
    insertEvent(tx, {
      club_id: event.clubId,
      creator_id: event.userId,
      name: hostile,
      start_date: '2026-06-13',
      end_date: '2026-06-13',
      timezone: 'UTC',
      city: `"><img src=x onerror=alert(1)>`,
      country_code: '',
      created_at: 0,
    }),
  );
  const send = (method: string, path: string, body?: unknown) =>
    service.send(method, `/v1/events/${eventId}${path}`, { key: event.key, body });
  await send('POST', '/schedule');
  await send('PUT', '/teams', [{ externalId: 'c', name: hostile }]);
  await send('PUT', '/races', [
    { externalId: 'r', raceNumber: 1, scheduledAt: '2026-06-13T09:00:00Z', title: hostile },
  ]);
  await send('POST', '/schedule/publish');
  for (const path of ['/', `/events/${eventId}`]) {
    const { status, text } = await service.send('GET', path);
    assert.equal(status, 200);
    const template = readFileSync(`${DIST}index.html`, 'utf8');
    const tags = (html: string, name: string) =>
      html.match(new RegExp(`<${name}\\b`, 'gi'))?.length;
    // The data of the page, and on the page of the regatta also its facts for search engines.
    const added = path === '/' ? 1 : 2;
    assert.equal(tags(text, 'script'), (tags(template, 'script') ?? 0) + added);
    assert.equal(tags(text, 'img'), undefined);
    const data = JSON.stringify(dataOf(text));
    assert.ok(data.includes(JSON.stringify(hostile).slice(1, -1)));
  }
  const { text } = await service.send('GET', `/events/${eventId}`);
  const unescaped = (metaOf(text, 'og:title') ?? '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
  assert.equal(unescaped, hostile.replace('\u2028\u2029', ' '), 'on one line');
  assert.match(metaOf(text, 'description') ?? '', /^13 June 2026, &quot;&gt;&lt;img/);
});

test('behind a path of a proxy, pages name it as their base', async () => {
  const own = await startTestService({ PUBLIC_URL: 'https://club.example/regatta' });
  try {
    const page = await own.send('GET', '/');
    assert.match(page.text, /<base href="\/regatta\/">/);
    assert.equal(metaOf(page.text, 'og:url'), 'https://club.example/regatta/');
  } finally {
    await own.stop();
  }
});

describe('files of the pages', () => {
  test('are there under their names, with their types', async () => {
    assert.ok(FILES.includes('sw.js') && FILES.includes('manifest.webmanifest'), `${FILES}`);
    assert.ok(FILES.some((path) => /^assets\/.*\.js$/.test(path)));
    const types: Record<string, string> = {
      css: 'text/css; charset=utf-8',
      js: 'text/javascript; charset=utf-8',
      png: 'image/png',
      svg: 'image/svg+xml',
      txt: 'text/plain; charset=utf-8',
      webmanifest: 'application/manifest+json',
    };
    for (const path of FILES) {
      const response = await fetch(`${service.url}/${path}`);
      assert.equal(response.status, 200, path);
      const bytes = Buffer.from(await response.arrayBuffer());
      assert.ok(bytes.equals(readFileSync(DIST + path)), path);
      const { headers } = response;
      assert.equal(headers.get('content-type'), types[path.split('.').at(-1) ?? ''], path);
      const isHashed = path.startsWith('assets/');
      assert.equal(
        headers.get('cache-control'),
        isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
      assert.equal(headers.get('content-security-policy'), POLICY);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      const held = await fetch(`${service.url}/${path}`, {
        headers: { 'if-none-match': headers.get('etag') ?? '' },
      });
      assert.equal(held.status, 304);
      const post = await exchange(service.url, head('POST', `/${path}`));
      problem(post, 'method_not_allowed');
    }
  });

  test('and nothing else is', async () => {
    for (const path of [
      '/index.html',
      '/console.html',
      '/assets',
      '/assets/',
      '/assets/../index.html',
      '/assets/..%2f..%2f..%2fpackage.json',
      '/assets/%2e%2e/%2e%2e/package.json',
      '/../package.json',
      '//sw.js',
      '/SW.JS',
      '/sw.js/',
      '/sw.js%00',
    ]) {
      problem(await exchange(service.url, head('GET', path)), 'route_not_found');
    }
  });

  test('all that the template asks for is there', async () => {
    const { text } = await service.send('GET', boardPaths[0] as string);
    const [, base = ''] = /<base href="([^"]*)">/.exec(text) ?? [];
    const links = [...text.matchAll(/<(?:link|script)[^>]*?(?:href|src)="([^"]*)"/g)]
      .map(([, link = '']) => link)
      .filter((link) => !link.startsWith('https:'));
    assert.ok(links.length >= 4);
    for (const link of links) {
      const { pathname } = new URL(link, service.url + base);
      assert.equal((await service.send('HEAD', pathname)).status, 200, link);
    }
  });
});
