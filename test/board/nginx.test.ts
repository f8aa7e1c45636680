/** The configuration of a cache in docs/operations.md, in the real nginx in front of a real service. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { LANGUAGE_CODES } from '../../src/words/languages.ts';
import { Listener } from '../support/board.ts';
import { type Office, openOffice } from '../support/office.ts';
import { freePort } from '../support/server.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { end, newFolder, ours } from '../support/started.ts';
import { until } from '../support/until.ts';

/** The least that nginx answers from the cache while other tests run. */
const ANSWERS_PER_SECOND = 5000;
/** nginx closes a connection after this many requests. */
const ANSWERS_PER_CONNECTION = 1000;
/** How long an un-published regatta may still be shown. */
const GONE_MILLIS = 10_000;
const BROWSERS = {
  en: 'en-GB,en;q=0.9',
  de: 'de-AT,de;q=0.9,en;q=0.5',
  fr: 'xx, fr-CA;q=0.9, de;q=0.8',
};

const text = readFileSync('docs/operations.md', 'utf8');
const [servers = '', beforeServers = '', beforeLocation = ''] = Array.from(
  text.matchAll(/^```nginx\n(.*?)^```$/gms),
  ([, block]) => block,
);

/** Debian installs nginx in `/usr/sbin`, which is in the `PATH` of root alone. */
const PATH = `${process.env.PATH}:/usr/sbin`;
const hasNginx = isInstalled();

test('the cache knows all languages of the board', () => {
  const [, listed = ''] = /\(\?<wanted>([^)]*)\)/.exec(beforeServers) ?? [];
  assert.deepEqual(listed.split('|'), LANGUAGE_CODES);
});

describe('nginx as a cache', { skip: hasNginx ? false : 'needs nginx' }, () => {
  let service: TestService;
  let office: Office;
  let base: string;
  let url: string;
  let stop: () => Promise<void>;

  before(async () => {
    service = await startTestService({ TRUSTED_PROXIES: '1' });
    office = await openOffice(service);
    base = `/events/${office.event.eventId}`;
    ({ url, stop } = await startNginx(service.url));
  });
  after(async () => {
    await stop?.();
    await service?.stop();
  });

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, {
      redirect: 'manual',
      headers: { accept: 'text/html', ...headers },
    });
    const body = await response.text();
    // An answer from the cache has the id of the request for which the service made it.
    const id = response.headers.get('x-request-id');
    return { status: response.status, headers: response.headers, text: body, id };
  };
  const languageOf = (page: { text: string }) => /<html lang="([^"]*)">/.exec(page.text)?.[1];

  test('keeps a page in each language, for readers who like it best or whose address asks for it', async () => {
    for (const path of ['/', base, `${base}/races/1`, `${base}/plain`, '/imprint', '/privacy']) {
      for (const [language, header] of Object.entries(BROWSERS)) {
        const ask = async () => {
          const page = await get(path, { 'accept-language': header });
          assert.equal(languageOf(page), language, `${path} ${header}`);
          return page.id;
        };
        let earlier = await ask();
        await until('the cache answers', async () => {
          const id = await ask();
          const isFromCache = id === earlier;
          earlier = id;
          return isFromCache;
        });
      }
      assert.equal(languageOf(await get(path, { 'accept-language': 'ja' })), 'en');
      for (const asked of ['de', 'fr', 'nl-BE']) {
        const page = await get(`${path}?lang=${asked}`, { 'accept-language': 'it' });
        assert.equal(languageOf(page), asked.slice(0, 2), `${path}?lang=${asked}`);
        assert.doesNotMatch(page.headers.get('vary') ?? '', /Language/);
      }
    }
  });

  test('keeps tables, feeds and documents, compressed or not, and lets other origins read them', async () => {
    for (const path of [`/board/api${base}`, `${base}/results.csv`, `${base}/results.atom`]) {
      for (const encoding of ['gzip, deflate, br', 'identity']) {
        const first = await get(path, { 'accept-encoding': encoding });
        assert.equal(first.status, 200);
        assert.equal(first.headers.get('access-control-allow-origin'), '*');
        const own = await service.send('GET', path);
        assert.equal(first.text, own.text);
        const held = { 'if-none-match': first.headers.get('etag') ?? '' };
        assert.equal((await get(path, { ...held, 'accept-encoding': encoding })).status, 304);
      }
    }
  });

  test('shows a page that is open each new revision at once', async () => {
    const { event } = office;
    const listener = await Listener.open(url, event.eventId);
    await listener.until(({ revisions }) => revisions.length === 1);
    await get(`/board/api${base}`);
    await event.send('PUT', '/races/r1/results', [{ position: 1, status: 'dns' }]);
    await listener.until(({ revisions }) => revisions.length === 2);
    const revision = listener.revisions.at(-1);
    const document = JSON.parse((await get(`/board/api${base}?revision=${revision}`)).text);
    assert.equal(document.revision, revision);
    listener.close();
  });

  test('answers 5,000 requests a second, of which the service sees few', async (t) => {
    const paths = [base, `/board/api${base}`, `${base}?lang=de`, `${base}/races/1`];
    for (const path of paths) assert.equal((await get(path)).status, 200);
    const connections = paths.flatMap((path) => [path, path, path, path, path]);
    const ids = new Set<string>();
    let count = 0;
    let seconds = 0;
    const startedAt = performance.now();
    // Eight seconds, longer than an answer is cached, so that each is renewed meanwhile.
    for (let round = 0; round < 8; round++) {
      const answers = await Promise.all(connections.map((path) => answersOf(url, path)));
      count += answers.flat().length;
      for (const id of answers.flat()) ids.add(id);
      seconds = (performance.now() - startedAt) / 1000;
      await delay(Math.max(0, round + 1 - seconds) * 1000);
    }
    t.diagnostic(
      `${count} answers in ${seconds.toFixed(1)} s: ${Math.round(count / seconds)} a second, ${ids.size} of them by the service`,
    );
    assert.equal(count, 8 * connections.length * ANSWERS_PER_CONNECTION);
    assert.ok(count / seconds >= ANSWERS_PER_SECOND);
    assert.ok(ids.size <= count / 1000, 'by the service');
  });

  test('keeps nothing of the API, and passes on what browsers send there', async () => {
    const ids = new Set<string | null>();
    for (const path of ['/v1/me', '/v1/me', '/robots.txt', '/robots.txt', '/console', '/console']) {
      ids.add((await get(path)).id);
    }
    assert.equal(ids.size, 6);
  });

  test('what is un-published is gone within ten seconds, in each language and form, and comes back', async () => {
    const forms = ['', '/races/1', '/plain', '/results.csv', '?lang=de'].map((form) => base + form);
    const paths = [...forms, `/board/api${base}`];
    /** The paths, each with a language, that are not answered 404. */
    const shown = async () => {
      const found: string[] = [];
      for (const path of paths) {
        for (const header of Object.values(BROWSERS)) {
          const { status } = await get(path, { 'accept-language': header });
          if (status !== 404) found.push(`${path} ${header}`);
        }
      }
      return found;
    };
    assert.equal((await shown()).length, paths.length * 3);
    const off = await office.write('/unpublish', {}, 'POST');
    assert.equal(off.status, 200, off.text);
    const startedAt = performance.now();
    let last: string[] = [];
    let lastAt = startedAt;
    // Requests never pause, so that the cache renews what it has as often as it may.
    await until('nothing is shown', async () => {
      const askedAt = performance.now();
      const found = await shown();
      if (found.length === 0) return true;
      [last, lastAt] = [found, askedAt];
      return false;
    });
    assert.ok(lastAt - startedAt < GONE_MILLIS, `${lastAt - startedAt} ms: ${last.join(', ')}`);
    assert.deepEqual(await shown(), [], 'for good');
    assert.equal((await office.write('/publish', {}, 'POST')).status, 200);
    assert.equal((await shown()).length, paths.length * 3, 'at once: a 404 is not kept');
  });
});

/** Requests a path as often as one connection may. @returns the request ids in the answers */
async function answersOf(url: string, path: string): Promise<string[]> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: gzip\r\nAccept-Language: de\r\n`;
  const last = `${head}Connection: close\r\n\r\n`;
  socket.write(`${head}\r\n`.repeat(ANSWERS_PER_CONNECTION - 1) + last);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('latin1');
  const ids = text.matchAll(/HTTP\/1\.1 200 OK\r\n(?:[^\r\n]+\r\n)*?x-request-id: (\S+)\r\n/gi);
  return Array.from(ids, ([, id = '']) => id);
}

function isInstalled(): boolean {
  try {
    execFileSync('nginx', ['-v'], { env: { ...process.env, PATH }, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Starts nginx in front of a service, with the configuration in the document but without its certificates. */
async function startNginx(target: string): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = newFolder();
  const [port, closed] = [await freePort(), await freePort()];
  const site = `${beforeServers}\n${servers}`
    .replace('/var/cache/running-order', join(folder, 'cache'))
    .replace('127.0.0.1:8080', new URL(target).host)
    .replace('listen 80;', `listen 127.0.0.1:${closed};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^\s*ssl_certificate.*$/gm, '')
    .replace(/^ *location \/ \{$/m, (line) => `${beforeLocation}\n${line}`);
  assert.equal(site.match(/proxy_cache running_order;/g)?.length, 1);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  for (const name of temporary) mkdirSync(join(folder, name));
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    [
      'daemon off;',
      ...(process.getuid?.() === 0 ? ['user root;'] : []),
      `pid ${join(folder, 'nginx.pid')};`,
      'error_log stderr warn;',
      'events {}',
      'http {',
      'access_log off;',
      ...temporary.map((name) => `${name}_temp_path ${join(folder, name)};`),
      site,
      '}',
    ].join('\n'),
  );
  const words = ['-p', folder, '-c', file, '-e', 'stderr'];
  const child = ours(
    spawn('nginx', words, { env: { ...process.env, PATH }, stdio: ['ignore', 'ignore', 'pipe'] }),
  );
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  const url = `http://127.0.0.1:${port}`;
  await until('nginx answers', async () => {
    assert.equal(child.exitCode, null, said);
    return (await fetch(url).catch(() => undefined))?.ok;
  });
  return { url, stop: () => end(child, 'SIGTERM') };
}
