/** The pages of one race and one crew, their previews in messengers, and the answer where there is no such race or crew. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { PageCache, publishedText } from '../../src/board/pages/page-cache.ts';
import { Publication } from '../../src/http/answers/answer.ts';
import { Representation } from '../../src/http/answers/representation.ts';
import { draw, published, times } from '../support/board.ts';
import { openOffice } from '../support/office.ts';
import { raw } from '../support/raw.ts';
import { exchange, head, problem } from '../support/raw-http.ts';
import { PUBLIC_URL, type Reply, startTestService } from '../support/service.ts';

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
/** Control characters, marks that reverse the direction of text, and code points that are no characters. */
const DISTURBING = '\u0007\u0001\u0085\u2028\u202e\u2066\ufffe\uffff';
const HOSTILE = `"><script>alert(1)</script>${DISTURBING} a\u0001b\n=1+1 \u202e${'x'.repeat(300)}`;
const DISTURBS = /(?![\t\n\r])[\p{Cc}\u2028-\u202e\u2066-\u2069\ufffe\uffff]/u;

const service = await startTestService();
const event = await published(service);
const base = `/events/${event.eventId}`;
const crews: { id: number; name: string }[] = (await event.board()).json.crews;

const get = (path: string, headers: Record<string, string> = {}): Promise<Reply> =>
  service.send('GET', path, { headers: { ...HTML, ...headers } });
const titleOf = ({ text }: Reply) => /<title>(.*?)<\/title>/s.exec(text)?.[1];
const metaOf = ({ text }: Reply, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(text)?.[1];
const languageOf = ({ text }: Reply) => /<html lang="([^"]*)">/.exec(text)?.[1];
const crewId = (name: string) => crews.find((crew) => crew.name === name)?.id;

describe('the address of a race', () => {
  test('says who starts when, then the result', async () => {
    const path = `${base}/races/1`;
    const before = await get(path);
    assert.equal(before.status, 200);
    assert.equal(titleOf(before), 'Race 1 · Heat 1 · Spring regatta · Running Order');
    assert.equal(metaOf(before, 'og:title'), 'Race 1 · Heat 1');
    assert.equal(
      metaOf(before, 'og:description'),
      'Spring regatta: Sat 13 Jun, 09:00 · Amsel, Biber, Chamäleon',
    );
    assert.equal(metaOf(before, 'og:url'), `${PUBLIC_URL}${path}`);
    assert.match(before.text, new RegExp(`<link rel="canonical" href="${PUBLIC_URL}${path}">`));
    assert.match(before.text, new RegExp(`href="./events/${event.eventId}/manifest.webmanifest"`));

    await event.send('PUT', '/races/r1/results', times(412_700, 410_000));
    assert.equal(
      metaOf(await get(path), 'description'),
      'Spring regatta: 2 of 3 in: 1. Biber 6:50.00, 2. Amsel 6:52.70',
      'a race of that day is over by time',
    );
    const planned = (scheduledAt: string) =>
      event.send('PUT', '/races', [{ externalId: 'r1', raceNumber: 1, scheduledAt }]);
    await planned(new Date().toISOString());
    assert.equal(
      metaOf(await get(path), 'description'),
      'Spring regatta: 2 of 3 in: Biber 6:50.00, Amsel 6:52.70',
      'no places before all are in',
    );
    await planned('2026-06-13T09:00:00+02:00');
    await event.send('PUT', '/races/r1/results', [{ position: 3, status: 'dns' }]);
    const done = await get(path);
    assert.equal(
      metaOf(done, 'description'),
      'Spring regatta: 1. Biber 6:50.00, 2. Amsel 6:52.70, Chamäleon DNS',
    );
    const board = (await event.board()).json;
    const data = /id="data">(.*?)<\/script>/s.exec(done.text)?.[1] ?? '';
    assert.deepEqual(JSON.parse(data), board);
  });

  test('speaks the language of whoever follows it', async () => {
    const path = `${base}/races/1`;
    const german = await get(path, { 'accept-language': 'de-AT,en;q=0.5' });
    assert.equal(languageOf(german), 'de');
    assert.equal(titleOf(german), 'Rennen 1 · Heat 1 · Spring regatta · Running Order');
    assert.match(metaOf(german, 'description') ?? '', /2\. Amsel 6:52,70/);
    assert.equal(metaOf(german, 'og:locale'), 'de_DE');
    assert.equal(german.headers.get('vary'), 'Accept-Encoding, Accept-Language');
    const french = await get(`${path}?lang=fr-CA`, { 'accept-language': 'de' });
    assert.equal(languageOf(french), 'fr');
    assert.equal(french.headers.get('vary'), 'Accept-Encoding', 'the address has one language');
    assert.match(metaOf(french, 'description') ?? '', /Chamäleon non partant/);
    for (const [language, expected] of [
      ['it', 'it'],
      ['xx', 'en'],
      ['', 'en'],
      ['de;q=0, fr', 'fr'],
    ]) {
      const page = await get(base, { 'accept-language': language ?? '' });
      assert.equal(languageOf(page), expected, language);
    }
    assert.equal(languageOf(await get('/?lang=de')), 'de');
    assert.match(metaOf(await get('/?lang=de'), 'description') ?? '', /Regatten/);
    assert.equal(languageOf(await get(`${base}?lang=%zz"><b>`)), 'en');
  });

  test('shows nothing that is hidden, and says what is cancelled', async () => {
    const own = await published(service, { schedule: { defaultResultVisibility: 'hidden' } });
    await own.send('PUT', '/races/r1/results', times(402_696, 400_111, 399_000));
    const page = await get(`/events/${own.eventId}/races/1`);
    assert.match(metaOf(page, 'description') ?? '', /Sat 13 Jun, 09:00 · Amsel, Biber, Chamäleon$/);
    assert.doesNotMatch(page.text, /\b6:42|402696|\b6:40/);
  });

  test('stays text, short and on one line, whatever the names are', async () => {
    const own = await published(service);
    await own.send('PUT', '/teams', [{ externalId: 'c1', name: `${HOSTILE}`.slice(0, 120) }]);
    await own.send('PUT', '/races', [
      { externalId: 'r1', raceNumber: 1, title: HOSTILE.slice(0, 120) },
    ]);
    const { crews: all } = (await own.board()).json;
    const hostile = all.find(({ name }: { name: string }) => name.includes('script'));
    for (const path of ['', '/races/1', `/crews/${hostile.id}`, '/plain', '/races/99']) {
      const page = await get(`/events/${own.eventId}${path}`);
      assert.doesNotMatch(page.text, /<script>alert/, path);
      for (const name of ['title', 'description']) {
        const said = metaOf(page, `og:${name}`) ?? '';
        assert.ok(said.length < 600, `${said.length}`);
        assert.doesNotMatch(said, DISTURBS, path);
        assert.doesNotMatch(said, /\n/, path);
      }
    }
  });

  test('and so do all pages and files, whatever the name of the regatta is', async () => {
    const own = await published(service);
    const at = `/events/${own.eventId}`;
    const set = `name = '${DISTURBING}Cup${DISTURBING}\u202eX', city = 'A${DISTURBING}'`;
    await raw(service.databaseUrl, `update events set ${set} where id = ${own.eventId}`);
    const name = `Crew${DISTURBING}`;
    await own.send('PUT', '/teams', [{ externalId: 'c1', name, clubId: name }]);
    await own.send('PUT', '/races', [
      { externalId: 'r1', raceNumber: 1, title: name, notes: name, round: name, boatClass: name },
    ]);
    await own.send('PUT', '/races/r1/entries', [
      { position: 1, teamExternalId: 'c1', positionLabel: `L${DISTURBING}` },
      { position: 2, positionLabel: `M${DISTURBING}` },
    ]);
    await own.send('PUT', '/races/r1/results', times(400_000, 410_000));
    const board = (await own.board()).json;
    assert.match(JSON.stringify(board), /\u202e/, 'the document has names as they are');
    for (const path of [
      ...[
        '',
        '/races/1',
        `/crews/${board.crews[0].id}`,
        '/display',
        '/embed',
        '/overlay',
        '/plain',
        '/races/9',
      ],
      ...['/results.csv', '/results.csv?lang=de', '/results.atom', '/manifest.webmanifest'],
      ...board.crews.map(({ id }: { id: number }) => `/crews/${id}.ics`),
    ]) {
      const { text } = await get(at + path);
      // Without the JSON in the page, which is the board's document as it is.
      const shown = text.replace(/<script type="application\/json".*?<\/script>/s, '');
      assert.ok(shown.length > 100, path);
      assert.doesNotMatch(shown, DISTURBS, path);
    }
  });
});

test('the address of a crew says what it has rowed, and when it rows next', async () => {
  const page = await get(`${base}/crews/${crewId('Amsel')}`);
  assert.equal(titleOf(page), 'Amsel · Spring regatta · Running Order');
  assert.equal(
    metaOf(page, 'og:description'),
    'Spring regatta · Race 1 · Heat 1: 1. Biber 6:50.00, 2. Amsel 6:52.70, Chamäleon DNS · ' +
      'Race 2 · Final: Sun 14 Jun, 09:00',
  );
  assert.equal(metaOf(page, 'og:url'), `${PUBLIC_URL}${base}/crews/${crewId('Amsel')}`);
});

test('the address of a crew says which of its races are cancelled or postponed', async () => {
  const { event: own, write, ids } = await openOffice(service);
  const { races, crews } = await ids();
  const said = async (name: string) =>
    metaOf(await get(`/events/${own.eventId}/crews/${crews[name]}`), 'og:description');
  const set = (state: object) => write(`/races/${races[1]}/state`, state);
  await set({ state: 'cancelled', reason: 'Storm' });
  const cancelled = 'Race 1 · Heat 1: This race is cancelled. Storm';
  assert.equal(await said('Chamäleon'), `Spring regatta · ${cancelled}`, 'its only race');
  const next = 'Race 2 · Final: Sun 14 Jun, 09:00';
  assert.equal(await said('Amsel'), `Spring regatta · ${cancelled} · ${next}`);
  await own.send('PUT', '/races/r2/results', times(402_696, 400_111));
  const results = 'Race 2 · Final: 1. Biber 6:40.11, 2. Amsel 6:42.70';
  assert.equal(await said('Amsel'), `Spring regatta · ${results}`, 'what was cancelled is past');
  await set({ state: 'postponed', reason: null });
  const postponed = 'Race 1 · Heat 1: This race is postponed; its new time is not known yet.';
  assert.equal(await said('Amsel'), `Spring regatta · ${postponed} · ${results}`);
});

describe('what is not there', () => {
  test('is a page for a person, and a problem document for a program', async () => {
    for (const path of [
      ...[
        '0',
        '333',
        '01',
        '-1',
        '1.0',
        '1e3',
        '1'.repeat(20),
        '100000000000000000000',
        'x',
        '%00',
      ],
      ...['%zz', '<b>', '1;2'],
    ].flatMap((name) => [`${base}/races/${name}`, `${base}/crews/${name}`])) {
      const raw = (...lines: string[]) => exchange(service.url, head('GET', path, ...lines));
      problem(await raw(), 'event_not_found');
      problem(await raw('Accept: application/json'), 'event_not_found');
      problem(await raw('Accept: text/html;q=0, */*'), 'event_not_found');
      problem(await raw('Accept: text/html;q=0.1, application/json'), 'event_not_found');
      problem(await raw('Accept: text/html;q=0.5, application/problem+json'), 'event_not_found');
      const page = await raw(`Accept: ${HTML.accept}`);
      assert.equal(page.status, 404, path);
      assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
      assert.match(page.text, /is not on the board/);
      assert.match(page.text, new RegExp(`<a href="${base}">To the board: Spring regatta</a>`));
      assert.match(page.headers.vary ?? '', /\bAccept\b/);
    }
    const german = await get(`${base}/races/99`, { 'accept-language': 'de' });
    assert.equal(languageOf(german), 'de');
    assert.match(german.text, /Dieses Rennen gibt es hier nicht/);
  });

  test('a race is found by what is printed in place of its number, where that is its own', async () => {
    const own = await published(service);
    const path = `/events/${own.eventId}/races`;
    const print = (...numbers: string[]) =>
      service.database.write(async (tx) => {
        for (const [index, printed_number] of numbers.entries()) {
          await tx
            .updateTable('races')
            .set({ printed_number })
            .where('event_id', '=', own.eventId)
            .where('race_number', '=', index + 1)
            .execute();
        }
      });
    const way = async (name: string) => {
      await own.send('PUT', '/races', [
        { externalId: 'r1', raceNumber: 1, notes: String(Math.random()) },
        { externalId: 'r2', raceNumber: 2, notes: String(Math.random()) },
      ]);
      const { status, headers } = await fetch(`${service.url}${path}/${name}`, {
        redirect: 'manual',
      });
      return status === 302 ? headers.get('location') : status;
    };
    await print('16A', 'Finale B');
    assert.equal(await way('16A'), `${path}/1`);
    assert.equal(await way('16a?lang=de'), `${path}/1?lang=de`);
    assert.equal(await way('Finale%20B'), `${path}/2`);
    assert.equal(await way('2'), 200);
    assert.equal(await way('16B'), 404);
    await print('16A', '16A');
    assert.equal(await way('16A'), 404, 'nobody knows which one is meant');
  });

  test('also where no route is; software gets what it reads', async () => {
    for (const path of [
      '/nowhere',
      '/events',
      '/events/5/6/7',
      '/console/nowhere',
      '//evil.example',
    ]) {
      const page = await exchange(service.url, head('GET', path, 'Accept: text/html'));
      assert.equal(page.status, 404, path);
      assert.match(page.text, /<h1>There is nothing at this address<\/h1>/);
      assert.match(page.headers['content-security-policy'] ?? '', /frame-ancestors 'none'/);
      problem(await exchange(service.url, head('GET', path)), 'route_not_found');
      const post = await exchange(service.url, head('POST', path, 'Accept: text/html'));
      problem(post, 'route_not_found');
    }
    for (const path of ['/v1/nowhere', '/board/api/nowhere', '/console/api/nowhere', '/v1?x']) {
      const reply = await exchange(service.url, head('GET', path, 'Accept: text/html'));
      problem(reply, 'route_not_found');
    }
  });
});

describe('slashes too many', () => {
  const locationOf = async (path: string) => {
    const { status, headers } = await exchange(service.url, head('GET', path));
    return status === 308 ? headers.location : status;
  };

  test('lead to the address without, on this service', async () => {
    const pages = ['', '/races/1', '/races/99', `/crews/${crewId('Amsel')}`];
    const queries = ['', '?lang=de&x=//evil.example/?y'];
    const files = ['/results.csv', '/results.atom', '/manifest.webmanifest'];
    for (const path of [...pages, ...files, '/display', '/print', '/embed', '/overlay', '/plain']) {
      for (const query of queries) {
        for (const wrong of [`${base}${path}/`, `/${base}${path}`, `//${base}//${path}//`]) {
          assert.equal(await locationOf(wrong + query), `${base}${path}${query}`, wrong);
        }
      }
    }
    for (const [wrong, right] of [
      ['//', '/'],
      ['///?lang=de', '/?lang=de'],
      ['/robots.txt/', '/robots.txt'],
      ['//sitemap.xml', '/sitemap.xml'],
      ['/console/account/', '/console/account'],
      ['//console/events/5/races//', '/console/events/5/races'],
      [`${service.url}${base}/`, base],
    ] as const) {
      assert.equal(await locationOf(wrong), right, wrong);
    }
    const head308 = await fetch(`${service.url}${base}/`, { method: 'HEAD', redirect: 'manual' });
    assert.equal(head308.status, 308);
  });

  test('never to another host, and only to pages', async () => {
    for (const path of [
      ...['//evil.example/', '//evil.example//', '///evil.example/events/5', '/\\evil.example/'],
      ...['/%2f%2fevil.example/', '//nowhere/', '/nowhere/', '/v1/me/', '//v1/me', '/sw.js/'],
      ...['/board/api/push-key/', '//board/api/push-key', '/console/api/session/'],
      `${base}/resultsXcsv/`,
    ]) {
      problem(await exchange(service.url, head('GET', path)), 'route_not_found');
    }
    problem(await exchange(service.url, head('POST', `${base}/`)), 'route_not_found');
    for (const name of [
      ...['%2f%2fevil.example', '..', 'https:', '\\evil.example', '%0d%0aX:y', '/evil.example'],
      ...['/\\evil.example', '@evil.example', '%5c%5cevil.example', 'x#//evil.example'],
    ]) {
      for (const path of [`/events/${name}/`, `//events/${name}`, `/events//${name}//`]) {
        const location = await locationOf(path);
        if (typeof location !== 'string') continue;
        const target = new URL(location, 'https://regatta.example/events/x/');
        assert.equal(target.origin, 'https://regatta.example', path);
        assert.match(location, /^\/(?![/\\])/, path);
      }
    }
  });
});

describe('without script', () => {
  test('a page says what it is about, and leads to a plain one', async () => {
    const page = await get(`${base}/races/1`, { 'accept-language': 'de' });
    const [, said = ''] = /<noscript>(.*?)<\/noscript>/s.exec(page.text) ?? [];
    assert.match(said, /<h1>Rennen 1 · Heat 1<\/h1><p>Spring regatta: 1\. Biber 6:50,00/);
    const [, href = ''] = /<a href="([^"]*)">/.exec(said) ?? [];
    const plain = await get(new URL(href, service.url).pathname);
    assert.equal(plain.status, 200);
  });

  test('the plain page has all races, crews and public results', async () => {
    const { text, headers } = await get(`${base}/plain`);
    assert.match(text, /<h2>Saturday,? 13 June 2026<\/h2>/);
    assert.match(text, new RegExp(`<h3>09:00 <a href="${base}/races/1">Race 1 · Heat 1</a></h3>`));
    assert.match(text, /<tr><td>1<\/td><td>2<\/td><td>Biber<\/td><td>6:50\.00<\/td><\/tr>/);
    assert.match(text, /<td>Chamäleon<\/td><td>did not start<\/td>/);
    assert.match(text, /<tr><td>1<\/td><td>Amsel<\/td><\/tr>/, 'the draw of the final');
    assert.doesNotMatch(text, /<script/);
    const held = { 'if-none-match': headers.get('etag') ?? '' };
    assert.equal((await get(`${base}/plain`, held)).status, 304);
    const hidden = await published(service, { schedule: { defaultResultVisibility: 'hidden' } });
    await hidden.send('PUT', '/races/r1/entries', draw('c1', 'c2'));
    await hidden.send('PUT', '/races/r1/results', times(402_696, 400_111));
    const shown = await get(`/events/${hidden.eventId}/plain`);
    assert.doesNotMatch(shown.text, /6:4/);
    assert.match(shown.text, /The results are not public/);
  });

  test('the last instant of all is on the plain page, also where the day after it has begun', async () => {
    const late = await published(service);
    const scheduledAt = '9999-12-31T23:59:59Z';
    await late.send('PUT', '/races', [{ externalId: 'r1', raceNumber: 1, scheduledAt }]);
    const { status, text } = await get(`/events/${late.eventId}/plain`);
    assert.equal(status, 200);
    assert.match(text, /<h2>10000-01-01<\/h2>/);
  });

  test('all that is read without script says what is cancelled, provisional, a trial, and who comes into a lane', async () => {
    const own = await published(service);
    const at = `/events/${own.eventId}`;
    // A lane without a crew has a result, and no crew.
    await own.send('PUT', '/races/r1/entries', [...draw('c1', 'c2'), { position: 3 }]);
    await own.send('PUT', '/races/r1/results', times(402_696, 400_111, 399_000));
    await service.database.write(async (tx) => {
      await tx
        .updateTable('races')
        .set({ state: 'cancelled', reason: 'Storm', round: 'Heat', boat_class: '1x' })
        .where('event_id', '=', own.eventId)
        .where('external_id', '=', 'r1')
        .execute();
      const { id } = await tx
        .selectFrom('races')
        .where('event_id', '=', own.eventId)
        .where('external_id', '=', 'r1')
        .select('id')
        .executeTakeFirstOrThrow();
      const source = JSON.stringify({ races: [id], place: 1, fastest: null });
      await tx
        .updateTable('lanes')
        .set({ team_id: null, source })
        .where('race_id', 'in', (db) =>
          db
            .selectFrom('races')
            .select('id')
            .where('event_id', '=', own.eventId)
            .where('external_id', '=', 'r2'),
        )
        .where('position', '=', 1)
        .execute();
      const event = { event_id: own.eventId, provisional_results: 1 };
      await tx.updateTable('schedules').set(event).where('event_id', '=', own.eventId).execute();
      await tx.updateTable('events').set({ is_trial: 1 }).where('id', '=', own.eventId).execute();
    });
    const plain = (await get(`${at}/plain`)).text;
    assert.match(plain, /<td>1<\/td><td>3<\/td><td><\/td><td>6:39\.00<\/td>/, 'no crew');
    assert.match(plain, /<td>1<\/td><td>1st of race 1<\/td>/, 'who comes');
    assert.match((await get(`${at}/plain?lang=de`)).text, /<td>1\. aus Rennen 1<\/td>/);
    const said = /This race is cancelled\. Storm/;
    for (const path of ['/plain', '/races/1', '/results.atom', '/results.csv']) {
      const { text } = await get(at + path);
      assert.match(text, said, path);
      assert.match(text, /The results are provisional/, path);
      assert.match(text, /Trial: not a real regatta/, path);
    }
    const [, row = ''] = (await get(`${at}/results.csv`)).text.split('\r\n');
    assert.match(row, /,Heat,1x,,Trial: not a real regatta · This race is cancelled/);
  });
});

test('parameters that make no sense leave the pages as they are', async () => {
  const page = await get(`${base}/display`);
  for (const query of [
    ...['view=x', 'view=now,,x', 'races=9-1', 'races=x', 'seconds=0', 'seconds=-1', 'seconds=1e9'],
    ...['layout=x', 'show=%00', 'from=then', 'lang=x', 'lang=%zz', 'lang='],
    ...['follow=%3Cscript%3E', 'x=%3Cscript%3Ealert(1)%3C/script%3E', '', '?', '&&=&', '%'],
  ]) {
    const asked = await get(`${base}/display?${query}`);
    assert.equal(asked.status, 200, query);
    assert.equal(asked.text, page.text, query);
    for (const file of ['results.csv', 'results.atom', 'manifest.webmanifest', 'print', 'embed']) {
      assert.equal((await get(`${base}/${file}?${query}`)).status, 200, `${file}?${query}`);
    }
  }
});

test('nothing but the pages for frames may stand in one', async () => {
  const crew = `${base}/crews/${crewId('Amsel')}`;
  for (const path of [
    ...['', '/races/1', '/plain', '/display', '/print'].map((form) => base + form),
    ...['/', '/nowhere', `${base}/races/99`, `${base}/x`, '/events/987654321/embed', `${crew}.ics`],
    ...['csv', 'atom'].map((ending) => `${base}/results.${ending}`),
    ...[`${base}/manifest.webmanifest`, `${base}/embed/`, `${base}/embed/x`, '/console', '/docs/'],
    ...[
      '/robots.txt',
      '/sitemap.xml',
      '/favicon.ico',
      '/logo',
      '/board/api/events',
      `/board/api${base}`,
    ],
  ]) {
    const { headers } = await get(path);
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/, path);
  }
  for (const [form, query] of ['embed', 'overlay'].flatMap((name) =>
    ['', '?lang=de', '?x=y'].map((asked) => [name, asked] as const),
  )) {
    const { headers } = await get(`${base}/${form}${query}`);
    const policy = headers.get('content-security-policy') ?? '';
    assert.deepEqual(policy.match(/frame-ancestors [^;]*/g), ['frame-ancestors *'], query);
    assert.equal(headers.get('x-frame-options'), null);
    assert.match(policy, /default-src 'none'; script-src 'self';/);
  }
});

test('the overlay of an event that is not there is an empty page, whoever asks', async () => {
  const draft = await service.provision();
  await draft.send('POST', '/schedule');
  for (const id of [draft.eventId, 987_654_321, 'x', '%zz']) {
    for (const accept of ['text/html', '*/*', 'application/json']) {
      const { status, headers, text } = await get(`/events/${id}/overlay?key=00ff00`, { accept });
      assert.equal(status, 404);
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors \*$/);
      const [, body = ''] = /<body>(.*)<\/body>/s.exec(text) ?? [];
      assert.equal(body.replace(/<script.*?<\/script>|<[^>]*>|\s/gs, ''), '', 'nothing is seen');
      assert.match(text, /id="data">\{\}<\/script>/);
    }
  }
  for (const path of ['overlay', 'overlay?lang=de']) {
    const { text } = await get(`${base}/${path}`);
    const [, body = ''] = /<body>(.*)<\/body>/s.exec(text) ?? [];
    assert.equal(body.replace(/<script.*?<\/script>|<[^>]*>|\s/gs, ''), '', 'without script');
    assert.doesNotMatch(text, /<a\s|rel="manifest"|rel="alternate"|og:/);
  }
});

test('other views are left out of the lists of search engines', async () => {
  for (const form of ['', '/races/1', '/plain', '/display', '/print', '/embed', '/overlay']) {
    const { text } = await get(base + form);
    const isUnlisted = /display|print|embed|overlay/.test(form);
    assert.equal(/<meta name="robots" content="noindex">/.test(text), isUnlisted, form);
  }
});

test('built pages take no more memory than they may; those asked for last are kept', () => {
  const cache = new PageCache(1500);
  const keys: string[] = [];
  const source = {};
  const ask = (key: string, from = source, bytes = 300) =>
    cache.get(key, from, () => {
      keys.push(key);
      const representation = new Representation('"t"', Buffer.alloc(bytes));
      return { value: new Publication(representation, 'text/plain', []), bytes };
    });
  for (const key of ['a', 'b', 'c', 'a', 'd', 'a']) ask(key);
  assert.deepEqual([keys.join(''), cache.size], ['abcd', 3]);
  ask('b');
  ask('a');
  assert.equal(keys.join(''), 'abcdb');
  ask('a', {});
  assert.equal(keys.join(''), 'abcdba', 'another document');
  ask('huge', source, 5000);
  assert.equal(cache.size, 1);
});

test('files that were made of a document do not keep it in memory', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const cache = new PageCache();
  const sources = Array.from({ length: 20 }, (_, index) => {
    const source = { document: 'large' };
    cache.get(`calendar ${index}`, source, () =>
      publishedText('BEGIN:VCALENDAR', ['text/calendar']),
    );
    return new WeakRef(source);
  });
  // A `WeakRef` keeps its target alive until the task that made it is over.
  await setImmediate();
  collect();
  assert.equal(cache.size, 20);
  assert.ok(sources.every((source) => source.deref() === undefined));
});
