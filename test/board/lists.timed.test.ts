/**
 * The lists of a federation with 4,000 regattas, over real HTTP (adopt, "Lists"): their order and pages, which queries are
 * allowed, that every regatta is at most three clicks away, and the CPU time of each list.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BoardEvent } from '../../src/contract/board.ts';
import { venueDay } from '../../src/domain/day/venue-day.ts';
import { searchText } from '../../src/domain/text/search-text.ts';
import { PUBLIC_CACHE } from '../support/board.ts';
import { signIn } from '../support/console.ts';
import { isOnServer, newDatabase } from '../support/databases.ts';
import { addManyEvents } from '../support/many-events.ts';
import { endWithin, serve } from '../support/program.ts';
import { PUBLIC_URL, startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const COUNT = 4000;
const MAX_MILLIS = 50;
const KIND = isOnServer ? 'PostgreSQL' : 'SQLite';
const HTML = { accept: 'text/html' };

const made = await newDatabase();
const service = await startTestService({ DATABASE_URL: made.url });
const now = Date.now();
// The zone of the regattas that `addManyEvents` puts on this day.
const today = venueDay(now, 'Europe/Zurich');
const thisYear = Number(today.slice(0, 4));
const { eventIds, userId } = await addManyEvents(service.database, {
  ...{ count: COUNT, clubs: 1000, today },
});

const list = async (query = '') => {
  const reply = await service.send('GET', `/board/api/events${query}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.json as { events: BoardEvent[]; next: string | null };
};

/** The events of all pages of a list, read one after the other. */
async function walk(query: string): Promise<BoardEvent[]> {
  const all: BoardEvent[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const page: Awaited<ReturnType<typeof list>> = await list(
      `?${query}${next && `&before=${encodeURIComponent(next)}`}`,
    );
    all.push(...page.events);
    next = page.next;
  }
  return all;
}

/** The group in which an event is listed: it is running (0), begins within seven days (1), later (2), or is over (3). */
function groupOf({ startDate, endDate, timezone }: BoardEvent): number {
  const day = venueDay(now, timezone);
  if (endDate < day) return 3;
  if (startDate <= day) return 0;
  return (Date.parse(startDate) - Date.parse(day)) / 86_400_000 <= 7 ? 1 : 2;
}

describe('the list for programs', () => {
  test('has all events once, in the order of the contract, at most 200 at a time', async () => {
    const first = await list();
    assert.equal(first.events.length, 200);
    const all = await walk('limit=173');
    assert.deepEqual(
      all.map(({ id }) => id).sort((a, b) => a - b),
      eventIds,
    );
    assert.deepEqual(first.events, all.slice(0, 200));
    const groups = all.map(groupOf);
    assert.deepEqual(groups, groups.toSorted());
    assert.equal(new Set(groups).size, 4, 'there are some of each');
    for (const [group, sign] of [
      [1, 1],
      [2, 1],
      [3, -1],
    ] as const) {
      const dates = all.filter((one) => groupOf(one) === group).map((one) => one.startDate);
      const sorted = dates.toSorted();
      assert.deepEqual(dates, sign === 1 ? sorted : sorted.reverse());
    }
    const running = all.filter((one) => groupOf(one) === 0).length;
    assert.ok(running >= 40 && running < 200);
    assert.equal(first.events.filter((one) => groupOf(one) === 0).length, running);
    assert.deepEqual(Object.keys(first.events[0] ?? {}).sort(), [
      ...['city', 'countryCode', 'endDate', 'id', 'name', 'startDate', 'status', 'timezone'],
    ]);
  });

  test('has those of a year, and those with all words, without accents', async () => {
    const all = await walk('');
    const ofYear = await walk(`year=${thisYear - 1}&limit=50`);
    const isIn = ({ startDate, endDate }: BoardEvent) =>
      startDate.startsWith(String(thisYear - 1)) || endDate.startsWith(String(thisYear - 1));
    assert.deepEqual(ofYear, all.filter(isIn));
    assert.ok(ofYear.length > 200);
    assert.deepEqual(await list('?year=1999'), { events: [], next: null });
    const named = all.filter((one) => searchText(one.name).includes('championnat regional macon'));
    assert.ok(named.length > 0);
    assert.deepEqual(await walk('q=R%C3%89GIONAL%20macon%20championnat&limit=7'), named);
    const organised = await walk('q=zeglarz');
    assert.ok(organised.length > 0 && organised.every(({ name }) => !/eglarz/.test(name)));
    assert.deepEqual(await walk('q='), all);
    assert.deepEqual((await list('?q=nowhere')).events, []);
    assert.deepEqual(
      (await walk(`q=macon&year=${thisYear - 1}`)).map(({ id }) => id),
      ofYear.filter(({ city }) => city === 'Mâcon').map(({ id }) => id),
    );
  });

  test('refuses wrong values, and says which', async () => {
    for (const [query, field] of [
      ['year=x', 'year'],
      [`q=${'a'.repeat(101)}`, 'q'],
      ['before=17', 'before'],
      ['limit=0', 'limit'],
      ['limit=201', 'limit'],
    ]) {
      const { status, json, headers } = await service.send('GET', `/board/api/events?${query}`);
      assert.deepEqual(
        [status, json.code, json.errors?.[0]?.field],
        [422, 'validation_failed', field],
      );
      assert.equal(headers.get('access-control-allow-origin'), '*');
    }
    assert.equal((await service.send('GET', '/board/api/events?lang=de&x=1')).status, 200);
  });

  test('keeps its tag until something in it differs', async () => {
    const path = '/board/api/events?limit=200';
    const { headers } = await service.send('GET', path);
    assert.equal(headers.get('cache-control'), PUBLIC_CACHE);
    const tag = headers.get('etag') ?? '';
    const isHeld = async () =>
      (await service.send('GET', path, { headers: { 'if-none-match': tag } })).status === 304;
    assert.ok(await isHeld());
    const [first] = (await list()).events;
    assert.ok(first);
    const rename = (name: string) =>
      service.database.write((tx) =>
        tx.updateTable('events').set({ name }).where('id', '=', first.id).execute(),
      );
    await rename('Renamed');
    await until('the list has the new name', async () => !(await isHeld()));
    assert.equal((await list()).events[0]?.name, 'Renamed');
    await rename(first.name);
    await until('the list is as it was', isHeld);
  });
});

/** The addresses to which a page leads without script, relative to the start page. */
function linksOf(html: string): string[] {
  return Array.from(html.matchAll(/<a href="\.\/([^"]*)"/g), ([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );
}

const eventOf = (link: string) => Number(/^events\/(\d+)/.exec(link)?.[1]);

describe('the pages', () => {
  const get = (path: string) => service.send('GET', path, { headers: HTML });

  test('lead to every event within three clicks, without script', async () => {
    const start = await get('/');
    assert.equal(start.status, 200);
    const reached = new Set(linksOf(start.text).map(eventOf).filter(Boolean));
    const years = linksOf(start.text).filter((link) => link.startsWith('years/'));
    const pages = new Set<string>();
    for (const year of years) {
      const first = await get(`/${year}`);
      for (const link of linksOf(first.text)) {
        if (link.startsWith(`${year}?page=`)) pages.add(link);
        else if (eventOf(link)) reached.add(eventOf(link));
      }
    }
    for (const page of pages) {
      for (const link of linksOf((await get(`/${page}`)).text)) reached.add(eventOf(link));
    }
    reached.delete(Number.NaN);
    assert.deepEqual(
      [...reached].sort((a, b) => a - b),
      eventIds,
    );
    process.stdout.write(`${years.length} years, ${pages.size} pages: ${reached.size} events\n`);
  });

  test('begin with today, the next seven days, the next 50 and the last ten', async () => {
    const { text } = await get('/?lang=en');
    const [, ...sections] = text.split('<h2>');
    const rows = sections.map((section) => [
      section.split('<')[0],
      section.match(/<li>/g)?.length ?? 0,
    ]);
    const all = await walk('');
    const size = (group: number) => all.filter((one) => groupOf(one) === group).length;
    const years = new Set(
      all.flatMap((one) => [one.startDate.slice(0, 4), one.endDate.slice(0, 4)]),
    );
    assert.deepEqual(rows, [
      ['Today', size(0)],
      ['In the next seven days', size(1)],
      ['Coming up', 50],
      ['Past', 10],
      ['All by year', years.size],
    ]);
    const data = (await service.send('GET', '/board/api/regattas')).json;
    assert.equal(data.events.length, size(0) + size(1) + 60);
    assert.deepEqual(data.years.length, years.size);
  });

  test('of a year have 200 rows, and links to all its pages', async () => {
    const ofYear = await walk(`year=${thisYear}`);
    const count = Math.ceil(ofYear.length / 200);
    assert.ok(count > 2);
    for (let page = 1; page <= count; page++) {
      const reply = await get(`/years/${thisYear}?page=${page}`);
      assert.equal(reply.status, 200);
      assert.equal(reply.headers.get('cache-control'), PUBLIC_CACHE);
      const links = linksOf(reply.text);
      const ids = links.map(eventOf).filter(Boolean);
      const wanted = ofYear.slice((page - 1) * 200, page * 200).map(({ id }) => id);
      // In the order of their groups: events that are over come after those to come.
      assert.deepEqual(ids, wanted);
      const numbers = Array.from({ length: count }, (_, n) => `years/${thisYear}?page=${n + 1}`);
      assert.deepEqual(
        links.filter((link) => link.includes('page=')),
        numbers,
      );
      const address = page === 1 ? `years/${thisYear}` : `years/${thisYear}?page=${page}`;
      assert.ok(reply.text.includes(`<link rel="canonical" href="${PUBLIC_URL}/${address}">`));
      assert.ok(
        reply.text.includes(`href="${PUBLIC_URL}/${address}${page === 1 ? '?' : '&amp;'}lang=de"`),
      );
    }
    const german = await get(`/years/${thisYear}?page=2&lang=de`);
    assert.match(german.text, new RegExp(`<h1>Regatten ${thisYear}</h1>`));
    assert.ok(linksOf(german.text).includes(`years/${thisYear}?page=3&lang=de`));
    for (const path of [
      ...['/years/1999', '/years/x', `/years/${thisYear}?page=0`, `/years/${thisYear}?page=x`],
      `/years/${thisYear}?page=${count + 1}`,
    ]) {
      const missing = await get(path);
      assert.equal(missing.status, 404, path);
      assert.match(missing.headers.get('content-type') ?? '', /html/);
      assert.equal((await service.send('GET', path)).json.code, 'route_not_found');
    }
    assert.equal((await get(`/years/${thisYear}/`)).status, 308);
  });

  test('find what is searched for without script', async () => {
    const q = 'championnat <"&> m\u00e2con';
    const none = await get(`/?q=${encodeURIComponent(q)}&lang=en`);
    assert.equal(none.status, 200);
    assert.ok(none.text.includes('value="championnat &lt;&quot;&amp;&gt; mâcon"'));
    assert.match(none.text, /Nothing found for/);
    assert.match(none.headers.get('content-security-policy') ?? '', /form-action 'self'/);
    assert.match(none.text, /<meta name="robots" content="noindex">/);
    const found = await get('/?q=luzern&lang=en');
    const ids = linksOf(found.text).map(eventOf).filter(Boolean);
    const all = (await walk('q=luzern')).map(({ id }) => id);
    assert.ok(all.length > 200);
    assert.deepEqual(ids, all.slice(0, 200));
    const more = linksOf(found.text).find((link) => link.includes('before='));
    const rest = linksOf((await get(`/${more}`)).text)
      .map(eventOf)
      .filter(Boolean);
    assert.deepEqual(rest, all.slice(200, 400));
    assert.equal((await get(`/?q=${'x'.repeat(500)}`)).status, 200);
    assert.match((await get('/?q=%20')).text, /<h2>Today|<h2>/);
  });
});

test('no list takes more than 50 ms of the processor', async () => {
  const person = await signIn(service, userId);
  const lists: [what: string, ask: (n: number) => Promise<{ status: number }>][] = [
    ['the list for programs', () => service.send('GET', '/board/api/events')],
    ['a search for programs', (n) => service.send('GET', `/board/api/events?q=luzern ${n}`)],
    ['the start page', (n) => get(`/?lang=${['de', 'en', 'fr', 'nl', 'it'][n % 5]}`)],
    ['a search without script', (n) => get(`/?q=koln ${n}`)],
    ['a page of a year', (n) => get(`/years/${thisYear - (n % 5)}?lang=fr`)],
    [
      'the list, read anew',
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 1600));
        return service.send('GET', '/board/api/events');
      },
    ],
    ['the regattas of the console', () => person.send('GET', '/events')],
    ['a search in the console', (n) => person.send('GET', `/events?q=luzern ${n}`)],
    ['clubs', (n) => person.send('GET', `/clubs?q=hansa${' '.repeat(n)}`)],
    ['people', (n) => person.send('GET', `/people?q=neptun${' '.repeat(n)}`)],
  ];
  const get = (path: string) => service.send('GET', path, { headers: HTML });
  for (const [what, ask] of lists) {
    const millis: number[] = [];
    for (let n = 0; n < 5; n++) {
      const before = process.cpuUsage();
      assert.equal((await ask(n)).status, 200, what);
      const { user, system } = process.cpuUsage(before);
      millis.push((user + system) / 1000);
    }
    const [, , median = 0] = millis.sort((a, b) => a - b);
    process.stdout.write(`${KIND}, ${COUNT} events, ${what}: ${median.toFixed(1)} ms\n`);
    assert.ok(median <= MAX_MILLIS, `${what}: ${median} ms`);
  }
});

test('nor does the first one after a start', async () => {
  const { cookie } = await signIn(service, userId);
  await service.stop();
  for (const [path, accept] of [
    ['/board/api/events', '*/*'],
    ['/board/api/events?q=luzern', '*/*'],
    ['/?lang=de', 'text/html'],
    ['/?q=koln', 'text/html'],
    [`/years/${thisYear}?lang=fr`, 'text/html'],
    ['/console/api/events', '*/*'],
    ['/console/api/events?q=luzern', '*/*'],
    ['/console/api/clubs?q=hansa', '*/*'],
    ['/console/api/people?q=neptun', '*/*'],
  ] as const) {
    // The best of three starts, because garbage of the start may be collected during any request.
    let millis = Number.POSITIVE_INFINITY;
    for (let start = 0; start < 3 && millis > MAX_MILLIS; start++) {
      const running = await serve({ DATABASE_URL: made.url, PUBLIC_URL });
      const spent = await meterOf(running.url);
      const headers = { accept, cookie, 'sec-fetch-site': 'same-origin' };
      const reply = await fetch(running.url + path, { headers });
      assert.equal(reply.status, 200, path);
      await reply.arrayBuffer();
      millis = Math.min(millis, await spent());
      running.child.kill('SIGINT');
      assert.equal(await endWithin(30, running), 0);
    }
    process.stdout.write(`${KIND}, first after a start, ${path}: ${millis.toFixed(1)} ms\n`);
    assert.ok(millis <= MAX_MILLIS, `${path}: ${millis} ms`);
  }
});

/** @returns a function that gives the CPU time of a service since then, in milliseconds, less that of reading its metrics */
async function meterOf(url: string): Promise<() => Promise<number>> {
  const read = async () => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return 1000 * Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
  };
  let [before, now] = [0, await read()];
  let cost = Number.POSITIVE_INFINITY;
  // Waits until the service is idle, because it may have just started.
  for (let calm = 0; calm < 5; ) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    [before, now] = [now, await read()];
    cost = Math.min(cost, now - before);
    calm = now - before < 10 ? calm + 1 : 0;
  }
  return async () => (await read()) - now - cost;
}
