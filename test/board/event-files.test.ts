/** Files of an event for other programs: results as a table and as a feed, and the manifest by which a phone installs it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PUBLIC_CACHE, published, times } from '../support/board.ts';
import { exchange, head, problem } from '../support/raw-http.ts';
import { PUBLIC_URL, type Reply, startTestService } from '../support/service.ts';

/** Characters that XML must not contain (XML 1.0, section 2.2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there.
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
/** Texts that some spreadsheet would run as a formula. */
const FORMULAS = [
  '=HYPERLINK("http://evil.example","x")',
  '+1+1',
  "-2+3+cmd|' /C calc'!A0",
  '@SUM(1;2)',
  '\t=1+1',
  '\r=1+1',
  '\u202e=1+1',
  '\uffff@SUM(1)',
];

const service = await startTestService();
const event = await published(service);
let base = `/events/${event.eventId}`;

const get = (path: string, headers: Record<string, string> = {}) =>
  service.send('GET', path, { headers });

/** Asserts that a file is cached, is the same when it is requested again, and is 404 for an event that is not public. */
async function assertKept(name: string, { headers, text }: Reply): Promise<void> {
  assert.equal(headers.get('cache-control'), PUBLIC_CACHE);
  const held = { 'if-none-match': headers.get('etag') ?? '' };
  assert.equal((await get(`${base}/${name}`, held)).status, 304);
  assert.equal((await get(`${base}/${name}`)).text, text);
  const draft = await service.provision();
  await draft.send('POST', '/schedule');
  for (const id of [draft.eventId, 987_654_321, 'x']) {
    problem(await exchange(service.url, head('GET', `/events/${id}/${name}`)), 'event_not_found');
  }
}

describe('results as a table', () => {
  /** Lines of the table; without the byte order mark, which tells spreadsheets of UTF-8, because `fetch` removes it. */
  const linesOf = async (query = '') =>
    (await get(`${base}/results.csv${query}`)).text.split('\r\n');

  const HEADER =
    'Race,Title,Day,Start,Place,Lane,Crew,Club,Status,Time,Penalty (s),Total,Behind (s),Round,Boat class,Division,Note,Category,Place in category,Out of competition,Allowance (s),complete';

  test('has neither places nor gaps before a race is over, and says whether all are in', async () => {
    const own = await published(service);
    const planned = (scheduledAt: string) =>
      own.send('PUT', '/races', [{ externalId: 'r1', raceNumber: 1, scheduledAt }]);
    /** The rows of the table, each as place, lane, crew, gap and complete. */
    const read = async () => {
      const { text } = await get(`/events/${own.eventId}/results.csv`);
      const rows = text.split('\r\n').map((row) => row.split(','));
      const [header = []] = rows;
      const columns = ['Place', 'Lane', 'Crew', 'Behind (s)', 'complete'];
      return rows.slice(1, -1).map((row) => columns.map((name) => row[header.indexOf(name)]));
    };
    await planned(new Date().toISOString());
    await own.send('PUT', '/races/r1/results', times(402_696, 400_110));
    assert.deepEqual(await read(), [
      ['', '1', 'Amsel', '', 'no'],
      ['', '2', 'Biber', '', 'no'],
      ['', '3', 'Chamäleon', '', 'no'],
    ]);
    await planned('2026-06-13T09:00:00+02:00');
    const ended = [
      ['1', '2', 'Biber', '0.000', 'no'],
      ['2', '1', 'Amsel', '2.586', 'no'],
      ['', '3', 'Chamäleon', '', 'no'],
    ];
    assert.deepEqual(await read(), ended, 'over by time, and one is missing');
    await own.send('PUT', '/races/r1/results', [{ position: 3, finishTimeMillis: 403_000 }]);
    assert.deepEqual(await read(), [
      ['1', '2', 'Biber', '0.000', 'yes'],
      ['2', '1', 'Amsel', '2.586', 'yes'],
      ['3', '3', 'Chamäleon', '2.890', 'yes'],
    ]);
  });

  test('has a row for each lane of races with results', async () => {
    assert.deepEqual(await linesOf(), [HEADER, '']);
    await event.send('PUT', '/teams', [{ externalId: 'c1', name: 'Amsel', clubId: 'RC "A", B' }]);
    await event.send('PUT', '/races/r1/results', [
      { position: 1, finishTimeMillis: 402_696, penaltyMillis: 5500 },
      { position: 2, finishTimeMillis: 400_110 },
      { position: 3, status: 'dnf' },
    ]);
    const rows = [
      'Heat 1,2026-06-13,09:00,1,2,Biber,,finished,6:40.110,,6:40.110,0.000,,,,,,,,,yes',
      'Heat 1,2026-06-13,09:00,2,1,Amsel,"RC ""A"", B",finished,6:42.696,5.500,6:48.196,8.086,,,,,,,,,yes',
      'Heat 1,2026-06-13,09:00,,3,Chamäleon,,dnf,,,,,,,,,,,,,yes',
    ];
    assert.deepEqual(await linesOf(), [HEADER, ...rows.map((row) => `1,${row}`), '']);
    assert.deepEqual(await linesOf('?lang=de'), [
      'Rennen;Titel;Tag;Start;Platz;Bahn;Mannschaft;Verein;Status;Zeit;Zeitstrafe (s);Gesamt;Rückstand (s);Runde;Bootsklasse;Klasse;Hinweis;Kategorie;Platz in der Kategorie;Außer Konkurrenz;Zeitgutschrift (s);vollständig',
      '1;Heat 1;2026-06-13;09:00;1;2;Biber;;im Ziel;6:40,110;;6:40,110;0,000;;;;;;;;;ja',
      '1;Heat 1;2026-06-13;09:00;2;1;Amsel;"RC ""A"", B";im Ziel;6:42,696;5,500;6:48,196;8,086;;;;;;;;;ja',
      '1;Heat 1;2026-06-13;09:00;;3;Chamäleon;;nicht im Ziel;;;;;;;;;;;;;ja',
      '',
    ]);
    const [, , french = ''] = await linesOf('?lang=fr');
    assert.match(french, /;à l’arrivée;6:42,696;5,500;6:48,196;8,086;;;;;;;;;oui$/);
    const [, , , english = ''] = await linesOf('?lang=en');
    assert.match(english, /,Chamäleon,,did not finish,,,,,,,,,,,,,yes$/);
    const reply = await get(`${base}/results.csv`, { 'accept-language': 'de' });
    assert.equal(reply.headers.get('content-type'), 'text/csv; charset=utf-8');
    assert.match(reply.headers.get('content-disposition') ?? '', /^attachment; filename="results-/);
    assert.ok(reply.text.startsWith('Race,'), 'the same for every browser');
    const bytes = await (await fetch(`${service.url}${base}/results.csv`)).bytes();
    assert.deepEqual([...bytes.slice(0, 3)], [0xef, 0xbb, 0xbf]);
    await assertKept('results.csv', reply);
  });

  test('runs nothing, and shows nothing that is hidden', async () => {
    const own = await published(service);
    const lane = (index: number) => ({ position: index + 1, teamExternalId: `f${index}` });
    const crews = FORMULAS.map((clubId, index) => ({
      externalId: `f${index}`,
      name: `x${index}`,
      clubId,
    }));
    // The name has a number behind it, because a crew's name is trimmed; a `clubId` is not.
    const named = crews.map((crew, index) => ({ ...crew, name: `${FORMULAS[index]} ${index}` }));
    await own.send('PUT', '/teams', named);
    const reply = await own.send(
      'PUT',
      '/races/r1/entries',
      FORMULAS.map((_, index) => lane(index)),
    );
    assert.equal(reply.status, 200, reply.text);
    await own.send('PUT', '/races', [{ externalId: 'r1', raceNumber: 1, title: '=1+1' }]);
    await own.send(
      'PUT',
      '/races/r1/results',
      times(...FORMULAS.map((_, index) => 400_000 + index)),
    );
    const path = `/events/${own.eventId}/results.csv`;
    const { text } = await get(path);
    const cells =
      text.replaceAll('\r\n', '\n').match(/(?<=^|[,\n])("(?:[^"]|"")*"|[^,\n]*)/g) ?? [];
    assert.ok(cells.length > 12 * FORMULAS.length);
    for (const cell of cells) assert.doesNotMatch(cell, /^"?[\t\r ]*[=+\-@]/, cell);
    for (const formula of ["'=HYPERLINK", "'+1+1", "'-2+3", "'@SUM", "'=1+1"]) {
      assert.ok(text.includes(formula), formula);
    }
    await own.send('PUT', '/races', [
      { externalId: 'r1', raceNumber: 1, resultVisibility: 'hidden' },
    ]);
    assert.equal((await get(path)).text.split('\r\n').length, 2);
    await own.send('PUT', '/races', [
      { externalId: 'r1', raceNumber: 1, resultVisibility: 'placesOnly' },
    ]);
    const places = (await get(path)).text;
    assert.match(places, /,finished,,,,,,,,,,,,,yes\r\n/);
    assert.doesNotMatch(places, /6:40/);
  });
});

describe('results as a feed', () => {
  const entriesOf = (text: string) =>
    [...text.matchAll(/<entry>.*?<\/entry>/gs)].map(([entry]) => entry);
  const tag = (text: string, name: string) =>
    new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(text)?.[1];

  test('has an entry for each race with results, the newest first', async () => {
    const own = await published(service);
    base = `/events/${own.eventId}`;
    const empty = await get(`${base}/results.atom`);
    assert.deepEqual(entriesOf(empty.text), []);
    assert.match(empty.text, /<updated>20\d\d-/);
    await own.send('PUT', '/races/r2/results', times(402_696, 400_111));
    await own.send('PUT', '/races/r1/results', times(412_700, 410_000, 420_000));
    const reply = await get(`${base}/results.atom?lang=de`);
    assert.equal(reply.headers.get('content-type'), 'application/atom+xml; charset=utf-8');
    const board = (await own.board()).json;
    const [first = '', second = '', ...none] = entriesOf(reply.text);
    assert.deepEqual(none, []);
    assert.equal(tag(first, 'title'), 'Rennen 1 · Heat 1');
    assert.equal(tag(first, 'summary'), '1. Biber 6:50,00, 2. Amsel 6:52,70, 3. Chamäleon 7:00,00');
    assert.equal(tag(first, 'updated'), board.races[0].resultsAt);
    // `updated` of the feed covers all that may change in it, also that an entry goes.
    assert.equal(tag(reply.text, 'updated'), board.updatedAt);
    assert.match(first, new RegExp(`href="${PUBLIC_URL}${base}/races/1"`));
    assert.match(first, /<id>tag:[0-9a-f]{16}\.running-order,2026:event-\d+-race-\d+<\/id>/);
    await own.send('PUT', '/races/r2/results', times(402_000));
    const again = entriesOf((await get(`${base}/results.atom?lang=de`)).text);
    assert.deepEqual(
      again.map((entry) => tag(entry, 'id')),
      [second, first].map((entry) => tag(entry, 'id')),
    );
    await assertKept('results.atom', await get(`${base}/results.atom`));
  });

  test('is XML whatever the names are, and has nothing that is hidden', async () => {
    const own = await published(service);
    const name = '<b>&"\'\u0001]]>\ufffe\u0085 \u{1f6a3}';
    await own.send('PUT', '/teams', [{ externalId: 'c1', name }]);
    await own.send('PUT', '/races', [{ externalId: 'r1', raceNumber: 1, title: name }]);
    await own.send('PUT', '/races/r1/results', times(400_000));
    const path = `/events/${own.eventId}/results.atom`;
    const { text } = await get(path);
    assert.equal(entriesOf(text).length, 1);
    assert.doesNotMatch(text, NO_XML);
    assert.doesNotMatch(text, /<b>|&(?!amp;|lt;|gt;|quot;)/);
    assert.match(text, /&lt;b&gt;&amp;&quot;/);
    await own.send('PUT', '/races', [
      { externalId: 'r1', raceNumber: 1, resultVisibility: 'hidden' },
    ]);
    assert.deepEqual(entriesOf((await get(path)).text), []);
  });

  test('has fifty entries at most', async () => {
    const own = await published(service);
    const numbers = Array.from({ length: 60 }, (_, index) => index + 1);
    const races = numbers.map((n) => ({
      ...{ externalId: `x${n}`, raceNumber: n + 10, scheduledAt: '2026-06-13T09:00:00Z' },
    }));
    await own.send('PUT', '/races', races);
    for (const n of numbers) {
      await own.send('PUT', `/races/x${n}/entries`, [{ position: 1 }]);
      await own.send('PUT', `/races/x${n}/results`, times(400_000));
    }
    const entries = entriesOf((await get(`/events/${own.eventId}/results.atom`)).text);
    assert.equal(entries.length, 50);
    assert.equal(tag(entries[0] ?? '', 'title'), 'Race 70');
  });
});

describe('what a phone installs', () => {
  test('starts at the event, and carries what the page says', async () => {
    const path = `${base}/manifest.webmanifest`;
    const reply = await get(path, { 'accept-language': 'de' });
    assert.equal(reply.headers.get('content-type'), 'application/manifest+json');
    const manifest = reply.json;
    const at = (url: string) => new URL(url, `${service.url}${path}`).pathname;
    assert.equal(manifest.name, 'Spring regatta');
    assert.equal(manifest.lang, 'de');
    assert.deepEqual([at(manifest.start_url), at(manifest.scope), manifest.id], [base, base, base]);
    assert.ok(manifest.icons.length > 0);
    for (const { src } of manifest.icons) assert.equal((await get(at(src))).status, 200, src);
    assert.equal(reply.headers.get('vary'), 'Accept-Encoding, Accept-Language');
    const follow = 'c12.c40,r7';
    const carried = (await get(`${path}?follow=${follow}`)).json;
    assert.equal(carried.start_url, `../${base.split('/').at(-1)}?follow=${follow}`);
    assert.equal(carried.id, base);
    for (const bad of ['"><b>', 'a%20b', `//evil.example`, 'x'.repeat(1001)]) {
      const { start_url: start } = (await get(`${path}?follow=${bad}`)).json;
      assert.equal(at(start), base);
      assert.doesNotMatch(start, /follow/);
    }
    await assertKept('manifest.webmanifest', await get(path));
  });

  test('knows the path that a proxy puts before it', async () => {
    const own = await startTestService({ PUBLIC_URL: 'https://club.example/regatta' });
    try {
      const { eventId } = await published(own);
      const { json } = await own.send('GET', `/events/${eventId}/manifest.webmanifest`);
      assert.equal(json.id, `/regatta/events/${eventId}`);
      const robots = (await own.send('GET', '/robots.txt')).text;
      assert.match(robots, /^Disallow: \/regatta\/console$/m);
      assert.match(robots, /^Sitemap: https:\/\/club\.example\/regatta\/sitemap\.xml$/m);
      const lost = await own.send('GET', `/events/${eventId}/races/9`, {
        headers: { accept: 'text/html' },
      });
      assert.match(lost.text, new RegExp(`<a href="/regatta/events/${eventId}">`));
      const { headers } = await own.send('GET', `//events/${eventId}/?lang=de`);
      assert.equal(headers.get('location'), `/regatta/events/${eventId}?lang=de`);
    } finally {
      await own.stop();
    }
  });
});

test('robots may read pages; browsers find a picture', async () => {
  const robots = await get('/robots.txt');
  assert.equal(robots.headers.get('content-type'), 'text/plain; charset=utf-8');
  assert.equal(
    robots.text,
    'User-agent: *\nDisallow: /console\nDisallow: /v1\nDisallow: /board/api\n\n' +
      `Sitemap: ${PUBLIC_URL}/sitemap.xml\n`,
  );
  const icon = await fetch(`${service.url}/favicon.ico`);
  assert.equal(icon.headers.get('content-type'), 'image/png');
  const bytes = Buffer.from(await icon.arrayBuffer());
  assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
});

test('a boat that was scratched before the start is no result, and the start list says so', async () => {
  const own = await published(service);
  const at = `/events/${own.eventId}`;
  const set = { provisional_results: 1 };
  await service.database.write((tx) =>
    tx.updateTable('schedules').set(set).where('event_id', '=', own.eventId).execute(),
  );
  await own.send('PUT', '/races/r1/results', [{ position: 1, status: 'dns' }]);
  const { crews } = (await own.board()).json;
  const { id } = crews.find(({ name }: { name: string }) => name === 'Amsel');
  const read = async (path: string) =>
    (await get(at + path)).text.replaceAll(/<script.*?<\/script>/gs, '');
  assert.equal((await read('/results.csv')).split('\r\n').length, 2, 'the heading alone');
  assert.doesNotMatch(await read('/results.atom'), /<entry>/);
  const plain = await read('/plain');
  assert.match(
    plain,
    /<th scope="col">Lane<\/th><th scope="col">Crew<\/th><th scope="col">Result</,
  );
  assert.match(plain, /<td>1<\/td><td>Amsel<\/td><td>did not start<\/td>/);
  assert.match(plain, /<td>2<\/td><td>Biber<\/td><td><\/td>/);
  assert.doesNotMatch(plain, /provisional|1 of 3/);
  assert.match(await read('/races/1'), /Sat 13 Jun, 09:00 · Amsel \(DNS\), Biber, Chamäleon"/);
  const said = /· Race 1 · Heat 1: DNS · Race 2 · Final: Sun 14 Jun, 09:00"/;
  assert.match(await read(`/crews/${id}`), said);
  await own.send('PUT', '/races/r1/results', [{ position: 2, finishTimeMillis: 400_000 }]);
  assert.equal((await read('/results.csv')).split('\r\n').length, 5);
  assert.match(await read('/results.atom'), /<entry>/);
});

test('feed, preview, plain page and calendar tell thousandths where they decide', async () => {
  const own = await published(service);
  await own.send('PUT', '/races/r1/results', times(402_696, 402_698, 410_000));
  const { crews } = (await own.board()).json;
  const [{ id }] = crews.filter(({ name }: { name: string }) => name === 'Biber');
  for (const page of ['/results.atom', '/races/1', '/plain', `/crews/${id}.ics`]) {
    const { text } = await get(`/events/${own.eventId}${page}`);
    assert.match(text.replace(/<script.*/s, ''), /6:42\.698/, page);
  }
});
