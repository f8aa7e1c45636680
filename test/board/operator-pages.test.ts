/** The imprint and the pages on privacy and accessibility: their text in every language, and the links of all pages to them. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { privacyStatement } from '../../src/board/pages/operator-pages.ts';
import { InstallationTexts } from '../../src/documents/installation-texts.ts';
import { changedTexts, NO_TEXTS } from '../../src/domain/accounts/installation-rules.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { escaped } from '../../src/http/answers/page-layout.ts';
import { readSettings } from '../../src/settings.ts';
import { saveTexts } from '../../src/storage/accounts/installation.ts';
import { LANGUAGE_CODES } from '../../src/words/languages.ts';
import { installationWords, sharedWords } from '../../src/words/words.ts';
import { PUBLIC_CACHE, published } from '../support/board.ts';
import { isOnServer } from '../support/databases.ts';
import { raw } from '../support/raw.ts';
import { exchange, head, problem } from '../support/raw-http.ts';
import { PUBLIC_URL, startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Longer than the service answers with texts that it has read before, which is 1.5 s. */
const TRUSTED_MILLIS = 1600;
const PAGES = ['imprint', 'privacy', 'accessibility'] as const;

const service = await startTestService();
const event = await published(service);

const get = (path: string, headers: Record<string, string> = {}, on = service) =>
  on.send('GET', path, { headers });

/** Stores the given texts about the installation and no others, and waits until a page shows them. */
async function say(given: Partial<typeof NO_TEXTS>): Promise<void> {
  const texts = changedTexts(NO_TEXTS, { ...NO_TEXTS, ...given });
  assert.ok(!(texts instanceof Refusal));
  const mark = `Mark ${++marks}`;
  const all = { ...NO_TEXTS, ...texts, operatorName: texts.operatorName ?? mark };
  await service.database.write((tx) => saveTexts(tx, all));
  const shown = escaped(`run by ${all.operatorName}.`);
  const isSeen = async () => (await get('/imprint?lang=en')).text.includes(shown);
  await until('the texts', isSeen);
}

let marks = 0;

/** The links of a page to the pages about the installation. */
function linksOf(html: string): string[] {
  const links = html.matchAll(/href="[./]*\/?((?:imprint|privacy|accessibility)\?lang=\w\w)"/g);
  return Array.from(links, ([, link = '']) => link);
}

describe('imprint, privacy and accessibility', () => {
  test('are there in every language without a text, and say that the operator has given none', async () => {
    const own = await startTestService();
    try {
      for (const language of LANGUAGE_CODES) {
        const { noImprint, noPrivacy, noContact } = installationWords(language);
        const said = { imprint: noImprint, privacy: noPrivacy, accessibility: noContact };
        for (const page of PAGES) {
          const { status, text } = await get(`/${page}?lang=${language}`, {}, own);
          assert.equal(status, 200);
          assert.match(text, new RegExp(`<html lang="${language}">`));
          assert.ok(text.includes(`<h1>${sharedWords(language)[page]}</h1>`), page);
          assert.ok(text.includes(said[page]), `${page} ${language}`);
        }
      }
    } finally {
      await own.stop();
    }
  });

  test('are there while the database is not, and say what is not known', async () => {
    const own = await startTestService();
    const rename = (from: string, to: string) =>
      raw(own.databaseUrl, `alter table ${from} rename to ${to}`);
    await rename('operator_texts', 'texts_gone');
    try {
      for (const page of PAGES) {
        for (const language of LANGUAGE_CODES) {
          const reply = await get(`/${page}?lang=${language}`, {}, own);
          assert.equal(reply.status, 200, page);
          assert.equal(reply.headers.get('cache-control'), 'no-store');
          assert.ok(reply.text.includes(installationWords(language).notKnown), page);
        }
      }
      const { crews } = installationWords('en');
      assert.ok((await get('/privacy', {}, own)).text.includes(crews.title));
      await rename('texts_gone', 'operator_texts');
      const { noImprint } = installationWords('en');
      assert.ok((await get('/imprint', {}, own)).text.includes(noImprint), 'as soon as it is back');
      await rename('operator_texts', 'texts_gone');
      await delay(TRUSTED_MILLIS);
      assert.ok((await get('/imprint', {}, own)).text.includes(noImprint), 'what was known last');
      await rename('texts_gone', 'operator_texts');
    } finally {
      await own.stop();
    }
  });

  test('need no script, set no cookie, and are in the language of the browser or the address', async () => {
    for (const page of PAGES) {
      const french = await get(`/${page}`, { 'accept-language': 'fr-CH, en;q=0.5' });
      const { headers } = french;
      assert.match(french.text, /<html lang="fr">/);
      assert.doesNotMatch(french.text, /<script|<img|<iframe|<form|\son\w+=/);
      assert.equal(headers.get('set-cookie'), null);
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(headers.get('cache-control'), PUBLIC_CACHE);
      assert.equal(headers.get('vary'), 'Accept-Encoding, Accept-Language');
      assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src/);
      const german = await get(`/${page}?lang=de`, { 'accept-language': 'fr' });
      assert.match(german.text, /<html lang="de">/);
      assert.deepEqual(
        linksOf(german.text),
        PAGES.map((each) => `${each}?lang=de`),
      );
      assert.equal(german.headers.get('vary'), 'Accept-Encoding');
      const canonical = `<link rel="canonical" href="${PUBLIC_URL}/${page}">`;
      assert.ok(french.text.includes(canonical));
      assert.ok(german.text.includes(canonical.replace(page, `${page}?lang=de`)));
      const held = { 'if-none-match': german.headers.get('etag') ?? '' };
      assert.equal((await get(`/${page}?lang=de`, held)).status, 304);
      const answer = await fetch(`${service.url}/${page}`, { method: 'HEAD' });
      assert.equal(answer.status, 200);
      problem(await exchange(service.url, head('POST', `/${page}`)), 'method_not_allowed');
    }
  });

  test('show texts with their paragraphs, and interpret nothing in them', async () => {
    await say({
      operatorName: 'Ruder & <b>Söhne</b>',
      contact: 'office@club.example',
      supportUrl: 'https://club.example/help?a=1&b=2',
      imprint: 'Rowing club\n1 Lake Road\n\n<script>alert(1)</script> **bold** https://x.example',
      privacy: 'Ours',
    });
    const imprint = (await get('/imprint?lang=en')).text;
    assert.ok(imprint.includes('run by Ruder &amp; &lt;b&gt;Söhne&lt;/b&gt;.'));
    assert.ok(imprint.includes('<p dir="auto">Rowing club<br>\n1 Lake Road</p>\n<p dir="auto">'));
    assert.ok(
      imprint.includes('&lt;script&gt;alert(1)&lt;/script&gt; **bold** https://x.example</p>'),
    );
    assert.ok(
      imprint.includes('Contact: <a href="mailto:office@club.example">office@club.example</a>'),
    );
    assert.ok(imprint.includes('Help: <a href="https://club.example/help?a=1&amp;b=2">'));
    assert.ok(!imprint.includes(installationWords('en').noImprint));
    const privacy = (await get('/privacy?lang=fr')).text;
    assert.ok(privacy.includes('<p dir="auto">Ours</p>'));
    assert.ok(privacy.includes('Contact\u00a0: <a href="mailto:'));
    const accessibility = (await get('/accessibility?lang=en')).text;
    assert.ok(accessibility.includes(installationWords('en').tests.write));
    assert.ok(accessibility.includes('mailto:office@club.example'));
    assert.ok(!accessibility.includes(installationWords('en').noContact));
  });

  test('show an address as a link', async () => {
    await say({ imprint: ' https://club.example/imprint?a&b ', privacy: 'http://club.example' });
    assert.ok(
      (await get('/imprint')).text.includes(
        '<p><a href="https://club.example/imprint?a&amp;b">https://club.example/imprint?a&amp;b</a></p>',
      ),
    );
    const link = '<p><a href="http://club.example/">http://club.example</a></p>';
    assert.ok((await get('/privacy')).text.includes(link));
  });

  test('show a change within two seconds', async () => {
    await say({ imprint: 'Before' });
    await service.database.write((tx) => saveTexts(tx, { imprint: 'After' }));
    const isSeen = async () => (await get('/imprint')).text.includes('<p dir="auto">After</p>');
    // Promised within two seconds; the rest is for a busy machine.
    const millis = await until('the change', isSeen);
    assert.ok(millis < 10_000, `${millis} ms`);
  });

  test('ask the database once for all who come together, and not at all for who comes next', async () => {
    const texts = new InstallationTexts(service.database);
    const [first, ...others] = await Promise.all(
      Array.from({ length: 200 }, () => texts.current()),
    );
    assert.ok(first && others.every((each) => each === first));
    assert.equal(texts.current(), first, 'at hand, so there is nothing to wait for');
  });
});

describe('the statement on privacy', () => {
  test('comes first, with the limits of the program', async () => {
    await say({ privacy: 'Ours' });
    const { text } = await get('/privacy?lang=en');
    const words = installationWords('en');
    const order = [words.readers.title, words.followers.title, words.ofOperator, 'Ours'];
    const places = order.map((part) => text.indexOf(part));
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
    assert.ok(
      places.every((place) => place > 0),
      places.join(),
    );
    for (const said of [
      'is deleted 30 days after its last day',
      'with the last 50 requests of each key',
      'for 7 days without use and 30 days at most',
      'known again for 365 days',
      'older than 365 days',
      'counted for 24 hours',
      'fcm.googleapis.com, updates.push.services.mozilla.com, web.push.apple.com, *.push.apple.com, *.notify.windows.com.',
    ]) {
      assert.ok(text.includes(said), said);
    }
    assert.doesNotMatch(text, /undefined|NaN/);
  });

  test('says what the settings make the installation do', async () => {
    const { readers, people, service: kept } = installationWords('en');
    const plain = (await get('/privacy?lang=en')).text;
    for (const said of [readers.proxy, people.mails, kept.backups(3)]) {
      assert.ok(!plain.includes(said), said);
    }
    const folder = mkdtempSync(join(tmpdir(), 'running-order-copies-'));
    const own = await startTestService({
      TRUSTED_PROXIES: '1',
      PUSH_ORIGINS: 'https://push.example:8443',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'office@club.example',
      ...(!isOnServer && { BACKUP_FOLDER: folder, BACKUP_KEEP: '3' }),
    });
    try {
      const { text } = await get('/privacy?lang=en', {}, own);
      const copies = isOnServer ? [] : [kept.backups(3)];
      for (const said of [readers.proxy, people.mails, ', push.example:8443.', ...copies]) {
        assert.ok(text.includes(said), said);
      }
    } finally {
      await own.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** Which sentences on how long regattas are kept are shown, by the settings. */
const KEPT: [
  settings: Record<string, string>,
  said: ('kept' | 'archivedKept' | 'historyKept')[],
][] = [
  [{}, ['kept']],
  // Without a folder for their files, events stay.
  [{ RETAIN_EVENTS_DAYS: '400' }, ['kept']],
  [{ RETAIN_EVENTS_DAYS: '400', ARCHIVE_FOLDER: tmpdir() }, ['archivedKept']],
  [{ RETAIN_HISTORY_DAYS: '90' }, ['historyKept']],
  [
    { RETAIN_HISTORY_DAYS: '90', RETAIN_EVENTS_DAYS: '400', ARCHIVE_FOLDER: tmpdir() },
    ['archivedKept', 'historyKept'],
  ],
];

for (const [settings, said] of KEPT) {
  test(`the statement on privacy says how long regattas are kept: ${JSON.stringify(settings)}`, () => {
    for (const language of LANGUAGE_CODES) {
      const words = installationWords(language);
      const { crews } = words;
      const texts = {
        kept: crews.kept,
        archivedKept: crews.archivedKept(400),
        historyKept: crews.historyKept(90),
        othersKept: crews.othersKept,
      };
      const sections = privacyStatement(readSettings(settings), words);
      const [, ...paragraphs] =
        sections.find(({ title }) => title === crews.title)?.paragraphs ?? [];
      const others = said.includes('kept') ? [] : [texts.othersKept];
      assert.deepEqual(paragraphs, [...said.map((name) => texts[name]), ...others], language);
    }
  });
}

describe('security.txt', () => {
  const path = '/.well-known/security.txt';

  test('is not there without a contact', async () => {
    await say({});
    const { status, json } = await get(path);
    assert.deepEqual([status, json.code], [404, 'route_not_found']);
  });

  test('names the contact as an address, and holds for 180 days', async () => {
    for (const [contact, uri] of [
      ['office@club.example', 'mailto:office@club.example'],
      ['https://club.example/sicherheit?ä', 'https://club.example/sicherheit?%C3%A4'],
    ] as const) {
      await say({ contact });
      const { status, text, headers } = await get(path);
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8');
      const expires = new Date(Date.now() + 180 * 24 * 3_600_000).toISOString().slice(0, 10);
      assert.deepEqual(text.split('\n'), [
        `Contact: ${uri}`,
        `Expires: ${expires}T00:00:00Z`,
        'Preferred-Languages: en, de, fr, nl, it',
        `Canonical: ${PUBLIC_URL}${path}`,
        '',
      ]);
    }
  });
});

test('public pages lead to these pages, frames to privacy, big screens, paper and overlays to none', async () => {
  const base = `/events/${event.eventId}`;
  const all = PAGES.map((page) => `${page}?lang=en`);
  for (const [path, links] of [
    ['/', all],
    [base, all],
    [`${base}/races/1`, all],
    [`${base}/plain`, all],
    [`${base}/embed`, ['privacy?lang=en']],
    [`${base}/display`, []],
    [`${base}/print`, []],
    [`${base}/overlay`, []],
    ['/nowhere', all],
    [`${base}/races/99`, all],
    ['/events/987654321', all],
  ] as const) {
    const { text } = await get(path, { accept: 'text/html' });
    assert.deepEqual(linksOf(text), links, path);
  }
});
