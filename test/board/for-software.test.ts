/** Headers and marks of public pages and files for caches, search engines and pages of other sites. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LANGUAGE_CODES } from '../../src/words/languages.ts';
import { PUBLIC_CACHE, published, times } from '../support/board.ts';
import { signIn } from '../support/console.ts';
import { isOnServer } from '../support/databases.ts';
import { openOffice } from '../support/office.ts';
import { raw } from '../support/raw.ts';
import { exchange, head, problem } from '../support/raw-http.ts';
import { PUBLIC_URL, type Reply, startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const service = await startTestService();
const event = await published(service);
const base = `/events/${event.eventId}`;
const { crews } = (await event.board()).json;
const crew = `${base}/crews/${crews[0].id}`;

const get = (path: string, headers: Record<string, string> = {}): Promise<Reply> =>
  service.send('GET', path, { headers: { ...HTML, ...headers } });

/** The `hreflang` links of a page or a sitemap, by language. */
function languagesIn(text: string): Record<string, string> {
  const links = text.matchAll(/rel="alternate" hreflang="([^"]*)" href="([^"]*)"/g);
  return Object.fromEntries(Array.from(links, ([, language = '', href = '']) => [language, href]));
}

function languagesOf(url: string): Record<string, string> {
  const named = LANGUAGE_CODES.map((code) => [code, `${url}?lang=${code}`]);
  return { ...Object.fromEntries(named), 'x-default': url };
}

const canonicalOf = ({ text }: Reply) => /<link rel="canonical" href="([^"]*)">/.exec(text)?.[1];

describe('for caches', () => {
  test('what is public may be kept for seconds, with a tag; an address with ?lang= has one language', async () => {
    const byLanguage = [
      ...['/', base, `${base}/races/1`, crew, `${crew}.ics`, `${base}/manifest.webmanifest`],
      ...['/imprint', '/privacy', '/accessibility'],
      ...['display', 'print', 'embed', 'plain'].map((view) => `${base}/${view}`),
    ];
    const forAll = [
      ...['/sitemap.xml', '/board/api/events', `/board/api${base}`],
      ...['csv', 'atom'].map((ending) => `${base}/results.${ending}`),
    ];
    for (const path of [...byLanguage, ...forAll]) {
      const varying = byLanguage.includes(path) ? 'Accept-Encoding, Accept-Language' : undefined;
      for (const [query, vary] of [
        ['', varying],
        ['?lang=de', undefined],
        ['?lang=de-CH', undefined],
        ['?lang=en&lang=de', undefined],
        ['?lang=xx', varying],
      ]) {
        const asked = path + query;
        const { status, headers } = await get(asked, { 'accept-language': 'fr' });
        assert.equal(status, 200, asked);
        assert.equal(headers.get('cache-control'), PUBLIC_CACHE, asked);
        assert.equal(headers.get('vary'), vary ?? 'Accept-Encoding', asked);
        const etag = headers.get('etag') ?? '';
        const held = { 'accept-language': 'fr', 'if-none-match': etag };
        const again = await get(asked, held);
        assert.equal(again.status, 304, asked);
        for (const name of ['cache-control', 'vary', 'etag'])
          assert.equal(again.headers.get(name), headers.get(name), `${name} of ${asked}`);
      }
    }
  });

  test('what is not there is not kept, whatever answers', async () => {
    const draft = await service.provision();
    await draft.send('POST', '/schedule');
    const paths = [
      ...[`/events/${draft.eventId}`, `/events/${draft.eventId}/plain`, '/events/987654321/embed'],
      ...[`${base}/races/99`, `${base}/crews/987654321`, `${base}/crews/987654321.ics`],
      ...[`/events/${draft.eventId}/results.csv`, `/board/api/events/${draft.eventId}`],
      ...['/nowhere', `${base}/nowhere`, '/logo', '/board/api/events/987654321/live'],
    ];
    for (const path of paths) {
      for (const query of ['', '?lang=de']) {
        for (const accept of [HTML.accept, 'application/json']) {
          const { status, headers } = await get(path + query, { accept });
          assert.equal(status, 404, path);
          assert.equal(headers.get('cache-control'), 'no-store', path);
        }
      }
    }
    const german = await get(`${base}/races/99?lang=de`);
    assert.equal(german.headers.get('vary'), 'Accept, Accept-Encoding');
  });
});

describe('for pages of other origins', () => {
  const FROM = { origin: 'https://club.example' };
  const shared = (id: unknown = event.eventId, inBase = `/events/${id}`) => [
    ...['/board/api/events', `/board/api/events/${id}`],
    ...[`${inBase}/results.csv`, `${inBase}/results.atom`, `${inBase}/crews/1.ics`],
  ];

  test('the list, the document, table, feed and calendars may be read, with every status', async () => {
    const seen = new Set<number>();
    const read = async (method: string, path: string, headers: Record<string, string> = {}) => {
      const reply = await service.send(method, path, { headers: { ...FROM, ...headers } });
      assert.equal(reply.headers.get('access-control-allow-origin'), '*', `${method} ${path}`);
      const names = [...reply.headers.keys()].filter((name) => name.startsWith('access-control'));
      assert.equal(names.length, 1, 'no cookies, no other methods');
      seen.add(reply.status);
      return reply;
    };
    for (const id of [event.eventId, 987_654_321, 'x', '%00']) {
      for (const path of [...shared(id), `${crew}.ics`, `${crew}.ics?lang=de`]) {
        for (const method of ['GET', 'HEAD']) {
          const { headers } = await read(method, path);
          await read(method, path, HTML);
          const etag = headers.get('etag');
          if (etag) await read(method, path, { 'if-none-match': etag });
        }
      }
    }
    for (const path of shared()) {
      const twoHosts = await exchange(service.url, head('GET', path, 'Host: other'));
      assert.equal(twoHosts.headers['access-control-allow-origin'], '*');
      seen.add(twoHosts.status);
    }
    assert.deepEqual([...seen].sort(), [200, 304, 400, 404]);
  });

  test('also while the database fails', async () => {
    const own = await startTestService();
    const { eventId } = await published(own);
    await raw(own.databaseUrl, 'alter table schedules rename to schedules_gone');
    try {
      await until('a failure', async () => {
        const path = `/board/api/events/${eventId + 1}`;
        const { status, headers } = await own.send('GET', path, { headers: FROM });
        assert.equal(headers.get('access-control-allow-origin'), '*');
        return status >= 500;
      });
    } finally {
      await raw(own.databaseUrl, 'alter table schedules_gone rename to schedules');
      await own.stop();
    }
  });

  test('and nothing else; nobody may ask first', async () => {
    const closed = (reply: { headers: Record<string, string> }, what: string) => {
      const names = Object.keys(reply.headers).filter((name) => name.startsWith('access-control'));
      assert.deepEqual(names, [], what);
    };
    const origin = 'Origin: https://club.example';
    for (const path of [
      ...['/', base, `${base}/races/1`, crew, `${base}/plain`, `${base}/embed`, '/sitemap.xml'],
      ...[`${base}/manifest.webmanifest`, '/robots.txt', '/logo', '/nowhere', '/board/api'],
      ...['/board/api/push-key', '/board/api/follows', '/v1/me', '/docs/'],
      ...[`/board/api${base}/live/x`, '/console', '/console/api/session', '/livez', '/sw.js'],
      ...[`${base}/results.csv/`, `${crew}.ics/`, `/${crew}.ics`, '/board/api/events/1/x'],
    ]) {
      closed(await exchange(service.url, head('GET', path, origin)), path);
    }
    const asked = ['Access-Control-Request-Method: GET', 'Access-Control-Request-Headers: x-a'];
    for (const path of [...shared(), `${crew}.ics`]) {
      for (const method of ['OPTIONS', 'POST', 'PUT', 'DELETE']) {
        const reply = await exchange(service.url, head(method, path, origin, ...asked));
        problem(reply, 'method_not_allowed');
        assert.equal(reply.headers.allow, 'GET, HEAD');
        closed(reply, `${method} ${path}`);
      }
    }
  });
});

describe('for search engines', () => {
  const factsOf = ({ text }: Reply) => {
    const scripts = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
    const all = scripts.map(([, json = '']) => JSON.parse(json));
    assert.ok(all.length <= 1);
    return all[0];
  };
  const at = (path: string) => PUBLIC_URL + path;

  test('a page has its address in its language, and names it in every other', async () => {
    for (const path of ['/', base, `${base}/races/1`, crew, `${base}/plain`]) {
      const url = at(path);
      const plain = await get(path, { 'accept-language': 'de' });
      assert.equal(canonicalOf(plain), url);
      assert.deepEqual(languagesIn(plain.text), languagesOf(url));
      const german = await get(`${path}?lang=de-AT`);
      assert.equal(canonicalOf(german), `${url}?lang=de`);
      assert.deepEqual(languagesIn(german.text), languagesOf(url));
      assert.equal(canonicalOf(await get(`${path}?lang=xx`)), url);
    }
    for (const view of ['display', 'print', 'embed'])
      assert.deepEqual(languagesIn((await get(`${base}/${view}`)).text), {}, view);
  });

  const PLACE = {
    '@type': 'Place',
    name: 'Berlin',
    address: { '@type': 'PostalAddress', addressLocality: 'Berlin', addressCountry: 'DE' },
  };
  const regatta = (url: string, status = 'EventScheduled') => ({
    '@type': 'SportsEvent',
    ...{ name: 'Spring regatta', url, startDate: '2026-06-13', endDate: '2026-06-14' },
    eventStatus: `https://schema.org/${status}`,
    location: PLACE,
    organizer: { '@type': 'SportsOrganization', name: 'Rowing club' },
  });

  test('regatta and race are events of sport, without the names of crews', async () => {
    const own = await published(service);
    const url = at(`/events/${own.eventId}`);
    await raw(
      service.databaseUrl,
      `update clubs set name = 'Rowing  club' where id = ${own.clubId}`,
    );
    await own.send('PUT', '/races/r1/results', times(402_696, 400_111, 399_000));
    const schema = { '@context': 'https://schema.org' };
    const page = (path: string) => get(`/events/${own.eventId}${path}`);
    assert.deepEqual(factsOf(await page('')), { ...schema, ...regatta(url) });
    const race = await page('/races/1?lang=de');
    assert.deepEqual(factsOf(race), {
      ...schema,
      '@type': 'SportsEvent',
      name: 'Rennen 1 · Heat 1',
      url: `${url}/races/1?lang=de`,
      startDate: (await own.board()).json.races[0].estimatedAt,
      eventStatus: 'https://schema.org/EventScheduled',
      location: PLACE,
      superEvent: regatta(`${url}?lang=de`),
    });
    assert.doesNotMatch(JSON.stringify(factsOf(race)), /Amsel|Biber|6:4/);
    const { crews } = (await own.board()).json;
    for (const path of [`/crews/${crews[0].id}`, '/display', '/print', '/embed', '/plain'])
      assert.equal(factsOf(await page(path)), undefined, path);
  });

  test('they say what is cancelled or postponed', async () => {
    const { event: own, write, ids } = await openOffice(service);
    const { races } = await ids();
    const statusOf = async (path: string) =>
      factsOf(await get(`/events/${own.eventId}${path}`))
        .eventStatus.split('/')
        .at(-1);
    const set = async (state: string, ...numbers: number[]) => {
      for (const number of numbers) {
        const reply = await write(`/races/${races[number]}/state`, { state, reason: null });
        assert.equal(reply.status, 200, reply.text);
      }
    };
    await set('postponed', 1);
    await set('cancelled', 2);
    assert.equal(await statusOf('/races/1'), 'EventPostponed');
    assert.equal(await statusOf('/races/2'), 'EventCancelled');
    assert.equal(await statusOf(''), 'EventScheduled', 'one race is rowed');
    await set('cancelled', 3);
    assert.equal(await statusOf(''), 'EventPostponed');
    await set('cancelled', 1);
    assert.equal(await statusOf(''), 'EventCancelled');
  });

  test('no title ends the script, and the policy of the page allows no script in it', async () => {
    const own = await published(service);
    const title = '</script><script>alert(1)</script><!--\u2028"\\';
    await raw(
      service.databaseUrl,
      `update events set name = 'A</SCRIPT ><img src=x>', city = '', country_code = '' where id = ${own.eventId}`,
    );
    await own.send('PUT', '/races', [{ externalId: 'r1', raceNumber: 1, title }]);
    const page = await get(`/events/${own.eventId}/races/1`);
    const facts = factsOf(page);
    assert.equal(facts.name, 'Race 1 · </script><script>alert(1)</script><!-- "\\');
    assert.equal(facts.superEvent.name, 'A</SCRIPT ><img src=x>');
    assert.ok(!('location' in facts) && !('location' in facts.superEvent));
    assert.doesNotMatch(page.text, /<script>|<img|<!--/i);
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.match(policy, /script-src 'self';/);
    assert.doesNotMatch(policy, /unsafe|sha256/);
  });

  test('the sitemap names what they may list, in all languages, as robots.txt says', async () => {
    const own = await published(service);
    const person = await signIn(service, own.userId);
    const at = `${PUBLIC_URL}/events/${own.eventId}`;
    const read = async () => {
      const { status, headers, text } = await get('/sitemap.xml');
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), 'application/xml; charset=utf-8');
      return [...text.matchAll(/<url><loc>([^<]*)<\/loc>(.*?)<\/url>/gs)];
    };
    const isNamed = async () => (await read()).some(([, loc]) => loc === at);
    const becomes = (named: boolean, why: string) =>
      until(why, async () => (await isNamed()) === named);
    await becomes(true, 'published');
    const [, , links = ''] = (await read()).find(([, loc]) => loc === at) ?? [];
    assert.deepEqual(languagesIn(links), languagesOf(at));
    assert.match(
      (await get('/robots.txt')).text,
      /^Sitemap: https:\/\/regatta\.example\/sitemap\.xml$/m,
    );
    const locs = (await read()).map(([, loc]) => loc);
    assert.equal(new Set(locs).size, locs.length);
    for (const loc of locs)
      assert.doesNotMatch((await get((loc ?? '').slice(PUBLIC_URL.length))).text, /noindex/);

    const patch = async (body: object) =>
      assert.equal((await person.send('PATCH', `/events/${own.eventId}`, body)).status, 200);
    await patch({ archived: true });
    await becomes(true, 'an archived one keeps its page');
    await patch({ archived: false });
    const { revision: seen } = (await person.send('GET', `/events/${own.eventId}/office`)).json;
    await person.send('POST', `/events/${own.eventId}/unpublish`, { seen });
    await becomes(false, 'un-published');
  });

  test('a trial is neither in the sitemap nor told as an event, until it is real', async () => {
    const { userId, clubId, key } = await service.provision();
    const person = await signIn(service, userId);
    const days = { startDate: '2026-06-13', endDate: '2026-06-13' };
    const trial = { clubId, name: 'Rehearsal', ...days, trial: true };
    const { id } = (await person.send('POST', '/events', trial)).json;
    await service.send('POST', `/v1/events/${id}/schedule/publish`, { key });
    const isNamed = async () =>
      (await get('/sitemap.xml')).text.includes(`<loc>${at(`/events/${id}`)}</loc>`);
    const read = async () => {
      const page = await get(`/events/${id}`);
      return [page.status, factsOf(page)?.name, Object.keys(languagesIn(page.text)).length];
    };
    await until('it is published', async () => (await read())[0] === 200);
    assert.deepEqual(await read(), [200, undefined, 0]);
    assert.equal(await isNamed(), false);
    await person.send('PATCH', `/events/${id}`, { trial: false });
    await until('it is in the sitemap', isNamed);
    assert.deepEqual(await read(), [200, 'Rehearsal', LANGUAGE_CODES.length + 1]);
  });

  test('an event with noindex, and a trial, is left out by all that is under its address, and by nothing else', async () => {
    const own = await published(service);
    const person = await signIn(service, own.userId);
    const at = `/events/${own.eventId}`;
    const board = (await own.board()).json;
    const pages = ['', '/races/1', `/crews/${board.crews[0].id}`, '/plain', '/display', '/print'];
    const files = [
      ...['/results.csv', '/results.atom', '/manifest.webmanifest', '/event.ics'],
      `/crews/${board.crews[0].id}.ics`,
    ];
    const missing = ['/races/99', '/crews/987654321', '/crews/987654321.ics'];
    const all = [...pages, '/embed', ...files, ...missing].map((path) => at + path);
    const isNamed = async () =>
      (await get('/sitemap.xml')).text.includes(`<loc>${PUBLIC_URL}${at}</loc>`);
    const tagged = async (paths: string[], value: string | null) => {
      for (const path of paths) {
        for (const query of ['', '?lang=de']) {
          const reply = await get(path + query);
          assert.equal(reply.headers.get('x-robots-tag'), value, path);
          const etag = reply.headers.get('etag');
          if (!etag || reply.status !== 200) continue;
          const held = await get(path + query, { 'if-none-match': etag });
          assert.equal(held.status, 304, path);
          assert.equal(held.headers.get('x-robots-tag'), value, `${path} again`);
        }
      }
    };
    const becomes = async (noindex: boolean) => {
      const { status, json } = await person.send('PATCH', at, { noindex });
      assert.deepEqual([status, json.noindex], [200, noindex]);
      await until('the pages say so', async () => {
        const tag = (await get(at)).headers.get('x-robots-tag');
        return (tag === 'noindex') === noindex;
      });
      await until('the sitemap says so', async () => (await isNamed()) !== noindex);
    };
    assert.equal((await person.send('GET', at)).json.noindex, false);
    await tagged(all, null);
    const before = (await get(at)).headers.get('etag');
    await becomes(true);
    assert.notEqual((await get(at)).headers.get('etag'), before, 'another page');
    await tagged([...all, `/board/api${at}`], 'noindex');
    for (const path of [...pages, '/embed']) {
      const page = await get(at + path);
      assert.match(page.text, /<meta name="robots" content="noindex">/, path);
      assert.equal(factsOf(page), undefined);
      assert.deepEqual(languagesIn(page.text), {});
    }
    assert.deepEqual((await own.board()).json, board, 'the document stays, with its revision');
    assert.ok((await get('/')).text.includes(`"id":${own.eventId},`), 'lists show it');
    await tagged(['/', base, `${base}/results.csv`, '/sitemap.xml', '/events/987654321'], null);
    await becomes(false);
    await tagged(all, null);
    assert.doesNotMatch((await get(at)).text, /noindex/);
    const { entries } = (await person.send('GET', `${at}/history`)).json;
    assert.deepEqual(entries[0].changes, [
      {
        ...{ subject: 'event', id: own.eventId, name: 'Spring regatta' },
        ...{ before: { noindex: true }, after: { noindex: false } },
      },
    ]);

    const trial = await published(service);
    await raw(service.databaseUrl, `update events set is_trial = 1 where id = ${trial.eventId}`);
    const organiser = await signIn(service, trial.userId);
    const path = `/events/${trial.eventId}`;
    await organiser.send('PATCH', path, { city: 'Bled' });
    await until('it is a trial', async () => /Trial/.test((await get(path)).text));
    await tagged([path, `${path}/results.csv`], 'noindex');
    const patched = await organiser.send('PATCH', path, { noindex: false });
    assert.deepEqual([patched.status, patched.json.noindex], [200, false], 'always, all the same');
    await tagged([path, `${path}/results.csv`], 'noindex');
    for (const wrong of ['yes', null, 1])
      assert.equal((await person.send('PATCH', at, { noindex: wrong })).status, 422);
  });

  test('what another process writes about search engines shows soon', {
    skip: !isOnServer && 'an embedded database has one service',
  }, async () => {
    const own = await published(service);
    const other = await startTestService({ DATABASE_URL: service.databaseUrl });
    try {
      const path = `/events/${own.eventId}`;
      assert.equal((await get(path)).headers.get('x-robots-tag'), null);
      const person = await signIn(other, own.userId);
      assert.equal((await person.send('PATCH', path, { noindex: true })).status, 200);
      await until('the other one says so', async () => {
        return (await get(path)).headers.get('x-robots-tag') === 'noindex';
      });
    } finally {
      await other.stop();
    }
  });
});
