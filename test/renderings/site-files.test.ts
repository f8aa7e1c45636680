/** The files of an exported site, made of a board document alone; and what counts as a site that may be replaced. */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import type { Board, BoardLane, BoardRace } from '../../src/contract/board.ts';
import {
  isExportedSite,
  type SiteFile,
  type SiteJob,
  siteFiles,
  siteLogo,
} from '../../src/renderings/site/site-files.ts';
import { SITE_MARK } from '../../src/renderings/site/site-frame.ts';
import type { Language } from '../../src/words/languages.ts';
import { assertPlainSite } from '../support/exported-site.ts';
import { png } from '../support/pictures.ts';
import { PLAIN_BOARD_LANE, PLAIN_BOARD_RACE } from '../support/racing.ts';

const LANES = 6;
const CREWS = 400;

test('300 races in two languages are exported in seconds, and each page is small', async () => {
  const board = regattaOf(300);
  const startedAt = performance.now();
  const files = await siteOf(board, 'en', 'de');
  const millis = performance.now() - startedAt;
  assertPlainSite(textsOf(files));
  assert.equal(files.length, 1 + 3 + 2 * (1 + 300 + CREWS + 3 + 3));
  const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const zipped = files.reduce((sum, { bytes }) => sum + deflateRawSync(bytes).length, 0);
  const kilobytes = (bytes: number) => `${Math.round(bytes / 1024).toLocaleString('en')} KiB`;
  process.stdout.write(
    `300 races, ${CREWS} crews, 2 languages: ${files.length} files, ${kilobytes(total)} (${kilobytes(zipped)} compressed) in ${Math.round(millis)} ms\n`,
  );
  assert.ok(millis < 60_000);
  const index = files.find(({ path }) => path === 'en/index.html') as SiteFile;
  assert.ok(index.bytes.length < 200_000, `${index.bytes.length} bytes`);
});

test('the same document gives the same bytes; another revision only says so', async () => {
  const digest = async (board: Board) =>
    hash('sha256', Buffer.concat((await siteOf(board, 'fr')).map(({ bytes }) => bytes)));
  const board = regattaOf(20);
  assert.equal(await digest(board), await digest(regattaOf(20)));
  assert.notEqual(await digest(board), await digest({ ...board, revision: 2 }));
});

test('places, ways into later races and neighbours are those of the document', async () => {
  const site = textsOf(await siteOf(regattaOf(3)));
  const first = site.get('races/1.html') ?? '';
  const second = site.get('races/2.html') ?? '';
  assert.doesNotMatch(first, /Previous race/);
  assert.match(second, /<a href="\.\.\/races\/1\.html">Previous race: Race 1 · /);
  assert.match(second, /<a href="\.\.\/races\/3\.html">Next race: Race 3 · /);
  assert.match(site.get('races/3.html') ?? '', /<td>1st of race 1<\/td>/);
  // The winner of race 1, on the page of its crew.
  const winner = site.get('crews/1.html') ?? '';
  assert.match(winner, /<p>Lane 1 · Result: place 1, 6:40\.00<\/p>/);
  assert.match(winner, /Race 3 · [^<]*<\/a> \(1st of race 1\)/);
  assert.doesNotMatch(site.get('crews/2.html') ?? '', /1st of race 1/);
  assert.match(site.get('print-start-lists.html') ?? '', /Race 3/);
  assert.doesNotMatch(site.get('print-start-lists.html') ?? '', /Race 1/);
  assert.doesNotMatch(site.get('print-results.html') ?? '', /Race 3/);
});

test('the page of a crew says what is at stake in its races, and where it goes', async () => {
  const board = regattaOf(3);
  const [first, second, last] = board.races as [BoardRace, BoardRace, BoardRace];
  const rule = { raceId: last.id, place: 1, fastest: null, category: null };
  Object.assign(first, { rules: [rule], scored: 0 });
  for (const lane of first.lanes)
    Object.assign(lane, { status: 'assigned', finishPlace: null, finishTimeMillis: null });
  const pages = async () => textsOf(await siteOf(board, 'en'));
  assert.match((await pages()).get('crews/2.html') ?? '', /<p>Lane 2 · 1st to Heat 3<\/p>/);
  const next = { raceId: last.id, position: 1, scheduledAt: last.scheduledAt };
  Object.assign(second, { rules: [rule] });
  Object.assign(second.lanes[0] as BoardLane, { next });
  const drawn = (await pages()).get('crews/7.html') ?? '';
  assert.match(drawn, /<p>Lane 1 · Result: place 1, [\d:.]+ · to Heat 3, 08:08, lane 1<\/p>/);
});

test('of races to come the first page tells who is drawn, also where results are provisional', async () => {
  const board = regattaOf(2);
  const [first, last] = board.races as [BoardRace, BoardRace];
  const lane = {
    ...(first.lanes[0] as BoardLane),
    ...PLAIN_BOARD_LANE,
    status: 'assigned' as const,
  };
  const lanes = [{ ...lane, finishPlace: null, finishTimeMillis: null }];
  const races = [first, { ...last, lanes, entered: 1 }].map((race) => ({
    ...race,
    official: false,
  }));
  const index = textsOf(await siteOf({ ...board, races })).get('index.html') ?? '';
  assert.match(index, /<p>Crew 1<\/p>/);
  assert.match(index, /<p>[^<]*provisional[^<]*Crew 1 6:40\.00/i);
});

test('a way into a later race by the place in a category stands on the page of that crew', async () => {
  const board = regattaOf(3);
  const [first, , last] = board.races as [BoardRace, BoardRace, BoardRace];
  Object.assign(first.lanes[1] as BoardLane, { category: 'Masters C', categoryPlace: 1 });
  const from = { races: [1], place: 1, fastest: null, category: 'Masters C' };
  Object.assign(last.lanes[0] as BoardLane, { from });
  const site = textsOf(await siteOf(board));
  assert.match(site.get('crews/2.html') ?? '', / \(1st Masters C of race 1\)/);
  assert.doesNotMatch(site.get('crews/1.html') ?? '', / of race 1\)/);
});

test('a trial says so on every page, and search engines leave it out', async () => {
  const files = textsOf(await siteOf({ ...regattaOf(2), trial: true }, 'en', 'de'));
  for (const [path, html] of files) {
    if (!path.endsWith('.html')) continue;
    assert.match(html, /<meta name="robots" content="noindex">/, path);
    if (path !== 'index.html') assert.match(html, /<p class="trial">/, path);
  }
});

test('every page has the colour, links and sponsor of the event', async () => {
  const look = {
    accent: '#ffd500',
    shades: { light: '#816c00', dark: '#ffd500' },
    links: [{ label: 'Club & lake', url: 'https://club.example/?a=b&c=d' }],
    sponsor: 'With <kind> support',
    logo: null,
  };
  const files = textsOf(await siteOf({ ...regattaOf(2), look }));
  for (const [path, html] of files) {
    if (!path.endsWith('.html')) continue;
    assert.match(html, /header \{ border-top: \.4rem solid #ffd500;/, path);
    assert.match(html, /a \{ color: #816c00; \}/, path);
    assert.ok(html.includes('<a href="https://club.example/?a=b&amp;c=d">Club &amp; lake</a>'));
    assert.ok(html.includes('<p>With &lt;kind&gt; support</p>'), path);
  }
});

test('a logo stands at the top of the site, and every page shows it from where it is', async () => {
  const bytes = png(3, 2);
  const made = (...languages: Language[]) =>
    siteWith({ type: 'image/png', bytes }, regattaOf(2), languages);
  const shownIn = (files: readonly SiteFile[], path: string) =>
    / src="([^"]+)"/.exec(textsOf(files).get(path) ?? '')?.[1];
  const one = await made('de');
  assert.deepEqual(one.find(({ path }) => path === 'logo.png')?.bytes, bytes);
  assert.equal(shownIn(one, 'index.html'), 'logo.png');
  assert.equal(shownIn(one, 'races/1.html'), '../logo.png');
  const two = await made('de', 'en');
  assert.deepEqual(
    two.flatMap(({ path }) => (path.includes('logo') ? [path] : [])),
    ['logo.png'],
  );
  assert.equal(shownIn(two, 'index.html'), 'logo.png');
  assert.equal(shownIn(two, 'de/print.html'), '../logo.png');
  assert.equal(shownIn(two, 'en/crews/1.html'), '../../logo.png');
  assertPlainSite(textsOf(two));
  assert.ok(
    isExportedSite(
      one.map(({ path }) => path),
      SITE_MARK,
    ),
  );
  assert.equal(shownIn(await siteOf(regattaOf(2)), 'index.html'), undefined);
});

test('an SVG is a picture in another one, which has its size and runs nothing', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const framed = (picture: string) => {
    const bytes = Buffer.from(picture);
    const { path, bytes: file } = siteLogo({ type: 'image/svg+xml', bytes });
    assert.equal(path, 'logo.svg');
    return String(file);
  };
  const [text, data = ''] =
    /^<svg [^<>]*>\n?<image [^<>]* href="data:image\/svg\+xml;base64,([\w+/=]+)"\/><\/svg>\n$/.exec(
      framed(svg),
    ) ?? [];
  assert.ok(text);
  assert.equal(Buffer.from(data, 'base64').toString(), svg);
  for (const [attributes, width, height] of [
    ['viewBox="0 0 40 20"', 40, 20],
    ["viewBox = '-5,-5 12.5,30'", 12.5, 30],
    ['width="30px" height="10" viewBox="0 0 40 20"', 30, 10],
    ['width="100%" height="10" viewBox="0 0 40 20"', 40, 20],
    ['width="0" height="10"', 300, 150],
    ['data-note="a > b" viewBox="0 0 7 8"', 7, 8],
    ['', 300, 150],
  ] as const) {
    const sized = framed(`<?xml version="1.0"?><svg ${attributes}/>`);
    const box = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`;
    assert.ok(sized.startsWith(box), `${attributes}: ${sized}`);
  }
  const after = (before: string) => framed(`${before}<svg width="30" height="10"/>`).slice(0, 90);
  assert.match(after('<!-- <svg width="7" height="7"> -->'), /width="30" height="10"/);
  assert.match(
    after(' <!DOCTYPE svg [<!ENTITY a "<svg width=\'7\'>">]>'),
    /width="30" height="10"/,
  );
  const startedAt = performance.now();
  assert.match(after(`<!-- ${'<svg x '.repeat(30_000)}' -->`), /width="30" height="10"/);
  assert.ok(performance.now() - startedAt < 5000, 'a comment is read once');
});

test('only what a site consists of counts as one', async () => {
  const paths = (await siteOf(regattaOf(3), 'en', 'de')).map(({ path }) => path);
  const folders = ['de/', 'de/races/', 'de/crews/', 'en/', 'en/races/', 'en/crews/'];
  const is = (others: readonly string[] = [], index = SITE_MARK) =>
    isExportedSite([...paths, ...folders, ...others], index);
  assert.ok(is());
  assert.ok(!is([], '<title>Another page</title>'));
  const foreign = [
    ...['notes.txt', 'races/photo.jpg', 'races/1.html.bak', 'photos/', 'de/photos/', '.git/'],
    ...['CNAME', 'de/de/index.html', 'index.html/', 'races/x.html', 'crews/1.htm', 'results.csv\n'],
  ];
  for (const path of foreign) assert.ok(!is([path]), path);
});

test('a head race with categories: ranked so far among all, and a list for each to print', async () => {
  const board = regattaOf(2);
  const [race] = board.races;
  assert.ok(race);
  const lanes = race.lanes.slice(0, 3).map((lane, index) => ({
    ...lane,
    ...{ category: 'Masters C', categoryPlace: index < 2 ? index + 1 : null },
    ...(index === 2 && { status: 'assigned' as const, finishPlace: null, finishTimeMillis: null }),
    startsAt: race.scheduledAt,
  }));
  const head: BoardRace = {
    ...race,
    ...{ kind: 'head', lanes, entered: 3, scored: 2, lastInAt: race.scheduledAt },
    categories: [{ name: 'Masters C', entered: 3, scored: 2 }],
  };
  const site = (now: string) => {
    const document = Buffer.from(JSON.stringify({ ...board, races: [head] }));
    const known = { publicUrl: 'https://regatta.example', domain: 'test', now: Date.parse(now) };
    return siteFiles({ document, languages: ['en'], isIndexed: true, ...known });
  };
  const during = textsOf(await site(race.scheduledAt));
  const page = during.get('races/1.html') ?? '';
  assert.match(page, /<p>2 of 3 in<\/p>/);
  assert.match(page, /<th scope="col">Place so far<\/th><th scope="col">Bow<\/th>/);
  assert.match(page, /<h4>Category: Masters C · 2 of 3 in<\/h4>/);
  assert.match(page, /<td>leading<\/td>/);
  assert.doesNotMatch(page, /1st|still on the course/);
  assert.match(during.get('print.html') ?? '', /<h4>Category: Masters C · 2 of 3 in<\/h4>/);
  assert.match(
    during.get('crews/2.html') ?? '',
    /Bow 2 · Result: 2nd of 3 so far, Masters C, 2nd of/,
  );
  const later = textsOf(await site('2027-01-01T00:00:00Z')).get('races/1.html') ?? '';
  assert.match(later, /<p>2 of 3 in<\/p>/);
  assert.doesNotMatch(later, /leading|so far/);
});

function siteOf(board: Board, ...languages: Language[]): Promise<SiteFile[]> {
  return siteWith(undefined, board, languages);
}

function siteWith(logo: SiteJob['logo'], board: Board, languages: Language[]): Promise<SiteFile[]> {
  const document = Buffer.from(JSON.stringify(board));
  const known = {
    publicUrl: 'https://regatta.example',
    domain: 'test',
    now: Date.parse('2026-06-13T18:00:00Z'),
  };
  return siteFiles({ document, languages, isIndexed: board.trial !== true, ...known, logo });
}

function textsOf(files: readonly SiteFile[]): Map<string, string> {
  return new Map(files.map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)]));
}

/** A board on which all races but the last are rowed; the only lane of the last is for the winner of the first. */
function regattaOf(count: number): Board {
  const races = Array.from({ length: count }, (_, index) => raceOf(index, count));
  return {
    ...{ eventId: 7, eventName: 'Spring regatta', status: 'published', organiser: 'Rowing club' },
    ...{ startDate: '2026-06-13', endDate: '2026-06-14', city: 'Berlin', countryCode: 'DE' },
    ...{ timezone: 'Europe/Berlin', look: null, revision: 1, updatedAt: '2026-06-14T16:00:00Z' },
    days: [{ day: '2026-06-13', delayMinutes: 0, until: null }],
    crews: Array.from({ length: CREWS }, (_, index) => ({
      ...{ id: index + 1, name: `Crew ${index + 1}`, club: null },
    })),
    notices: [],
    races,
  };
}

function raceOf(index: number, count: number): BoardRace {
  const isLast = index === count - 1;
  const at = new Date(Date.UTC(2026, 5, 13, 6) + index * 4 * 60_000).toISOString();
  const lanes = isLast ? [laneOf(0, null)] : Array.from({ length: LANES }, (_, lane) => lane);
  return {
    ...PLAIN_BOARD_RACE,
    ...{ id: index + 1, raceNumber: index + 1, number: String(index + 1), title: 'Women 8+' },
    ...{ scheduledAt: at, estimatedAt: at, distanceMeters: 2000, boatClass: '8+' },
    ...{ round: `Heat ${index + 1}`, divisionLabel: null, notes: null, resultMode: 'timed' },
    ...{ results: 'full', state: 'planned', reason: null, official: null },
    ...{ entered: isLast ? 0 : LANES, scored: isLast ? 0 : LANES },
    resultsAt: isLast ? null : at,
    lanes: lanes.map((lane) =>
      typeof lane === 'number' ? laneOf(lane, ((index * LANES + lane) % CREWS) + 1) : lane,
    ),
  };
}

function laneOf(index: number, crewId: number | null): BoardLane {
  const isRowed = crewId !== null;
  return {
    ...PLAIN_BOARD_LANE,
    ...{ position: index + 1, positionLabel: String(index + 1), crewId, penaltyMillis: null },
    crewName: isRowed ? `Crew ${crewId}` : null,
    status: isRowed ? 'finished' : 'assigned',
    finishTimeMillis: isRowed ? 400_000 + index * 1210 : null,
    finishPlace: isRowed ? index + 1 : null,
    withdrawn: false,
    from: isRowed ? null : { races: [1], place: 1, fastest: null },
  };
}
